// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Every object is owned once: where an array has as many elements as there are objects of a class, and nearly each
// leads to another one, what is lost belongs where an element is null or leads to the same as another.

#pragma once

#include <vector>

#include "repair/ledger.hpp"

namespace korat::detail {

std::vector<proposal> lead_to_lost(const view&, const ledger& so_far);

}  // namespace korat::detail
