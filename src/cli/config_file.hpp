// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The configuration file: any option of a command, by its long name, and its arguments.
//
//   # trees.toml, for: korat generate --config trees.toml
//   subject   = "binary-tree"
//   arguments = [9]
//   json      = true
//
// Keys stand alone, for the command that is run, or below the name of a command in brackets ([generate]), so that one
// file can serve several. The command line wins over the file. A key that no option has is an error.

#pragma once

#include <CLI/CLI.hpp>

namespace korat::cli {

/// Gives `program` and the subcommands it has by now the option --config.
void add_config_file(CLI::App& program);

}  // namespace korat::cli
