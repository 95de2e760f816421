// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Options whose value is a candidate vector.

#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "korat/position.hpp"

namespace korat::cli {

/// "1,0,2", "1 0 2" and "[1, 0, 2]" are the same vector. Nothing: it is none.
std::optional<candidate_vector> as_vector(const std::string& text);

void add_vector(CLI::App& parser, const std::string& name, const std::string& help,
                std::optional<candidate_vector>& place);
/// --move: what to do with a vector the search never visits.
void add_move(CLI::App& parser, noncanonical& place);

}  // namespace korat::cli
