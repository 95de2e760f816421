// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Options whose value is a place in the space: a candidate vector, or a file with a structure, which stands for one.

#pragma once

#include <optional>
#include <string>

#include "cli/options.hpp"
#include "korat/search.hpp"

namespace korat::cli {

/// "1,0,2", "1 0 2" and "[1, 0, 2]" are the same vector. Nothing: it is none.
std::optional<candidate_vector> as_vector(const std::string& text);

struct position {
  candidate_vector vector;
  std::string file = {};  // not empty: the vector is that of the structure in this file
};

void add_position(option_list& options, const std::string& name, const std::string& help,
                  std::optional<position>& place);
/// Throws file_error for a file that cannot be read, and position_error when its structure is not in the space.
candidate_vector vector_of(const position&, basic_search&);
/// --move: what to do with a vector the search never visits.
void add_move(option_list& options, noncanonical& place);

}  // namespace korat::cli
