// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/cache_folder.hpp"

#include <cstdlib>

namespace korat::cli {

std::optional<std::filesystem::path> cache_folder() {
  const auto folder_in = [](const char* variable) {
    const char* const value = std::getenv(variable);
    return std::filesystem::path(value != nullptr ? value : "");
  };
  if (const auto folder = folder_in("XDG_CACHE_HOME"); !folder.empty()) return folder / "korat";
  if (const auto home = folder_in("HOME"); !home.empty()) return home / ".cache" / "korat";
  return std::nullopt;
}

}  // namespace korat::cli
