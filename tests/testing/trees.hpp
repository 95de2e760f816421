// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Search trees, with a remove() that may forget the right subtree of the node that it moves: seen first on four nodes.

#pragma once

#include <set>

#include "korat/korat.hpp"

namespace korat_test::removal {

struct node {
  korat::field<node*> left, right;
  korat::field<int> key;
};

struct search_tree {
  korat::field<node*> root;

  bool rep_ok() const {
    korat::set<const node*> visited;
    return in_order(root, -1, 1000, visited);
  }
  static bool in_order(const node* n, int above, int below, korat::set<const node*>& visited) {
    if (!n) return true;
    if (!visited.insert(n).second) return false;
    const int key = n->key;
    return key > above && key < below && in_order(n->left, above, key, visited) &&
           in_order(n->right, key, below, visited);
  }

  enum class forgets { nothing, right_subtree };
  void remove(int key, forgets what) {
    korat::field<node*>* place = &root;
    while (*place && (*place)->key != key) place = key < (*place)->key ? &(*place)->left : &(*place)->right;
    node* const removed = *place;
    if (!removed) return;
    if (!removed->left || !removed->right) {
      *place = removed->left ? removed->left : removed->right;
      return;
    }
    korat::field<node*>* next = &removed->right;
    while ((*next)->left) next = &(*next)->left;
    node* const moved = *next;
    *next = what == forgets::nothing ? moved->right.get() : nullptr;
    moved->left = removed->left;
    moved->right = removed->right;
    *place = moved;
  }
};

inline std::set<int> keys_below(const node* n) {
  if (!n) return {};
  auto keys = keys_below(n->left);
  keys.merge(keys_below(n->right));
  keys.insert(n->key);
  return keys;
}

inline korat::finitization<search_tree> bounds(int count) {
  korat::finitization<search_tree> space;
  const auto nodes = space.objects<node>(count);
  space.set<&search_tree::root>(nodes).set<&node::left>(nodes).set<&node::right>(nodes);
  space.set<&node::key>(korat::between(0, count - 1));
  return space;
}

}  // namespace korat_test::removal
