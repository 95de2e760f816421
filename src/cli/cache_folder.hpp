// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <filesystem>
#include <optional>

namespace korat::cli {

/// Where the program keeps what it could find out again: $XDG_CACHE_HOME/korat or $HOME/.cache/korat. It need not
/// exist. Nothing: neither variable is set.
std::optional<std::filesystem::path> cache_folder();

}  // namespace korat::cli
