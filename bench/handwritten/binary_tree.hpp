// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// BinaryTree(n) as one writes it by hand: plain recursive backtracking, a function call per field, that carries out the
// predicate's checks on every candidate. Its folder is the contender that the published ratios refer to.
//
// Read order: root; per node, in queue order, left then right; size last, and only if no node was met twice. Nodes are
// numbered as they are met, which is also the order of the queue, so the fields of the tree form one array in the order
// of first reads and the queue needs no memory of its own: it is empty when the fields of all nodes met are chosen.

#pragma once

#include <algorithm>

#include "enumerator/structures.hpp"

namespace korat::bench::handwritten {

/// All candidates of a tree's shape. `complete(nodes)` counts those in which every node met has its children.
template <class Count, class Complete>
class shape_search {
 public:
  shape_search(binary_tree& tree, Count& count, Complete complete) : tree_(tree), count_(count), complete_(complete) {}

  void run() {
    count_.visit(0, tree_.size == 0);  // no root
    if (tree_.size == 0) return;       // no node either
    tree_.root = 1;
    choose_child(0, 1U << 1, 1);
  }

 private:
  // The checks that follow the choice of a child: was it met before (the bits of `met`), and, with the queue empty, are
  // there as many nodes as the size says?
  void choose_child(int field, unsigned met, int nodes) {
    if (field == 2 * nodes) return complete_(nodes);
    const int last = std::min(nodes + 1, tree_.size);  // at most one new node
    for (int child = 0; child <= last; ++child) {
      tree_.child[field] = child;
      if (child == 0)
        choose_child(field + 1, met, nodes);
      else if ((met >> child & 1U) != 0)
        count_.visit(child);
      else
        choose_child(field + 1, met | 1U << child, nodes + 1);
    }
    tree_.child[field] = 0;
  }

  binary_tree& tree_;
  Count& count_;
  Complete complete_;
};

template <class Count = tally>
result enumerate_binary_tree(int n) {
  return enumerate<binary_tree, Count>(n, [](binary_tree& tree, Count& count) {
    shape_search(tree, count, [&](int nodes) { count.visit(0, nodes == tree.size); }).run();
  });
}

}  // namespace korat::bench::handwritten
