// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/exhaustive.hpp"

#include <algorithm>
#include <cmath>

namespace korat::detail {

namespace {

constexpr double score_of_integer = 3;
constexpr double rounding = 1e-9;                    // weights are added up
constexpr std::uint64_t work_of_an_execution = 100;  // where it takes more, there are fewer of them

}  // namespace

repair_engine::exhaustive::exhaustive(repair_engine& e, std::uint64_t most_executions)
    : e_(e),
      last_execution_(e.executions_ + most_executions),
      last_work_(e.work_done() + work_of_an_execution * most_executions) {}

std::uint64_t repair_engine::exhaustive::single_changes() const {
  std::uint64_t sum = 0;
  for (const auto cell : e_.reads_) {
    const auto& d = e_.space_.domain(cell);
    if (e_.may_change(cell)) sum += d.source.integer != value_source::number::none ? 1 : d.bits.size();
  }
  return sum;
}

bool repair_engine::exhaustive::search(double weight) {
  complete_ = true;
  run_on(0, {0, 0}, weight);  // the reads are those of the last change tried
  beyond_ = weight;
  return complete_;
}

bool repair_engine::exhaustive::may_run() {
  if (!used_up_ && e_.executions_ < last_execution_ && e_.work_done() < last_work_ &&
      (e_.executions_ % 16 != 0 || std::chrono::steady_clock::now() < e_.deadline_))
    return true;
  used_up_ = true;
  return complete_ = false;
}

void repair_engine::exhaustive::run_on(std::uint32_t kept, prefix stays, double left) {
  if (!may_run()) return;
  const bool accepted = e_.accepts(e_.run_from(kept));
  if (accepted) note();
  if (!accepted || !open_.empty()) explore(stays, left);  // other values of the integers may need further changes
}

// From the last read back to the first, so that what comes before the change is always as it was.
void repair_engine::exhaustive::explore(prefix stays, double left) {
  e_.index_reads();
  const bool may_change = left + rounding >= e_.least_change_;
  const auto failed_at = e_.depth();
  auto condition = e_.symbols_.conditions();
  for (auto reads = failed_at; may_change || condition > stays.conditions; --reads) {
    for (; condition > stays.conditions && e_.symbols_.depth_of(condition - 1) >= reads; --condition)
      flip(condition - 1, left);
    if (reads <= stays.reads || used_up_) return;
    if (may_change) change(reads - 1, failed_at, condition, left);
  }
}

void repair_engine::exhaustive::change(std::uint32_t position, std::uint32_t failed_at, std::size_t conditions,
                                       double left) {
  const auto cell = e_.reads_[position];
  const auto weight = e_.limits_of(cell).weight;
  if (!e_.may_change(cell) || weight > left + rounding) return;
  const auto& source = e_.space_.domain(cell).source;
  const bool is_integer = source.integer != value_source::number::none;
  if (is_integer && leave_open({position, cell, e_.bits(cell), score_of_integer}, conditions, left - weight)) return;
  // Where it is not known what an integer is compared with, some of its values are tried; and some have no list.
  if (is_integer || (!source.is_reference() && !source.bitwise)) complete_ = false;
  try_values(e_.every_move(position, score_of_age(failed_at - 1 - position)), conditions, left - weight);
}

void repair_engine::exhaustive::try_values(const std::vector<move>& moves, std::size_t conditions, double left) {
  for (const auto& m : moves) {
    const auto before = e_.bits(m.cell);
    score_ += m.score;
    e_.set(m.cell, m.bits);
    run_on(m.position, {m.position + 1, conditions}, left);
    e_.set(m.cell, before);
    score_ -= m.score;
  }
}

/// False: comparisons do not tell all about it.
bool repair_engine::exhaustive::leave_open(const move& base, std::size_t conditions, double left) {
  if (!e_.open(base.cell)) return true;
  open_.push_back(base.cell);
  score_ += base.score;
  const auto nearest = e_.symbols_.other_values(conditions, false, open_);
  if (nearest.feasible == answer::yes) run_with(nearest.bits, {base.position + 1, conditions}, left);
  if (nearest.feasible == answer::unknown) complete_ = false;
  score_ -= base.score;
  open_.pop_back();
  e_.symbols_.close(base.cell);
  e_.restore_read(base.cell);
  return nearest.feasible == answer::no || e_.symbols_.is_known_by_comparisons(base.cell);
}

/// The other answer to a question about integers that are open.
void repair_engine::exhaustive::flip(std::size_t condition, double left) {
  if (!e_.symbols_.is_question(condition)) return;
  const auto reads = e_.symbols_.depth_of(condition);
  const auto other = e_.symbols_.other_values(condition, true, open_);
  if (other.feasible == answer::unknown) complete_ = false;
  if (other.feasible == answer::yes) run_with(other.bits, {reads, condition + 1}, left);
}

void repair_engine::exhaustive::run_with(const std::vector<std::uint64_t>& values, prefix stays, double left) {
  const auto before = values_of_open();
  set_open(values);
  auto first = e_.depth();
  for (const auto cell : open_) first = std::min(first, e_.first_read(cell));
  run_on(first, stays, left);
  set_open(before);
}

std::vector<std::uint64_t> repair_engine::exhaustive::values_of_open() const {
  std::vector<std::uint64_t> values;
  for (const auto cell : open_) values.push_back(e_.bits(cell));
  return values;
}

void repair_engine::exhaustive::set_open(const std::vector<std::uint64_t>& values) {
  for (std::size_t i = 0; i < open_.size(); ++i) e_.set(open_[i], values[i]);
}

void repair_engine::exhaustive::note() {
  const auto before = values_of_open();
  if (!open_.empty())
    if (const auto nearest = e_.symbols_.other_values(e_.symbols_.conditions(), false, open_);
        nearest.feasible == answer::yes)
      set_open(nearest.bits);
  found_repair repair{e_.changes(), 0, {}, score_};
  for (const auto& c : repair.changes) {
    repair.weight += e_.limits_of(c.cell).weight;
    if (e_.space_.domain(c.cell).source.integer != value_source::number::none)
      repair.score -= std::log2(1 + e_.moved(c.cell));  // a small step is likelier
  }
  repair.lost = e_.lost_now();
  set_open(before);
  const auto included = [&](const found_repair& other) {
    return std::ranges::all_of(
        other.changes, [&](const auto& c) { return std::ranges::find(repair.changes, c) != repair.changes.end(); });
  };
  if (repair.weight > beyond_ + rounding && std::ranges::none_of(found_, included)) found_.push_back(std::move(repair));
}

}  // namespace korat::detail
