// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cxxabi.h>

#include "search/engine.hpp"

namespace korat::detail {

class search_engine::engaged {
 public:
  engaged(search_engine& e, mode now) : guarded_(e.guard_, &e), running_(in_this_thread(e), now) {}

 private:
  static search_engine& in_this_thread(search_engine& e) noexcept {
    if (e.guard_.thread_changed()) e.exceptions_ = reinterpret_cast<exception_state*>(abi::__cxa_get_globals());
    return e;
  }
  crash_guard::scope guarded_;
  running_scope running_;
};

}  // namespace korat::detail
