// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Variables within bounds, tied by differences: x - y <= c and x - y != c. Finds values for them, any or the nearest to
// what the variables were: as few of them changed as possible, then the sum of the distances as small as possible.
//
// In terms of how far each variable moves, with a node 0 that does not move, a difference is an arc of a graph, and
// values exist unless the arcs form a negative cycle (Bellman-Ford). At first nothing may move. A negative cycle then
// passes through node 0 and at most two variables that are kept: one of them must change, and both ways are tried, with
// 0, 1, 2, ... changes allowed. When no cycle is left, the least sum of distances is the dual of a flow of least cost,
// in which |x - old| is a pair of arcs that carry one unit each. Only then are the inequalities looked at: one that is
// violated is split into < and >.
//
// The search is complete: without a limit its answer is exact. Its work is limited, and it says when that was not
// enough.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "symbolic/number.hpp"

namespace korat::detail {

struct difference_problem {
  struct variable {
    wide low, high, old;
  };
  /// plus - minus <= most; variables are counted from 1, and 0 stands for the number 0.
  struct difference {
    std::uint32_t plus, minus;
    wide most;
  };
  /// plus - minus != value
  struct gap {
    std::uint32_t plus, minus;
    wide value;
  };

  std::vector<variable> variables;
  std::vector<difference> differences;
  std::vector<gap> gaps;
};

enum class answer : std::uint8_t { no, yes, unknown };
enum class goal : std::uint8_t { any, nearest };

struct solution {
  answer feasible = answer::unknown;
  bool smallest = false;          // no values are nearer, proven
  std::vector<wide> values = {};  // of the variables, if feasible
};

/// `effort` limits the arcs looked at; a million take some milliseconds.
solution solve(const difference_problem&, goal, std::size_t effort = 4'000'000);

}  // namespace korat::detail
