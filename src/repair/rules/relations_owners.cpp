// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What relations tell about claims: which are wrong, and where lost objects belong.

#include <algorithm>
#include <functional>
#include <numeric>

#include "repair/rules/relations.hpp"

namespace korat::detail {

namespace {

constexpr double in_doubt = -3;    // a score: twenty times as likely to be wrong as right
constexpr double a_change = -4.6;  // speaks against itself: one field in a hundred is damaged

}  // namespace

/// The score, or if it is better, with another value in a field of either that is no claim.
double relations::best_score(std::uint32_t cell, std::uint32_t object) const {
  const auto as_it_is = score(cell, object);
  auto best = as_it_is;
  const auto owner = view_.owner(cell);
  for (const bool of_owner : {false, true}) {
    const auto& o = space_.objects()[of_owner ? owner : object];
    for (auto field = o.first_cell; field < o.end_cell; ++field) {
      if (view_.is_reference(field) && view_.is_owning(field)) continue;
      double gained = 0;
      for (const auto& r : known(cell)) {
        if (r.is_of_null() || !r.is_between_own()) continue;
        if (o.first_cell + (of_owner ? r.of_owner : r.of_object).place != field) continue;
        if (of_owner && r.what == relation::kind::names_owner) continue;
        if (holds(r, owner, object) == false) gained += r.holds - r.fails;
      }
      if (gained > 0) best = std::max(best, as_it_is + a_change + gained - at_stake(field, cell));
    }
  }
  return best;
}

/// What would be lost elsewhere if a field had another value: the relations that hold now, but for those of one claim.
double relations::at_stake(std::uint32_t field, std::uint32_t except) const {
  const auto object = view_.owner(field);
  const auto& o = space_.objects()[object];
  double sum = 0;
  const auto add = [&](std::uint32_t cell, std::uint32_t to, bool of_owner) {
    if (cell == except) return;
    for (const auto& r : known(cell)) {
      if ((to == nobody) != r.is_of_null() || !r.is_between_own()) continue;
      if (o.first_cell + (of_owner ? r.of_owner : r.of_object).place != field) continue;
      if (of_owner && r.what == relation::kind::names_owner) continue;
      if (holds(r, view_.owner(cell), to) == true) sum += r.holds - r.fails;
    }
  };
  if (const auto holder = holder_[object]; holder != nobody) add(holder, object, false);
  for (auto cell = o.first_cell; cell < o.end_cell; ++cell)
    if (view_.is_reference(cell) && view_.is_owning(cell)) add(cell, ledger_.target(cell), true);
  return sum;
}

/// Claims that relations tell about, and lists do not.
bool relations::is_settled_here(std::uint32_t cell) const {
  return view_.is_reference(cell) && view_.is_owning(cell) && !known(cell).empty() &&
         !view_.is_fresh(view_.owner(cell)) && !ledger_.is_settled(space_.place(cell).binding);
}

void relations::propose() {
  bool any = false;
  for (std::uint32_t b = 0; b < known_.size(); ++b)
    any = any || (!known_[b].empty() && view_.member_kind(b).owning && !ledger_.is_settled(b));
  if (!any) return;
  find_lists();
  find_holders();
  find_wrong_claims();
  place_lost();
  find_holders();
  vote();
}

/// Entries that answer each other are of one list.
void relations::find_lists() {
  list_.resize(space_.objects().size());
  std::iota(list_.begin(), list_.end(), 0U);
  for (std::uint32_t cell = 0; cell < view_.cells(); ++cell) {
    const auto to = view_.target(cell);
    if (to == nobody || !ledger_.is_settled(space_.place(cell).binding) || !view_.refers(to, view_.owner(cell)))
      continue;
    list_[list_of(to)] = list_of(view_.owner(cell));
  }
}

std::uint32_t relations::list_of(std::uint32_t object) {
  while (list_[object] != object) object = list_[object] = list_[list_[object]];
  return object;
}

void relations::find_holders() {
  holder_.assign(space_.objects().size(), nobody);
  for (std::uint32_t cell = 0; cell < view_.cells(); ++cell)
    if (view_.is_reference(cell) && view_.is_owning(cell) && !view_.is_fresh(view_.owner(cell)))
      if (const auto object = ledger_.target(cell); object != nobody) holder_[object] = cell;
}

// Against which more speaks than for them; and of several claims of one object all but the best.
void relations::find_wrong_claims() {
  wrong_.clear();
  std::map<std::uint32_t, std::vector<std::uint32_t>> contested;
  for (std::uint32_t cell = 0; cell < view_.cells(); ++cell) {
    const auto object = view_.target(cell);
    if (object == nobody || !is_settled_here(cell)) continue;
    if (score(cell, object) < in_doubt) wrong_.insert(cell);
    if (view_.owners(object) > 1) contested[object].push_back(cell);
  }
  leave_what_is_shared(contested);
  for (auto& [object, claims] : contested) {
    std::erase_if(claims, [&](std::uint32_t cell) { return wrong_.contains(cell); });
    if (claims.empty()) continue;
    const auto best = std::ranges::max(claims, {}, [&, o = object](std::uint32_t cell) { return score(cell, o); });
    for (const auto cell : claims)
      if (cell != best) wrong_.insert(cell);
  }
  held_lists_.assign(space_.objects().size(), false);
  for (std::uint32_t cell = 0; cell < view_.cells(); ++cell)
    if (view_.target(cell) != nobody && view_.is_owning(cell) && !wrong_.contains(cell) &&
        !ledger_.is_settled(space_.place(cell).binding))
      held_lists_[list_of(view_.target(cell))] = true;
  lost_.clear();
  for (const auto object : view_.unowned())
    if (!is_held(object)) lost_.push_back(list_of(object));
  for (const auto cell : wrong_)
    if (!is_held(view_.target(cell))) lost_.push_back(list_of(view_.target(cell)));
  std::ranges::sort(lost_);
  lost_.erase(std::unique(lost_.begin(), lost_.end()), lost_.end());
}

/// Where several fields often lead to one object, that is no fault.
void relations::leave_what_is_shared(std::map<std::uint32_t, std::vector<std::uint32_t>>& contested) const {
  std::vector<std::size_t> claimed(space_.described().classes.size()), shared(claimed.size());
  const auto class_of = [&](std::uint32_t object) { return space_.objects()[object].object_class; };
  for (std::uint32_t o = 1; o < view_.objects(); ++o) claimed[class_of(o)] += view_.owners(o) != 0 ? 1 : 0;
  for (const auto& [object, claims] : contested) ++shared[class_of(object)];
  std::erase_if(contested,
                [&](const auto& c) { return 4 * shared[class_of(c.first)] > claimed[class_of(c.first)] + 4; });
}

// The best match of all first. A reference that nothing but its score speaks against stays when there is no better
// place for what it leads to.
void relations::place_lost() {
  std::vector<std::uint32_t> free;
  for (std::uint32_t cell = 0; cell < view_.cells(); ++cell)
    if (is_settled_here(cell) && (view_.target(cell) == nobody || wrong_.contains(cell))) free.push_back(cell);
  std::vector<match> matches;
  constexpr std::size_t most = 4'000'000;
  for (const auto object : lost_) {
    if (lost_.size() * free.size() > most) break;
    std::optional<double> now;  // in favour of what leads to it, without what there would be then
    for (const auto cell : view_.references_to(object))
      if (wrong_.contains(cell)) now = std::max(now.value_or(-1e9), best_score(cell, object) - score(cell, nobody));
    for (const auto cell : free) {
      if (view_.target(cell) == object || view_.owner(cell) == object || !view_.may_lead_to(cell, object)) continue;
      const auto s = score(cell, object) - score(cell, view_.target(cell));
      if (s > (now ? *now - a_change : 0)) matches.push_back({s, cell, object});
    }
  }
  std::ranges::stable_sort(matches, std::greater{}, &match::score);
  std::set<std::uint32_t> given, placed;
  for (const auto& m : matches) {
    if (given.contains(m.cell) || placed.contains(m.object)) continue;
    given.insert(m.cell);
    placed.insert(m.object);
    ledger_.add(m.cell, m.object);
  }
  for (const auto cell : wrong_) {
    const bool elsewhere = placed.contains(view_.target(cell)) || is_held(view_.target(cell));
    if (elsewhere && !given.contains(cell)) ledger_.add(cell, nobody);
  }
}

}  // namespace korat::detail
