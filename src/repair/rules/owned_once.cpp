// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/rules/owned_once.hpp"

#include <algorithm>

#include "repair/covering.hpp"

namespace korat::detail {

std::vector<proposal> lead_to_lost(const view& v, const ledger& so_far) {
  struct group {
    std::size_t elements = 0, others = 0;
    std::vector<std::uint32_t> free = {};  // cells that are null, or lead where another one does
    std::vector<bool> is_led_to;           // [object]
  };
  const auto& known = v.covering_fields();
  std::vector<group> groups(known.groups(), {.is_led_to = std::vector<bool>(v.objects())});
  for (std::uint32_t cell = 0; cell < v.cells(); ++cell) {
    const auto g = v.is_reference(cell) && !v.is_fresh(v.owner(cell)) ? known.of(cell) : std::nullopt;
    if (!g) continue;
    ++(v.image().is_element(cell) ? groups[*g].elements : groups[*g].others);
    const auto to = so_far.target(cell);
    if (to == nobody || groups[*g].is_led_to[to])
      groups[*g].free.push_back(cell);
    else
      groups[*g].is_led_to[to] = true;
  }
  std::vector<proposal> result;
  for (covering::number g = 0; g < groups.size(); ++g) {
    const auto c = known.target_class(g);
    const auto objects = std::min(v.fresh_from(c), v.image().described().classes[c].count);
    if (groups[g].others > 0 || groups[g].elements != objects) continue;
    auto object = static_cast<std::uint32_t>(v.image().first_of_class(c));
    for (const auto cell : groups[g].free) {
      while (groups[g].is_led_to[object]) ++object;
      if (v.may_lead_to(cell, object)) result.push_back({cell, object});
      ++object;
    }
  }
  return result;
}

}  // namespace korat::detail
