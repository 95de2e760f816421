// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Every object is owned once: of the members by which objects are reached, one field leads to it. Where two do, one of
// them is wrong, and probably led to an object that none leads to.

#pragma once

#include <vector>

#include "repair/ledger.hpp"

namespace korat::detail {

std::vector<proposal> own_once(const view&, const ledger& so_far);

}  // namespace korat::detail
