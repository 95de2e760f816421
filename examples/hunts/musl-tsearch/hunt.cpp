// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// musl's tsearch(), tfind(), tdelete() and twalk(): AVL trees with heights. Keys and children are untyped pointers.

extern "C" {
#include <tsearch.h>
}

#include <algorithm>
#include <cstdlib>

#include "bst.hpp"
#include "set_model.hpp"

namespace {

using number = std::intptr_t;
number& key(node& n) { return reinterpret_cast<number&>(n.key); }
node*& left(node& n) { return reinterpret_cast<node*&>(n.a[0]); }
node*& right(node& n) { return reinterpret_cast<node*&>(n.a[1]); }
const void* as_key(int k) { return reinterpret_cast<const void*>(number{k}); }
int compare(const void* a, const void* b) {
  return static_cast<int>(reinterpret_cast<number>(a) - reinterpret_cast<number>(b));
}

/// What a user of tsearch() has: a pointer to the root.
struct search_tree {
  node* root;
};
void** root_of(search_tree& t) { return reinterpret_cast<void**>(&t.root); }

struct look {
  static const node* root(const search_tree& t) { return t.root; }
  static const node* above_root(const search_tree&) { return nullptr; }
  static const node* left(const node* n) { return static_cast<const node*>(n->a[0]); }
  static const node* right(const node* n) { return static_cast<const node*>(n->a[1]); }
  static int key(const node* n) { return static_cast<int>(reinterpret_cast<number>(n->key)); }
  /// The height.
  static int combine(const node* n, int left, int right) {
    const int height = std::max(left, right) + 1;
    return std::abs(left - right) <= 1 && n->h == height ? height : -1;
  }
};

std::vector<int> walked;
void remember(const void* n, VISIT which, int) {
  if (which == postorder || which == leaf) walked.push_back(look::key(static_cast<const node*>(n)));
}

struct library {
  using tree = search_tree;

  static korat::finitization<tree> bounds(int n) {
    korat::finitization<tree> bounds("tsearch");
    const auto nodes = bounds.objects<node>(n);
    std::vector<number> keys;
    for (const int k : even_keys(n)) keys.push_back(k);
    bounds.set<&search_tree::root>(nodes).set<&left>(nodes).set<&right>(nodes);
    bounds.set<&key>(korat::one_of(keys)).set<&node::h>(korat::between(1, 4));
    return bounds;
  }
  static bool rep_ok(const tree& t, int n) { return bst::rep_ok<look>(t, n); }

  static bool insert(tree& t, int key) {
    const bool there = tfind(as_key(key), root_of(t), compare) != nullptr;
    const auto* const found = static_cast<const node*>(tsearch(as_key(key), root_of(t), compare));
    return !there && found && look::key(found) == key;
  }
  static void take_back(tree& t, int key) { tdelete(as_key(key), root_of(t), compare); }
  static bool erase(tree& t, int key) { return tdelete(as_key(key), root_of(t), compare) != nullptr; }
  static bool holds(const tree& t, const std::vector<int>& expected) {
    walked.clear();
    twalk(t.root, remember);
    return walked == expected && bst::holds<look>(t, expected);
  }
};

}  // namespace

int main() { hunt_sets<library>("AVL trees", 9, bst::number_of_avl_trees); }
