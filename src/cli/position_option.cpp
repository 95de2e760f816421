// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/position_option.hpp"

#include <fmt/format.h>

#include <charconv>

#include "cli/exit_code.hpp"

namespace korat::cli {

std::optional<candidate_vector> as_vector(const std::string& text) {
  candidate_vector result;
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto skip = [&](std::string_view what) {
    while (at != end && what.find(*at) != std::string_view::npos) ++at;
  };
  skip(" [");
  while (at != end && *at != ']') {
    std::uint32_t value = 0;
    const auto [stopped, error] = std::from_chars(at, end, value);
    if (error != std::errc()) return std::nullopt;
    result.push_back(value);
    const auto* const number_end = at = stopped;
    skip(" \t");
    if (at != end && *at == ',') ++at;
    skip(" \t");
    if (at == number_end && at != end && *at != ']') return std::nullopt;
  }
  skip(" ]");
  if (at != end || result.empty()) return std::nullopt;
  return result;
}

void add_vector(option_list& options, const std::string& name, const std::string& help,
                std::optional<candidate_vector>& place) {
  const auto set = [name, &place](const std::string& word) {
    place = as_vector(word);
    if (!place)
      throw usage_error(
          fmt::format("{}: expected a candidate vector, as in 1,0,2 (see --print vector), not '{}'", name, word));
  };
  options.value(name, "VECTOR", help, set);
}

void add_move(option_list& options, noncanonical& place) {
  options.flag("--move", "Move a vector that the search never visits to the candidate it stands for",
               [&place] { place = noncanonical::move; });
}

}  // namespace korat::cli
