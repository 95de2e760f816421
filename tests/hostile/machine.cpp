// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// State of the processor: rounding, registers, flags; and what compilers make of odd types.

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>

#include "cases.hpp"
#include "processor.hpp"

namespace hostile {

namespace {

using enum expected;

// Compilers take the state of the processor for constant: what depends on it is hidden from them.
[[gnu::noinline]] double third(int x) {
  volatile double one = x, three = 3;
  volatile double result = one / three;
  return result;
}
[[gnu::noinline]] double sum(double x, double y) {
  volatile double first = x, second = y;
  volatile double result = first + second;
  return result;
}
[[gnu::noinline]] bool twice_the_least_is_zero() {
  volatile float least = std::numeric_limits<float>::denorm_min();
  volatile float twice = least + least;
  return std::bit_cast<std::uint32_t>(float(twice)) == 0;
}

struct packed {
  unsigned low : 3, middle : 7;
  signed high : 5;
  unsigned long long wide : 40;
};
struct [[gnu::packed]] unaligned {
  char before;
  int value;
  double real;
};
using four_ints = int __attribute__((vector_size(16)));

const hostile_case cases[] = {
    {"rounding set and restored at once", answer,
     [](const numbers& n) {
       int up = 0;
       each(n, [&](int x) {
         const int before = std::fegetround();
         std::fesetround(FE_UPWARD);
         const double high = third(x);
         std::fesetround(FE_DOWNWARD);
         up += high > third(x);
         std::fesetround(before);
       });
       return up == 3;
     }},
    {"rounding set across reads", answer_or_refusal,
     [](const numbers& n) {
       const int before = std::fegetround();
       std::fesetround(FE_TONEAREST);
       double total = 0;
       each(n, [&](int x) {
         if (x == 1) std::fesetround(FE_UPWARD);
         if (x == 2) std::fesetround(FE_DOWNWARD);
         total = sum(total, third(x));
       });
       std::fesetround(before);
       return total > 3 && total < 3.0000001;
     }},
    {"rounding left changed", answer_or_refusal,
     [](const numbers& n) {
       const double here = third(n.a);
       std::fesetround(n.b == 2 ? FE_UPWARD : FE_TONEAREST);
       return third(n.c) == here || third(1) > 0.33333333333333332;
     }},
    {"floating-point exception flags", answer_or_refusal,
     [](const numbers& n) {
       std::feclearexcept(FE_ALL_EXCEPT);
       volatile double kept = 0;
       each(n, [&](int x) {
         if (x == 3)
           kept = 1.0 / kept;
         else if (x == 1)
           kept = 0;
       });
       return std::fetestexcept(FE_DIVBYZERO) != 0;
     }},
    {"denormals to zero across reads", answer_or_refusal,
     [](const numbers& n) {
       const auto before = control();
       int zeros = 0;
       each(n, [&](int x) {
         set_control(x == 2 ? before | denormals_are_zero : x == 1 ? before & ~denormals_are_zero : control());
         zeros += twice_the_least_is_zero();
       });
       set_control(before);
       return zeros == 2;
     }},
    {"vector types across reads", answer,
     [](const numbers& n) {
       four_ints v{1, 2, 3, 4};
       each(n, [&](int x) { v = v * x + four_ints{x, 1, x, 2}; });
       return (v[0] ^ v[3]) % 5 == 2;
     }},
    {"doubles in registers", answer,
     [](const numbers& n) {
       double p = 1, q = 0.5, r = 0.25, s = 0;
       each(n, [&](int x) { s = p, p = q * x + r, q = s - x, r = p * q; });
       return std::fabs(r) < 1.5;
     }},
    {"many doubles in registers", answer,
     [](const numbers& n) {
       double p = 1, q = 2, r = 3, s = 4, t = 5, u = 6, v = 7, w = 8;
       each(n, [&](int x) {
         p += q * x, q -= r, r += s * 0.5, s -= t * x, t += u, u -= v * 0.25, v += w, w -= p * 0.125;
       });
       return p + q + r + s < t + u + v + w;
     }},
    {"a division that gives zero by zero", answer, [](const numbers& n) { return quotient_or_zero(6, n.a) == 2; }},
    {"long double", answer,
     [](const numbers& n) {
       long double sum = 0, product = 1;
       each(n, [&](int x) { sum += 1.0L / (x + 1), product *= sum; });
       return sum > 3.2L && product < 40;
     }},
    {"128-bit integers", answer,
     [](const numbers& n) {
       unsigned __int128 v = 1;
       each(n, [&](int x) { v = v * 0x1'0000'0001ULL + static_cast<unsigned>(x); });
       return static_cast<std::uint64_t>(v >> 70) % 3 == 1;
     }},
    {"bit-fields of a local", answer,
     [](const numbers& n) {
       packed p{};
       each(n, [&](int x) { p.low += x, p.middle = p.middle * 3 + x, p.high -= x, p.wide = p.wide << 5 | p.low; });
       return p.low == 5 && p.high < -4 && (p.wide & 3) == 1;
     }},
    {"packed structures", answer,
     [](const numbers& n) {
       unaligned u{};
       each(n, [&](int x) { u.value += x, u.real += 1.0 / (x + 1), u.before = static_cast<char>(u.value); });
       return u.before == 8 && u.real > 2.9;
     }},
    {"volatile locals", answer,
     [](const numbers& n) {
       volatile int first = 0;
       volatile long long second = 1;
       each(n, [&](int x) { first = first + x, second = second * (x + 1); });
       return first == 7 && second % 3 == 0;
     }},
    {"builtins", answer,
     [](const numbers& n) {
       unsigned mask = 0;
       int overflow = 0;
       each(n, [&](int x) {
         mask = mask << 3 | (1u << x);
         int sum;
         overflow += __builtin_add_overflow(std::numeric_limits<int>::max() - 1, x, &sum);
       });
       return __builtin_popcount(mask) == 6 && __builtin_ctz(mask) == 2 && __builtin_parity(mask >> 9) == 1 &&
              overflow == 4;
     }},
    {"flags of the processor in assembly", answer,
     [](const numbers& n) {
       int carries = 0;
       each(n, [&](int x) { carries += carry(static_cast<unsigned>(x), 0xffff'fffe); });
       return carries == 3;
     }},
    {"a preserved register named in assembly", answer,
     [](const numbers& n) {
       register long kept asm(HOSTILE_PRESERVED_REGISTER) = 5;
       asm volatile("" : "+r"(kept));
       for (const auto* const f : {&n.a, &n.b, &n.c, &n.d}) kept = kept * 2 + *f;
       asm volatile("" : "+r"(kept));
       return kept % 7 == 2;
     }},
    {"not a number", answer,
     [](const words& w) {
       const double odd = w.real > 1 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(w.real);
       return !(odd == odd) ? w.flag == true : odd < 0 && w.letter != 'b';
     }},
};

}  // namespace

std::span<const hostile_case> machine() { return cases; }

}  // namespace hostile
