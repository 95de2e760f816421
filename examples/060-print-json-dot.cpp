// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A structure as text, as JSON, as a picture for Graphviz, as a candidate vector, and as data; all solutions in several
// formats at the same time, one of them our own.

#include <iostream>
#include <korat/korat.hpp>
#include <sstream>

enum class color { red, black };

struct node {
  korat::field<node*> left, right;
  korat::field<color> paint;
};

struct tree {
  korat::field<node*> root;
  korat::field<int> size;

  bool rep_ok() const {
    korat::set<const node*> visited;
    return is_tree(root, visited) && static_cast<int>(visited.size()) == size;
  }
  static bool is_tree(const node* n, korat::set<const node*>& visited) {
    return !n || (visited.insert(n).second && is_tree(n->left, visited) && is_tree(n->right, visited));
  }
};

struct names : korat::report_format {
  std::string text(const korat::reported& at) const override {
    std::string line;
    for (const auto& object : at.snapshot().objects) line += object.name + ' ';
    return line + '\n';
  }
};

int main() {
  korat::finitization<tree> bounds;
  const auto nodes = bounds.objects<node>(2);
  bounds.set<&tree::root>(nodes).set<&tree::size>(korat::exactly(2));
  bounds.set<&node::left>(nodes).set<&node::right>(nodes);
  bounds.set<&node::paint>(korat::enumerators<color::red, color::black>);

  korat::search trees(bounds, &tree::rep_ok, {.max_valid = 2});
  while (trees.next_valid()) {
    const korat::structure found = trees.snapshot();  // a copy: it stays when the search goes on
    std::cout << korat::to_text(found) << korat::to_json(found) << '\n';
    std::cout << "vector   " << korat::to_text(trees.vector()) << '\n';
    std::cout << "accessed " << korat::to_text(trees.accessed()) << '\n';
    if (trees.statistics().valid == 2) std::cout << korat::to_dot(found);
  }
  for (std::size_t i = 0; i < trees.fields(); ++i)
    std::cout << i << " is " << trees.field(i).object << '.' << trees.field(i).member << ", one of "
              << trees.domain_size(i) << " values\n";

  const names in_our_format;
  std::ostringstream vectors;
  korat::reporter report;
  report.add(in_our_format, std::cout).add(korat::vector_format(), vectors);
  korat::search again(bounds, &tree::rep_ok, {.max_valid = 2, .listener = &report});
  while (again.next()) continue;
  std::cout << vectors.str();
}
