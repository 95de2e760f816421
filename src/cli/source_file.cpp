// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/source_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <sstream>

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"

namespace korat::cli {

bool is_source_file(const std::string& name) {
  constexpr std::array endings = {".hpp", ".h", ".hh", ".hxx", ".cpp", ".cc", ".cxx"};
  return std::ranges::find(endings, std::filesystem::path(split(name).file).extension()) != endings.end();
}

source_name split(const std::string& name) {
  const auto colon = name.rfind(':');
  const auto slash = name.rfind('/');
  if (colon == std::string::npos || (slash != std::string::npos && colon < slash)) return {name, ""};
  return {name.substr(0, colon), name.substr(colon + 1)};
}

std::string compiler_for_headers() {
  const auto beside = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "korat-c++";
  if (std::filesystem::exists(beside)) return beside;
  throw source_error(
      "to compile or read a header needs the compiler pass, which this program was built without. Install Clang and "
      "its LLVM "
      "headers (Debian: apt-get install clang-14 llvm-14-dev), then configure and build Korat again");
}

std::vector<std::string> flags_for_headers() {
  const char* const value = std::getenv("KORAT_CXXFLAGS");
  std::istringstream text(value == nullptr ? "" : value);
  return {std::istream_iterator<std::string>(text), {}};
}

const subjects::subject& offered_subject(const source_name& wanted) {
  const auto all = subjects::all();
  if (wanted.subject.empty() && all.size() == 1) return all.front();
  std::vector<std::string> names;
  for (const auto& s : all) names.push_back(s.name);
  if (const auto* found = subjects::find(wanted.subject)) return *found;
  if (wanted.subject.empty())
    throw usage_error(
        fmt::format("{0} offers {1}: say which, as in {0}:{2}", wanted.file, fmt::join(names, ", "), names.front()));
  const auto meant = nearest(wanted.subject, names);
  throw usage_error(fmt::format("{} does not offer '{}'{}\nIt offers: {}", wanted.file, wanted.subject,
                                meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant),
                                fmt::join(names, ", ")));
}

}  // namespace korat::cli
