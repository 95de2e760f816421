// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Binary trees: the smallest complete example of a class, its predicate and its finitization.

#pragma once

#include "subjects/check.hpp"

namespace korat::subjects::binary_tree {

struct node {
  field<node*> left, right;
};

struct tree {
  field<node*> root;
  field<int> size;

  /// No node is reached in two ways, and there are `size` of them. The size is read last, when the shape is decided:
  /// read first, it would be a choice that every wrong shape is tried with.
  bool rep_ok() const {
    if (!root) return size == 0;
    korat::set<node*> visited;
    korat::queue<node*> work;
    const auto meet = [&](node* n) {
      if (!visited.insert(n).second) return false;
      work.push(n);
      return true;
    };
    meet(root);
    while (!work.empty()) {
      const node* const current = work.front();
      work.pop();
      if (current->left && !meet(current->left)) return false;
      if (current->right && !meet(current->right)) return false;
    }
    return static_cast<int>(visited.size()) == size;
  }
};

inline finitization<tree> bounds(std::int64_t nodes, std::int64_t min_size, std::int64_t max_size) {
  expect("binary-tree", "nodes", nodes, 0);
  expect("binary-tree", "min_size", min_size, 0);
  expect("binary-tree", "max_size", max_size, min_size);
  finitization<tree> space("binary-tree");
  const auto any_node = space.objects<node>(nodes);
  space.set<&tree::root>(any_node).set<&tree::size>(between(min_size, max_size));
  space.set<&node::left>(any_node).set<&node::right>(any_node);
  return space;
}

/// Trees of exactly n nodes.
inline finitization<tree> bounds(std::int64_t n) { return bounds(n, n, n); }

inline subject describe() {
  return checked({
      .name = "binary-tree",
      .summary = "trees whose nodes have a left and a right child",
      .forms = {{"nodes"}, {"nodes", "min_size", "max_size"}},
      .known = {{{3}, 63, 5},
                {{6}, 3'653, 132},
                {{8}, 54'418, 1'430},
                {{9}, 210'444, 4'862},
                {{10}, 815'100, 16'796},
                {{11}, 3'162'018, 58'786},
                {{12}, 12'284'830, 208'012}},
      .describe = [](const arguments& a) { return described(a.size() == 1 ? bounds(a[0]) : bounds(a[0], a[1], a[2])); },
  });
}

}  // namespace korat::subjects::binary_tree
