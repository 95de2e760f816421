// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// When a binary tree is balanced. Every subtree has a state, which follows from those of its two sides: for AVL trees
// its height; for red-black trees the colour of its top and the number of black objects on every way down. The rule
// says which states on the two sides go with a state.

#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace korat::detail {

struct tree_rule {
  using state = std::uint8_t;
  static constexpr state of_empty = 0;  // no tree
  enum class kind : std::uint8_t { avl, red_black };
  enum color : std::uint8_t { black, red };

  explicit tree_rule(kind);
  /// Of a tree's top, in such a state. Only red-black trees have both.
  color color_of(state s) const noexcept { return what == kind::red_black ? static_cast<color>(s & 1) : black; }

  /// A tree of so many objects is in one of these states: from the first, before the second.
  std::pair<state, state> states_of(std::size_t objects) const noexcept;

  kind what;
  std::vector<std::vector<std::array<state, 2>>> sides;  // [state]: which go together
};

}  // namespace korat::detail
