// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// SearchTree(n): BinaryTree(n) with info in [0, n-1] per node. Read order: as in binary_tree.hpp up to size; then, in
// trees of n nodes, info in preorder, each strictly between the infos of the nearest ancestors to its left and to its
// right.
//
// Nearly all the time goes into the infos of a finished shape, so the shape is first turned into a list of infos in
// preorder with the two earlier ones that bound each.

#pragma once

#include "proved/binary_tree.hpp"

namespace korat::bench::proved {

// One info to choose. The bounds are slots of the array of chosen infos, in which step i has slot i + 2.
struct info_step {
  int* info;
  int lower_slot;
  int upper_slot;
};
inline constexpr int no_lower_slot = 0;  // holds -1
inline constexpr int no_upper_slot = 1;  // holds n

// Writes the steps of the subtree of `node` and returns the number of the step after them.
inline int list_preorder(search_tree& tree, int node, int lower_slot, int upper_slot, info_step* steps, int step) {
  if (node == 0) return step;
  const int slot = step + 2;
  steps[step] = {&tree.info[node], lower_slot, upper_slot};
  step = list_preorder(tree, tree.child[2 * node - 2], lower_slot, slot, steps, step + 1);
  return list_preorder(tree, tree.child[2 * node - 1], slot, upper_slot, steps, step);
}

// All candidates with the present shape of n >= 1 nodes.
template <class Count>
Count visit_infos(Count count, search_tree& tree, int n) {
  info_step steps[max_n];
  list_preorder(tree, tree.root, no_lower_slot, no_upper_slot, steps, 0);

  // The infos again, in preorder: bounds read from here are faster than from the exposed tree.
  int slots[max_n + 2] = {-1, n};
  int* const chosen = slots + 2;
  int end[max_n];  // exclusive upper bound of each chosen info
  int step = 0;
  while (true) {
    const int low = slots[steps[step].lower_slot];
    const int high = slots[steps[step].upper_slot];
    int& info = *steps[step].info;
    if (step < n - 1 && high - low > 1) {
      visit_rejected(count, info, 0, low);
      info = chosen[step] = low + 1;
      end[step] = high;
      ++step;
      continue;
    }
    // Nothing deeper to search: the last info, or one with no value between its bounds.
    for (int value = 0; value < n; ++value) {
      info = value;
      count.visit(value, in_range(value, low + 1, high - 1));
    }
    info = 0;
    while (true) {
      if (--step < 0) return count;
      if (++chosen[step] < end[step]) break;
      visit_rejected(count, *steps[step].info, end[step], n - 1);
      *steps[step].info = 0;
    }
    *steps[step].info = chosen[step];
    ++step;
  }
}

template <class Count = tally>
result enumerate_search_tree(int n) {
  return enumerate<search_tree, Count>(n, [n](search_tree& tree, Count& counted) {
    counted = visit_shapes(counted, tree, [&tree, n](Count count, int nodes) {
      if (nodes == n) return visit_infos(count, tree, n);
      count.visit(0);  // complete but too small: size is read last
      return count;
    });
  });
}

}  // namespace korat::bench::proved
