// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Predicates that have no answer: for some structure they crash, throw, end the program, or never end. Each is
// reported, and the process goes on.

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <list>
#include <stdexcept>
#include <string>
#include <vector>

#include "cases.hpp"
#include "processor.hpp"

namespace hostile {

#if defined(__clang__)
#define HOSTILE_WRONG [[gnu::noinline, clang::no_sanitize("undefined", "address")]]
#else
#define HOSTILE_WRONG [[gnu::noinline, gnu::no_sanitize("undefined", "address")]]
#endif

// Not in the unnamed namespace: there a compiler sees that only one class can be meant.
struct base;
void call_pure(const base* b);
struct base {
  base() { call_pure(this); }
  virtual int pure() const = 0;
};
HOSTILE_WRONG void call_pure(const base* b) { b->pure(); }
struct derived : base {
  int pure() const override { return 1; }
};

namespace {

using enum expected;

HOSTILE_WRONG int read_at(const volatile int* p) { return *p; }
HOSTILE_WRONG void write_at(volatile int* p) { *p = 1; }
HOSTILE_WRONG int endless(const item* i) {
  volatile char frame[256];
  frame[0] = 1;
  return i == nullptr ? 0 : frame[0] + endless(i->next) + frame[0];
}
HOSTILE_WRONG int bottomless(int n) {
  volatile char frame[256];
  frame[0] = static_cast<char>(n);
  return bottomless(n + 1) + frame[0];
}
struct throws_at_its_end {
  ~throws_at_its_end() noexcept(false) { throw std::runtime_error("from a destructor"); }
};

bool late(const numbers& n) { return n.a == 2 && n.b == 1; }

const hostile_case cases[] = {
    {"throws always", refusal, [](const numbers&) -> bool { throw std::runtime_error("always"); }},
    {"throws late", refusal, [](const numbers& n) { return late(n) ? throw std::runtime_error("late") : n.c == 1; }},
    {"throws a number", refusal, [](const numbers& n) { return late(n) ? throw 42 : n.c == 1; }},
    {"throws a long message", refusal,
     [](const numbers& n) { return late(n) ? throw std::runtime_error(std::string(100'000, 'm')) : n.c == 1; }},
    {"a null pointer", refusal,
     [](const list& l) {
       const item* const i = l.first;
       return read_at(reinterpret_cast<const int*>(i)) == 0 && l.size == 1;
     }},
    {"a null pointer through a field", refusal, [](const list& l) { return l.first->value == 1; }},
    {"a wild pointer", refusal,
     [](const numbers& n) {
       return late(n) && read_at(reinterpret_cast<const int*>(opaque(std::uintptr_t{0x1234'5678'9000}))) == 0;
     }},
    {"a pointer that no processor has", refusal,
     [](const numbers& n) {
       return late(n) && read_at(reinterpret_cast<const int*>(opaque(std::uintptr_t{0xdead'beef'dead'beef}))) == 0;
     }},
    {"a write to constants", refusal,
     [](const numbers& n) {
       static const int constant = opaque(7);
       static const char text[] = "constant";
       if (late(n)) write_at(reinterpret_cast<int*>(const_cast<char*>(opaque(&text[0]))));
       return n.c == constant;
     }},
    {"a call of no function", refusal,
     [](const numbers& n) {
       if (late(n)) reinterpret_cast<void (*)()>(opaque(std::uintptr_t{0}))();
       return n.c == 1;
     }},
    {"a call into data", refusal,
     [](const numbers& n) {
       static char data[16] = {};
       if (late(n)) reinterpret_cast<void (*)()>(opaque(&data[0]))();
       return n.c == 1;
     }},
    {"a misaligned vector", refusal,
     [](const numbers& n) {
       alignas(16) char bytes[32] = {};
       if (late(n)) load_misaligned(opaque(&bytes[0]) + 9);
       return n.c == 1;
     }},
    {"memory without permission", refusal,
     [](const numbers& n) {
       if (!late(n)) return n.c == 1;
       void* const page = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
       return read_at(static_cast<int*>(page)) == 1;
     }},
    {"a file that is shorter than its mapping", refusal,
     [](const numbers& n) {
       if (!late(n)) return n.c == 1;
       char name[] = "/tmp/hostileXXXXXX";
       const int file = mkstemp(name);
       unlink(name);
       return read_at(static_cast<int*>(mmap(nullptr, 4096, PROT_READ, MAP_SHARED, file, 0))) == 1;
     }},
    {"an illegal instruction", refusal,
     [](const numbers& n) {
       if (late(n)) __builtin_trap();
       return n.c == 1;
     }},
    {"a breakpoint", refusal,
     [](const numbers& n) {
       if (late(n)) breakpoint();
       return n.c == 1;
     }},
    {"abort", refusal,
     [](const numbers& n) {
       if (late(n)) std::abort();
       return n.c == 1;
     }},
    {"exit", refusal,
     [](const numbers& n) {
       if (late(n)) std::exit(0);
       return n.c == 1;
     }},
    {"quick_exit", refusal,
     [](const numbers& n) {
       if (late(n)) std::quick_exit(0);
       return n.c == 1;
     }},
    {"_exit", refusal,
     [](const numbers& n) {
       if (late(n)) _exit(3);
       return n.c == 1;
     }},
    {"terminate", refusal,
     [](const numbers& n) {
       if (late(n)) std::terminate();
       return n.c == 1;
     }},
    {"an exception that meets noexcept", refusal,
     [](const numbers& n) {
       [&]() noexcept {
         if (late(n)) throw std::runtime_error("not to be thrown");
       }();
       return n.c == 1;
     }},
    {"an exception during unwinding", refusal,
     [](const numbers& n) {
       try {
         if (late(n)) {
           const throws_at_its_end first;
           throw 1;
         }
       } catch (int) {
       }
       return n.c == 1;
     }},
    {"rethrown without an exception", refusal,
     [](const numbers& n) -> bool {
       if (late(n)) throw;
       return n.c == 1;
     }},
    {"a pure virtual call", refusal,
     [](const numbers& n) {
       if (late(n)) derived();
       return n.c == 1;
     }},
    {"raise of SIGSEGV", refusal,
     [](const numbers& n) {
       if (late(n)) std::raise(SIGSEGV);
       return n.c == 1;
     }},
    {"raise of SIGFPE", refusal,
     [](const numbers& n) {
       if (late(n)) std::raise(SIGFPE);
       return n.c == 1;
     }},
    {"raise of SIGILL", refusal,
     [](const numbers& n) {
       if (late(n)) std::raise(SIGILL);
       return n.c == 1;
     }},
    {"raise of SIGBUS", refusal,
     [](const numbers& n) {
       if (late(n)) std::raise(SIGBUS);
       return n.c == 1;
     }},
    {"a crash in a catch block", refusal,
     [](const numbers& n) {
       try {
         if (late(n)) throw 1;
       } catch (int) {
         std::abort();
       }
       return n.c == 1;
     }},
    {"a crash with a container on the heap", refusal,
     [](const numbers& n) {
       std::list<std::string> all;
       each(n, [&](int x) { all.push_back(std::string(40, static_cast<char>('0' + x))); });
       return late(n) ? read_at(nullptr) == 1 : all.front() == all.back();
     }},
    {"a crash in a signal handler", refusal,
     [](const numbers& n) {
       if (!late(n)) return n.c == 1;
       std::signal(SIGUSR1, [](int) { read_at(nullptr); });
       std::raise(SIGUSR1);
       return true;
     }},
    {"a block freed twice", refusal,
     [](const numbers& n) {
       int* const p = static_cast<int*>(opaque(std::malloc(40)));
       std::free(opaque(p));
       if (late(n)) std::free(opaque(p));
       return n.c == 1;
     }},
    {"a local variable freed", refusal,
     [](const numbers& n) {
       alignas(16) int local[8] = {};
       if (late(n)) std::free(opaque(&local[0]));
       return n.c == 1;
     }},
    {"recursion along a circle", refusal, [](const list& l) { return endless(l.first) == 2; }},
    {"recursion without a bottom", refusal, [](const numbers& n) { return late(n) ? bottomless(0) == 1 : n.c == 1; }},
    {"a frame larger than the stack", refusal,
     [](const numbers& n) {
       const std::size_t size = late(n) ? std::size_t{1} << 32 : 16;
       auto* const p = static_cast<volatile char*>(__builtin_alloca(opaque(size)));
       p[0] = 1;
       return p[0] == n.c;
     }},
    {"a loop along a circle", refusal,
     [](const list& l) {
       int odd = 0;
       for (const item* i = l.first; i != nullptr; i = i->next) odd ^= i->value;
       return odd == 1;
     }},
    {"a loop that reads nothing", refusal,
     [](const numbers& n) {
       volatile bool forever = late(n);
       while (forever) {
       }
       return n.c == 1;
     }},
    {"a loop that catches everything", refusal,
     [](const numbers& n) {
       volatile bool forever = late(n);
       while (forever) try {
           throw 1;
         } catch (...) {
         }
       return n.c == 1;
     }},
    {"a loop with a lock of the allocator", refusal,
     [](const numbers& n) {
       volatile bool forever = late(n);
       while (forever) std::free(opaque(std::malloc(100)));
       return n.c == 1;
     }},
    {"allocates without end", refusal,
     [](const numbers& n) {
       std::list<std::vector<char>> all;
       while (late(n)) all.emplace_back(std::size_t{1} << 16, 'x');
       return n.c == 1;
     }},
    {"allocates small blocks without end", refusal,
     [](const numbers& n) {
       std::list<int> all;
       while (late(n)) all.push_back(1);
       return n.c == 1;
     }},
    {"asks for all memory at once", refusal,
     [](const numbers& n) {
       std::vector<char> all;
       if (late(n)) all.resize(opaque(std::size_t{1} << 46));
       return n.c == 1;
     }},
    {"ends its thread", refusal,
     [](const numbers& n) {
       if (late(n)) pthread_exit(nullptr);
       return n.c == 1;
     }},
};

}  // namespace

std::span<const hostile_case> crashes() { return cases; }

}  // namespace hostile
