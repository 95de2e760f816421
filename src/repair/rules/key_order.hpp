// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Search trees. One member leads to smaller keys, one to larger ones, so the objects have an order in which keys rise.
// Most of them do rise, in a longest increasing subsequence; what does not lies in the wrong place if much hangs on it,
// and else has a wrong key. Lists are in sorted_lists.hpp.

#pragma once

#include <vector>

#include "repair/rules/keys.hpp"

namespace korat::detail {

struct key_order {
  double share = 0;  // of the objects that are in order; 0: it is no sorted tree
  std::vector<proposal> proposals = {};
};
key_order sort_by_keys(const view&, const ledger& so_far, const keys&);

}  // namespace korat::detail
