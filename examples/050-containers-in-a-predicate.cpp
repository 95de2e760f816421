// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A predicate may use any container as a local variable. With std:: containers every saved state holds a copy of their
// memory; korat's own, which look the same, are undone instead: only their heads are copied.

#include <iostream>
#include <korat/korat.hpp>
#include <queue>
#include <set>

struct node {
  korat::field<node*> left, right;
};

struct tree {
  korat::field<node*> root;
};

template <class Set, class Queue>
bool is_tree(const tree& t) {
  if (!t.root) return true;
  Set visited;
  Queue work;
  visited.insert(t.root);
  work.push(t.root);
  while (!work.empty()) {
    const node* const current = work.front();
    work.pop();
    for (const node* const child : {current->left.get(), current->right.get()}) {
      if (!child) continue;
      if (!visited.insert(child).second) return false;
      work.push(child);
    }
  }
  return true;
}

korat::statistics count_trees(bool (*predicate)(const tree&), korat::engine how) {
  korat::finitization<tree> bounds;
  const auto nodes = bounds.objects<node>(6);
  bounds.set<&tree::root>(nodes).set<&node::left>(nodes).set<&node::right>(nodes);
  korat::search trees(bounds, predicate, {.engine = how});
  while (trees.next_valid()) continue;
  return trees.statistics();
}

int main() {
  const auto ordinary = is_tree<std::set<const node*>, std::queue<const node*>>;
  const auto undoable = is_tree<korat::set<const node*>, korat::queue<const node*>>;
  const auto plain = count_trees(ordinary, korat::engine::checkpoint);
  const auto light = count_trees(undoable, korat::engine::checkpoint);
  const auto again = count_trees(undoable, korat::engine::reexecute);
  std::cout << "valid:                 " << plain.valid << ", " << light.valid << ", " << again.valid << '\n'
            << "explored:              " << plain.explored << ", " << light.explored << ", " << again.explored << '\n'
            << "field initializations: " << plain.field_initializations << ", " << light.field_initializations << ", "
            << again.field_initializations << '\n';
  if (light.checkpoints > 0)
    std::cout << "bytes per saved state: " << plain.bytes_saved / plain.checkpoints << ", "
              << light.bytes_saved / light.checkpoints << '\n';

  // Outside a predicate they are ordinary containers of trivially copyable values.
  korat::map<int, int> squares;
  for (int i = 1; i <= 3; ++i) squares[i] = i * i;
  squares.erase(2);
  for (const auto& [number, square] : squares) std::cout << number << " squared is " << square << '\n';
}
