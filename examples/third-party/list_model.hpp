// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a list should hold after an operation: the same operation on a std::vector.

#pragma once

#include <string>
#include <vector>

using values = std::vector<int>;

inline values with(values v, std::size_t place, int value) {
  v.insert(v.begin() + static_cast<std::ptrdiff_t>(place), value);
  return v;
}
inline values without(values v, std::size_t place) {
  v.erase(v.begin() + static_cast<std::ptrdiff_t>(place));
  return v;
}

/// Lists of n values out of two.
inline constexpr std::uint64_t number_of_lists(int n) { return std::uint64_t{1} << n; }

inline std::string difference(const values& forward, const values& backward, const values& expected) {
  if (forward != expected) return "from the front there is something else";
  if (values(backward.rbegin(), backward.rend()) != expected) return "from the back there is something else";
  return "";
}
