// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The red-black tree of the BSDs (libbsd, <bsd/sys/tree.h>): macros of C, with plain members of plain structs.

#include <bsd/sys/tree.h>

#include "red_black.hpp"
#include "set_model.hpp"

namespace {

struct node {
  RB_ENTRY(node) link;
  int key;
};
RB_HEAD(node_tree, node);

int compare(const node* a, const node* b) { return a->key - b->key; }
RB_PROTOTYPE(node_tree, node, link, compare)
RB_GENERATE(node_tree, node, link, compare)

// Members of a member have no name of their own: functions name them.
node*& left(node& n) { return n.link.rbe_left; }
node*& right(node& n) { return n.link.rbe_right; }
node*& parent(node& n) { return n.link.rbe_parent; }
int& colour(node& n) { return n.link.rbe_color; }

struct look {
  static const node* root(const node_tree& t) { return t.rbh_root; }
  static const node* above_root(const node_tree&) { return nullptr; }
  static const node* left(const node* n) { return n->link.rbe_left; }
  static const node* right(const node* n) { return n->link.rbe_right; }
  static const node* parent(const node* n) { return n->link.rbe_parent; }
  static bool is_red(const node* n) { return n->link.rbe_color == RB_RED; }
  static int key(const node* n) { return n->key; }
};

struct library {
  using tree = node_tree;

  static korat::finitization<tree> bounds(int n) {
    korat::finitization<tree> bounds;
    const auto nodes = bounds.objects<node>(n);
    bounds.set<&tree::rbh_root>(nodes).set<&left>(nodes).set<&right>(nodes).set<&parent>(nodes);
    bounds.set<&colour>(korat::one_of(RB_BLACK, RB_RED)).set<&node::key>(korat::one_of(even_keys(n)));
    return bounds;
  }
  static bool rep_ok(const tree& t, int n) { return red_black::rep_ok<look>(t, static_cast<std::size_t>(n)); }

  static bool insert(tree& t, int key) {
    static node added;
    added = {};
    added.key = key;
    const node* const next = RB_NFIND(node_tree, &t, &added);
    const node* const there = RB_INSERT(node_tree, &t, &added);
    if (next && next->key != key && next->key != key + 1) std::cout << "RB_NFIND skips a key\n";
    return !there;
  }
  static bool erase(tree& t, int key) {
    node wanted{};
    wanted.key = key;
    node* const found = RB_FIND(node_tree, &t, &wanted);
    return found && RB_REMOVE(node_tree, &t, found) == found;
  }
  /// The library's own ways through the tree, then ours.
  static bool holds(const tree& t, const std::vector<int>& expected) {
    std::vector<int> forward, backward;
    auto* const head = const_cast<tree*>(&t);
    node* n;
    RB_FOREACH(n, node_tree, head) forward.push_back(n->key);
    RB_FOREACH_REVERSE(n, node_tree, head) backward.insert(backward.begin(), n->key);
    return forward == expected && backward == expected && red_black::holds<look>(t, expected);
  }
};

}  // namespace

int main() { hunt_sets<library>("red-black trees", 7, red_black::number_of_trees); }
