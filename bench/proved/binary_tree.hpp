// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// BinaryTree(n) in one loop. A tree of k nodes is complete once its 2k fields are chosen; see
// handwritten/binary_tree.hpp for the order of reads.

#pragma once

#include "proved/rejected.hpp"

namespace korat::bench::proved {

/// All candidates of a tree's shape. `complete(count, nodes)` counts those in which every node met has its children and
/// returns the count: handed on by value it stays in registers.
template <class Count, class Complete>
Count visit_shapes(Count count, binary_tree& tree, Complete complete) {
  const int n = tree.size;
  count.visit(0, n == 0);  // root is null; size, with its one value, is read last
  if (n == 0) return count;
  tree.root = 1;

  int nodes = 1;  // met so far; these and no others are in use, and all later fields are null
  while (true) {
    count = complete(count, nodes);

    int field = 2 * nodes - 1;
    while (true) {
      if (tree.child[field] == 0) {
        // Each node in use was met before this field is read, so linking to one closes a cycle or a diamond.
        visit_rejected(count, tree.child[field], 1, nodes);
        if (nodes < n) break;
      } else {
        --nodes;  // the field held the newest node, the last value it may take
      }
      tree.child[field] = 0;
      if (--field < 0) return count;
    }
    tree.child[field] = ++nodes;
  }
}

template <class Count = tally>
result enumerate_binary_tree(int n) {
  return enumerate<binary_tree, Count>(n, [n](binary_tree& tree, Count& counted) {
    counted = visit_shapes(counted, tree, [n](Count count, int nodes) {
      count.visit(0, nodes == n);  // size is read last
      return count;
    });
  });
}

}  // namespace korat::bench::proved
