// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// expect: between() bounds integers and enums; list other values with one_of(), or bound

#include <korat/finitization.hpp>

struct point { double x = 0; };

void bound(korat::finitization<point>& bounds) {
#ifdef KORAT_WRONG
  bounds.set<&point::x>(korat::between(0, 3));
#else
  bounds.set<&point::x>(korat::one_of(0.0, 3.0));
#endif
}
