// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Those of the program of the first search, which is compiled in half the time.

#include "cli/command.hpp"

namespace korat::cli {

std::span<const command* const> all_commands() {
  static constexpr const command* commands[] = {&list_command, &generate_command};
  return commands;
}

}  // namespace korat::cli
