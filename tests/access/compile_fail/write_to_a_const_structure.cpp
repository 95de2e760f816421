// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// expect: const

#include <korat/field.hpp>

struct node { korat::field<int> key; };

void change(node& n, [[maybe_unused]] const node& seen) {
#ifdef KORAT_WRONG
  seen.key = 1;
#else
  n.key = 1;
#endif
}
