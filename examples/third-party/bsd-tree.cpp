// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The red-black tree of the BSDs (libbsd, <bsd/sys/tree.h>): macros of C, with plain members of plain structs. Every
// tree of up to seven nodes, and on each every insertion and every removal by the library's own code.

#include <bsd/sys/tree.h>

#include "every_operation.hpp"
#include "red_black.hpp"

namespace {

struct node {
  RB_ENTRY(node) link;
  int key;
};
RB_HEAD(tree, node);

int compare(const node* a, const node* b) { return a->key - b->key; }
RB_PROTOTYPE(tree, node, link, compare)
RB_GENERATE(tree, node, link, compare)

// Members of a member have no name of their own: functions name them.
node*& left(node& n) { return n.link.rbe_left; }
node*& right(node& n) { return n.link.rbe_right; }
node*& parent(node& n) { return n.link.rbe_parent; }
int& colour(node& n) { return n.link.rbe_color; }

struct look {
  static const node* root(const tree& t) { return t.rbh_root; }
  static const node* above_root(const tree&) { return nullptr; }
  static const node* left(const node* n) { return n->link.rbe_left; }
  static const node* right(const node* n) { return n->link.rbe_right; }
  static const node* parent(const node* n) { return n->link.rbe_parent; }
  static bool is_red(const node* n) { return n->link.rbe_color == RB_RED; }
  static int key(const node* n) { return n->key; }
};

/// The library's own ways through the tree, then ours.
std::string fault_of(tree& t, const std::vector<int>& expected) {
  std::vector<int> forward, backward;
  node* n;
  RB_FOREACH(n, tree, &t) forward.push_back(n->key);
  RB_FOREACH_REVERSE(n, tree, &t) backward.insert(backward.begin(), n->key);
  if (forward != expected || backward != expected) return "iterating finds something else";
  return red_black::fault_of<look>(t, expected);
}

korat::search<tree> trees(int n) {
  korat::finitization<tree> bounds;
  const auto nodes = bounds.objects<node>(n);
  bounds.set<&tree::rbh_root>(nodes).set<&left>(nodes).set<&right>(nodes).set<&parent>(nodes);
  bounds.set<&colour>(korat::one_of(RB_BLACK, RB_RED)).set<&node::key>(korat::one_of(red_black::even_keys(n)));
  return {bounds, [n](const tree& t) { return red_black::rep_ok<look>(t, static_cast<std::size_t>(n)); }};
}

std::vector<operation<tree>> operations(int n) {
  std::vector<operation<tree>> all;
  for (const int key : red_black::even_keys(n))
    all.push_back({"remove " + std::to_string(key), [=](tree& t) -> std::string {
                     node wanted{};
                     wanted.key = key;
                     node* const found = RB_FIND(tree, &t, &wanted);
                     if (!found || RB_REMOVE(tree, &t, found) != found) return "it is not found";
                     auto left_over = red_black::even_keys(n);
                     std::erase(left_over, key);
                     return fault_of(t, left_over);
                   }});
  for (int key = 1; key <= 2 * n + 1; key += 2)
    all.push_back({"insert " + std::to_string(key), [=](tree& t) -> std::string {
                     node added{};
                     added.key = key;
                     const node* const next = RB_NFIND(tree, &t, &added);
                     if (next && next->key != key + 1) return "the next larger one is wrong";
                     if (RB_INSERT(tree, &t, &added)) return "it is said to be there already";
                     auto more = red_black::even_keys(n);
                     more.insert(std::ranges::upper_bound(more, key), key);
                     return fault_of(t, more);
                   }});
  return all;
}

}  // namespace

int main() {
  bool ok = true;
  for (int n = 1; n <= 7; ++n) {
    const auto done = run_every_operation(trees(n), [n](const tree&) { return operations(n); });
    ok &= report("BSD red-black trees", n, done, red_black::number_of_trees[n]);
  }
  return ok ? 0 : 1;
}
