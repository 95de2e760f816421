// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The subcommands, one file each. A command adds itself to the program's parser and later runs, if it was the one
// named.

#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "cli/exit_code.hpp"

namespace korat::cli {

struct command {
  CLI::App* parser;
  std::function<exit_code()> run;
};

command add_list(CLI::App& program);
command add_generate(CLI::App& program);
command add_new(CLI::App& program);
command add_forecast(CLI::App& program);
command add_draw(CLI::App& program);
command add_profile(CLI::App& program);
command add_end(CLI::App& program);
command add_infeasible(CLI::App& program);
command add_neighbours(CLI::App& program);
command add_ranges(CLI::App& program);
command add_vectors(CLI::App& program);
command add_show(CLI::App& program);
command add_corrupt(CLI::App& program);
command add_repair(CLI::App& program);

}  // namespace korat::cli
