// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// expect: an array<T> is bound with array_of(elements).with_length(between(...))

#include <korat/finitization.hpp>

struct heap { korat::array<int> keys; };

void bound(korat::finitization<heap>& bounds) {
#ifdef KORAT_WRONG
  bounds.set<&heap::keys>(korat::between(0, 3));
#else
  bounds.set<&heap::keys>(korat::array_of(korat::between(0, 3)).with_length(korat::between(0, 2)));
#endif
}
