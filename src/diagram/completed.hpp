// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>

#include "diagram/graph.hpp"
#include "diagram/signature.hpp"

namespace korat::detail {

class search_engine;

/// The candidates that an accepted one is completed to, and on what of it their number depends.
struct completed {
  subtree below;
  completion_need need;
};

/// Whether the choices from number `first` on, which completion has made, are independent of each other.
bool completes_independently(const search_engine&, std::uint32_t first);

/// Of the engine's present choices, which the predicate has just accepted. Throws cannot_merge when there are too many.
completed completed_candidates(search_engine&);

}  // namespace korat::detail
