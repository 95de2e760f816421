// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "space/large_vector.hpp"

namespace korat::detail {

inline constexpr bool may_be_equal = true;

/// [place]: whether it is of a longest increasing subsequence (Schensted 1961).
inline std::vector<bool> longest_increasing(std::span<const std::int64_t> values, bool also_equal = false) {
  std::vector<std::size_t> last;  // [n]: where n + 1 of them may end, with the least value
  large_vector<std::size_t> before(values.size());
  const auto value = [&](std::size_t at) { return values[at]; };
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto longer = also_equal ? std::ranges::upper_bound(last, values[i], {}, value)
                                   : std::ranges::lower_bound(last, values[i], {}, value);
    before[i] = longer == last.begin() ? values.size() : *(longer - 1);
    if (longer == last.end())
      last.push_back(i);
    else
      *longer = i;
  }
  std::vector<bool> chosen(values.size());
  for (auto i = last.empty() ? values.size() : last.back(); i < values.size(); i = before[i]) chosen[i] = true;
  return chosen;
}

}  // namespace korat::detail
