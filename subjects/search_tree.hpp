// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Binary search trees: binary trees whose values are in order. avl_tree.hpp builds on them.

#pragma once

#include <algorithm>
#include <limits>
#include <string>

#include "subjects/by_level.hpp"

namespace korat::subjects::search_tree {

struct node {
  field<node*> left, right;
  field<int> info;
};

/// Whether the nodes are a tree of so many, breadth first.
template <class Node>
bool is_tree_of(const field<Node*>& root, const field<int>& size) {
  if (!root) return size == 0;
  korat::set<Node*> visited;
  korat::queue<Node*> work;
  const auto meet = [&](Node* n) {
    if (!visited.insert(n).second) return false;
    work.push(n);
    return true;
  };
  meet(root);
  while (!work.empty()) {
    const Node* const current = work.front();
    work.pop();
    if (current->left && !meet(current->left)) return false;
    if (current->right && !meet(current->right)) return false;
  }
  return static_cast<int>(visited.size()) == size;
}

struct tree {
  field<node*> root;
  field<int> size;

  /// The shape first, then the values: there is no value worth trying in a shape that is no tree.
  bool rep_ok() const { return is_tree() && is_ordered(); }

  bool is_tree() const { return is_tree_of(root, size); }
  bool is_ordered() const { return !root || in_order(); }

  /// In preorder, so that a value is compared with those above it as soon as it is chosen.
  bool in_order() const { return numbers_may_be_open() ? in_order_as<value<int>>() : in_order_as<int>(); }

  template <class Number>
  bool in_order_as() const {
    struct part {
      const node* top;
      Number above, below;  // what the values must lie between
    };
    korat::stack<part> work;
    work.push({root, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()});
    while (!work.empty()) {
      const auto [top, above, below] = work.top();
      work.pop();
      const Number info = top->info;
      if (info <= above || info >= below) return false;
      if (top->right) work.push({top->right, info, below});
      if (top->left) work.push({top->left, above, info});
    }
    return true;
  }

  bool is_ordered_by_level() const { return ordered_by_level<&node::info, node>(root); }
};

/// Trees, of any class built on 'tree', of exactly n nodes with values from 0 to keys - 1.
template <class Tree>
finitization<Tree> bounds_of(const std::string& name, std::int64_t n, std::int64_t keys) {
  expect(name, "n", n, 0);
  expect(name, "keys", keys, 1, most_values);
  finitization<Tree> space(name);
  const auto any_node = space.template objects<node>(n);
  space.template set<&tree::root>(any_node).template set<&tree::size>(exactly(n));
  space.template set<&node::left>(any_node).template set<&node::right>(any_node);
  space.template set<&node::info>(between(0, keys - 1));
  return space;
}

inline finitization<tree> bounds(std::int64_t n, std::int64_t keys) { return bounds_of<tree>("search-tree", n, keys); }

/// As many values as nodes: each tree shape has exactly one valid numbering.
inline finitization<tree> bounds(std::int64_t n) { return bounds(n, std::max<std::int64_t>(n, 1)); }

inline subject describe() {
  return checked({
      .name = "search-tree",
      .summary = "binary search trees: the values to the left are smaller, to the right larger",
      .forms = {{"n"}, {"n", "keys"}},
      .known = {{{6}, 45'233, 132},
                {{8}, 2'606'968, 1'430},
                {{9}, 20'086'300, 4'862},
                {{10}, 155'455'872, 16'796},
                // The ISSTA 2008 tables: one value more than there are nodes.
                {{6, 7}, 98'693, 924},
                {{7, 8}, 755'833, 3'432},
                {{8, 9}, 5'797'298, 12'870},
                {{9, 10}, 44'537'298, 48'620}},
      .describe = [](const arguments& a) { return described(a.size() == 1 ? bounds(a[0]) : bounds(a[0], a[1])); },
  });
}

}  // namespace korat::subjects::search_tree
