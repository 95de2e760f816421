// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// expect: between() bounds integers and enums; list other values with one_of(), or bound

#include <korat/finitization.hpp>

struct node { korat::field<node*> next; korat::field<int> key; };

void bound(korat::finitization<node>& bounds) {
#ifdef KORAT_WRONG
  bounds.set<&node::next>(korat::between(0, 3));
#else
  bounds.set<&node::key>(korat::between(0, 3));
#endif
}
