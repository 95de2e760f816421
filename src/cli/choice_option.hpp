// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Options whose value is one of a few words.

#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <utility>
#include <vector>

#include "cli/exit_code.hpp"
#include "cli/options.hpp"

namespace korat::cli {

template <class Enum>
void add_choice(option_list& options, const std::string& name, const char* value_name, const std::string& help,
                Enum& place, std::vector<std::pair<std::string, Enum>> words) {
  const auto choose = [name, &place, words](const std::string& word) {
    std::vector<std::string> expected;
    for (const auto& [known, value] : words) {
      if (known == word) return static_cast<void>(place = value);
      expected.push_back(known);
    }
    throw usage_error(fmt::format("{}: expected {}, not '{}'", name, fmt::join(expected, ", "), word));
  };
  options.value(name, value_name, help, choose);
}

}  // namespace korat::cli
