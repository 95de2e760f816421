// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Who is asked about conditions that are neither bounds nor differences. path_condition checks every answer 'yes' with
// its own evaluation of the terms before it believes it.

#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "symbolic/differences.hpp"
#include "symbolic/term.hpp"

namespace korat::detail {

/// It holds where both terms have values and these are so related. Both are of one type.
struct condition {
  term_id left;
  relation how;
  term_id right;
  bool operator==(const condition&) const = default;
};

struct solver_problem {
  struct variable {
    symbol_id symbol;
    wide low, high, old;
  };
  const term_table& terms;
  std::vector<variable> variables;    // all symbols that occur in the conditions
  std::vector<condition> conditions;  // all of them hold
};

class solver {
 public:
  virtual ~solver() = default;
  virtual solution solve(const solver_problem&, goal) = 0;
  /// Later, nothing is asked any more: what is not answered by then is unknown.
  void stop_at(std::chrono::steady_clock::time_point t) noexcept { deadline_ = t; }

 protected:
  std::chrono::steady_clock::time_point deadline_ = std::chrono::steady_clock::time_point::max();
};

}  // namespace korat::detail
