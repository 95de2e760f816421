// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Comparing memory that is not ours to know: valgrind would report every byte of it that was never written, padding for
// instance. In this scope it reports nothing. The request is a sequence of instructions without effect that valgrind
// looks for (valgrind.h, VALGRIND_DISABLE_ERROR_REPORTING); outside valgrind it costs as much as it looks.

#pragma once

#include <array>
#include <cstdint>

#include "undo/processor.hpp"

namespace korat::detail {

class unseen_by_valgrind {
 public:
  unseen_by_valgrind() noexcept { change_reporting_by(1); }
  ~unseen_by_valgrind() { change_reporting_by(~std::uint64_t{0}); }
  unseen_by_valgrind(const unseen_by_valgrind&) = delete;
  unseen_by_valgrind& operator=(const unseen_by_valgrind&) = delete;

 private:
  static void change_reporting_by(std::uint64_t levels) noexcept {
    const std::array<std::uint64_t, 6> request{0x1801, levels, 0, 0, 0, 0};
    ask_valgrind(request.data());
  }
};

}  // namespace korat::detail
