// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

#include "cli/frontier.hpp"

namespace korat::cli {

/// What the jobs have found and left, for people or as one JSON object. There must be a result.
std::string frontier_text(const frontier&, bool json);

}  // namespace korat::cli
