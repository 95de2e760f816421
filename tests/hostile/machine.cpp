// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// State of the processor: rounding, vector registers, the x87 stack, flags; and what compilers make of odd types.

#include <immintrin.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>

#include "cases.hpp"

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
[[gnu::noinline]] long double third_by_x87() {
  volatile long double one = 1, three = 3;
  volatile long double result = one / three;
  return result;
}
[[gnu::noinline]] bool twice_the_least_is_zero() {
  volatile float least = std::numeric_limits<float>::denorm_min();
  volatile float twice = least + least;
  return std::bit_cast<std::uint32_t>(float(twice)) == 0;
}

struct packed { unsigned low : 3, middle : 7; signed high : 5; unsigned long long wide : 40; };
struct [[gnu::packed]] unaligned { char before; int value; double real; };
using four_ints = int __attribute__((vector_size(16)));

[[gnu::target("avx")]] bool avx_sum(const numbers& n) {
  __m256d sum = _mm256_set_pd(1, 2, 3, 4);
  each(n, [&](int x) __attribute__((target("avx"))) { sum = _mm256_add_pd(_mm256_mul_pd(sum, _mm256_set1_pd(0.5)), _mm256_set1_pd(x)); });
  double lanes[4];
  _mm256_storeu_pd(lanes, sum);
  return lanes[0] + lanes[3] > 7;
}

const hostile_case cases[] = {
    {"rounding set and restored at once", answer, [](const numbers& n) {
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
    {"rounding set across reads", answer_or_refusal, [](const numbers& n) {
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
    {"rounding left changed", answer_or_refusal, [](const numbers& n) {
       const double here = third(n.a);
       std::fesetround(n.b == 2 ? FE_UPWARD : FE_TONEAREST);
       return third(n.c) == here || third(1) > 0.33333333333333332;
     }},
    {"floating-point exception flags", answer_or_refusal, [](const numbers& n) {
       std::feclearexcept(FE_ALL_EXCEPT);
       volatile double kept = 0;
       each(n, [&](int x) { if (x == 3) kept = 1.0 / kept; else if (x == 1) kept = 0; });
       return std::fetestexcept(FE_DIVBYZERO) != 0;
     }},
    {"MXCSR: denormals to zero across reads", answer_or_refusal, [](const numbers& n) {
       const unsigned before = _mm_getcsr();
       int zeros = 0;
       each(n, [&](int x) {
         _mm_setcsr(x == 2 ? before | 0x8040 : x == 1 ? before & ~0x8040u : _mm_getcsr());
         zeros += twice_the_least_is_zero();
       });
       _mm_setcsr(before);
       return zeros == 2;
     }},
    {"SSE registers across reads", answer, [](const numbers& n) {
       __m128i sum = _mm_setzero_si128(), last = sum;
       each(n, [&](int x) {
         sum = _mm_add_epi32(_mm_slli_epi32(sum, 1), _mm_set1_epi32(x));
         last = _mm_sub_epi32(sum, last);
       });
       return _mm_cvtsi128_si32(last) % 3 == 1;
     }},
    {"vector types across reads", answer, [](const numbers& n) {
       four_ints v{1, 2, 3, 4};
       each(n, [&](int x) { v = v * x + four_ints{x, 1, x, 2}; });
       return (v[0] ^ v[3]) % 5 == 2;
     }},
    {"AVX registers across reads", answer, [](const numbers& n) { return __builtin_cpu_supports("avx") ? avx_sum(n) : [](const numbers& m) {
       double lanes[4] = {4, 3, 2, 1};
       each(m, [&](int x) { for (auto& l : lanes) l = l * 0.5 + x; });
       return lanes[0] + lanes[3] > 7;
     }(n); }},
    {"doubles in registers", answer, [](const numbers& n) {
       double p = 1, q = 0.5, r = 0.25, s = 0;
       each(n, [&](int x) { s = p, p = q * x + r, q = s - x, r = p * q; });
       return std::fabs(r) < 1.5;
     }},
    {"long double on the x87 stack", answer, [](const numbers& n) {
       long double sum = 0, product = 1;
       each(n, [&](int x) { sum += 1.0L / (x + 1), product *= sum; });
       return sum > 3.2L && product < 40;
     }},
    {"x87 control word across reads", answer_or_refusal, [](const numbers& n) {
       std::uint16_t before, now;
       asm volatile("fnstcw %0" : "=m"(before));
       long double least = 1;
       each(n, [&](int x) {
         now = static_cast<std::uint16_t>(x == 1 ? before & ~0x0300 : before | 0x0300);
         if (x % 2 != 0) asm volatile("fldcw %0" : : "m"(now));
         least = third_by_x87();
       });
       asm volatile("fldcw %0" : : "m"(before));
       return least > 0.33333334L && n.f > 0;
     }},
    {"128-bit integers", answer, [](const numbers& n) {
       unsigned __int128 v = 1;
       each(n, [&](int x) { v = v * 0x1'0000'0001ULL + static_cast<unsigned>(x); });
       return static_cast<std::uint64_t>(v >> 70) % 3 == 1;
     }},
    {"bit-fields of a local", answer, [](const numbers& n) {
       packed p{};
       each(n, [&](int x) { p.low += x, p.middle = p.middle * 3 + x, p.high -= x, p.wide = p.wide << 5 | p.low; });
       return p.low == 5 && p.high < -4 && (p.wide & 3) == 1;
     }},
    {"packed structures", answer, [](const numbers& n) {
       unaligned u{};
       each(n, [&](int x) { u.value += x, u.real += 1.0 / (x + 1), u.before = static_cast<char>(u.value); });
       return u.before == 8 && u.real > 2.9;
     }},
    {"volatile locals", answer, [](const numbers& n) {
       volatile int first = 0;
       volatile long long second = 1;
       each(n, [&](int x) { first = first + x, second = second * (x + 1); });
       return first == 7 && second % 3 == 0;
     }},
    {"builtins", answer, [](const numbers& n) {
       unsigned mask = 0;
       int overflow = 0;
       each(n, [&](int x) {
         mask = mask << 3 | (1u << x);
         int sum;
         overflow += __builtin_add_overflow(std::numeric_limits<int>::max() - 1, x, &sum);
       });
       return __builtin_popcount(mask) == 6 && __builtin_ctz(mask) == 2 && __builtin_parity(mask >> 9) == 1 && overflow == 4;
     }},
    {"flags of the processor in assembly", answer, [](const numbers& n) {
       int carries = 0;
       each(n, [&](int x) {
         unsigned char carry;
         asm("addl %2, %1\n\tsetc %0" : "=q"(carry), "+r"(x) : "r"(0xffff'fffe) : "cc");
         carries += carry;
       });
       return carries == 3;
     }},
    {"a preserved register named in assembly", answer, [](const numbers& n) {
       register long kept asm("rbx") = 5;
       asm volatile("" : "+r"(kept));
       for (const auto* const f : {&n.a, &n.b, &n.c, &n.d}) kept = kept * 2 + *f;
       asm volatile("" : "+r"(kept));
       return kept % 7 == 2;
     }},
    {"not a number", answer, [](const words& w) {
       const double odd = w.real > 1 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(w.real);
       return !(odd == odd) ? w.flag == true : odd < 0 && w.letter != 'b';
     }},
};

}  // namespace

std::span<const hostile_case> machine() { return cases; }

}  // namespace hostile
