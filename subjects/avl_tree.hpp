// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// AVL trees: search trees in which the heights of a node's two subtrees differ by at most one. The height is no field;
// a predicate can compute what it does not find.

#pragma once

#include <algorithm>
#include <bit>
#include <utility>

#include "subjects/search_tree.hpp"

namespace korat::subjects::avl_tree {

using search_tree::node;

struct tree : search_tree::tree {
  /// Balance is a matter of the shape alone, so it is asked before any value is chosen.
  bool rep_ok() const { return is_tree() && is_balanced() && is_ordered(); }

  bool is_balanced() const { return height(root) != unbalanced; }

  /// Whether nodes can have heights that differ as they should, from what is above them and from the sibling that was
  /// met before. Follows from being balanced, and can be told while the shape is known in part. Breadth first.
  bool has_possible_heights() const {
    struct bounds {
      int lowest, highest;
    };
    struct part {
      const node* top;
      bounds height;
      bool is_second;  // of two siblings
    };
    korat::queue<part> work;
    bounds beside{};  // of the first
    if (root) work.push({root, {lowest_of(size), highest_of(size)}, false});
    while (!work.empty()) {
      auto [top, height, is_second] = work.front();
      work.pop();
      if (is_second)
        height = {std::max(height.lowest, beside.lowest - 1), std::min(height.highest, beside.highest + 1)};
      const node* const left = top->left;
      const node* const right = top->right;
      const int children = (left ? 1 : 0) + (right ? 1 : 0);
      height.lowest = std::max(height.lowest, children == 0 ? 1 : 2);
      if (children < 2) height.highest = std::min(height.highest, children + 1);
      if (height.lowest > height.highest) return false;
      beside = is_second ? bounds{} : height;
      const bounds child{std::max(1, height.lowest - 2), height.highest - 1};
      if (left) work.push({left, child, false});
      if (right) work.push({right, child, left != nullptr});
    }
    return true;
  }

  /// Of trees of so many nodes. The lowest is full; in the highest, each node has one side as low as it may be.
  static int lowest_of(int nodes) { return static_cast<int>(std::bit_width(static_cast<unsigned>(nodes))); }
  static int highest_of(int nodes) {
    int height = 0;
    for (int fewest = 1, before = 0; fewest <= nodes; ++height) before = std::exchange(fewest, fewest + before + 1);
    return height;
  }

 private:
  static constexpr int unbalanced = -1;

  static int height(const node* n) {
    if (!n) return 0;
    const int left = height(n->left);
    if (left == unbalanced) return unbalanced;
    const int right = height(n->right);
    if (right == unbalanced || left - right > 1 || right - left > 1) return unbalanced;
    return 1 + std::max(left, right);
  }
};

inline finitization<tree> bounds(std::int64_t n, std::int64_t keys) {
  return search_tree::bounds_of<tree>("avl-tree", n, keys);
}

/// One value more than there are nodes, as in the ISSTA 2008 tables.
inline finitization<tree> bounds(std::int64_t n) {
  expect("avl-tree", "n", n, 0, most_objects - 1);
  return bounds(n, n + 1);
}

inline subject describe() {
  return checked({
      .name = "avl-tree",
      .summary = "balanced binary search trees",
      .forms = {{"n"}, {"n", "keys"}},
      .known = {{{7}, 43'485, 136}, {{8}, 182'930, 288}, {{9}, 611'592, 440}, {{10}, 2'036'700, 660}},
      .describe = [](const arguments& a) { return described(a.size() == 1 ? bounds(a[0]) : bounds(a[0], a[1])); },
  });
}

}  // namespace korat::subjects::avl_tree
