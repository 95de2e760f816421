// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Options whose value is a candidate vector.

#pragma once

#include <optional>
#include <string>

#include "cli/options.hpp"
#include "korat/position.hpp"

namespace korat::cli {

/// "1,0,2", "1 0 2" and "[1, 0, 2]" are the same vector. Nothing: it is none.
std::optional<candidate_vector> as_vector(const std::string& text);

void add_vector(option_list& options, const std::string& name, const std::string& help,
                std::optional<candidate_vector>& place);
/// --move: what to do with a vector the search never visits.
void add_move(option_list& options, noncanonical& place);

}  // namespace korat::cli
