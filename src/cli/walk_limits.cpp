// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/walk_limits.hpp"

#include <chrono>

#include "cli/interrupt.hpp"
#include "cli/number_option.hpp"

namespace korat::cli {

void add_walk_limits(option_list& options, walk_limits& limits) {
  add_number(options, "--max-explored", "N", "Stop after N candidates, with what was found", limits.max_explored);
  add_number(options, "--time-limit", "SECONDS", "Stop after so many seconds, with what was found", limits.time_limit);
}

search_options search_options_of(const walk_limits& limits) {
  search_options options{.max_explored = limits.max_explored};
  if (limits.time_limit) options.stop_when = stop_after(std::chrono::duration<double>(*limits.time_limit));
  return options;
}

exit_code ended_by() { return interrupted() ? exit_code::interrupted : exit_code::stopped_by_limit; }

std::string ended_text() { return interrupted() ? "interrupted" : "stopped by a limit"; }

}  // namespace korat::cli
