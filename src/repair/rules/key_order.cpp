// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/rules/key_order.hpp"

#include <map>

#include "repair/rules/sorted_structure.hpp"

namespace korat::detail {

// What has found its place shows more of what has not: the structure as proposed is looked at again.
key_order sort_by_keys(const view& v, const ledger& so_far, const keys& k) {
  constexpr int most_rounds = 3;
  key_order result;
  ledger l = so_far;
  std::map<std::uint32_t, std::uint64_t> found;
  for (int round = 1;; ++round) {
    sorted_structure s(v, l, k);
    const bool known = k.by_rank.size() >= 3 && s.find_links() && s.find_right_claims();
    if (known) s.find_parts();
    if (round == 1 && known) result.share = s.share_in_order();
    if (result.share < thresholds::usual) return {};
    if (!known) break;
    const auto parts = s.parts();
    s.place_parts();
    for (const auto& p : s.references()) found[p.cell] = p.value, l.replace(p.cell, p.value);
    if (round < most_rounds && parts > 1) continue;
    for (const auto& p : s.wrong_keys()) found[p.cell] = p.value;
    break;
  }
  if (found.size() >= thresholds::fewest &&
      static_cast<double>(found.size()) > thresholds::distrusted * static_cast<double>(k.by_rank.size()))
    return {};  // it is sorted otherwise
  for (const auto& [cell, value] : found) result.proposals.push_back({cell, value});
  return result;
}

}  // namespace korat::detail
