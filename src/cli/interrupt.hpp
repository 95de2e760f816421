// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Ctrl-C and SIGTERM: the search finishes the candidate it is at and what was found so far is reported. A second one
// ends the program at once, should the predicate never come back.

#pragma once

#include "korat/parallel.hpp"

namespace korat::cli {

/// From here on, the first interrupt is remembered.
void catch_interrupts();
bool interrupted() noexcept;
/// It presses this too, for searches by several threads.
stop_button& interrupt_button() noexcept;

/// While it lives, an interrupt stops `search`.
class interruptible {
 public:
  explicit interruptible(basic_search& search);
  ~interruptible();
  interruptible(const interruptible&) = delete;
  interruptible& operator=(const interruptible&) = delete;
};

}  // namespace korat::cli
