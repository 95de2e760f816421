// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// expect: deleted

#include <korat/field.hpp>

struct node { int key = 0; int copy() const { return key; } };

int look(const node& n) {
#ifdef KORAT_WRONG
  return korat::read(n.copy());
#else
  return korat::read(n.key);
#endif
}
