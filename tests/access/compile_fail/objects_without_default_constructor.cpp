// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// expect: the search makes its objects by the default constructor, or as objects<T>(count, made_by(

#include <korat/finitization.hpp>

struct bare { korat::field<int> key; };
struct numbered { explicit numbered(int n) : key(n) {} korat::field<int> key; };

void bound(korat::finitization<bare>& bounds) {
#ifdef KORAT_WRONG
  bounds.objects<numbered>(2);
#else
  bounds.objects<bare>(2);
#endif
}
