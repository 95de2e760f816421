// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// expect: the predicate takes a const reference to the root and returns bool

#include <string>

#include <korat/search.hpp>

struct thing { korat::field<int> size; };

void searched(const korat::finitization<thing>& bounds) {
#ifdef KORAT_WRONG
  korat::search<thing> search(bounds, [](const thing&) { return std::string("yes"); });
#else
  korat::search<thing> search(bounds, [](const thing&) { return true; });
#endif
}
