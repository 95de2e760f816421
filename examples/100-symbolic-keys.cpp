// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Keys left open: of the sorted lists over a million keys, one of each length.

#include <iostream>
#include <korat/korat.hpp>

namespace {

struct node {
  korat::field<node*> next;
  korat::field<int> key;
};

struct list {
  korat::field<node*> first;

  bool rep_ok() const {
    korat::set<const node*> visited;
    for (const node* n = first; n; n = n->next)
      if (!visited.insert(n).second || (n->next && n->key >= n->next->key)) return false;
    return true;
  }
};

}  // namespace

int main() {
  korat::finitization<list> bounds;
  const auto nodes = bounds.objects<node>(4);
  bounds.set<&list::first>(nodes).set<&node::next>(nodes).set<&node::key>(korat::between(1, 1'000'000));
  for (const list& each : korat::generate(bounds, &list::rep_ok, {.symbolic = {"node::key"}})) {
    for (const node* n = each.first; n; n = n->next) std::cout << n->key << ' ';
    std::cout << "end\n";
  }
}
