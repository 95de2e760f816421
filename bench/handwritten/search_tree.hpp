// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// SearchTree(n) by plain recursive backtracking. Read order: as in binary_tree.hpp up to size; then, in trees of n
// nodes, info in preorder, each strictly between the infos of the nearest ancestors to its left and to its right.

#pragma once

#include "handwritten/binary_tree.hpp"

namespace korat::bench::handwritten {

template <class Count>
class info_search {
 public:
  info_search(search_tree& tree, Count& count) : tree_(tree), count_(count) {}

  void run() {
    const pending whole{tree_.root, -1, tree_.size, nullptr};
    choose_info(whole);
  }

 private:
  // Subtrees not looked at yet, the next one first: what the call stack of a recursive check remembers. They live on
  // the stack of this recursion.
  struct pending {
    int node;
    int above, below;  // its infos must lie strictly between
    const pending* next;
  };

  void choose_info(const pending& now) {
    const int left = tree_.child[2 * now.node - 2], right = tree_.child[2 * now.node - 1];
    int& info = tree_.info[now.node];
    for (int value = 0; value < tree_.size; ++value) {
      info = value;
      if (value <= now.above || value >= now.below) {
        count_.visit(value);
        continue;
      }
      const pending greater{right, value, now.below, now.next};
      const pending* const after_left = right != 0 ? &greater : now.next;
      const pending smaller{left, now.above, value, after_left};
      const pending* const next = left != 0 ? &smaller : after_left;
      if (next == nullptr)
        count_.visit(value, true);
      else
        choose_info(*next);
    }
    info = 0;
  }

  search_tree& tree_;
  Count& count_;
};

template <class Count = tally>
result enumerate_search_tree(int n) {
  return enumerate<search_tree, Count>(n, [](search_tree& tree, Count& count) {
    const auto complete = [&](int nodes) {
      if (nodes == tree.size)
        info_search(tree, count).run();
      else
        count.visit(0);  // size was read last
    };
    shape_search(tree, count, complete).run();
  });
}

}  // namespace korat::bench::handwritten
