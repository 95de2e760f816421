// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Bounded-exhaustive testing: an operation runs on every structure within a bound, and the result is compared with a
// model. Here insert() and remove() of a binary search tree, on every tree of up to four nodes, with every key.

#include <gtest/gtest.h>

#include <korat/korat.hpp>
#include <set>
#include <string>

namespace {

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

  korat::field<node*>& place_of(int key) {
    korat::field<node*>* place = &root;
    while (*place && (*place)->key != key) place = key < (*place)->key ? &(*place)->left : &(*place)->right;
    return *place;
  }
  void insert(node& added) {
    if (auto& place = place_of(added.key); !place) place = &added;
  }
  void remove(int key) {
    auto& place = place_of(key);
    if (!place) return;
    node* const removed = place;
    if (!removed->left || !removed->right) {
      place = removed->left ? removed->left : removed->right;
      return;
    }
    korat::field<node*>* next = &removed->right;  // the smallest of the larger keys takes its place
    while ((*next)->left) next = &(*next)->left;
    node* const moved = *next;
    *next = moved->right;
    moved->left = removed->left;
    moved->right = removed->right;
    place = moved;
  }
};

std::set<int> keys_below(const node* n) {
  if (!n) return {};
  auto keys = keys_below(n->left);
  keys.merge(keys_below(n->right));
  keys.insert(n->key);
  return keys;
}

constexpr int keys = 4;

korat::finitization<search_tree> bounds() {
  korat::finitization<search_tree> space;
  const auto nodes = space.objects<node>(4);
  space.set<&search_tree::root>(nodes).set<&node::left>(nodes).set<&node::right>(nodes);
  space.set<&node::key>(korat::between(0, keys - 1));
  return space;
}

// By a callback. One that takes a reference to non-const may change the structure; it is put back afterwards.
TEST(SearchTree, InsertsIntoEveryTree) {
  const auto counts = korat::for_each(bounds(), &search_tree::rep_ok, [](search_tree& tree) {
    auto expected = keys_below(tree.root);
    expected.insert(2);
    node added;
    added.key = 2;
    tree.insert(added);
    EXPECT_TRUE(tree.rep_ok());
    EXPECT_EQ(keys_below(tree.root), expected);
    return !testing::Test::HasFailure();  // false stops the search
  });
  EXPECT_EQ(counts.valid, 51u);  // sum over k of C(4, k) * Catalan(k): no tree was forgotten
}

// By hand, with the tree in the message when something is wrong, and several operations on each.
TEST(SearchTree, RemovesEveryKeyFromEveryTree) {
  korat::search trees(bounds(), &search_tree::rep_ok);
  while (trees.next_valid()) {
    for (int key = 0; key < keys; ++key) {
      SCOPED_TRACE("removing " + std::to_string(key) + " from\n" + korat::to_text(trees.snapshot()));
      search_tree& tree = trees.structure_to_change();
      auto expected = keys_below(tree.root);
      expected.erase(key);
      tree.remove(key);
      ASSERT_TRUE(tree.rep_ok());
      ASSERT_EQ(keys_below(tree.root), expected);
      trees.restore();
    }
  }
}

}  // namespace
