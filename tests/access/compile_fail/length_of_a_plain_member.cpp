// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// expect: only a korat::array<T> or a plain std::vector<T> has a length to search

#include <korat/finitization.hpp>

struct heap { korat::array<int> keys; korat::field<int> size; };

void bound(korat::finitization<heap>& bounds) {
  const auto domain = korat::array_of(korat::between(0, 3)).with_length(korat::between(0, 2));
#ifdef KORAT_WRONG
  bounds.set<&heap::size>(domain);
#else
  bounds.set<&heap::keys>(domain);
#endif
}
