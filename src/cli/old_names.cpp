// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/old_names.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <string_view>

namespace korat::cli {
namespace {

struct name_pair {
  std::string_view old_name, name;
};
constexpr std::array renamed{
    name_pair{"--back", "--backward"},
    name_pair{"--cvStart", "--start"},
    name_pair{"--maxStructs", "--max-valid"},
    name_pair{"--printCandVects", "--print-candidates"},
};
constexpr std::array advice_about_options{
    name_pair{"--findEnd", "ask 'korat end SUBJECT ARGUMENTS'"},
    name_pair{"--cvEnd", "say --to VECTOR, the first candidate that is not searched"},
    name_pair{"--cvWrite", "say --print-candidates --output FILE"},
    name_pair{"--cvWriteNum", "say --print-candidates --max-explored N --output FILE"},
    name_pair{"--cvFile", "see 'korat vectors' and --print vector"},
    name_pair{"--cvDelta", "files that end in .gz are compressed"},
    name_pair{"--cvExpected", "known counts are compared without being asked"},
    name_pair{"--class", "name the subject, or a header, behind 'generate'"},
    name_pair{"--args", "the arguments stand behind the subject"},
    name_pair{"--finitization", "a header says its bounds with korat::offer"},
    name_pair{"--predicate", "a header says its predicate with korat::offer"},
    name_pair{"--listeners", "listeners are C++: search_options::listener"},
    name_pair{"--serialize", "say --print json --output FILE"},
    name_pair{"--visualize", "see 'korat draw' and --report FILE"},
};

}  // namespace

std::vector<std::string> with_new_names(std::vector<std::string> words) {
  for (auto& word : words) {
    const auto name = word.substr(0, word.find('='));
    for (const auto& each : renamed)
      if (name == each.old_name) {
        std::fputs(fmt::format("korat: {} is called {} here\n", each.old_name, each.name).c_str(), stderr);
        word.replace(0, name.size(), each.name);
      }
  }
  return words;
}

std::string advice_for(const std::string& option) {
  for (const auto& each : advice_about_options)
    if (option == each.old_name) return std::string(each.name);
  return "";
}

}  // namespace korat::cli
