// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Structures built by code: a search tree's own insert() makes them, and choose() says what to insert. The class has no
// predicate and no searched fields; what is searched are the keys that go in.

#include <iostream>
#include <korat/korat.hpp>
#include <map>
#include <memory>
#include <string>

struct search_tree {
  struct node {
    int key;
    std::unique_ptr<node> left, right;
  };
  std::unique_ptr<node> root;

  bool insert(int key) {
    std::unique_ptr<node>* at = &root;
    while (*at && (*at)->key != key) at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    if (*at) return false;
    *at = std::make_unique<node>(node{key, nullptr, nullptr});
    return true;
  }
  static std::string text(const std::unique_ptr<node>& n) {
    std::string written;
    if (n) written.append("(").append(text(n->left)).append(std::to_string(n->key)).append(text(n->right)).append(")");
    return written;
  }
};

struct nothing {};  // the search needs a root; all that it searches here are choices

// The generator. It answers false for what is not wanted: a key that is there already.
bool build(search_tree& tree) {
  for (int i = 0; i < 3; ++i)
    if (!tree.insert(korat::choose(1, 3))) return false;
  return true;
}

int main() {
  korat::finitization<nothing> bounds("insertions");
  bounds.choices(3, 3);
  korat::search<nothing> insertions(bounds, [](const nothing&) {
    search_tree tree;
    return build(tree);
  });
  std::map<std::string, int> trees;
  while (insertions.next_valid()) {
    search_tree tree;
    korat::replay(insertions.choices(), [&tree] { return build(tree); });
    ++trees[search_tree::text(tree.root)];
  }
  std::cout << insertions.statistics().valid << " orders of insertion, " << insertions.statistics().explored
            << " candidates\n";
  for (const auto& [tree, orders] : trees) std::cout << tree << " from " << orders << '\n';
}
