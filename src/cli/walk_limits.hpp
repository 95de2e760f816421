// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// --time-limit, --max-explored and Ctrl-C for commands that walk through candidates: they answer with what they have.

#pragma once

#include <optional>
#include <string>

#include "cli/exit_code.hpp"
#include "cli/options.hpp"
#include "korat/options.hpp"

namespace korat::cli {

struct walk_limits {
  std::uint64_t max_explored = search_options::unlimited;
  std::optional<double> time_limit = {};  // seconds
};

void add_walk_limits(option_list& options, walk_limits&);
/// Of a search that obeys them; an interrupt needs 'interruptible' besides.
search_options search_options_of(const walk_limits&);
/// Why a walk did not come to its end.
exit_code ended_by();
/// "stopped by a limit", "interrupted"
std::string ended_text();

}  // namespace korat::cli
