// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cxxabi.h>

#include "search/runner.hpp"

namespace korat::detail {

class predicate_runner::engaged {
 public:
  engaged(predicate_runner& e, mode now) : guarded_(e.guard_, &e), running_(in_this_thread(e), now) {}

 private:
  static predicate_runner& in_this_thread(predicate_runner& e) noexcept {
    if (!e.guard_.thread_changed()) return e;
    e.exceptions_ = reinterpret_cast<exception_state*>(abi::__cxa_get_globals());
    e.checkpoints_.clear();  // in their registers may be addresses of the other thread's variables
    return e;
  }
  crash_guard::scope guarded_;
  running_scope running_;
};

}  // namespace korat::detail
