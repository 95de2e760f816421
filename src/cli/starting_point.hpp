// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A structure, what makes it well formed, and how large it may become. Change it to yours, then
//
//   korat generate my_tree.hpp 5                  count every tree of five nodes
//   korat generate my_tree.hpp 3 --print text     and draw them
//   korat list my_tree.hpp                        what this file offers
//
// The class is ordinary C++ with plain members; a search notices what the predicate reads because the program compiles
// this file through Korat's compiler pass. docs/finitization.md of Korat has every kind of domain.

#pragma once

#include <korat/korat.hpp>
#include <set>

struct node {
  node* left = nullptr;
  node* right = nullptr;
  int key = 0;
};

class tree {
 public:
  // The predicate. It is called with broken structures too, so it trusts nothing: no node is reached twice (a cycle, or
  // two parents), the keys are in order, the size is right. The earlier it says no, the faster the search.
  bool rep_ok() const {
    std::set<const node*> visited;
    return in_order(root_, 0, 1'000'000, visited) && static_cast<int>(visited.size()) == size_;
  }

  // The finitization: how many nodes there are and what each member may hold. A pointer takes null or any node; of
  // trees that differ only in which node is where, one is generated.
  static korat::finitization<tree> bounds(int nodes) {
    korat::finitization<tree> space;
    const auto any_node = space.objects<node>(nodes);
    space.set<&tree::root_>(any_node).set<&tree::size_>(korat::exactly(nodes));
    space.set<&node::left>(any_node).set<&node::right>(any_node).set<&node::key>(korat::between(1, nodes));
    return space;
  }

 private:
  static bool in_order(const node* n, int above, int below, std::set<const node*>& visited) {
    if (!n) return true;
    if (!visited.insert(n).second || n->key <= above || n->key >= below) return false;
    return in_order(n->left, above, n->key, visited) && in_order(n->right, n->key, below, visited);
  }

  node* root_ = nullptr;
  int size_ = 0;
};

// What the program is to know, under a name. There may be several: my_tree.hpp:NAME says which.
const korat::offer offered("tree", &tree::bounds, &tree::rep_ok, {.summary = "search trees", .parameters = {"nodes"}});
