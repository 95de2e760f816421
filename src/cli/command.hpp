// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The subcommands, one file each. A new one is declared here, defined at the end of its file, and listed in
// all_commands.cpp:
//
//   action set_up_vectors(option_list& options) {           // called for the command that was named, and for no other
//     auto r = std::make_shared<vectors_request>();
//     options.value("--output", "FILE", "The file", r->output_path);
//     return [r] { return vectors(*r); };                   // called once the options are read
//   }
//   const command vectors_command{"vectors", "Write candidate vectors to a file", set_up_vectors};

#pragma once

#include <functional>
#include <span>

#include "cli/exit_code.hpp"
#include "cli/options.hpp"

namespace korat::cli {

using action = std::function<exit_code()>;

struct command {
  const char* name;
  const char* summary;
  action (*set_up)(option_list&);
};

extern const command list_command;
extern const command generate_command;
extern const command new_command;
extern const command forecast_command;
extern const command curve_command;
extern const command draw_command;
extern const command end_command;
extern const command infeasible_command;
extern const command neighbours_command;
extern const command ranges_command;
extern const command merge_command;
extern const command cluster_command;
extern const command vectors_command;
extern const command count_command;
extern const command sample_command;
extern const command nth_command;
extern const command rank_command;
extern const command diff_command;
extern const command certify_command;
extern const command check_command;
extern const command show_command;
extern const command profile_command;
extern const command corrupt_command;
extern const command repair_command;

/// Those of this program, in the order of the help.
std::span<const command* const> all_commands();

}  // namespace korat::cli
