// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A structure with its objects in another order, before faults are put into it: objects are numbered as the root
// reaches them, and nobody is to repair a list by counting.

#pragma once

#include <random>
#include <string>
#include <vector>

#include "korat/structure.hpp"

namespace korat::faults {

/// Gives the objects other random places and numbers, but for the root and the objects of the classes named. So neither
/// tells where an object belongs.
structure renumbered(const structure&, const std::vector<std::string>& kept_classes, std::mt19937_64&);

}  // namespace korat::faults
