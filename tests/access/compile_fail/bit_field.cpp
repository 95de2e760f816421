// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// There is neither a pointer nor a reference to a bit-field: the compiler says so, and points at its name.
//
// expect: bit-field
// expect: &node::red

#include <korat/finitization.hpp>

struct node {
  unsigned red : 1 = 0;
  unsigned key = 0;
};

void f() {
  korat::finitization<node> bounds;
#ifdef KORAT_WRONG
  bounds.set<&node::red>(korat::between(0, 1));
#else
  bounds.set<&node::key>(korat::between(0, 1));
#endif
}
