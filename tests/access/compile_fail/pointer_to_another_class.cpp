// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// expect: objects of this set do not convert to the member's pointer type

#include <korat/finitization.hpp>

struct leaf {};
struct node { korat::field<node*> next; };
struct list { korat::field<node*> head; };

void bound(korat::finitization<list>& bounds) {
#ifdef KORAT_WRONG
  auto objects = bounds.objects<leaf>(3);
#else
  auto objects = bounds.objects<node>(3);
#endif
  bounds.set<&list::head>(objects);
}
