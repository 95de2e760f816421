// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What lies on the stack and how control goes through it: depth, size, alignment, jumps.

#include <alloca.h>
#include <setjmp.h>

#include <array>
#include <cstdarg>
#include <cstdint>
#include <cstring>

#include "cases.hpp"

namespace hostile {

namespace {

using enum expected;

[[gnu::noinline]] int down(int levels, const field<int>& at_the_bottom) {
  volatile int here = levels;
  return levels == 0 ? static_cast<int>(at_the_bottom) : down(levels - 1, at_the_bottom) + here - levels;
}

[[gnu::noinline]] int mutual_odd(const item* i, int left);
[[gnu::noinline]] int mutual_even(const item* i, int left) {
  return i == nullptr || left == 0 ? 0 : i->value + mutual_odd(i->next, left - 1);
}
[[gnu::noinline]] int mutual_odd(const item* i, int left) {
  return i == nullptr || left == 0 ? 0 : 3 * i->value + mutual_even(i->next, left - 1);
}

[[gnu::noinline]] int sum_of(int count, ...) {
  va_list values;
  va_start(values, count);
  int sum = 0;
  while (count-- > 0) sum += va_arg(values, int);
  va_end(values);
  return sum;
}

struct large {
  std::array<int, 4000> values;
};
[[gnu::noinline]] large filled(int with) {
  large l;
  l.values.fill(with);
  return l;
}

const hostile_case cases[] = {
    {"a read a thousand frames deep", answer,
     [](const numbers& n) { return down(1000, n.a) + down(100, n.b) + down(10, n.c) == 4 && n.d == 1; }},
    {"reads at every depth", answer,
     [](const numbers& n) {
       const auto nested = [&n](const auto& self, int depth) -> int {
         const field<int>* const all[] = {&n.a, &n.b, &n.c, &n.d, &n.e, &n.f};
         if (depth == 6) return 0;
         const int before = *all[depth];
         return (self(self, depth + 1) * 3 + before) % 17;
       };
       return nested(nested, 0) == 5;
     }},
    {"mutual recursion", answer,
     [](const list& l) {
       const int size = l.size;
       return mutual_even(l.first, size) == 5;
     }},
    {"alloca by what was read", answer,
     [](const numbers& n) {
       int total = 0;
       char* blocks[6];
       int lengths[6], i = 0;
       each(n, [&](int x) { lengths[i++] = 16 + x * 100; });
       for (int k = 0; k < 6; ++k)
         blocks[k] = static_cast<char*>(alloca(static_cast<std::size_t>(lengths[k]))),
         std::memset(blocks[k], k, static_cast<std::size_t>(lengths[k]));
       for (int k = 0; k < 6; ++k) total += blocks[k][lengths[k] - 1] * lengths[k];
       return total % 700 == 240 + 300;
     }},
    {"alloca between reads", answer,
     [](const numbers& n) {
       auto* const first = static_cast<int*>(alloca(sizeof(int) * (1 + static_cast<std::size_t>(n.a))));
       first[n.a] = n.b;
       auto* const second = static_cast<int*>(alloca(sizeof(int) * (1 + static_cast<std::size_t>(n.c) * 50)));
       second[n.c * 50] = n.d;
       return first[n.a] + second[n.c * 50] == n.e;
     }},
    {"arrays of variable length", answer,
     [](const numbers& n) {
       const int size = n.a * 40 + 1;
       int values[size];
       for (int i = 0; i < size; ++i) values[i] = i;
       values[0] = n.b;
       const int other = n.c + 1;
       int more[other];
       more[other - 1] = n.d;
       return values[size - 1] + more[other - 1] == 42;
     }},
    {"a frame of 64 KiB", answer,
     [](const numbers& n) {
       volatile char frame[65536];
       int i = 0;
       each(n, [&](int x) { frame[i] = static_cast<char>(x), i += 13000; });
       return frame[0] == frame[65000] && frame[13000] + frame[26000] == 4;
     }},
    {"a large value returned and passed", answer,
     [](const numbers& n) {
       const large first = filled(n.a), second = filled(n.b);
       return first.values[3999] + second.values[17] == n.c + 2;
     }},
    {"locals aligned to 64 bytes", answer,
     [](const numbers& n) {
       alignas(64) int values[6];
       int i = 0, misaligned = 0;
       each(n, [&](int x) {
         misaligned += reinterpret_cast<std::uintptr_t>(opaque(&values[0])) % 64 != 0;
         values[i++] = x;
       });
       return misaligned == 0 && values[5] - values[0] == 2;
     }},
    {"locals aligned to 4096 bytes", answer,
     [](const numbers& n) {
       struct alignas(4096) page {
         char bytes[4096];
       } first, second;
       std::memset(first.bytes, n.a, sizeof first.bytes);
       std::memset(second.bytes, n.b, sizeof second.bytes);
       return first.bytes[n.c] + second.bytes[4095] == 5;
     }},
    {"setjmp and longjmp over reads", answer,
     [](const numbers& n) {
       jmp_buf back;
       volatile int tries = 0;
       if (setjmp(back) == 2) return n.d == 1 && tries == 2;
       tries = tries + 1;
       if (n.a == tries) longjmp(back, 1);
       if (n.b == tries) longjmp(back, 2);
       return n.c == 3;
     }},
    {"__builtin_setjmp", answer,
     [](const numbers& n) {
       void* back[5];
       struct jump {
         [[gnu::noinline, noreturn]] static void to(void** there) { __builtin_longjmp(there, 1); }
       };
       volatile int a = n.a;
       if (__builtin_setjmp(back) != 0) return n.b == a;
       if (a > 1) jump::to(back);
       return n.b + a == 3;
     }},
    {"goto in all directions", answer,
     [](const numbers& n) {
       int state = 0, rounds = 0;
     again:
       if (++rounds > 6) return false;
       switch (state) {
         case 0:
           if (n.a == 1) goto second;
           state = n.b;
           goto again;
         case 1:
           if (n.c == 2) goto last;
           state = 2;
           goto again;
         case 2: state = n.d == 3 ? 1 : 3; goto again;
         default: return n.e == 0;
       }
     second:
       if (n.b == 0) goto last;
       state = n.f;
       goto again;
     last:
       return n.f == 1 && rounds < 4;
     }},
    {"computed goto", answer,
     [](const numbers& n) {
       static void* const targets[] = {&&zero, &&one, &&two, &&three};
       int total = 0;
       goto* targets[n.a];
     three:
       total += 5;
     two:
       total += n.b;
       if (total > 6) goto one;
       goto* targets[n.c % 2];
     one:
       return total == n.d + 4;
     zero:
       return total == n.e;
     }},
    {"a large switch", answer,
     [](const numbers& n) {
       switch (n.a * 16 + n.b * 4 + n.c) {
         case 0:
         case 7:
         case 21: return n.d == 0;
         case 3:
         case 63: return n.e == 1;
         case 33:
         case 34:
         case 35: return n.f != 2;
         case 60: return true;
         default: return n.d + n.e + n.f == 9;
       }
     }},
    {"Duff's device", answer,
     [](const numbers& n) {
       int count = n.a + 1, total = 0;
       switch (count % 4) {
         case 0: do { total += n.b;
             case 3: total += n.c;
             case 2: total += n.d;
             case 1: total += n.e;
           } while ((count -= 4) > 0);
       }
       return total == 5;
     }},
    {"variable arguments", answer,
     [](const numbers& n) {
       return sum_of(3, static_cast<int>(n.a), static_cast<int>(n.b), static_cast<int>(n.c)) ==
              sum_of(1, static_cast<int>(n.d));
     }},
    {"pointers into the own stack", answer,
     [](const numbers& n) {
       struct place {
         int value;
         place* before;
       };
       place* last = nullptr;
       const auto down_to = [&n](const auto& self, place* before, int depth) -> int {
         const field<int>* const all[] = {&n.a, &n.b, &n.c, &n.d, &n.e, &n.f};
         place here{0, before};
         here.value = *all[depth];
         if (depth < 5) return self(self, &here, depth + 1);
         int rises = 0;
         for (const place* p = &here; p->before != nullptr; p = p->before) rises += p->value > p->before->value;
         return rises;
       };
       return down_to(down_to, last, 0) == 4;
     }},
};

}  // namespace

std::span<const hostile_case> frames() { return cases; }

}  // namespace hostile
