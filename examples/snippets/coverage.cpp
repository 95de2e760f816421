// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// How much of the space a search covers, and how long it would be. The example of docs/coverage.md.

#include <cmath>
#include <iostream>
#include <korat/korat.hpp>

namespace {

struct node {
  korat::field<node*> left, right;
};

struct tree {
  korat::field<node*> root;
  korat::field<int> size;

  bool rep_ok() const {
    korat::set<node*> visited;
    return is_tree(root, visited) && size == static_cast<int>(visited.size());
  }
  static bool is_tree(node* n, korat::set<node*>& visited) {
    return !n || (visited.insert(n).second && is_tree(n->left, visited) && is_tree(n->right, visited));
  }
};

korat::finitization<tree> trees_of(int n) {
  korat::finitization<tree> bounds;
  const auto nodes = bounds.objects<node>(n);
  bounds.set<&tree::root>(nodes).set<&tree::size>(korat::exactly(n)).set<&node::left>(nodes).set<&node::right>(nodes);
  return bounds;
}

void measure_coverage() {
  const auto bounds = trees_of(3);
  korat::search<tree> trees(bounds, &tree::rep_ok, {.count_reach = true});
  while (trees.next_valid()) {
  }
  const korat::coverage c = trees.coverage();
  std::cout << *c.covered << " of " << *c.space << ": " << *c.reach << " reached, " << *c.prune << " pruned\n";
}

void forecast() {
  korat::search<tree> trial(trees_of(12), &tree::rep_ok, {.engine = korat::engine::reexecute});
  const korat::probe one = korat::random_probe(trial, 1);
  std::cout << "about " << std::lround(one.explored) << " candidates, " << std::lround(one.valid) << " trees\n";
}

}  // namespace

int main() {
  measure_coverage();
  forecast();
}
