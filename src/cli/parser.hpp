// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// From the words of the command line to what is to be done.
//
// Options may also stand in a file, by their long names, and so may the words that stand alone:
//
//   # trees.toml, for: korat generate --config trees.toml
//   subject   = "binary-tree"
//   arguments = [9]
//   json      = true
//
// Keys stand alone, for the command that is run, or below the name of a command in brackets ([generate]), so that one
// file can serve several. The command line wins over the file. A key that no option has is an error.

#pragma once

#include <span>

#include "cli/command.hpp"

namespace korat::cli {

/// The action of the command that is named, its options set; or to print a help or the version. Throws usage_error.
action parse(int argc, char** argv, std::span<const command* const> commands);

}  // namespace korat::cli
