// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Red-black trees with parent pointers, as behind an ordered map. The colour of the root is left free.

#pragma once

#include <limits>

#include "subjects/by_level.hpp"

namespace korat::subjects::red_black_tree {

enum class color { red, black };

struct node {
  field<node*> left, right, parent;
  field<red_black_tree::color> color;
  field<int> key;
  field<int> value;  // what the map holds; the predicate has no opinion on it
};

struct tree {
  field<node*> root;
  field<int> size;

  /// The shape, then the colours, then the keys: each rules out what is not worth combining with the next.
  bool rep_ok() const {
    if (!root) return size == 0;
    return is_tree_below_root() && no_red_node_has_a_red_child() && blacks_below(root) != unequal && in_order();
  }

  // The same, one by one, for checks in lockstep.
  bool is_tree() const { return root ? is_tree_below_root() : size == 0; }
  bool is_ordered() const { return ordered_by_level<&node::key, node>(root, no_key); }

  /// Breadth first, as is_tree(). Each colour is looked at where the node is met. All ways down have as many black
  /// nodes as the one that has most by now: so many nodes, `at_least`, the tree is going to have.
  bool is_coloured() const {
    struct part {
      const node* top;
      int blacks;  // from the root to here
      bool red;
    };
    korat::queue<part> work;
    int most = 0;           // blacks on any way so far
    bool ended = false;     // one way has, with so many
    std::int64_t ways = 1;  // that will not have ended at the last of so many blacks
    std::int64_t at_least = 0;
    const auto meet = [&](const node* n, int blacks, bool below_red) {
      if (!n) return ended = true, --ways, blacks == most;
      const bool red = n->color == color::red;
      work.push({n, blacks + (red ? 0 : 1), red});
      if (red) {
        at_least += std::int64_t{1} << (most - blacks);
        ways += std::int64_t{1} << (most - blacks);
      } else if (blacks == most) {
        if (ended) return false;
        ++most;
        at_least += ways;
        ways *= 2;
      }
      return !(red && below_red) && at_least <= size;
    };
    if (!meet(root, 0, false)) return false;
    while (!work.empty()) {
      const part p = work.front();
      work.pop();
      if (!meet(p.top->left, p.blacks, p.red) || !meet(p.top->right, p.blacks, p.red)) return false;
    }
    return true;
  }

 private:
  static constexpr int no_key = -1;  // never the key of a node
  static constexpr int unequal = -1;

  bool is_tree_below_root() const {
    if (root->parent) return false;
    korat::set<node*> visited;
    korat::queue<node*> work;
    visited.insert(root);
    work.push(root);
    const auto meet = [&](node* child, const node* parent) {
      if (!visited.insert(child).second || child->parent != parent) return false;
      work.push(child);
      return true;
    };
    while (!work.empty()) {
      const node* const current = work.front();
      work.pop();
      if (current->left && !meet(current->left, current)) return false;
      if (current->right && !meet(current->right, current)) return false;
    }
    return static_cast<int>(visited.size()) == size;
  }

  static bool is_red(const node* n) { return n && n->color == color::red; }

  /// Breadth first. The colours of the children are looked at ahead of their turn under a red node only.
  bool no_red_node_has_a_red_child() const {
    korat::queue<const node*> work;
    work.push(root);
    while (!work.empty()) {
      const node* const current = work.front();
      work.pop();
      if (is_red(current) && (is_red(current->left) || is_red(current->right))) return false;
      if (current->left) work.push(current->left);
      if (current->right) work.push(current->right);
    }
    return true;
  }

  /// The number of black nodes on every way from here down, or 'unequal'. Reads nothing that has not been read.
  static int blacks_below(const node* n) {
    if (!n) return 0;
    const int left = blacks_below(n->left);
    if (left == unequal || left != blacks_below(n->right)) return unequal;
    return left + (is_red(n) ? 0 : 1);
  }

  /// In preorder, so that a key is compared with those above it as soon as it is chosen.
  bool in_order() const { return numbers_may_be_open() ? in_order_as<value<int>>() : in_order_as<int>(); }

  template <class Number>
  bool in_order_as() const {
    struct part {
      const node* top;
      Number above, below;  // what the keys must lie between
    };
    korat::stack<part> work;
    work.push({root, no_key, std::numeric_limits<int>::max()});
    while (!work.empty()) {
      const auto [top, above, below] = work.top();
      work.pop();
      const Number key = top->key;
      if (key <= above || key >= below) return false;
      if (top->right) work.push({top->right, key, below});
      if (top->left) work.push({top->left, above, key});
    }
    return true;
  }
};

/// Trees of exactly n nodes, whose keys nobody reads.
inline finitization<tree> shapes(std::int64_t n) {
  expect("red-black-tree", "n", n, 0);
  finitization<tree> space("red-black-tree");
  const auto any_node = space.objects<node>(n);
  space.set<&tree::root>(any_node).set<&tree::size>(exactly(n));
  space.set<&node::left>(any_node).set<&node::right>(any_node).set<&node::parent>(any_node);
  space.set<&node::color>(enumerators<color::red, color::black>);
  return space;
}

/// Trees of exactly n nodes with keys from `least_key` to keys - 1. The value that nobody reads is left to the callers.
inline finitization<tree> bounds_of(std::int64_t n, std::int64_t least_key, std::int64_t keys) {
  auto space = shapes(n);
  expect("red-black-tree", "keys", keys, least_key + 1, most_values);
  space.set<&node::key>(between(least_key, keys - 1));
  return space;
}

inline finitization<tree> bounds(std::int64_t n, std::int64_t keys) { return bounds_of(n, 0, keys); }

/// As many keys as nodes, and -1, which no node may have; and a value that nobody reads, as in the original.
inline finitization<tree> bounds(std::int64_t n) {
  auto space = bounds_of(n, -1, n);
  space.set<&node::value>(exactly(0));
  return space;
}

inline subject describe() {
  return checked({
      .name = "red-black-tree",
      .summary = "red-black trees with parent pointers",
      .forms = {{"n"}, {"n", "keys"}},
      .known = {{{6}, 16'487, 20},
                {{8}, 322'806, 64},
                {{9}, 1'510'006, 122},
                {{10}, 7'530'712, 260},
                // The ISSTA 2008 tables: one key more than there are nodes.
                {{6, 7}, 23'327, 140},
                {{7, 8}, 101'104, 280},
                {{8, 9}, 449'270, 576},
                {{9, 10}, 2'061'202, 1'220}},
      .describe = [](const arguments& a) { return described(a.size() == 1 ? bounds(a[0]) : bounds(a[0], a[1])); },
  });
}

}  // namespace korat::subjects::red_black_tree
