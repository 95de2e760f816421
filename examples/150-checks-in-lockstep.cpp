// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Red-black trees by two checks that take turns: a wrong colour ends the tree while most of it has no shape yet. And
// where the colours are checked along with the shape, equal states of the two merge.

#include <iostream>
#include <korat/korat.hpp>

struct node {
  korat::field<node*> left, right;
  korat::field<bool> red;
};

struct tree {
  korat::field<node*> root;
  korat::field<int> size;

  bool is_tree() const {
    korat::set<const node*> met;
    korat::queue<const node*> waiting;
    const auto meet = [&](const node* n) {
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

  /// Does not ask where it has been: it trusts is_tree().
  bool is_coloured() const {
    struct part {
      const node* top;
      int blacks;  // from the root to here
      bool red;
    };
    korat::queue<part> waiting;
    int blacks_of_all = -1;
    const auto meet = [&](const node* n, int blacks, bool below_red) {
      if (n == nullptr) return blacks == (blacks_of_all < 0 ? blacks_of_all = blacks : blacks_of_all);
      const bool red = n->red;
      waiting.push({n, blacks + (red ? 0 : 1), red});
      return !(red && below_red);
    };
    if (!meet(root, 0, false)) return false;
    while (!waiting.empty()) {
      const part p = waiting.front();
      waiting.pop();
      if (!meet(p.top->left, p.blacks, p.red) || !meet(p.top->right, p.blacks, p.red)) return false;
    }
    return true;
  }

  bool rep_ok() const { return is_tree() && is_coloured(); }
};

korat::finitization<tree> trees_of(int size) {
  korat::finitization<tree> bounds("tree");
  const auto nodes = bounds.objects<node>(size);
  bounds.set<&tree::root>(nodes).set<&tree::size>(korat::exactly(size));
  bounds.set<&node::left>(nodes).set<&node::right>(nodes).set<&node::red>(korat::any_bool);
  return bounds;
}

template <class Predicate>
void count(const char* how, Predicate predicate) {
  korat::search<tree> trees(trees_of(9), predicate);
  while (trees.next_valid()) {
  }
  std::cout << how << trees.statistics().valid << " trees, " << trees.statistics().explored << " candidates\n";
}

int main() {
  count("one after the other: ", &tree::rep_ok);
  count("in lockstep: ", korat::all_of(&tree::is_tree, korat::early(&tree::is_coloured)));

  const korat::diagram<tree> many(trees_of(12), korat::all_of(&tree::is_tree, korat::early(&tree::is_coloured)));
  std::cout << "12 nodes: " << many.count().decimal() << " trees\n";
}
