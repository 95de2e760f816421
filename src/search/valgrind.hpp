// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Comparing memory that is not ours to know: valgrind would report every byte of it that was never written, padding for
// instance. In this scope it reports nothing. The request is a sequence of instructions without effect that valgrind
// looks for (valgrind.h, VALGRIND_DISABLE_ERROR_REPORTING); outside valgrind it costs as much as it looks.

#pragma once

#include <array>
#include <cstdint>

namespace korat::detail {

class unseen_by_valgrind {
 public:
  unseen_by_valgrind() noexcept { change_reporting_by(1); }
  ~unseen_by_valgrind() { change_reporting_by(~std::uint64_t{0}); }
  unseen_by_valgrind(const unseen_by_valgrind&) = delete;
  unseen_by_valgrind& operator=(const unseen_by_valgrind&) = delete;

 private:
  static void change_reporting_by([[maybe_unused]] std::uint64_t levels) noexcept {
#if defined(__x86_64__)
    const std::array<std::uint64_t, 6> request{0x1801, levels, 0, 0, 0, 0};
    std::uint64_t ignored = 0;
    asm volatile("rolq $3, %%rdi\n\trolq $13, %%rdi\n\trolq $61, %%rdi\n\trolq $51, %%rdi\n\txchgq %%rbx, %%rbx"
                 : "+d"(ignored)
                 : "a"(request.data())
                 : "cc", "memory");
#endif
  }
};

}  // namespace korat::detail
