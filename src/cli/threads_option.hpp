// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// --threads N, of all commands that search.

#pragma once

#include <optional>

#include "cli/options.hpp"

namespace korat::cli {

/// As given: 0 for all cores, nothing if not given.
using given_threads = std::optional<unsigned>;

void add_threads(option_list&, given_threads& place);
/// --processes N, of a command that works on several files.
void add_processes(option_list&, given_threads& place);
/// Without the option: all cores.
unsigned threads_of(given_threads);

}  // namespace korat::cli
