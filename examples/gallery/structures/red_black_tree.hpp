// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A red-black tree with parents, after Cormen, Leiserson, Rivest and Stein.

#pragma once

#include <utility>
#include <vector>

struct red_black_tree {
  struct node {
    int key;
    node* left;
    node* right;
    node* parent;
    bool red;
  };
  node* root = nullptr;

  void insert(int key) {
    node* parent = nullptr;
    for (node* n = root; n; n = key < n->key ? n->left : n->right) {
      if (n->key == key) return;
      parent = n;
    }
    node* n = new node{key, nullptr, nullptr, parent, true};
    if (!parent)
      root = n;
    else
      (key < parent->key ? parent->left : parent->right) = n;
    while (is_red(n->parent)) n = fix_red_parent(n);
    root->red = false;
  }

  void erase(int key) {
    node* n = root;
    while (n && n->key != key) n = key < n->key ? n->left : n->right;
    if (!n) return;
    if (n->left && n->right) {  // the next one's key moves here, and its node goes
      node* next = n->right;
      while (next->left) next = next->left;
      n->key = next->key;
      n = next;
    }
    node* const child = n->left ? n->left : n->right;
    node* const parent = n->parent;
    put_in_place_of(n, child);
    if (!n->red) fix_missing_black(child, parent);
    delete n;
  }

  bool rep_ok() const {
    int last = -1, count = 0;
    return !is_red(root) && blacks_below(root, nullptr, last, count) >= 0;
  }
  std::vector<int> contents() const {
    std::vector<int> keys;
    append(root, keys);
    return keys;
  }

 private:
  static bool is_red(const node* n) { return n && n->red; }

  void put_in_place_of(node* old, node* n) {
    if (!old->parent)
      root = n;
    else
      (old->parent->left == old ? old->parent->left : old->parent->right) = n;
    if (n) n->parent = old->parent;
  }
  static node*& child(node* n, bool right) { return right ? n->right : n->left; }

  /// Down to this side goes n, and up comes its other child.
  void rotate(node* n, bool right) {
    node* const top = child(n, !right);
    put_in_place_of(n, top);
    node* const inner = child(top, right);
    child(n, !right) = inner;
    if (inner) inner->parent = n;
    child(top, right) = n;
    n->parent = top;
  }

  node* fix_red_parent(node* n) {
    node* const above = n->parent->parent;
    const bool right = n->parent == above->right;
    node* const uncle = child(above, !right);
    if (is_red(uncle)) {
      n->parent->red = false;
      uncle->red = false;
      above->red = true;
      return above;
    }
    if (n == child(n->parent, !right)) {
      n = n->parent;
      rotate(n, right);
    }
    n->parent->red = false;
    above->red = true;
    rotate(above, !right);
    return n;
  }

  /// Every way down through n, which may be null, lacks a black node.
  void fix_missing_black(node* n, node* parent) {
    while (n != root && !is_red(n)) {
      const bool right = n == parent->right;
      node* sibling = child(parent, !right);
      if (is_red(sibling)) {
        sibling->red = false;
        parent->red = true;
        rotate(parent, right);
        sibling = child(parent, !right);
      }
      if (!is_red(sibling->left) && !is_red(sibling->right)) {
        sibling->red = true;
        n = parent;
        parent = n->parent;
        continue;
      }
      if (!is_red(child(sibling, !right))) {
        child(sibling, right)->red = false;
        sibling->red = true;
        rotate(sibling, !right);
        sibling = child(parent, !right);
      }
      sibling->red = parent->red;
      parent->red = false;
      child(sibling, !right)->red = false;
      rotate(parent, right);
      return;
    }
    if (n) n->red = false;
  }

  /// -1: something is wrong.
  static int blacks_below(const node* n, const node* parent, int& last, int& count) {
    if (!n) return 0;
    if (n->parent != parent || (n->red && is_red(parent)) || ++count > 100) return -1;
    const int left = blacks_below(n->left, n, last, count);
    if (left < 0 || n->key <= std::exchange(last, n->key)) return -1;
    return left == blacks_below(n->right, n, last, count) ? left + (n->red ? 0 : 1) : -1;
  }
  static void append(const node* n, std::vector<int>& keys) {
    if (!n) return;
    append(n->left, keys);
    keys.push_back(n->key);
    append(n->right, keys);
  }
};
