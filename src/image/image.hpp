// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A structure as data, to and from the memory of a space.

#pragma once

#include <cstdint>
#include <vector>

#include "korat/structure.hpp"
#include "space/space.hpp"

namespace korat::detail {

/// The bounds with room for the structure's objects and `fresh` more in every set. Throws finitization_error when the
/// structure has a class that the bounds do not know.
bounds with_room_for(bounds, const structure&, std::uint32_t fresh);

/// To a space of those bounds. Throws finitization_error when a field does not fit.
void load(const structure&, const space&);

/// The space's objects, all or those `included`: the root first, then in the order of the sets. (A search's snapshot
/// has only what the root reaches; here lost objects matter.)
structure to_structure(const space&, const std::vector<bool>& included = {});

}  // namespace korat::detail
