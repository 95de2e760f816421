// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/rules/inverse.hpp"

namespace korat::detail {

// Two references that lack their inverses, one from s to o and one from o to elsewhere: the second probably led to s.
std::vector<proposal> lead_back(const view& v, const ledger& so_far) {
  std::vector<proposal> result;
  for (std::uint32_t cell = 0; cell < v.cells(); ++cell) {
    if (v.target(cell) == nobody || !v.has_inverse(cell) || so_far.is_settled(v.member_of(cell))) continue;
    const auto from = v.owner(cell), to = v.target(cell);
    if (v.refers(to, from)) continue;
    const auto& o = v.image().objects()[to];
    std::uint32_t wrong = nobody, empty = nobody;
    for (auto back = o.first_cell; back < o.end_cell; ++back) {
      if (!v.is_reference(back) || v.member_of(back) == v.member_of(cell) || !v.has_inverse(back)) continue;
      if (v.target(back) == nobody)
        empty = empty == nobody ? back : empty;
      else if (!v.refers(v.target(back), to))
        wrong = back;
    }
    if (wrong != nobody)
      result.push_back({wrong, from});
    else if (empty != nobody && (!v.is_owning(empty) || v.owners(from) == 0))
      result.push_back({empty, from});
  }
  return result;
}

void lead_back_to_owners(const view& v, ledger& l) {
  constexpr std::uint32_t several = nobody - 1;
  large_vector<std::uint32_t> owner_of(v.objects(), nobody);
  for (std::uint32_t cell = 0; cell < v.cells(); ++cell) {
    if (!v.is_reference(cell) || !v.is_owning(cell) || v.is_fresh(v.owner(cell))) continue;
    const auto to = l.target(cell);
    if (to != nobody) owner_of[to] = owner_of[to] == nobody ? v.owner(cell) : several;
  }
  for (std::uint32_t cell = 0; cell < v.cells(); ++cell) {
    if (!v.is_reference(cell) || v.is_owning(cell) || !v.has_inverse(cell) || v.is_fresh(v.owner(cell))) continue;
    if (l.is_settled(v.member_of(cell))) continue;
    auto to = owner_of[v.owner(cell)];
    if (to == nobody || to == several) continue;
    if (!v.may_lead_to(cell, to)) to = nobody;  // the root, for one
    l.drop(cell);
    if (v.target(cell) != to) l.add(cell, to);
  }
}

}  // namespace korat::detail
