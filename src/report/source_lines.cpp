// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "report/source_lines.hpp"

#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <vector>

namespace korat::report {
namespace {

/// Where the address lies in the file it was loaded from, just before what it points at: the call, not its return.
std::string offset_in_file(code_address address) {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(address), &info) == 0) return "";
  const auto offset = address - reinterpret_cast<std::uintptr_t>(info.dli_fbase) - 1;
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(offset));
  return text;
}

std::string output_of(const std::string& command) {
  std::string text;
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  pclose(pipe);
  return text;
}

bool is_ours(const std::string& line) { return line.find("include/korat/") != std::string::npos; }
bool is_unknown(const std::string& line) {
  return line.starts_with("??") || line.ends_with(":?") || line.ends_with(":0");
}

/// "../a/../b/tree.hpp:34 (discriminator 2)" -> "b/tree.hpp:34"
std::string tidy(const std::string& line) {
  auto path = std::filesystem::path(line.substr(0, line.find(" ("))).lexically_normal().string();
  while (path.starts_with("../")) path.erase(0, 3);
  return path;
}

}  // namespace

std::map<code_address, std::string> source_lines(std::span<const code_address> addresses) {
  std::map<code_address, std::string> lines;
  std::vector<code_address> asked;
  std::string words;
  for (const auto address : addresses) {
    const auto offset = offset_in_file(address);
    if (offset.empty()) continue;
    asked.push_back(address);
    words += " " + offset;
  }
  if (asked.empty()) return lines;
  // For each address a line that repeats it, then the lines it was inlined into, innermost first.
  std::istringstream answers(output_of("addr2line -a -i -e /proc/$PPID/exe" + words + " 2>/dev/null"));
  std::size_t at = 0;
  for (std::string line; std::getline(answers, line);) {
    if (line.starts_with("0x")) {
      ++at;
      continue;
    }
    line = tidy(line);
    if (at != 0 && at <= asked.size() && !is_ours(line) && !is_unknown(line)) lines.emplace(asked[at - 1], line);
  }
  return lines;
}

}  // namespace korat::report
