// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What hostile predicates say in assembly, on each processor.

#pragma once

#include <cstdint>

namespace hostile {

#if defined(__x86_64__)

#define HOSTILE_PRESERVED_REGISTER "rbx"
inline void breakpoint() { asm volatile("int3"); }
inline int load(const void* p) {
  int value;
  asm volatile("movl %1, %0" : "=r"(value) : "m"(*static_cast<const int*>(p)));
  return value;
}
/// From where no aligned load may be.
inline void load_misaligned(const char* p) {
  float out[4];
  asm volatile("movaps (%0), %%xmm0\n\tmovups %%xmm0, %1" : : "r"(p), "m"(out) : "xmm0", "memory");
}
/// Whether the sum does not fit.
inline bool carry(unsigned x, unsigned y) {
  unsigned char carry;
  asm("addl %2, %1\n\tsetc %0" : "=q"(carry), "+r"(x) : "r"(y) : "cc");
  return carry != 0;
}
/// How it calculates with floating-point numbers.
inline std::uint64_t control() { return __builtin_ia32_stmxcsr(); }
inline void set_control(std::uint64_t bits) { __builtin_ia32_ldmxcsr(static_cast<unsigned>(bits)); }
constexpr std::uint64_t denormals_are_zero = 0x8040;
inline int quotient_or_zero(int p, int q) { return q == 0 ? 0 : p / q; }

#elif defined(__aarch64__)

#define HOSTILE_PRESERVED_REGISTER "x20"
inline void breakpoint() { asm volatile("brk #0"); }
inline int load(const void* p) {
  int value;
  asm volatile("ldr %w0, [%1]" : "=r"(value) : "r"(p) : "memory");
  return value;
}
inline void load_misaligned(const char* p) {
  std::uint64_t value;
  asm volatile("ldaxr %0, [%1]\n\tclrex" : "=r"(value) : "r"(p) : "memory");
}
inline bool carry(unsigned x, unsigned y) {
  unsigned carry;
  asm("adds %w0, %w1, %w2\n\tcset %w0, cs" : "=&r"(carry) : "r"(x), "r"(y) : "cc");
  return carry != 0;
}
inline std::uint64_t control() {
  std::uint64_t bits;
  asm volatile("mrs %0, fpcr" : "=r"(bits));
  return bits;
}
inline void set_control(std::uint64_t bits) { asm volatile("msr fpcr, %0" : : "r"(bits) : "memory"); }
constexpr std::uint64_t denormals_are_zero = std::uint64_t{1} << 24;
/// A division by zero is no fault here, and gives zero.
[[gnu::noinline]] inline int quotient_or_zero(int p, int q) {
  asm("sdiv %w0, %w0, %w1" : "+r"(p) : "r"(q));
  return p;
}

#endif

}  // namespace hostile
