// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Constant references: a member that leads to one and the same object almost everywhere.

#pragma once

#include <vector>

#include "repair/ledger.hpp"

namespace korat::detail {

std::vector<proposal> lead_to_the_same(const view&);

}  // namespace korat::detail
