// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What AddressSanitizer finds in code under test that gets owned copies: owned_program MISTAKE. Without one, nothing.

#include <iostream>
#include <string>

#include "korat/korat.hpp"

namespace {

struct node {
  korat::field<node*> next;
};
struct list {
  korat::field<node*> head;
  ~list() {
    while (node* const first = head) head = static_cast<node*>(first->next), delete first;
  }
  bool rep_ok() const {
    int length = 0;
    for (const node* n = head; n; n = n->next)
      if (++length > 3) return false;
    return true;
  }
};

/// Forgets to unlink, to free, or frees too early.
void pop(list& l, const std::string& mistake) {
  node* const first = l.head;
  if (!first) return;
  if (mistake == "use") delete first;
  if (mistake != "double") l.head = static_cast<node*>(first->next);
  if (mistake != "leak" && mistake != "use") delete first;
}

}  // namespace

int main(int, char** arguments) {
  const std::string mistake = arguments[1] ? arguments[1] : "";
  korat::finitization<list> bounds;
  const auto nodes = bounds.objects<node>(3);
  bounds.set<&list::head>(nodes).set<&node::next>(nodes);
  int lists = 0;
  for (const auto l : korat::owned(bounds, &list::rep_ok)) pop(*l, mistake), ++lists;
  std::cout << lists << " lists\n";
}
