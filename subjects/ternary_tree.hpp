// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Trees whose nodes have three children, each in its own place: the "N-ary trees" of the ISSTA 2008 tables. A tree is
// its topmost node and n more, which are the nodes the tables count: for 6 they have 7752 trees, as many as there are
// ternary trees of 7 nodes, and their 314,515 candidates tell that no child may be the topmost node.

#pragma once

#include "subjects/check.hpp"

namespace korat::subjects::ternary_tree {

struct node {
  field<node*> left, middle, right;
};

struct tree : node {
  field<int> size;  // nodes below this one

  bool rep_ok() const {
    korat::set<const node*> visited;
    korat::queue<const node*> work;
    const auto meet = [&](const node* n) {
      if (!visited.insert(n).second) return false;
      work.push(n);
      return true;
    };
    meet(this);
    while (!work.empty()) {
      const node* const current = work.front();
      work.pop();
      if (current->left && !meet(current->left)) return false;
      if (current->middle && !meet(current->middle)) return false;
      if (current->right && !meet(current->right)) return false;
    }
    return static_cast<int>(visited.size()) - 1 == size;
  }
};

inline finitization<tree> bounds(std::int64_t n) {
  expect("ternary-tree", "n", n, 0);
  finitization<tree> space("ternary-tree");
  const auto any_node = space.objects<node>(n);
  space.set<&node::left>(any_node).set<&node::middle>(any_node).set<&node::right>(any_node);
  space.set<&tree::size>(exactly(n));
  return space;
}

inline subject describe() {
  return checked({
      .name = "ternary-tree",
      .summary = "trees of a topmost node and n more, each with a left, a middle and a right child",
      .forms = {{"n"}},
      .known =
          {{{6}, 314'515, 7'752}, {{7}, 2'084'503, 43'263}, {{8}, 13'776'898, 246'675}, {{9}, 90'939'373, 1'430'715}},
      .describe = [](const arguments& a) { return described(bounds(a[0])); },
  });
}

}  // namespace korat::subjects::ternary_tree
