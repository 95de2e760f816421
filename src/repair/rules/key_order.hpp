// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Sorted structures: search trees, sorted lists. One member leads to smaller keys, one to larger ones, so the objects
// have an order in which keys rise. Most of them do rise, in a longest increasing subsequence; what does not lies in
// the wrong place if much hangs on it, and else has a wrong key.

#pragma once

#include <optional>
#include <vector>

#include "repair/rules/keys.hpp"

namespace korat::detail {

/// Nothing if the structure is not sorted nearly everywhere.
std::optional<std::vector<proposal>> sort_by_keys(const view&, const ledger& so_far, const keys&);

}  // namespace korat::detail
