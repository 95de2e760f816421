// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <vector>

#include "diagram/graph.hpp"
#include "space/space.hpp"

namespace korat::detail {

/// The numbers of up to `most` solutions, those with the fewest objects first, then in their order. Objects that are
/// told apart, and what fills unread references, are not counted.
std::vector<big_integer> smallest_solutions(const graph&, const space&, std::size_t most);

}  // namespace korat::detail
