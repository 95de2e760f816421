// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// More binary trees than anybody visits: counted, drawn at random, numbered, cut into equal parts, kept in a file.

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <korat/korat.hpp>
#include <random>

struct node {
  korat::field<node*> left, right;
};

struct tree {
  korat::field<node*> root;
  korat::field<int> size;

  bool rep_ok() const {
    korat::set<const node*> met;
    korat::queue<const node*> waiting;
    const auto meet = [&](const node* n) {  // at once, so that a node met twice ends it
      if (n == nullptr) return true;
      waiting.push(n);
      return met.insert(n).second;
    };
    if (!meet(root)) return false;
    while (!waiting.empty()) {
      const node* const n = waiting.front();
      waiting.pop();
      if (!meet(n->left) || !meet(n->right)) return false;
    }
    return size == static_cast<int>(met.size());
  }
};

int height(const node* n) { return n == nullptr ? 0 : 1 + std::max(height(n->left), height(n->right)); }

int main() {
  korat::finitization<tree> bounds("tree");
  const auto nodes = bounds.objects<node>(20);
  bounds.set<&tree::root>(nodes).set<&node::left>(nodes).set<&node::right>(nodes).set<&tree::size>(
      korat::between(20, 20));

  korat::diagram<tree> trees(bounds, &tree::rep_ok);
  std::cout << trees.count().decimal() << " trees, " << trees.explored().decimal() << " candidates in a search\n";

  std::mt19937_64 random(1);
  int heights = 0;
  for (int i = 0; i < 1000; ++i) heights += height(trees.sample(random).root);
  std::cout << "they are higher than 8 levels on average: " << (heights > 8000 ? "yes" : "no") << '\n';

  const tree& millionth = trees[999'999];
  std::cout << "the millionth has " << height(millionth.root) << " levels, and number "
            << trees.rank(trees.vector()).decimal() << '\n';
  std::cout << "the second of three parts begins with number " << trees.even_parts(3)[1].decimal() << '\n';

  trees.save("trees.diagram");
  const auto loaded = korat::diagram<tree>::load(bounds, "trees.diagram");  // the predicate is not needed
  std::cout << "in the file there are " << loaded.count().decimal() << '\n';
  std::remove("trees.diagram");
}
