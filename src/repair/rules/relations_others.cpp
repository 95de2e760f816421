// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What relations tell about the fields that are no claims.

#include <algorithm>
#include <functional>

#include "repair/rules/relations.hpp"

namespace korat::detail {

/// Of a field as guessed: an object or nobody, or the bits.
std::uint64_t relations::value(std::uint32_t cell) const {
  if (const auto* const g = ledger_.find(cell)) return g->value;
  return view_.is_reference(cell) ? view_.target(cell) : space_.bits_in_memory(cell);
}

/// What one of the two fields would be if the relation holds and the other field is right.
std::optional<std::uint64_t> relations::value_by(const relation& r, std::uint32_t owner, std::uint32_t object,
                                                 bool of_owner) const {
  using kind = relation::kind;
  const auto bits_of = [&](std::uint32_t cell, std::uint64_t number) {
    const auto width = space_.domain(cell).source.width;
    return width >= 8 ? number : number & ((std::uint64_t{1} << (8 * width)) - 1);
  };
  const auto in_owner = cell_of(owner, r.of_owner.place);
  const auto number = static_cast<std::uint64_t>(r.number);
  if (r.is_of_null()) return of_owner ? std::optional(bits_of(in_owner, number)) : std::nullopt;
  const auto in_object = cell_of(object, r.of_object.place);
  switch (r.what) {
    case kind::names_owner: return of_owner ? std::nullopt : std::optional<std::uint64_t>(owner);
    case kind::same: return value(of_owner ? in_object : in_owner);
    case kind::differs_by:
      return of_owner ? bits_of(in_owner, value(in_object) - number) : bits_of(in_object, value(in_owner) + number);
    default: return std::nullopt;
  }
}

// What the other fields should be, all that are related to them say. A field that some of these contradict and none
// confirms is wrong, or one that more contradict, in agreement, than confirm.
void relations::vote() {
  std::set<std::uint32_t> suspects;
  for (std::uint32_t cell = 0; cell < view_.cells(); ++cell) {
    if (known(cell).empty() || view_.is_fresh(view_.owner(cell))) continue;
    const auto object = ledger_.target(cell);
    for (const auto& r : known(cell)) {
      if (!r.votes || (object == nobody) != r.is_of_null() || !r.is_between_own() ||
          holds(r, view_.owner(cell), object) != false)
        continue;
      if (r.what != relation::kind::names_owner) suspects.insert(cell_of(view_.owner(cell), r.of_owner.place));
      if (object != nobody) suspects.insert(cell_of(object, r.of_object.place));
    }
  }
  // What most contradict first: it may be what contradicts the others.
  for (const std::uint32_t most : {2U, 1U})
    for (const auto suspect : suspects)
      if (known(suspect).empty() && !(view_.is_reference(suspect) && view_.is_owning(suspect))) vote_on(suspect, most);
}

/// If so many more contradict than confirm it.
void relations::vote_on(std::uint32_t suspect, std::uint32_t more) {
  const auto object = view_.owner(suspect);
  const auto& o = space_.objects()[object];
  using tally = std::pair<std::uint64_t, std::uint32_t>;
  std::vector<tally> votes;
  std::set<std::pair<std::uint64_t, std::uint32_t>> counted;  // an object may say it in several ways
  const auto count = [&](const relation& r, std::uint32_t owner, std::uint32_t to, bool of_owner) {
    if (!r.votes || !r.is_between_own()) return;
    if (cell_of(object, (of_owner ? r.of_owner : r.of_object).place) != suspect) return;
    const auto v = value_by(r, owner, to, of_owner);
    if (!v || !counted.emplace(*v, of_owner ? to : owner).second) return;
    const auto known = std::ranges::find(votes, *v, &tally::first);
    if (known == votes.end())
      votes.emplace_back(*v, 1);
    else
      ++known->second;
  };
  const auto count_from = [&](std::uint32_t cell) {
    for (const auto& r : known(cell))
      if (!r.is_of_null()) count(r, view_.owner(cell), object, false);
  };
  for (const auto cell : view_.references_to(object))
    if (ledger_.target(cell) == object && view_.owner(cell) != object) count_from(cell);
  if (const auto cell = holder_[object]; cell != nobody && view_.target(cell) != object) count_from(cell);
  for (auto cell = o.first_cell; cell < o.end_cell; ++cell) {
    const auto to = known(cell).empty() ? nobody : ledger_.target(cell);
    if (to == object) continue;
    for (const auto& r : known(cell))
      if ((to == nobody) == r.is_of_null() && r.what != relation::kind::names_owner) count(r, object, to, true);
  }
  if (votes.empty()) return;
  const auto now = std::ranges::find(votes, value(suspect), &tally::first);
  const auto confirmed = now == votes.end() ? 0 : now->second;
  std::ranges::stable_sort(votes, std::greater{}, &tally::second);
  const auto [other, contradicting] = votes.front();
  if (other == value(suspect) || contradicting < confirmed + more) return;
  ledger_.drop(suspect);
  ledger_.add(suspect, other);
}

}  // namespace korat::detail
