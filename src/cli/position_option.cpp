// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/position_option.hpp"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>

#include "cli/exit_code.hpp"
#include "files/structure_file.hpp"

namespace korat::cli {

namespace {

bool is_file(const std::string& word) {
  return word == "-" || word.ends_with(".json") || std::filesystem::is_regular_file(word);
}

}  // namespace

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

void add_position(option_list& options, const std::string& name, const std::string& help,
                  std::optional<position>& place) {
  const auto set = [name, &place](const std::string& word) {
    if (const auto vector = as_vector(word))
      place = position{*vector};
    else if (is_file(word))
      place = position{{}, word};
    else
      throw usage_error(
          fmt::format("{}: expected a candidate vector, as in 1,0,2 (see --print vector), or a file with a structure "
                      "(see --print json), not '{}'",
                      name, word));
  };
  options.value(name, "VECTOR", help, set);
}

candidate_vector vector_of(const position& p, basic_search& search) {
  if (p.file.empty()) return p.vector;
  const auto read = files::read_structure(p.file);
  try {
    return search.canonical(read.structure);
  } catch (const position_error& e) {
    throw position_error(fmt::format("{} is no structure of this space: {}", p.file, e.what()));
  }
}

void add_move(option_list& options, noncanonical& place) {
  options.flag("--move", "Move a vector that the search never visits to the candidate it stands for",
               [&place] { place = noncanonical::move; });
}

}  // namespace korat::cli
