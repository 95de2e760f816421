// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// One contest after the other, until the predicate accepts. Each one that is won is a decision; it is taken back where
// it leads nowhere.

#include <algorithm>
#include <deque>

#include "repair/engine.hpp"

namespace korat::detail {

namespace {

constexpr int most_in_vain = 32;
constexpr std::size_t most_backtracks = 16;

}  // namespace

// Where a level of nearby changes is left over, the contest has a share of the work first, then comes the level, then
// all the rest.
bool repair_engine::contest() {
  constexpr std::uint64_t for_a_better_one = 50'000'000;  // work: half a second, about
  if (recover_spare()) return true;
  better_until_ = work_done() + std::max(work_done(), for_a_better_one);
  if (!nearby_left_over_) return settle(contest_until_settled());
  contest_until_ = work_done() + for_a_better_one;
  kept_back_ = options_.max_executions / 10;
  const bool found = contest_until_settled();
  kept_back_ = 0;
  const bool cut_short = work_done() >= contest_until_;
  contest_until_ = ~std::uint64_t{0};
  if (found) return settle(true);
  return search_the_rest() || settle(cut_short && why_.empty() && contest_until_settled());
}

// Where a contest is lost an earlier one may have been won by the wrong field: it is held again, and ends otherwise.
// Only when that does not help either, all that may be tried is tried where the predicate came furthest.
bool repair_engine::contest_until_settled() {
  if (options_.guess_first && budget_left()) {
    if (follow_guesses()) return true;
    if (reconsider(progress())) return true;
  }
  been_there_.insert(assignment_);
  std::uint32_t furthest = 0;
  int in_vain = 0;  // contests that were won, and the predicate still came no further
  std::size_t backtracks = 0;
  std::deque<std::vector<change>> decisions;  // [contest that was won]: what was changed before
  struct {
    std::uint32_t progress = 0;
    std::vector<change> changes;
  } stuck;
  while (budget_left()) {
    index_reads();
    in_vain = progress() > furthest ? 0 : in_vain + 1;
    furthest = std::max(furthest, progress());
    if (begin_contest()) return true;
    auto before = changes();
    const bool won = in_vain < most_in_vain && contest_briefly();
    if (accepted_) return true;
    if (won) {
      decisions.push_back(std::move(before));
      if (decisions.size() > most_backtracks) decisions.pop_front();
      continue;
    }
    if (failure_.progress > stuck.progress) stuck = {failure_.progress, std::move(before)};
    const bool again = !decisions.empty() && backtracks++ < most_backtracks && budget_left();
    return_to(again ? decisions.back() : stuck.changes);
    if (accepted_) return true;
    furthest = 0;
    in_vain = 0;
    if (again) {
      decisions.pop_back();
      continue;
    }
    if (begin_contest()) return true;
    const bool won_at_last = contest_thoroughly();
    if (accepted_) return true;
    if (!won_at_last) {
      if (why_.empty())
        why_ = "no change of one of the fields that the predicate read last lets it come further than " +
               (reads_.empty() ? "its beginning" : space_.field_name(reads_[std::min(stuck.progress, depth()) - 1]));
      return false;
    }
    decisions.clear();
    backtracks = 0;
    stuck = {};
  }
  return false;
}

/// True: the predicate accepts.
bool repair_engine::begin_contest() {
  close_integers();
  failure_ = {.failed_at = depth(), .progress = progress(), .first_depth = depth(), .from = depth(), .closer = false};
  return accepted_;
}

/// To what was changed before a contest. Where that ended no other one leads again.
void repair_engine::return_to(const std::vector<change>& decision) {
  const auto touched = original_;
  for (const auto& [cell, before] : touched) {
    const auto kept = std::ranges::lower_bound(decision, cell, {}, &change::cell);
    const auto value = kept == decision.end() || kept->cell != cell ? before : kept->after;
    if (bits(cell) != value) set(cell, value);
  }
  accepted_ = accepts(run_from(0));
  index_reads();
}

bool repair_engine::contest_briefly() {
  if (repeat_changes()) return true;
  if (contest_within(4, gain::large) || place_lost(gain::large)) return true;
  if (contest_within(4, gain::any) || contest_within(16, gain::any)) return true;
  if (!budget_left()) return false;
  if (place_lost(gain::any)) return true;
  // Perhaps it read nothing new for a long time: what did it read last, new or not?
  look_closer();
  for (const std::uint32_t window : {8U, 32U})
    if (contest_within(window, gain::any)) return true;
  return false;
}

bool repair_engine::contest_thoroughly() {
  look_closer();
  if (accepted_ || contest_within(128, gain::any)) return true;
  return contest_within(1'024, gain::any);
}

}  // namespace korat::detail
