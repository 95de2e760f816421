// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/rules/tree_rule.hpp"

#include <algorithm>
#include <bit>

namespace korat::detail {

// No binary tree of n objects is lower than log2(n + 1), and no AVL tree more than 1.45 times as high. On every way
// down through a red-black tree at least half are black, and at most as many as such a low tree is high.
std::pair<tree_rule::state, tree_rule::state> tree_rule::states_of(std::size_t objects) const noexcept {
  const auto lowest = static_cast<int>(std::bit_width(objects));
  if (what == kind::avl) return {static_cast<state>(lowest), static_cast<state>(lowest * 3 / 2 + 1)};
  return {static_cast<state>(std::max(1, lowest / 2 * 2)), static_cast<state>(2 * (lowest + 1))};
}

tree_rule::tree_rule(kind k) : what(k) {
  constexpr std::size_t most_objects = 0xffff'ffff;
  sides.resize(states_of(most_objects).second);
  if (what == kind::avl) {
    for (state h = 1; h < sides.size(); ++h) {
      const auto one = static_cast<state>(h - 1), two = static_cast<state>(h - 2);
      sides[h] = {{one, one}};
      if (h > 1) sides[h].insert(sides[h].end(), {{one, two}, {two, one}});
    }
    return;
  }
  const auto in_state = [](color c, int blacks) { return static_cast<state>(2 * blacks + c); };
  for (int blacks = 0; 2 * blacks < static_cast<int>(sides.size()); ++blacks) {
    const auto below_red = in_state(black, blacks);
    sides[in_state(red, blacks)] = {{below_red, below_red}};  // below a red object nothing is red
    if (blacks == 0) continue;
    for (const auto one : {black, red})
      for (const auto other : {black, red})
        sides[in_state(black, blacks)].push_back({in_state(one, blacks - 1), in_state(other, blacks - 1)});
  }
}

}  // namespace korat::detail
