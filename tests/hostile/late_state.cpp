// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// State outside that matters only late: behind the first candidates, where the search has already made up its mind
// about the predicate. The fields come in order, so values of `a` that are large come late.

#include <unistd.h>

#include <cerrno>
#include <cfenv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "cases.hpp"

namespace hostile {

namespace {

using enum expected;

int counter;
unsigned digits;
int array[4];
std::vector<int> elements(4);
thread_local int sum_of_thread;
int* shared_total = new int;
std::unique_ptr<std::vector<int>> kept;
char* rest;
struct totals {
  int low, high;
} global_totals;

[[gnu::noinline]] double third_more(double sum, int x) {
  volatile double first = sum, second = x, three = 3;
  volatile double result = first + second / three;
  return result;
}

bool plain(const numbers& n) { return n.a + n.b + n.c == n.d + n.e + n.f; }
bool late(const numbers& n) { return n.a >= 2; }

const hostile_case cases[] = {
    {"a late global counter", answer_or_refusal,
     [](const numbers& n) {
       if (!late(n)) return plain(n);
       counter = 0;
       each(n, [](int x) { counter += x; });
       return counter == 9;
     }},
    {"a late global array", answer_or_refusal,
     [](const numbers& n) {
       if (!late(n)) return plain(n);
       std::memset(array, 0, sizeof array);
       each(n, [](int x) { ++array[x]; });
       return array[2] == 2;
     }},
    {"late elements of a global vector", answer_or_refusal,
     [](const numbers& n) {
       if (!late(n)) return plain(n);
       elements = {0, 0, 0, 0};
       each(n, [](int x) { ++elements[static_cast<std::size_t>(x)]; });
       return elements[1] == 2;
     }},
    {"late errno", answer_or_refusal,
     [](const numbers& n) {
       if (!late(n)) return plain(n);
       errno = 0;
       each(n, [](int x) { errno += x; });
       return errno == 9;
     }},
    {"late strtok", answer_or_refusal,
     [](const numbers& n) {
       if (!late(n)) return plain(n);
       char text[] = "3,1,2,3,0,1";
       int hits = 0;
       char* word = std::strtok(text, ",");
       each(n, [&](int x) {
         hits += *word - '0' == x;
         word = std::strtok(nullptr, ",");
       });
       return hits == 3;
     }},
    {"a late thread-local sum", answer_or_refusal,
     [](const numbers& n) {
       if (!late(n)) return plain(n);
       sum_of_thread = 0;
       each(n, [](int x) { sum_of_thread += x; });
       return sum_of_thread == 10;
     }},
    {"a late sum behind a pointer", answer_or_refusal,
     [](const numbers& n) {
       if (!late(n)) return plain(n);
       *shared_total = 0;
       each(n, [](int x) { *shared_total += x; });
       return *shared_total == 8;
     }},
    {"late memory that is kept", answer_or_refusal,
     [](const numbers& n) {
       if (!late(n)) return plain(n);
       kept = std::make_unique<std::vector<int>>();
       each(n, [](int x) { kept->push_back(x); });
       return kept->front() == kept->at(3);
     }},
    {"a late half of a struct", answer_or_refusal,
     [](const numbers& n) {
       global_totals = {};
       each(n, [&](int x) { (late(n) ? global_totals.high : counter) += x; });
       return late(n) ? global_totals.high % 2 == 0 : plain(n);
     }},
    {"a very late global counter", answer_or_refusal,
     [](const numbers& n) {
       if (n.a != 3 || n.b != 3) return plain(n);
       counter = 0;
       each(n, [](int x) { counter += x; });
       return counter == 12;
     }},
    {"late state with a rare answer", answer_or_refusal,
     [](const numbers& n) {
       if (!late(n)) return plain(n);
       counter = 0;
       each(n, [](int x) { counter = counter * 4 + x; });
       return counter % 409 == 7;
     }},
    {"late state with a rare answer, then a leak", answer_or_refusal,
     [](const numbers& n) {
       if (!late(n)) return plain(n);
       digits = 0;
       each(n, [](int x) { digits = digits * 4 + static_cast<unsigned>(x); });
       if (n.a == 3) kept = std::make_unique<std::vector<int>>();
       return digits % 409 == 7;
     }},
    {"late rounding across reads", answer_or_refusal,
     [](const numbers& n) {
       if (!late(n)) return plain(n);
       const int before = std::fegetround();
       double total = 0;
       each(n, [&](int x) {
         if (x % 2 != 0) std::fesetround(x == 1 ? FE_UPWARD : FE_DOWNWARD);
         total = third_more(total, x);
       });
       std::fesetround(before);
       return total * 3 != n.a + n.b + n.c + n.d + n.e + n.f;
     }},
    {"a late file position", answer_or_refusal,
     [](const numbers& n) {
       if (!late(n)) return plain(n);
       static const int file = [] {
         char name[] = "/tmp/hostileXXXXXX";
         const int f = mkstemp(name);
         unlink(name);
         return f;
       }();
       lseek(file, 0, SEEK_SET);
       each(n, [](int x) { lseek(file, x, SEEK_CUR); });
       return lseek(file, 0, SEEK_CUR) == 9;
     }},
    {"a late environment variable", answer_or_refusal,
     [](const numbers& n) {
       if (!late(n)) return plain(n);
       setenv("HOSTILE", "", 1);
       each(n, [](int x) {
         if (x == 0) setenv("HOSTILE", "zero", 1);
       });
       return std::strcmp(std::getenv("HOSTILE"), "zero") != 0;
     }},
    {"a late signal handler", answer_or_refusal,
     [](const numbers& n) {
       if (!late(n)) return plain(n);
       counter = 0;
       const auto before = std::signal(SIGUSR1, [](int) { ++counter; });
       each(n, [](int x) {
         if (x == 1) std::raise(SIGUSR1);
       });
       std::signal(SIGUSR1, before);
       return counter == 2;
     }},
    {"late strtok_r with a global rest", answer_or_refusal,
     [](const numbers& n) {
       if (!late(n)) return plain(n);
       char text[] = "2,1,2,3,0,1";
       int hits = 0;
       char* word = strtok_r(text, ",", &rest);
       each(n, [&](int x) {
         hits += *word - '0' == x;
         word = strtok_r(nullptr, ",", &rest);
       });
       return hits == 2;
     }},
};

}  // namespace

std::span<const hostile_case> late_state() { return cases; }

}  // namespace hostile
