// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A class, its predicate, a bound: every sorted list of up to three nodes with keys from 1 to 3.

#include <iostream>
#include <korat/korat.hpp>

struct node {
  korat::field<node*> next;
  korat::field<int> key;
};

struct sorted_list {
  korat::field<node*> head;

  bool rep_ok() const {  // keys rise strictly, so there is no cycle either
    for (const node* n = head; n && n->next; n = n->next)
      if (n->key >= n->next->key) return false;
    return true;
  }
};

int main() {
  korat::finitization<sorted_list> bounds;
  const auto nodes = bounds.objects<node>(3);  // a reference is null or one of three nodes
  bounds.set<&sorted_list::head>(nodes).set<&node::next>(nodes).set<&node::key>(korat::between(1, 3));
  for (const sorted_list& list : korat::generate(bounds, &sorted_list::rep_ok)) {
    for (const node* n = list.head; n; n = n->next) std::cout << n->key << ' ';
    std::cout << "end\n";
  }
}
