// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Walking the space of candidates: to its end, backward, from a structure of one's own, in ranges.

#include <iostream>
#include <korat/korat.hpp>

struct node {
  korat::field<node*> left, right;
};

struct tree {
  korat::field<node*> root;
  korat::field<int> size;

  bool rep_ok() const {
    korat::set<const node*> visited;
    return is_tree(root, visited) && static_cast<int>(visited.size()) == size;
  }
  static bool is_tree(const node* n, korat::set<const node*>& visited) {
    if (n == nullptr) return true;
    return visited.insert(n).second && is_tree(n->left, visited) && is_tree(n->right, visited);
  }
};

int main() {
  korat::finitization<tree> bounds;
  const auto nodes = bounds.objects<node>(3);
  bounds.set<&tree::root>(nodes).set<&tree::size>(korat::exactly(3));
  bounds.set<&node::left>(nodes).set<&node::right>(nodes);

  korat::search<tree> trees(bounds, &tree::rep_ok);
  trees.to_end();
  trees.previous();  // the last candidate of all, by one execution
  std::cout << "the last candidate: " << korat::to_text(trees.vector()) << ", " << trees.statistics().executions
            << " execution\n";
  trees.previous_valid();
  std::cout << "the last valid one: " << korat::to_text(trees.vector()) << '\n';

  // A tree whose second node points back to the first. The nearest valid structures may be what it should have been.
  node first, second;
  tree broken;
  broken.root = &first;
  first.left = &second;
  second.right = &first;
  korat::candidate_vector position = trees.canonical(broken);
  std::cout << "the broken tree: " << korat::to_text(position) << '\n';
  korat::search<tree> down(bounds, &tree::rep_ok);
  for (const auto& [vector, distance] : korat::find_neighbours(trees, down, position, 2))
    std::cout << "  at distance " << distance << ": " << korat::to_text(vector) << '\n';

  // Two halves, searched one by one: together, everything once.
  const auto cut = korat::cut_by_count(trees, 2).front();
  for (const korat::search_options& half : {korat::search_options{.to = cut}, korat::search_options{.from = cut}}) {
    const auto counts = korat::for_each(
        bounds, &tree::rep_ok, [](const tree&) {}, half);
    std::cout << counts.explored << " candidates, " << counts.valid << " valid\n";
  }
}
