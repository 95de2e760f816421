// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// An operation on every search tree of up to seven nodes, by all cores at the same time. Each thread has its own
// objects; what they share, the test protects.

#include <atomic>
#include <iostream>
#include <korat/korat.hpp>

struct node {
  korat::field<node*> left, right;
  korat::field<int> key;
};

struct search_tree {
  korat::field<node*> root;

  bool rep_ok() const {
    korat::set<const node*> visited;
    return in_order(root, 0, 100, visited);
  }
  static bool in_order(const node* n, int above, int below, korat::set<const node*>& visited) {
    if (!n) return true;
    if (!visited.insert(n).second) return false;
    const int key = n->key;
    return key > above && key < below && in_order(n->left, above, key, visited) &&
           in_order(n->right, key, below, visited);
  }

  void insert(node& added) {
    korat::field<node*>* place = &root;
    while (*place && (*place)->key != added.key) place = added.key < (*place)->key ? &(*place)->left : &(*place)->right;
    if (!*place) *place = &added;
  }
};

int main() {
  korat::finitization<search_tree> bounds;
  const auto nodes = bounds.objects<node>(7);
  bounds.set<&search_tree::root>(nodes).set<&node::left>(nodes).set<&node::right>(nodes).set<&node::key>(
      korat::between(1, 7));

  std::atomic<int> trees = 0, broken = 0;
  const auto counts = korat::parallel_for_each(bounds, &search_tree::rep_ok, [&](search_tree& t) {
    node added;
    added.key = 4;
    t.insert(added);
    ++trees;
    if (!t.rep_ok()) ++broken;
  });
  std::cout << counts.explored << " candidates, " << trees << " search trees, " << broken << " broken by insert()\n";
}
