// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The code under test: a set of numbers as a search tree. Nothing in it knows of Korat.

#pragma once

struct tree_node {
  int key = 0;
  tree_node* left = nullptr;
  tree_node* right = nullptr;
};

class search_tree {
 public:
  bool rep_ok() const { return in_order(root, -1'000'000, 1'000'000); }

  bool contains(int key) const {
    const tree_node* n = root;
    while (n && n->key != key) n = key < n->key ? n->left : n->right;
    return n;
  }

  tree_node* remove(int key) {
    tree_node** place = &root;
    while (*place && (*place)->key != key) place = key < (*place)->key ? &(*place)->left : &(*place)->right;
    tree_node* const removed = *place;
    if (!removed) return nullptr;
    if (!removed->left) {
      *place = removed->right;
    } else if (!removed->right) {
      *place = removed->left;
    } else {
      put_successor_at(place);
    }
    return removed;
  }

  tree_node* root = nullptr;

 private:
  static bool in_order(const tree_node* n, int above, int below) {
    return !n ||
           (n->key > above && n->key < below && in_order(n->left, above, n->key) && in_order(n->right, n->key, below));
  }

  /// The smallest node on the right takes the place of one that has two children.
  static void put_successor_at(tree_node** place) {
    tree_node* const removed = *place;
    tree_node** next = &removed->right;
    while ((*next)->left) next = &(*next)->left;
    tree_node* const successor = *next;
    *next = successor->right;
    successor->left = removed->left;
    successor->right = removed->right;
    *place = successor;
  }
};
