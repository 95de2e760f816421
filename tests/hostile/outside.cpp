// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What is outside of the program's own data: streams and locales, random numbers, clocks, threads, signals, files.

#include <fcntl.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <future>
#include <iomanip>
#include <iostream>
#include <locale>
#include <mutex>
#include <random>
#include <regex>
#include <sstream>
#include <thread>

#include "cases.hpp"

namespace hostile {

namespace {

using enum expected;

volatile sig_atomic_t signals;
void count_signal(int) { signals = signals + 1; }
std::once_flag once;
std::mutex global_mutex;
std::atomic<int> global_atomic;

struct decimal_comma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};

const hostile_case cases[] = {
    {"a stringstream", answer_or_refusal,
     [](const numbers& n) {
       std::ostringstream out;
       each(n, [&](int x) { out << std::setw(x + 1) << x; });
       return out.str().size() == 14 && out.str().back() == '2';
     }},
    {"a stringstream read back", answer_or_refusal,
     [](const numbers& n) {
       std::stringstream s;
       each(n, [&](int x) { s << x << ' '; });
       int total = 0;
       for (int x; s >> x;) total = total * 3 + x;
       return total % 7 == 4;
     }},
    {"a stream with a locale of its own", answer_or_refusal,
     [](const numbers& n) {
       std::ostringstream out;
       out.imbue(std::locale(std::locale::classic(), new decimal_comma));
       each(n, [&](int x) { out << x + 0.5; });
       return out.str().find("3,52,5") != std::string::npos;
     }},
    {"a global locale set and reset", answer_or_refusal,
     [](const numbers& n) {
       const std::locale before = std::locale::global(std::locale(std::locale::classic(), new decimal_comma));
       std::ostringstream out;
       out << n.a + 0.5 << n.b + 0.5;
       const bool valid = out.str()[1] == ',' && n.c == out.str()[0] - '0';
       std::locale::global(before);
       return valid;
     }},
    {"output to cout", answer_or_refusal,
     [](const numbers& n) {
       each(n, [](int x) { std::cout << x; });
       return n.a == n.d;
     }},
    {"format flags of cerr", answer_or_refusal,
     [](const numbers& n) {
       std::cerr << std::dec;
       each(n, [](int x) {
         if (x == 3) std::cerr << std::hex;
       });
       return (std::cerr.flags() & std::ios::hex) != 0;
     }},
    {"printf and scanf", answer,
     [](const numbers& n) {
       char text[32];
       int at = 0, p = 0, q = 0;
       each(n, [&](int x) { at += std::snprintf(text + at, sizeof text - static_cast<std::size_t>(at), "%d ", x); });
       return std::sscanf(text, "%d %*d %*d %*d %*d %d", &p, &q) == 2 && p - q == 1;
     }},
    {"a regular expression", answer_or_refusal,
     [](const uneven& u) {
       const std::regex pattern("1[0-2][34].*");
       std::string text;
       for (const int x :
            {static_cast<int>(u.two), static_cast<int>(u.three), static_cast<int>(u.five), static_cast<int>(u.six)})
         text += std::to_string(x);
       return std::regex_match(text, pattern);
     }},
    {"a random engine of its own", answer,
     [](const numbers& n) {
       std::mt19937 random(5);
       int hits = 0;
       each(n, [&](int x) { hits += static_cast<int>(random() % 4) == x; });
       return hits == 2;
     }},
    {"a random engine that is kept", answer_or_refusal,
     [](const numbers& n) {
       static std::mt19937 random(5);
       return n.a == static_cast<int>(random() % 4) && n.b == 1;
     }},
    {"a distribution and shuffle", answer,
     [](const numbers& n) {
       std::minstd_rand random(static_cast<unsigned>(n.a) + 1);
       std::array<int, 5> order{0, 1, 2, 3, 4};
       std::shuffle(order.begin(), order.end(), random);
       const int b = n.b;
       return order[static_cast<std::size_t>(b)] == n.c + std::uniform_int_distribution<>(0, 1)(random);
     }},
    {"the clock as an excuse", answer,
     [](const numbers& n) {
       const auto begin = std::chrono::steady_clock::now();
       const int sum = n.a + n.b;
       return std::chrono::steady_clock::now() >= begin && std::time(nullptr) > 1000 && sum == n.c;
     }},
    {"the number of milliseconds", answer_or_refusal,
     [](const numbers& n) {
       return n.a == static_cast<int>(std::chrono::steady_clock::now().time_since_epoch().count() / 1'000'000 % 4) &&
              n.b < 0;
     }},
    {"a mutex and an atomic of its own", answer,
     [](const numbers& n) {
       std::mutex m;
       std::atomic<int> total = 0;
       each(n, [&](int x) {
         const std::lock_guard lock(m);
         total.fetch_add(x);
       });
       return total == 6;
     }},
    {"a global mutex held across reads", answer_or_refusal,
     [](const numbers& n) {
       const std::lock_guard lock(global_mutex);
       return n.a + n.b + n.c == 5;
     }},
    {"a global atomic", answer_or_refusal,
     [](const numbers& n) {
       global_atomic = 0;
       each(n, [](int x) { global_atomic += x; });
       return global_atomic == 13;
     }},
    {"call_once", answer_or_refusal,
     [](const numbers& n) {
       static int base = 0;
       std::call_once(once, [] { base = 2; });
       return n.a + base == n.b + n.c;
     }},
    {"a thread that reads nothing", answer_or_refusal,
     [](const uneven& u) {
       const int sum = u.two + u.three;
       int product = 0;
       std::thread([&] { product = sum * 2; }).join();
       return product == u.five;
     }},
    {"a thread that reads", answer_or_refusal,
     [](const uneven& u) {
       if (u.two == 0) return false;
       int read = -1;
       std::thread([&] { read = u.three; }).join();
       return read == 1 && u.five == 2;
     }},
    {"an asynchronous result", answer_or_refusal,
     [](const uneven& u) {
       auto later = std::async(std::launch::async, [x = static_cast<int>(u.three)] { return x + 1; });
       return u.six == later.get();
     }},
    {"a deferred result that reads", answer_or_refusal,
     [](const numbers& n) {
       auto later = std::async(std::launch::deferred, [&n] { return n.c + n.d; });
       return n.a + n.b == later.get();
     }},
    {"a signal raised and handled", answer_or_refusal,
     [](const numbers& n) {
       const auto before = std::signal(SIGUSR1, count_signal);
       signals = 0;
       each(n, [](int x) {
         if (x == 2) std::raise(SIGUSR1);
       });
       std::signal(SIGUSR1, before);
       return signals == 2;
     }},
    {"a blocked signal", answer_or_refusal,
     [](const numbers& n) {
       sigset_t some, before;
       sigemptyset(&some), sigaddset(&some, SIGUSR2);
       sigprocmask(SIG_BLOCK, &some, &before);
       const bool valid = n.a * n.b == n.c;
       sigprocmask(SIG_SETMASK, &before, nullptr);
       return valid;
     }},
    {"its own handler for SIGSEGV", answer_or_refusal,
     [](const numbers& n) {
       const auto before = std::signal(SIGSEGV, SIG_IGN);
       const bool valid = n.a + n.b == 2;
       std::signal(SIGSEGV, before);
       return valid;
     }},
    {"a file written and read", answer_or_refusal,
     [](const uneven& u) {
       std::FILE* const file = std::tmpfile();
       if (file == nullptr) return false;
       std::fprintf(file, "%d %d", static_cast<int>(u.three), static_cast<int>(u.five));
       std::rewind(file);
       int three = 0, five = 0;
       const bool valid = std::fscanf(file, "%d %d", &three, &five) == 2 && three + five == u.six;
       std::fclose(file);
       return valid;
     }},
    {"a pipe across reads", answer_or_refusal,
     [](const numbers& n) {
       int ends[2];
       if (pipe(ends) != 0) return false;
       char c = static_cast<char>(n.a);
       bool valid = write(ends[1], &c, 1) == 1;
       const int b = n.b;
       valid = read(ends[0], &c, 1) == 1 && c == b && valid;
       close(ends[0]), close(ends[1]);
       return valid;
     }},
    {"a file position across reads", answer_or_refusal,
     [](const numbers& n) {
       static const int zeros = open("/dev/zero", O_RDONLY);
       static const int file = [] {
         char name[] = "/tmp/hostileXXXXXX";
         const int f = mkstemp(name);
         unlink(name);
         return f;
       }();
       lseek(file, 0, SEEK_SET);
       each(n, [](int x) { lseek(file, x, SEEK_CUR); });
       return zeros >= 0 && lseek(file, 0, SEEK_CUR) == 7;
     }},
    {"setlocale", answer_or_refusal,
     [](const numbers& n) {
       std::setlocale(LC_ALL, "C");
       const int sum = n.a + n.b;
       return sum == 4 && std::setlocale(LC_ALL, nullptr)[0] == 'C';
     }},
};

}  // namespace

std::span<const hostile_case> outside() { return cases; }

}  // namespace hostile
