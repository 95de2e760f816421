// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "image/readable.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

namespace korat::detail {

readable_memory::readable_memory() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::istringstream fields(line);
    std::uintptr_t begin = 0, end = 0;
    char dash = 0;
    std::string access;
    fields >> std::hex >> begin >> dash >> end >> access;
    if (!fields || access.empty() || access[0] != 'r') continue;
    if (!ranges_.empty() && ranges_.back().end == begin)
      ranges_.back().end = end;
    else
      ranges_.push_back({begin, end});
  }
}

bool readable_memory::find(std::uintptr_t address, std::size_t size) noexcept {
  const auto behind = std::upper_bound(ranges_.begin(), ranges_.end(), address,
                                       [](std::uintptr_t a, const range& r) { return a < r.begin; });
  if (behind == ranges_.begin() || !(behind - 1)->holds(address, size)) return false;
  last_ = *(behind - 1);
  return true;
}

}  // namespace korat::detail
