// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// expect: objects of this set do not convert to the member's pointer type

#include <korat/finitization.hpp>

struct base {};
struct left : base {};
struct right : base {};
struct stranger {};
struct holder { base* any = nullptr; };

void bound(korat::finitization<holder>& bounds) {
  auto one = bounds.objects<left>(1);
#ifdef KORAT_WRONG
  auto other = bounds.objects<stranger>(1);
#else
  auto other = bounds.objects<right>(1);
#endif
  bounds.set<&holder::any>(korat::any_of(one, other));
}
