// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <optional>

#include "korat/position.hpp"

namespace korat {

/// Candidates that are still to be considered, in the direction of a search and within its range. Where one such piece
/// ends another may begin: `last` of the one is then `after` of the other.
struct open_range {
  std::optional<candidate_vector> after;  ///< those behind this one; nothing: from the beginning
  std::optional<candidate_vector> last;   ///< up to this one, and with it; nothing: to the end
  bool operator==(const open_range&) const = default;
};

}  // namespace korat
