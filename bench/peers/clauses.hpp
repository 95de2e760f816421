// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Search trees as clauses, for a solver that enumerates what satisfies them.

#pragma once

#include <cstdint>
#include <string>

namespace korat::bench {

/// Trees of n nodes with the keys 1 to n, as a file in the format of DIMACS. A tree is told by how far each node
/// reaches: the keys below it on its right end somewhere. There is a variable for each two keys, whether the larger
/// lies below the smaller. Those below a node have no gap, and what is below one of them is below the node: all such
/// relations are trees, and each is another shape.
std::string search_trees_as_clauses(std::int64_t n);

}  // namespace korat::bench
