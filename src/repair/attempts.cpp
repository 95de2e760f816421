// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What is tried where the predicate has rejected: other values of the fields that it read last and of those that look
// wrong, what comparisons ask for, lost objects in empty fields, and a change that was made a few times, everywhere.

#include <algorithm>
#include <map>
#include <unordered_set>

#include "repair/covering.hpp"
#include "repair/engine.hpp"

namespace korat::detail {

/// The most natural first. Empty, and accepted_: the predicate accepts by now.
std::vector<repair_engine::attempt> repair_engine::attempts_within(std::uint32_t window) {
  std::vector<attempt> attempts;
  if (failure_.failed_at == 0 || !restore_failure()) return attempts;
  open_integers(window);
  if (!restore_failure()) return attempts;
  for (const auto& m : suspects(window)) attempts.push_back({{m}, m.score});
  lost_objects(attempts);
  reattachments(attempts);
  if (window > thresholds::windows[0]) exchanges(attempts);
  if (auto same = repeated_change(); !same.empty()) attempts.push_back({std::move(same), score_of_repeated});
  std::ranges::stable_sort(attempts, std::greater{}, &attempt::score);
  return attempts;
}

/// Fields of the object that the predicate was about to look at, once more, and of the one that it looked at last, of
/// the one through which it came there, and so on up to the root: what it has seen of each may decide what it says of
/// those below.
template <class Use>
void repair_engine::way_to_failure(const Use& use) {
  constexpr std::uint32_t most_steps = 64, most_fields = 16;
  const auto use_fields_of = [&](std::uint32_t object, bool is_last) {
    const auto& o = space_.objects()[object];
    for (auto cell = o.first_cell; cell < std::min(o.end_cell, o.first_cell + most_fields); ++cell)
      if (was_read(cell)) use(first_read(cell), is_last);
  };
  const auto last = reads_[failure_.failed_at - 1];
  if (view_->is_reference(last) && view_->target(last) != nobody) use_fields_of(view_->target(last), true);
  auto object = view_->owner(last);
  auto until = failure_.failed_at;
  for (std::uint32_t steps = 0; steps < most_steps; ++steps) {
    use_fields_of(object, false);
    std::uint32_t came_by = nobody;
    for (const auto cell : view_->cells_leading_to(object))
      if (was_read(cell) && first_read(cell) < until && (came_by == nobody || first_read(cell) < first_read(came_by)))
        came_by = cell;
    if (came_by == nobody) return;
    until = first_read(came_by);
    use(until, false);
    object = view_->owner(came_by);
  }
}

std::vector<repair_engine::move> repair_engine::suspects(std::uint32_t window) {
  std::vector<move> moves;
  std::unordered_set<std::uint32_t> seen;
  const auto age = [&](std::uint32_t position) { return score_of_age(failure_.failed_at - 1 - position); };
  const auto add = [&](std::uint32_t position, double score) {
    if (!seen.insert(reads_[position]).second) return;
    const bool every = window > thresholds::windows[0] && failure_.failed_at - position <= thresholds::windows[0] &&
                       space_.objects().size() <= thresholds::few_objects;
    auto some = every ? every_move(position, score) : moves_at(position, score, window > 16);
    moves.insert(moves.end(), some.begin(), some.end());
  };
  for (auto p = failure_.failed_at; p-- > 0 && seen.size() < window;) add(p, age(p));
  way_to_failure([&](std::uint32_t position, bool is_last) { add(position, is_last ? 0 : age(position)); });
  // Fields that look wrong, and fields that were changed, wherever they are.
  constexpr std::size_t most_far = 32;
  std::size_t far = 0;
  for (const auto& g : ledger_->proposals())
    if (far < most_far && was_read(g.cell) && guessed_bits(g) != bits(g.cell)) add(first_read(g.cell), 0), ++far;
  // An object that two fields own: the one read last is among the above; here is the other.
  if (const auto last = reads_[failure_.failed_at - 1]; view_->is_reference(last))
    if (const auto object = view_->target(last); object != nobody)
      for (const auto cell : view_->rivals(last, object, 4))
        if (was_read(cell)) add(first_read(cell), age(first_read(cell)));
  for (const auto cell : cells_changed_last(8))
    if (was_read(cell)) add(first_read(cell), age(first_read(cell)));
  for (const auto& p : asked_by_comparisons(16)) {
    if (p.values.size() != 1 || !was_read(p.values[0].first)) continue;
    const auto position = first_read(p.values[0].first);
    moves.push_back({position, p.values[0].first, p.values[0].second & mask_of(p.values[0].first),
                     score_of_proposal(age(position))});
  }
  return moves;
}

/// Objects that no field of a group leads to, in its empty fields, those read last first. Where no group is known,
/// owning fields and those of the root are one.
void repair_engine::lost_objects(std::vector<attempt>& to) {
  const auto& known = view_->covering_fields();
  std::unordered_map<covering::number, std::size_t> places;
  for (std::size_t i = failure_.failed_at, looked = 0; i-- > 0 && looked < thresholds::furthest_back; ++looked) {
    const auto cell = reads_[i];
    if (bits(cell) != 0 || !view_->is_reference(cell) || !may_change(cell)) continue;
    const auto group = known.of(cell);
    if (!group && !view_->is_owning(cell) && view_->owner(cell) != 0) continue;
    const std::span<const std::uint32_t> lost = group ? known.lost(*group) : view_->unowned();
    if (lost.empty() || ++places[group.value_or(covering::none)] > thresholds::few_places) continue;
    std::size_t tried = 0;
    for (auto object = lost.begin(); object != lost.end() && tried < thresholds::few_lost; ++object) {
      if ((group ? known.owners(*group, *object) : view_->owners(*object)) != 0) continue;
      if (const auto value = reference_bits(cell, *object))
        to.push_back({{{first_read(cell), cell, *value, 0}}, 0}), ++tried;
    }
  }
}

/// What nothing leads to any more, where a field leads to the same as another: one fault makes both. Wherever the
/// predicate has read the field. Integers of which each names another element are references, too.
void repair_engine::reattachments(std::vector<attempt>& to) {
  const auto& known = view_->covering_fields();
  const bool has_indices = rules_.has(rule::distinct);
  const auto first = to.size();
  other_work_ += failure_.failed_at;
  for (auto i = failure_.failed_at; i-- > 0 && to.size() - first < thresholds::reattached;) {
    const auto cell = reads_[i];
    const auto add = [&](std::optional<std::uint64_t> value) {
      constexpr auto score = thresholds::score_of_reattachment;
      if (value) to.push_back({{{first_read(cell), cell, *value, score}}, score});
    };
    if (!may_change(cell)) continue;
    if (const auto group = view_->is_reference(cell) ? known.of(cell) : std::nullopt) {
      const auto leads_to = view_->target(cell);
      if (leads_to == nobody || known.owners(*group, leads_to) < 2) continue;
      std::size_t tried = 0;
      for (const auto object : known.lost(*group))
        if (known.owners(*group, object) == 0 && ++tried <= thresholds::few_heads) add(reference_bits(cell, object));
    } else if (has_indices && distinct_->is_repeated(cell)) {
      for (const auto value : distinct_->missing_values(cell))
        if (in_range(cell, value)) add(value);
    }
  }
}

/// Part of a list, or of a permutation, leads around in a ring of its own: a field of it that the predicate has not
/// read exchanges what it holds with one that it has, and the ring is part of the way.
void repair_engine::exchanges(std::vector<attempt>& to) {
  constexpr auto score = thresholds::score_of_exchange;
  const auto is_link = [&](std::uint32_t cell) {
    if (!may_change(cell) || view_->is_fresh(view_->owner(cell)) || space_.is_length(cell)) return false;
    return view_->is_reference(cell) ? view_->covering_fields().of(cell).has_value()
                                     : rules_.has(rule::distinct) && distinct_->is_index(cell);
  };
  // What lies apart may hold anything: a wild pointer, or a number out of its range.
  const auto may_have_that_of = [&](std::uint32_t cell, std::uint32_t other) {
    return view_->is_reference(cell) ? reference_bits(cell, view_->target(other)) == bits(other)
                                     : in_range(cell, bits(other));
  };
  other_work_ += space_.cells().size();
  std::map<std::uint32_t, std::vector<std::uint32_t>> unread;  // by member
  for (std::uint32_t cell = 0; cell < space_.cells().size(); ++cell)
    if (!was_read(cell) && is_link(cell)) unread[view_->member_of(cell)].push_back(cell);
  for (auto& [member, cells] : unread) {
    if (cells.size() > thresholds::exchanged) {
      std::shuffle(cells.begin(), cells.end(), random_);
      cells.resize(thresholds::exchanged);
    }
    std::vector<std::uint32_t> read;
    for (auto p = failure_.failed_at; p-- > 0 && read.size() < thresholds::exchanged;)
      if (view_->member_of(reads_[p]) == member && is_link(reads_[p])) read.push_back(reads_[p]);
    for (const auto cell : read)
      for (const auto other : cells) {
        const auto here = bits(cell), there = bits(other);
        if (here == there || !may_have_that_of(cell, other) || !may_have_that_of(other, cell)) continue;
        to.push_back({{{first_read(cell), cell, there, score}, {failure_.failed_at - 1, other, here, score}}, score});
      }
  }
}

/// Whether the object has a field of the member that leads there.
bool repair_engine::leads_by(std::uint32_t member, std::uint32_t from, std::uint32_t to) const {
  const auto& o = space_.objects()[from];
  for (auto cell = o.first_cell; cell < o.end_cell; ++cell)
    if (view_->member_of(cell) == member && view_->is_reference(cell) && view_->target(cell) == to) return true;
  return false;
}

/// The member by which the values of all these fields lead to the fields' owners; nothing: there is none.
std::optional<std::uint32_t> repair_engine::answered_by(std::span<const std::uint32_t> cells) const {
  const auto fits = [&](std::uint32_t member) {
    return std::ranges::all_of(cells, [&](std::uint32_t cell) {
      const auto to = view_->is_reference(cell) ? view_->target(cell) : nobody;
      return to != nobody && view_->member_of(cell) == view_->member_of(cells[0]) &&
             leads_by(member, to, view_->owner(cell));
    });
  };
  for (std::uint32_t member = 0; member < space_.described().bindings.size(); ++member)
    if (member != view_->member_of(cells[0]) && fits(member)) return member;
  return std::nullopt;
}

// A bug in a program breaks the same member of many objects. When the last changes of a member all put there the object
// that leads to the owner by another member, that is probably meant everywhere: it is tried everywhere at once.
std::vector<repair_engine::move> repair_engine::repeated_change() {
  constexpr std::size_t changes_that_tell = 4;
  std::vector<move> all;
  const auto last = cells_changed_last(changes_that_tell);
  if (last.size() < changes_that_tell || !rules_.has(rule::inverse)) return all;
  const auto by = answered_by(last);
  const auto member = view_->member_of(last[0]);
  if (!by || !repeated_.emplace(member, *by).second) return all;
  large_vector<std::uint32_t> leads(space_.objects().size(), nobody);  // [object]: who leads to it
  for (std::uint32_t cell = 0; cell < space_.cells().size(); ++cell)
    if (view_->member_of(cell) == *by && view_->is_reference(cell) && view_->target(cell) != nobody)
      leads[view_->target(cell)] = view_->owner(cell);
  for (std::uint32_t cell = 0; cell < space_.cells().size(); ++cell) {
    if (view_->member_of(cell) != member || !view_->is_reference(cell) || !may_change(cell)) continue;
    const auto to = leads[view_->owner(cell)];
    const auto value = to == nobody || to == view_->target(cell) ? std::nullopt : reference_bits(cell, to);
    if (value) all.push_back({was_read(cell) ? first_read(cell) : failure_.failed_at - 1, cell, *value, 0});
  }
  if (all.size() < changes_that_tell) all.clear();
  return all;
}

}  // namespace korat::detail
