// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The place where the predicate has rejected: how far it came, what it read last, and how far it comes with a change.

#include <algorithm>

#include "repair/engine.hpp"

namespace korat::detail {

void repair_engine::index_reads() {
  for (; indexed_ < depth(); ++indexed_) position_[reads_[indexed_]] = indexed_;
}

/// When the cell was read; it has been.
std::uint32_t repair_engine::first_read(std::uint32_t cell) const noexcept { return position_[cell]; }

bool repair_engine::was_read(std::uint32_t cell) const noexcept {
  return position_[cell] < indexed_ && reads_[position_[cell]] == cell;
}

/// True: the predicate accepts.
bool repair_engine::begin_failure() {
  close_integers();
  if (accepted_) return true;
  note_usually_read();
  failure_ = {.failed_at = depth(), .progress = progress(), .from = depth()};
  failure_.number = ++failures_;
  failure_.lossy = std::exchange(lossy_, false);
  if (depth() > 0) failure_.last = reads_.back();
  if (unfinished() > 0) failure_.unfinished = view_->owner(reads_.back());
  known_.resize(space_.cells().size());
  note_reached();
  return false;
}

/// Brings the reads back to what they were at the failure, which a trial has changed. False: it is another failure now.
bool repair_engine::restore_failure() {
  if (failure_.from >= failure_.failed_at) return true;
  if (accepts(run_from(failure_.from)) && !failure_.lossy) return accepted_ = true, false;
  index_reads();
  failure_.from = failure_.failed_at;
  return depth() == failure_.failed_at;
}

/// True: the predicate comes well beyond the failure with the changes, or accepts. Else what was there is put back.
bool repair_engine::try_attempt(attempt& a) {
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
  a.reached = reached_now();
  a.way = way_now();
  a.read = depth();
  if (!accepted_) measure(a, first);
  const auto beyond = together.front().score >= thresholds::speaks_for_itself ? 0 : thresholds::well_beyond;
  const bool well_beyond = accepted_ || (a.passed && !a.loses && !lossy_ && a.gain > beyond);
  if (well_beyond) return true;
  for (std::size_t i = together.size(); i-- > 0;) set(together[i].cell, before[i]);
  return false;
}

/// How far the predicate came.
std::uint32_t repair_engine::reached_now() {
  lossy_ = accepted_ && set_aside();
  if (lossy_) return accepted_ = false, 0;
  return accepted_ ? ~std::uint32_t{0} : progress();
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
