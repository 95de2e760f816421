// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// expect: the listed values do not convert to the member's type

#include <korat/finitization.hpp>

struct named { korat::field<int> number; };

void bound(korat::finitization<named>& bounds) {
#ifdef KORAT_WRONG
  bounds.set<&named::number>(korat::one_of("one", "two"));
#else
  bounds.set<&named::number>(korat::one_of(1, 2));
#endif
}
