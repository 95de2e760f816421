// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a search has counted and what it has left, in the files that keep it.

#pragma once

#include <vector>

#include "cli/checked_json.hpp"
#include "korat/coverage.hpp"
#include "korat/open_range.hpp"
#include "korat/statistics.hpp"

namespace korat::cli {

ordered_json as_stored_json(const statistics&);
statistics statistics_in(const ordered_json&);
ordered_json as_stored_json(const tallies&);
tallies tallies_in(const ordered_json&);
/// [[after, last], ...]; null where a range is open.
ordered_json as_stored_json(const std::vector<open_range>&);
std::vector<open_range> ranges_in(const ordered_json&);

}  // namespace korat::cli
