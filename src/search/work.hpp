// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A part of the ordered space that another search can take over from one that runs.

#pragma once

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "korat/big_integer.hpp"
#include "korat/open_range.hpp"
#include "search/choice.hpp"

namespace korat::detail {

class graph;

/// Where a range ends, on one side.
struct end_of_range {
  bool open = true;
  std::vector<choice>
      candidate;              // the first of the range, or the last; or the choices that the last ones have in common
  std::vector<choice> limit;  // where the range begins, or what it ends before
};

struct part {
  std::vector<choice> behind;            // it begins with the first candidate behind all those that have these choices
  std::vector<std::int64_t> predicates;  // the least values of choices that the predicate makes itself
  end_of_range low, high;
  std::shared_ptr<const graph> diagram = nullptr;  // the part's solutions are listed from this; null: they are searched
  big_integer after = 0;                           // the number of the solution that it begins behind
  std::uint64_t solutions = 0;                     // how many they are
  bool completes = false;                          // it begins among the completions of one structure
};

/// What a search can take over: from another one in this program, or from anywhere.
using work = std::variant<part, open_range>;

}  // namespace korat::detail
