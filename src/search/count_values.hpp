// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// How many values variables within bounds can have, tied by differences (x - y <= c, x - y != c): the number of integer
// points. All that follows from the differences is found first (Floyd and Warshall); what others imply is dropped, and
// what is left falls into parts that have nothing to do with each other. Of each part:
//
// * Variables are summed out one after the other, that with the smallest table of its neighbours first (bucket
//   elimination; Dechter, 1999). A chain of keys costs a look at each pair of values.
// * Where variables of one large range are only put in order (<, <=, ==, !=), their number of values K does not matter.
//   Let e_j be the number of ways to put them in order with j different values. Then there are the sum of
//   e_j * binomial(K, j) values: the order polynomial (Stanley). The e_j follow from the counts for K = 1, 2, ...
//
// Problems that differ in the names of their variables only are counted once.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "korat/big_integer.hpp"
#include "symbolic/differences.hpp"

namespace korat::detail {

class value_counter {
 public:
  /// Products of values that are looked at, at most, to sum out a variable.
  static constexpr std::size_t default_effort = std::size_t{1} << 20;
  explicit value_counter(std::size_t effort = default_effort) : effort_(effort) {}

  /// Nothing: that would take more work.
  std::optional<big_integer> count(const difference_problem&);

 private:
  std::optional<big_integer> count_part(const difference_problem&);
  std::optional<big_integer> count_connected(const difference_problem&);
  std::optional<big_integer> by_order_polynomial(const difference_problem&);

  static constexpr std::size_t most_known = 50'000;  // a kilobyte each, or less

  std::size_t effort_;
  std::map<std::vector<std::int64_t>, std::optional<big_integer>> known_;  // by problem, of one part
};

}  // namespace korat::detail
