// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// AVL trees: search trees in which the heights of a node's two subtrees differ by at most one. The height is no field;
// a predicate can compute what it does not find.

#pragma once

#include <algorithm>

#include "subjects/search_tree.hpp"

namespace korat::subjects::avl_tree {

using search_tree::node;

struct tree : search_tree::tree {
  /// Balance is a matter of the shape alone, so it is asked before any value is chosen.
  bool rep_ok() const { return is_tree() && is_balanced() && is_ordered(); }

  bool is_balanced() const { return height(root) != unbalanced; }

  /// What has a null for a sibling has no children. Follows from being balanced, and can be told while the shape is known
  /// in part. Breadth first.
  bool has_leaves_beside_null() const {
    if (!root) return true;
    korat::queue<const node*> work;
    work.push(root);
    while (!work.empty()) {
      const node* const current = work.front();
      work.pop();
      const node* const left = current->left;
      const node* const right = current->right;
      if (!left && right && (right->left || right->right)) return false;
      if (!right && left && (left->left || left->right)) return false;
      if (left) work.push(left);
      if (right) work.push(right);
    }
    return true;
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
