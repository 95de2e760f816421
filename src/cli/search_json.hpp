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

json as_stored_json(const statistics&);
statistics statistics_in(const json_value&);
json as_stored_json(const tallies&);
tallies tallies_in(const json_value&);
/// [[after, last], ...]; null where a range is open.
json as_stored_json(const std::vector<open_range>&);
std::vector<open_range> ranges_in(const json_value&);

}  // namespace korat::cli
