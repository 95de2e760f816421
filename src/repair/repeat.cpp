// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A bug in a program breaks the same member of many objects. When the last changes of a member all put there the object
// that leads to the owner by another member, that is probably meant everywhere: it is tried everywhere at once.

#include <algorithm>

#include "repair/engine.hpp"

namespace korat::detail {

namespace {

constexpr std::size_t changes_that_tell = 4;

}  // namespace

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

/// True: the predicate comes further.
bool repair_engine::repeat_changes() {
  if (recent_.size() < changes_that_tell || !rules_.has(rule::inverse)) return false;
  const auto last = std::span(recent_).last(changes_that_tell);
  const auto by = answered_by(last);
  if (!by) return false;
  const auto member = view_->member_of(last[0]);
  if (!repeated_.emplace(member, *by).second || !restore_failure()) return accepted_;
  large_vector<std::uint32_t> leads(space_.objects().size(), nobody);  // [object]: who leads to it
  for (std::uint32_t cell = 0; cell < space_.cells().size(); ++cell)
    if (view_->member_of(cell) == *by && view_->is_reference(cell) && view_->target(cell) != nobody)
      leads[view_->target(cell)] = view_->owner(cell);
  std::vector<move> all;
  for (std::uint32_t cell = 0; cell < space_.cells().size(); ++cell) {
    if (view_->member_of(cell) != member || !view_->is_reference(cell) || !may_change(cell)) continue;
    const auto to = leads[view_->owner(cell)];
    const auto value = to == nobody || to == view_->target(cell) ? std::nullopt : reference_bits(cell, to);
    if (value) all.push_back({was_read(cell) ? first_read(cell) : failure_.failed_at - 1, cell, *value, 0});
  }
  std::uint32_t reached = 0;
  if (all.size() < changes_that_tell || leads_back(all) || !try_moves(all, reached)) return accepted_;
  return keep(all);
}

}  // namespace korat::detail
