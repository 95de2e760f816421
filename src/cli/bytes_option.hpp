// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The option --memory-limit, the same for all commands that have it.

#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>

#include "cli/bytes.hpp"
#include "cli/exit_code.hpp"
#include "cli/options.hpp"

namespace korat::cli {

inline void add_memory_limit(option_list& options, std::size_t& place) {
  const auto set = [&place](const std::string& word) {
    const auto bytes = bytes_from(word);
    if (!bytes)
      throw usage_error(fmt::format("--memory-limit: expected bytes, as in 65536, 64K, 100M or 2G, not '{}'", word));
    place = *bytes;
  };
  options.value("--memory-limit", "BYTES", "For saved states, and for what the predicate allocates", set);
}

}  // namespace korat::cli
