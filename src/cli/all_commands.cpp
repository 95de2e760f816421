// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/command.hpp"

namespace korat::cli {

std::span<const command* const> all_commands() {
  // In the order of the help.
  static constexpr const command* commands[] = {
      &list_command,    &generate_command, &new_command,        &forecast_command,   &curve_command,   &draw_command,
      &count_command,   &sample_command,   &nth_command,        &rank_command,       &diff_command,    &certify_command,
      &check_command,   &end_command,      &infeasible_command, &neighbours_command, &ranges_command,  &merge_command,
      &cluster_command, &vectors_command,  &show_command,       &profile_command,    &corrupt_command, &repair_command,
  };
  return commands;
}

}  // namespace korat::cli
