// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Red-black trees. Where a member with two values colours a tree so that nearly no red object has a red child, and
// nearly all ways down from an object pass as many black ones, the colours that break the rule are wrong. Those to be
// changed are the fewest with which it holds: for every object, each colour and each number of black ones below, from
// the leaves up.

#pragma once

#include <cstdint>
#include <vector>

#include "repair/evidence.hpp"

namespace korat::detail {

class coloring {
 public:
  explicit coloring(evidence& e) : e_(e), space_(e.space_) {}
  /// On the tree as guessed so far.
  void guess();

 private:
  enum color : std::uint8_t { black, red };
  struct node {
    std::uint32_t object;
    std::uint32_t parent;  // place in nodes_; of the root its own
    std::uint32_t color_cell;
    std::vector<std::uint32_t> children = {};  // places in nodes_
    std::uint32_t empty = 0;                   // so many claiming fields are null
    std::vector<std::uint32_t> cost[2] = {};  // [color][black ones on every way down, itself included]: colours changed
  };

  bool find_tree();
  std::uint32_t color_cell(std::uint32_t object) const;
  std::uint64_t bits_of(const node& n, color c, bool swapped) const;
  bool find_costs(bool swapped);
  static std::uint32_t cost_below(const node& child, color above, std::size_t blacks);
  std::vector<evidence::guess> cheapest_colors(bool swapped) const;

  evidence& e_;
  const space& space_;
  std::vector<node> nodes_;  // parents first
};

}  // namespace korat::detail
