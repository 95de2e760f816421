// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "trap.hpp"

namespace trap {

bool rep_ok_elsewhere(const box& b) { return rep_ok(b); }

// Every function and the class's table is here as well.
int use_everything(const box& b) {
  box made;
  made.extra = b.extra;
  return rep_ok(made) ? same(made.content.doubled()) : extra_of(made);
}

}  // namespace trap
