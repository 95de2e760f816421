// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Neither can what a range hands out be put aside as it is: the two ways to put it there are equally good.
//
// expect: push_back
// expect: is ambiguous

#include <vector>

#include <korat/generate.hpp>

struct node { korat::field<node*> next; };
struct list { korat::field<node*> head; };

void collect(const korat::finitization<list>& bounds, std::vector<list>& all) {
  for (auto&& l : korat::generate(bounds, [](const list&) { return true; })) {
#ifdef KORAT_WRONG
    all.push_back(l);
#else
    all.resize(all.size() + (l->head ? 1 : 0));
#endif
  }
}
