// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What the trees of Boost.Intrusive have in common: a header node inside the set, which an iterator to the end points
// to. Its parent is the root, its children are the first and the last node.

#pragma once

#include <algorithm>
#include <vector>

#include "set_model.hpp"

/// 'Tree' is a set of 'Item', whose hook has `key`; 'Node' is what the hook is.
template <class Tree, class Item, class Node>
struct intrusive {
  static const Node& header_of(const Tree& t) { return *t.end().pointed_node(); }
  static Node& header(Tree& t) { return *t.end().pointed_node(); }
  static Node*& root(Tree& t) { return header(t).parent_; }
  static Node*& first(Tree& t) { return header(t).left_; }
  static Node*& last(Tree& t) { return header(t).right_; }

  /// The pointers of all of them, and the keys. What is besides them, such as a colour, the hunt sets; or it is one of
  /// 'Tags' in the lowest bits of the pointer to the parent.
  template <std::uintptr_t... Tags>
  static korat::finitization<Tree> bounds(const char* name, int n) {
    korat::finitization<Tree> bounds(name);
    const auto items = bounds.template objects<Item>(n);
    const auto others = items.without_null();
    const auto top = bounds.root().template part<&header>();
    bounds.template set<&root>(items).template set<&first>(korat::any_of(others, top));
    bounds.template set<&last>(korat::any_of(others, top));
    bounds.template set<&Node::left_>(items).template set<&Node::right_>(items);
    bounds.template set<&Node::parent_>(
        korat::any_of(others, top, others.template tagged<Tags>()..., top.template tagged<Tags>()...));
    bounds.template set<&Item::key>(korat::one_of(even_keys(n)));
    return bounds;
  }

  /// The header leads to the first and the last node. The tree has at least one, and no cycle.
  static bool ends_ok(const Tree& t) {
    const Node *least = header_of(t).parent_, *most = least;
    while (least->left_) least = least->left_;
    while (most->right_) most = most->right_;
    return header_of(t).left_ == least && header_of(t).right_ == most;
  }

  static bool insert(Tree& t, int key) {
    static Item added;
    added = Item();
    added.key = key;
    return t.insert(added).second;
  }
  static bool erase(Tree& t, int key) {
    Item wanted;
    wanted.key = key;
    return t.erase(wanted) == 1;
  }
  static bool iterates_over(const Tree& t, const std::vector<int>& expected) {
    std::vector<int> forward, backward;
    for (const Item& i : t) forward.push_back(i.key);
    for (auto i = t.rbegin(); i != t.rend(); ++i) backward.insert(backward.begin(), i->key);
    return forward == expected && backward == expected;
  }
};
