// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/rules/constant.hpp"

#include <algorithm>

namespace korat::detail {

namespace {

std::vector<std::uint32_t> cells_of(const view& v, std::uint32_t member) {
  std::vector<std::uint32_t> cells;
  for (std::uint32_t cell = 0; cell < v.cells(); ++cell)
    if (v.member_of(cell) == member && !v.is_fresh(v.owner(cell))) cells.push_back(cell);
  return cells;
}

/// Where most of them lead, if any (Boyer and Moore).
std::uint32_t majority(const view& v, const std::vector<std::uint32_t>& cells) {
  std::uint32_t candidate = nobody;
  std::size_t lead = 0;
  for (const auto cell : cells) {
    if (lead == 0) candidate = v.target(cell);
    v.target(cell) == candidate ? ++lead : --lead;
  }
  return candidate;
}

}  // namespace

std::vector<proposal> lead_to_the_same(const view& v) {
  std::vector<proposal> result;
  for (std::uint32_t b = 0; b < v.members(); ++b) {
    if (v.member_kind(b).owning || !v.image().described().bindings[b].values.is_reference()) continue;
    const auto cells = cells_of(v, b);
    const auto object = majority(v, cells);
    if (cells.size() < thresholds::fewest || object == nobody) continue;
    const auto differs = [&](std::uint32_t cell) { return v.target(cell) != object; };
    const auto wrong = static_cast<double>(std::ranges::count_if(cells, differs));
    if (wrong > (1 - thresholds::usual) * static_cast<double>(cells.size())) continue;
    for (const auto cell : cells)
      if (differs(cell)) result.push_back({cell, object});
  }
  return result;
}

}  // namespace korat::detail
