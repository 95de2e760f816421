// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The place where the predicate has rejected: how far it came, what it read last, and how far it comes with a change.

#include <algorithm>

#include "repair/engine.hpp"

namespace korat::detail {

void repair_engine::index_reads() {
  for (; indexed_ < depth(); ++indexed_) {
    const auto cell = reads_[indexed_];
    if (position_[cell] >= indexed_ || reads_[position_[cell]] != cell) position_[cell] = indexed_;
  }
}

/// Position of the cell's first read; it has been read.
std::uint32_t repair_engine::first_read(std::uint32_t cell) const noexcept { return position_[cell]; }

bool repair_engine::was_read(std::uint32_t cell) const noexcept {
  return position_[cell] < indexed_ && reads_[position_[cell]] == cell;
}

/// True: the predicate accepts.
bool repair_engine::begin_failure() {
  close_integers();
  if (accepted_) return true;
  note_usually_read();
  failure_ = {.failed_at = depth(), .progress = progress(), .first_depth = depth(), .from = depth()};
  failure_.number = ++failures_;
  failure_.lossy = std::exchange(lossy_, false);
  if (depth() > 0) failure_.last = reads_.back();
  if (unfinished() > 0) failure_.unfinished = view_->owner(reads_.back());
  known_.resize(space_.cells().size());
  note_reached();
  return false;
}

/// Arms all fields anew before the failure, so that what is read from there on is seen, for the second time.
void repair_engine::look_closer() {
  if (!restore_failure()) return;
  failure_.closer = true;
  failure_.first_depth = depth();
  arm_and_run();
  index_reads();
  failure_.failed_at = failure_.from = depth();
  failure_.progress = progress() - read_twice_;
}

/// All fields are armed as the predicate comes by the last few first reads, wherever a state was saved.
bool repair_engine::arm_and_run() {
  read_twice_ = std::min(depth(), thresholds::armed_anew);
  if (depth() == 0) return false;
  const auto from = depth() - read_twice_;
  const auto& state = checkpoints_.at(from);
  make_pending(reads_[from]);
  arming_ = true;
  next_save_ = depth() + 1;
  symbols_.forget_from(state.depth);
  prepare(state);
  ++executions_;
  const bool accepted = accepts(enter_predicate());
  arming_ = false;
  for (const auto cell : reads_) restore_read(cell);  // those it did not come by again
  return accepted;
}

/// Brings the reads back to what they were at the failure, which a trial has changed. False: it is another failure now.
bool repair_engine::restore_failure() {
  if (failure_.from >= failure_.failed_at) return true;
  if (accepts(run_from(failure_.from)) && !failure_.lossy) return accepted_ = true, false;
  if (failure_.closer && depth() == failure_.first_depth && arm_and_run() && !failure_.lossy)
    return accepted_ = true, false;
  index_reads();
  failure_.from = failure_.failed_at;
  return depth() == failure_.failed_at;
}

/// True: the predicate comes well beyond the failure with the changes, or accepts. Else what was there is put back.
bool repair_engine::try_attempt(attempt& a, bool keep) {
  auto& together = a.moves;
  std::uint32_t first = failure_.failed_at;
  for (const auto& m : together) first = std::min(first, m.position);
  if (first > failure_.from && !restore_failure()) return accepted_;
  std::vector<std::uint64_t> before;
  const auto make = [&](const move& m) {
    before.push_back(bits(m.cell));
    before_moves_.emplace(m.cell, bits(m.cell));
    set(m.cell, m.bits);
  };
  for (const auto& m : together) make(m);
  note_known(first);
  accepted_ = accepts(run_from(first + 1));
  for (int tries = 0; a.inserts && !accepted_ && tries < thresholds::most_trimmed; ++tries) {
    const auto shorter = trimmed(together, before[0]);
    if (!shorter) break;
    if (together.size() > 1) set(together.back().cell, before.back()), together.pop_back(), before.pop_back();
    make(*shorter);
    together.push_back(*shorter);
    accepted_ = accepts(run_from(first + 1));
  }
  if (const auto follows = accepted_ ? std::nullopt : consequence(together)) {
    make(*follows);
    note_known(follows->position);
    first = std::min(first, follows->position);
    accepted_ = accepts(run_from(follows->position));
    if (accepted_ && set_aside()) {  // it counts what is left: without it the predicate may come to what is lost
      set(follows->cell, before.back());
      before.pop_back();
      accepted_ = accepts(run_from(follows->position));
    } else {
      together.push_back(*follows);
    }
  }
  a.reached = reached_now();
  a.way = way_now();
  a.read = depth();
  if (!accepted_) measure(a, first);
  const auto beyond = together.front().score >= thresholds::speaks_for_itself ? 0 : thresholds::well_beyond;
  const bool well_beyond = accepted_ || (a.passed && !a.loses && !lossy_ && a.gain > beyond);
  if (accepted_ || (well_beyond && keep)) return true;
  for (std::size_t i = together.size(); i-- > 0;) set(together[i].cell, before[i]);
  return well_beyond;
}

/// Of a part that was put into the structure the predicate has rejected an object. What led to it leads to what was
/// there before the part instead, so that the part ends before it.
std::optional<repair_engine::move> repair_engine::trimmed(const std::vector<move>& together, std::uint64_t before) {
  index_reads();
  const auto& first = together.front();
  const auto rejected = view_->owner(reads_.back());
  if (rejected == view_->target(first.cell) || failure_.reached.empty() || failure_.reached.back()[rejected])
    return std::nullopt;
  for (const auto cell : view_->cells_leading_to(rejected)) {
    if (cell == first.cell || !was_read(cell) || first_read(cell) <= first.position || !may_change(cell)) continue;
    if (before != 0 && view_->member_of(cell) != view_->member_of(first.cell)) continue;
    const auto value = before == 0 ? reference_bits(cell, nobody) : std::optional(before);
    if (value) return move{first_read(cell), cell, *value, first.score};
  }
  return std::nullopt;
}

/// How far the predicate came; if it is to be looked at closer, by running on.
std::uint32_t repair_engine::reached_now() {
  std::uint32_t fewer = 0;
  // Where a part was left out it reads a little less.
  if (!accepted_ && failure_.closer && depth() <= failure_.first_depth &&
      depth() + thresholds::armed_anew >= failure_.first_depth) {
    fewer = failure_.first_depth - depth();
    accepted_ = arm_and_run();
    fewer -= read_twice_;
  }
  lossy_ = accepted_ && set_aside();
  if (lossy_) return accepted_ = false, 0;
  return accepted_ ? ~std::uint32_t{0} : progress() + fewer;
}

/// A change that makes the predicate reject because of an integer that it did not mind before, one that counts what is
/// there: it changes too.
std::optional<repair_engine::move> repair_engine::consequence(const std::vector<move>& together) {
  index_reads();
  const auto last = symbols_.last_condition();
  if (!last || last == failure_.condition) return std::nullopt;
  for (const auto& p : asked_by_comparisons(1)) {
    const auto [cell, value] = p.values[0];
    const auto same = [cell = cell](const move& m) { return m.cell == cell; };
    if (p.values.size() != 1 || !was_read(cell) || first_read(cell) + 1 != depth() ||
        std::ranges::any_of(together, same))
      break;
    return move{first_read(cell), cell, value & mask_of(cell), 0};
  }
  return std::nullopt;
}

/// What the comparisons before the failure ask for. To solve them is work, too.
std::vector<repair_symbols::proposal> repair_engine::asked_by_comparisons(std::size_t most) {
  constexpr std::uint64_t of_a_condition = 16;
  other_work_ += of_a_condition * symbols_.conditions();
  return symbols_.proposals(most);
}

/// The integers read last are left open, so that the comparisons say which values would do.
void repair_engine::open_integers(std::uint32_t window) {
  std::size_t seen = 0;
  for (auto p = failure_.failed_at; p-- > 0 && seen < std::min(window, 16U); ++seen) {
    const auto cell = reads_[p];
    if (symbols_.is_open(cell) || !may_change(cell)) continue;
    if (space_.domain(cell).source.integer == value_source::number::none) continue;
    open(cell);
    failure_.from = std::min(failure_.from, first_read(cell));
  }
}

/// Those of earlier failures have their values. Conditions that tie many together take long to solve. States saved
/// since the first of them was read may know it as a symbol, so the predicate runs once more from there.
void repair_engine::close_integers() {
  if (symbols_.cells().size() <= thresholds::most_open) return;
  index_reads();
  const auto cells = symbols_.cells();
  symbols_.clear();
  auto first = depth();
  for (const auto cell : cells)
    if (was_read(cell)) {
      restore_read(cell);
      first = std::min(first, first_read(cell));
    } else {
      make_pending(cell);
    }
  accepted_ = accepts(run_from(first));
  index_reads();
}

}  // namespace korat::detail
