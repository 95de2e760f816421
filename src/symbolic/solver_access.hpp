// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <memory>
#include <utility>

#include "korat/options.hpp"
#include "symbolic/solver.hpp"

namespace korat::detail {

/// What users only hand on.
struct solver_access {
  static solver_maker maker(function<std::shared_ptr<solver>()> make) {
    solver_maker result;
    result.make_ = std::move(make);
    return result;
  }
  /// Null, where there is none.
  static std::shared_ptr<solver> make(const solver_maker& maker) { return maker ? maker.make_() : nullptr; }
};

}  // namespace korat::detail
