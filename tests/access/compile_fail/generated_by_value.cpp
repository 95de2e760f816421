// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Copies of the root that share the objects of the search are all the same structure in the end.
//
// expect: a generated structure belongs to the search, and a copy of its root would share its objects

#include <korat/generate.hpp>

struct node { korat::field<node*> next; };
struct list { korat::field<node*> head; };

int count(const korat::finitization<list>& bounds) {
  int lists = 0;
#ifdef KORAT_WRONG
  for (list l : korat::generate(bounds, [](const list&) { return true; })) lists += l.head ? 1 : 0;
#else
  for (const list& l : korat::generate(bounds, [](const list&) { return true; })) lists += l.head ? 1 : 0;
  for (const auto& l : korat::generate(bounds, [](const list&) { return true; })) lists += l->head ? 1 : 0;
#endif
  return lists;
}
