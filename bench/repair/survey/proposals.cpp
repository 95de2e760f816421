// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "proposals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "image/image.hpp"
#include "repair/propose.hpp"

namespace korat::bench::survey {

namespace {

std::vector<std::uint32_t> counts_of(const detail::bounds& b) {
  std::vector<std::uint32_t> counts;
  for (const auto& c : b.classes) counts.push_back(c.count);
  return counts;
}

struct seen {
  seen(const detail::bounds& b, const structure& data)
      : space(b), whole((detail::load(data, space), space), counts_of(b)), rules(propose(whole)) {}
  std::uint64_t value(std::uint32_t cell) const {
    return whole.is_reference(cell) ? whole.target(cell) : space.bits_in_memory(cell);
  }
  detail::space space;
  detail::view whole;
  detail::ledger rules;
};

std::string rule_of(const detail::proposal& p) {
  return ", by " + std::string(std::ranges::find(detail::all_rules, p.source, &detail::named_rule::which)->name);
}

}  // namespace

proposed judge_proposals(const sample& s, const structure& broken, bool told) {
  const auto room = detail::with_room_for(detail::erasure::of(s.what).bounds, s.intact, 0);
  const seen before(room, s.intact), now(room, broken);
  proposed result{.of_intact = before.rules.proposals().size()};
  if (told)
    for (const auto& p : before.rules.proposals())
      fmt::print("  of intact {}: {} instead of {}{}\n", before.space.field_name(p.cell), p.value, before.value(p.cell),
                 rule_of(p));
  for (std::uint32_t cell = 0; cell < now.space.cells().size(); ++cell) {
    const auto* const p = now.rules.find(cell);
    const auto is = p != nullptr ? p->value : now.value(cell);
    const bool was_changed = now.value(cell) != before.value(cell);
    const bool is_key = !now.whole.is_reference(cell);
    if (p != nullptr && (is == before.value(cell) || (is_key && was_changed)))
      ++result.right;
    else if (p != nullptr)
      ++result.wrong;
    else if (was_changed)
      ++result.missed;
    else
      continue;
    if (told && (p == nullptr || is != before.value(cell)))
      fmt::print("  {} {}: was {}, broken to {}, proposed {}{}\n", p == nullptr ? "missed" : "wrong",
                 now.space.field_name(cell), static_cast<std::int32_t>(before.value(cell)),
                 static_cast<std::int32_t>(now.value(cell)),
                 p == nullptr ? "nothing" : std::to_string(static_cast<std::int32_t>(is)),
                 p == nullptr ? "" : rule_of(*p));
  }
  return result;
}

}  // namespace korat::bench::survey
