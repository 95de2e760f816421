// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What one processor has otherwise than the next. All there is, but for the assembly (search/context_*.S), the copies
// of images that it goes with (search/copy_image.cpp), and whether there are saved states at all (has_context.h).

#pragma once

#include <elf.h>
#include <sys/prctl.h>
#include <ucontext.h>

#include <cstddef>
#include <cstdint>

namespace korat::detail {

/// What 'korat_first_read' has spilled when it calls 'korat_choose': the preserved registers and the address that it
/// returns to, in words, from the top of the stack.
struct spilled_words {
  std::size_t count;
  std::size_t return_address;
  std::size_t padding;  // one that only aligns the stack; none: count
};

#if defined(__x86_64__)

inline constexpr spilled_words spilled{.count = 8, .return_address = 7, .padding = 6};

/// Entries of a module's tables that hold the address of a function of another.
inline bool is_function_address(std::uint64_t relocation) noexcept {
  return relocation == R_X86_64_JUMP_SLOT || relocation == R_X86_64_GLOB_DAT;
}

/// Where a signal has interrupted the program.
inline const void* interrupted_at(const ucontext_t& state) noexcept {
  return reinterpret_cast<const void*>(state.uc_mcontext.gregs[REG_RIP]);
}

/// A request that valgrind sees in instructions that do nothing.
inline void ask_valgrind(const std::uint64_t* request) noexcept {
  std::uint64_t ignored = 0;
  asm volatile("rolq $3, %%rdi\n\trolq $13, %%rdi\n\trolq $61, %%rdi\n\trolq $51, %%rdi\n\txchgq %%rbx, %%rbx"
               : "+d"(ignored)
               : "a"(request)
               : "cc", "memory");
}

inline bool memory_tags_are_checked() noexcept { return false; }

#elif defined(__aarch64__)

inline constexpr spilled_words spilled{.count = 20, .return_address = 11, .padding = 20};

inline bool is_function_address(std::uint64_t relocation) noexcept {
  return relocation == R_AARCH64_JUMP_SLOT || relocation == R_AARCH64_GLOB_DAT;
}

inline const void* interrupted_at(const ucontext_t& state) noexcept {
  return reinterpret_cast<const void*>(state.uc_mcontext.pc);
}

inline void ask_valgrind(const std::uint64_t* request) noexcept {
  asm volatile(
      "mov x3, #0\n\tmov x4, %0\n\tror x12, x12, #3\n\tror x12, x12, #13\n\tror x12, x12, #51\n\tror x12, x12, #61\n\t"
      "orr x10, x10, x10"
      :
      : "r"(request)
      : "cc", "memory", "x3", "x4");
}

/// A pointer and the memory it leads to have a tag, and both must be the same (MTE).
inline bool memory_tags_are_checked() noexcept {
  const int control = prctl(PR_GET_TAGGED_ADDR_CTRL, 0, 0, 0, 0);
  return control > 0 && (static_cast<unsigned>(control) & PR_MTE_TCF_MASK) != PR_MTE_TCF_NONE;
}

#else  // predicates are re-executed

inline constexpr spilled_words spilled{};
inline bool is_function_address(std::uint64_t) noexcept { return false; }
inline const void* interrupted_at(const ucontext_t&) noexcept { return nullptr; }
inline void ask_valgrind(const std::uint64_t*) noexcept {}
inline bool memory_tags_are_checked() noexcept { return false; }

#endif

}  // namespace korat::detail
