// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A class that owns its nodes is tested on copies: objects made by new, which it may change, free and keep.

#include <iostream>
#include <korat/korat.hpp>
#include <utility>
#include <vector>

struct node {
  korat::field<node*> next;
  korat::field<int> key;
};

class sorted_list {
 public:
  sorted_list() = default;
  sorted_list(const sorted_list&) = delete;
  sorted_list& operator=(const sorted_list&) = delete;
  ~sorted_list() { clear(); }

  void clear() {
    while (node* const first = head_) {
      head_ = static_cast<node*>(first->next);
      delete first;
    }
  }
  void insert(int key) {
    korat::field<node*>* place = &head_;
    while (*place && (*place)->key < key) place = &(*place)->next;
    if (*place && (*place)->key == key) return;
    node* const added = new node;
    added->key = key;
    added->next = static_cast<node*>(*place);
    *place = added;
  }
  bool rep_ok() const {
    for (const node* n = head_; n && n->next; n = n->next)
      if (n->key >= n->next->key) return false;
    return true;
  }
  static korat::finitization<sorted_list> bounds(int length) {
    korat::finitization<sorted_list> space;
    const auto nodes = space.objects<node>(length);
    space.set<&sorted_list::head_>(nodes).set<&node::next>(nodes).set<&node::key>(korat::between(1, length));
    return space;
  }

 private:
  korat::field<node*> head_;
};

int main() {
  int wrong = 0;
  for (const auto list : korat::owned(sorted_list::bounds(4), &sorted_list::rep_ok)) {
    list->insert(3);  // a node of the list's own, among those of the copy
    if (!list->rep_ok()) ++wrong;
  }  // the list frees them all
  std::cout << wrong << " lists broken by insert()\n";

  std::vector<korat::owned_structure<sorted_list>> kept;
  korat::for_each(sorted_list::bounds(4), &sorted_list::rep_ok,
                  [&](const sorted_list& list) { kept.push_back(korat::copy(list)); });
  std::cout << kept.size() << " lists kept\n";
}
