// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/rules/inverse.hpp"

#include <vector>

namespace korat::detail {

namespace {

constexpr std::uint32_t several = nobody - 1;

/// [object]: the owner of the only field that leads to it, as guessed.
large_vector<std::uint32_t> find_owners(const view& v, const ledger& so_far) {
  large_vector<std::uint32_t> owner_of(v.objects(), nobody);
  for (std::uint32_t cell = 0; cell < v.cells(); ++cell) {
    if (!v.is_reference(cell) || !v.is_owning(cell) || v.is_fresh(v.owner(cell))) continue;
    const auto to = so_far.target(cell);
    if (to != nobody) owner_of[to] = owner_of[to] == nobody ? v.owner(cell) : several;
  }
  return owner_of;
}

}  // namespace

void lead_back_to_owners(const view& v, ledger& l) {
  const auto owner_of = find_owners(v, l);
  std::vector<std::uint64_t> known(v.members()), answered(v.members());
  const auto each_that_may = [&](auto&& use) {
    for (std::uint32_t cell = 0; cell < v.cells(); ++cell) {
      if (!v.is_reference(cell) || v.is_owning(cell) || !v.has_inverse(cell) || v.is_fresh(v.owner(cell))) continue;
      const auto to = owner_of[v.owner(cell)];
      if (to == nobody || to == several || l.is_settled(v.member_of(cell))) continue;
      use(cell, v.may_lead_to(cell, to) ? to : nobody);  // not to the root, for one
    }
  };
  each_that_may([&](std::uint32_t cell, std::uint32_t to) {
    ++known[v.member_of(cell)];
    answered[v.member_of(cell)] += v.target(cell) == to ? 1 : 0;
  });
  each_that_may([&](std::uint32_t cell, std::uint32_t to) {
    const auto m = v.member_of(cell);
    if (static_cast<double>(answered[m]) < thresholds::mutual * static_cast<double>(known[m])) return;
    l.drop(cell);
    if (v.target(cell) != to) l.add(cell, to);
  });
}

}  // namespace korat::detail
