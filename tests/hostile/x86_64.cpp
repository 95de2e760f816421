// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What only x86-64 has: SSE and AVX by name, the x87 control word, a division that faults.

#include "cases.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

#include <cstdint>

namespace hostile {

namespace {

using enum expected;

[[gnu::noinline]] long double third_by_x87() {
  volatile long double one = 1, three = 3;
  volatile long double result = one / three;
  return result;
}

[[gnu::target("avx")]] bool avx_sum(const numbers& n) {
  __m256d sum = _mm256_set_pd(1, 2, 3, 4);
  each(
      n, [&](int x) __attribute__((target("avx"))) {
        sum = _mm256_add_pd(_mm256_mul_pd(sum, _mm256_set1_pd(0.5)), _mm256_set1_pd(x));
      });
  double lanes[4];
  _mm256_storeu_pd(lanes, sum);
  return lanes[0] + lanes[3] > 7;
}

#if defined(__clang__)
[[gnu::noinline, clang::no_sanitize("undefined", "address")]]
#else
[[gnu::noinline, gnu::no_sanitize("undefined", "address")]]
#endif
int divide(int p, int q) {
  volatile int a = p, b = q;
  return a / b;
}

const hostile_case cases[] = {
    {"SSE registers across reads", answer,
     [](const numbers& n) {
       __m128i sum = _mm_setzero_si128(), last = sum;
       each(n, [&](int x) {
         sum = _mm_add_epi32(_mm_slli_epi32(sum, 1), _mm_set1_epi32(x));
         last = _mm_sub_epi32(sum, last);
       });
       return _mm_cvtsi128_si32(last) % 3 == 1;
     }},
    {"AVX registers across reads", answer,
     [](const numbers& n) {
       return __builtin_cpu_supports("avx") ? avx_sum(n) : [](const numbers& m) {
         double lanes[4] = {4, 3, 2, 1};
         each(m, [&](int x) {
           for (auto& l : lanes) l = l * 0.5 + x;
         });
         return lanes[0] + lanes[3] > 7;
       }(n);
     }},
    {"x87 control word across reads", answer_or_refusal,
     [](const numbers& n) {
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
    {"a division by zero", refusal, [](const numbers& n) { return divide(6, n.a) == 2; }},
};

}  // namespace

std::span<const hostile_case> x86_64() { return cases; }

}  // namespace hostile

#else

namespace hostile {
std::span<const hostile_case> x86_64() { return {}; }
}  // namespace hostile

#endif
