// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// All rules, one after the other.

#pragma once

#include "repair/ledger.hpp"

namespace korat::detail {

/// How a damaged structure is read, where there are several ways.
struct interpretation {
  bool other_colors = false;  // the less likely one of two values is red
  bool reshapes = false;      // parts of a balanced tree get another shape, though that changes many fields
};

ledger propose(const view&, interpretation = {}, rule_set = {});

}  // namespace korat::detail
