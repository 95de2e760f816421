// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The option --memory-limit, the same for all commands that have it.

#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>

#include "cli/bytes.hpp"
#include "cli/exit_code.hpp"

namespace korat::cli {

inline void add_memory_limit(CLI::App& parser, std::size_t& place) {
  const auto set = [&place](const std::string& word) {
    const auto bytes = bytes_from(word);
    if (!bytes)
      throw usage_error(fmt::format("--memory-limit: expected bytes, as in 65536, 64K, 100M or 2G, not '{}'", word));
    place = *bytes;
  };
  parser
      .add_option_function<std::string>("--memory-limit", set, "For saved states, and for what the predicate allocates")
      ->type_name("BYTES");
}

}  // namespace korat::cli
