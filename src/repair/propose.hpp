// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// All rules, one after the other.

#pragma once

#include "repair/ledger.hpp"

namespace korat::detail {

enum class effort : std::uint8_t {
  quick,
  thorough,             // also what is often right, and takes time
  reshaping,            // also what changes many fields: parts of a balanced tree get another shape
  reshaping_otherwise,  // the same, where the other one of two values is red
};

ledger propose(const view&, effort, rule_set = {});

}  // namespace korat::detail
