// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// expect: objects are referred to by pointers

#include <korat/finitization.hpp>

struct node { korat::field<node*> next; korat::field<int> key; };

void bound(korat::finitization<node>& bounds) {
  auto nodes = bounds.objects<node>(3);
#ifdef KORAT_WRONG
  bounds.set<&node::key>(nodes);
#else
  bounds.set<&node::next>(nodes);
#endif
}
