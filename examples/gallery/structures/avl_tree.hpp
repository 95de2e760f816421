// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// An AVL tree that keeps the heights of its subtrees.

#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

struct avl_tree {
  struct node {
    int key;
    node* left;
    node* right;
    int height;
  };
  node* root = nullptr;

  void insert(int key) { root = insert(root, key); }
  void erase(int key) { root = erase(root, key); }

  bool rep_ok() const {
    std::vector<int> keys;
    return checked_height(root, 100, keys) >= 0;
  }
  std::vector<int> contents() const {
    std::vector<int> keys;
    append(root, keys);
    return keys;
  }

 private:
  static int height(const node* n) { return n ? n->height : 0; }
  static void update(node* n) { n->height = 1 + std::max(height(n->left), height(n->right)); }

  static node* rotate_right(node* n) {
    node* const top = n->left;
    n->left = top->right;
    top->right = n;
    update(n);
    update(top);
    return top;
  }
  static node* rotate_left(node* n) {
    node* const top = n->right;
    n->right = top->left;
    top->left = n;
    update(n);
    update(top);
    return top;
  }
  static node* balance(node* n) {
    update(n);
    if (height(n->left) > height(n->right) + 1) {
      if (height(n->left->left) < height(n->left->right)) n->left = rotate_left(n->left);
      return rotate_right(n);
    }
    if (height(n->right) > height(n->left) + 1) {
      if (height(n->right->right) < height(n->right->left)) n->right = rotate_right(n->right);
      return rotate_left(n);
    }
    return n;
  }

  static node* insert(node* n, int key) {
    if (!n) return new node{key, nullptr, nullptr, 1};
    if (key < n->key) n->left = insert(n->left, key);
    if (n->key < key) n->right = insert(n->right, key);
    return balance(n);
  }
  static node* erase(node* n, int key) {
    if (!n) return n;
    if (key == n->key) return without_top(n);
    if (key < n->key)
      n->left = erase(n->left, key);
    else
      n->right = erase(n->right, key);
    return balance(n);
  }
  static node* without_top(node* n) {
    node* const left = n->left;
    node* const right = n->right;
    delete n;
    if (!right) return left;
    node* least = nullptr;
    node* const others = take_least(right, least);
    least->left = left;
    least->right = others;
    return balance(least);
  }
  static node* take_least(node* n, node*& least) {
    if (!n->left) {
      least = n;
      return n->right;
    }
    n->left = take_least(n->left, least);
    return balance(n);
  }

  /// -1: something is wrong. Heights fall on the way down, so there is no cycle.
  static int checked_height(const node* n, int above, std::vector<int>& keys) {
    if (!n) return 0;
    if (n->height < 1 || n->height >= above) return -1;
    const int left = checked_height(n->left, n->height, keys);
    if (left < 0 || (!keys.empty() && keys.back() >= n->key)) return -1;
    keys.push_back(n->key);
    const int right = checked_height(n->right, n->height, keys);
    const bool ok = right >= 0 && std::abs(left - right) <= 1 && n->height == std::max(left, right) + 1;
    return ok ? n->height : -1;
  }
  static void append(const node* n, std::vector<int>& keys) {
    if (!n) return;
    append(n->left, keys);
    keys.push_back(n->key);
    append(n->right, keys);
  }
};
