// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A complete diagram is held against the predicate, run from its beginning: on random candidates, and on random
// solutions of the diagram. State outside the predicate, which no saved state holds, may have led it elsewhere while it
// was built.

#pragma once

#include "diagram/graph.hpp"

namespace korat::detail {

class search_engine;

/// Throws cannot_merge if they differ, or if the predicate changes variables of the program.
void spot_check(search_engine&, const graph&);

}  // namespace korat::detail
