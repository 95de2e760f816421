// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Near the failure, the best first. A candidate is a set of changes. What is tried where the predicate rejects it makes
// its children: those with which the predicate comes further, and a few with which it comes as far, for two fields may
// be wrong in one place. The one that came furthest is next. Every other choice is a discrepancy: the second best
// child, a child that came no further, to look at the same failure once more and wider. When the search is stuck, the
// least is taken; of two, the one after more decisions, so that what was decided last is reconsidered first. (Limited
// discrepancy search, Harvey and Ginsberg 1995.) Small steps in a row are a discrepancy, too: they follow an earlier
// mistake.

#include <algorithm>

#include "repair/engine.hpp"

namespace korat::detail {

// Where a level of the exhaustive search is left over, this one has a share of the work first, then comes the level,
// then all the rest.
bool repair_engine::search_with_rules() {
  constexpr std::uint64_t for_a_better_one = 50'000'000;  // work: half a second, about
  if (recover_spare()) return true;
  better_until_ = work_done() + std::max(work_done(), for_a_better_one);
  if (!exhaustive_left_over_) return settle(search_all_at_once() || search_best_first());
  stop_at_ = work_done() + for_a_better_one;
  kept_back_ = options_.max_executions / 10;
  const bool found = search_all_at_once() || search_best_first();
  kept_back_ = 0;
  const bool cut_short = work_done() >= stop_at_;
  stop_at_ = ~std::uint64_t{0};
  if (found) return settle(true);
  return search_the_rest() || settle(cut_short && why_.empty() && search_best_first());
}

bool repair_engine::search_best_first() {
  candidates_.clear();
  waiting_.clear();
  before_moves_.clear();
  furthest_ = 0;
  at_ = 0;
  enqueue(add_candidate({}));
  while (!waiting_.empty() && budget_left()) {
    const auto next = waiting_.begin()->candidate;
    waiting_.erase(waiting_.begin());
    if (next != at_) go_to(next);
    if (!accepted_) expand(next);
    if (accepted_ && !set_aside()) return true;
    accepted_ = false;
  }
  if (why_.empty() && waiting_.empty())
    why_ = "no change of one of the fields that the predicate read last lets it come further than " +
           (reads_.empty() ? "its beginning" : space_.field_name(reads_[std::min(furthest_, depth()) - 1]));
  return false;
}

std::uint32_t repair_engine::add_candidate(candidate c) {
  candidates_.push_back(std::move(c));
  return static_cast<std::uint32_t>(candidates_.size() - 1);
}

void repair_engine::enqueue(std::uint32_t c) {
  const auto& added = candidates_[c];
  if (added.stage == std::size(thresholds::stages)) return;
  const auto discrepancy = added.discrepancy + thresholds::stages[added.stage].discrepancy;
  if (discrepancy > thresholds::most_discrepancy) return;
  waiting_.insert(
      {thresholds::age * std::int64_t{discrepancy + added.small_steps / thresholds::few_steps} - added.decisions, c});
}

/// Makes its changes, and no others but guesses.
void repair_engine::go_to(std::uint32_t c) {
  auto values = before_moves_;
  std::unordered_set<std::uint32_t> known;
  for (auto at = c; at != nobody; at = candidates_[at].parent)
    for (auto m = candidates_[at].moves.rbegin(); m != candidates_[at].moves.rend(); ++m)
      if (known.insert(m->cell).second) values[m->cell] = m->bits;
  auto first = std::min({depth(), failure_.from, failure_.first_depth});
  index_reads();
  for (const auto& [cell, value] : values) {
    if (bits(cell) == value) continue;
    if (was_read(cell)) first = std::min(first, first_read(cell));
    set(cell, value);
  }
  accepted_ = accepts(run_from(first));
  at_ = c;
}

void repair_engine::expand(std::uint32_t c) {
  at_ = nobody;
  expanding_ = c;
  if (begin_failure()) return;
  const auto& now = thresholds::stages[candidates_[c].stage];
  furthest_ = std::max(furthest_, failure_.progress);
  if (now.closer) look_closer();
  std::vector<attempt> further, level;
  if (!accepted_)
    for (auto& a : attempts_within(now.window)) {
      if (!budget_left()) return;
      if (was_tried(a)) continue;
      if (try_attempt(a)) {
        if (accepted_) return;
        enqueue(c);
        const auto repeats = same_way(c, a);
        const auto child = add_child(c, std::move(a), repeats);
        if (!now.closer) at_ = child;
        return;
      }
      if (accepted_) return;
      if (a.reached > failure_.progress)
        further.push_back(std::move(a));
      else if (is_level(a))
        level.push_back(std::move(a));
    }
  if (accepted_) return;
  ++candidates_[c].stage;
  enqueue(c);
  std::ranges::stable_sort(further, std::greater{}, &attempt::reached);
  for (std::size_t i = 0; i < std::min(further.size(), thresholds::most_gains); ++i) {
    const auto repeats = same_way(c, further[i]);
    add_child(c, std::move(further[i]), static_cast<int>(i) + repeats);
  }
  for (std::size_t i = 0; i < std::min(level.size(), thresholds::most_level); ++i)
    add_child(c, std::move(level[i]), thresholds::no_gain + static_cast<int>(i / 4));
}

/// What comes further than ever costs nothing any more.
std::uint32_t repair_engine::add_child(std::uint32_t parent, attempt a, int discrepancy) {
  const auto& from = candidates_[parent];
  const bool is_new = a.reached > furthest_ && discrepancy == 0;
  const bool is_gain = a.reached > failure_.progress;
  const bool is_large =
      space_.cells().size() > 4 * thresholds::well_beyond;  // all steps through a small structure are small
  const bool is_small = is_large && a.reached <= failure_.progress + thresholds::well_beyond;
  const auto child = add_candidate({parent, std::move(a.moves), is_new ? 0 : from.discrepancy + discrepancy,
                                    from.decisions + (is_gain ? 1 : 0), is_small ? from.small_steps + 1 : 0});
  enqueue(child);
  return child;
}

/// Discrepancies of a child that changes a field as another one does, and fails as that one did: what it fails at does
/// not depend on the value, so that others are tried when nothing else is left.
int repair_engine::same_way(std::uint32_t c, const attempt& a) {
  if (a.moves.size() != 1) return a.discrepancy;
  auto& ways = candidates_[c].ways;
  const std::pair way(a.moves[0].cell, a.way);
  const auto repeats = std::ranges::count(ways, way);
  ways.push_back(way);
  return a.discrepancy + thresholds::no_gain * static_cast<int>(repeats);
}

/// One of the fields read last was changed, and the predicate rejects at about the same place.
bool repair_engine::is_level(const attempt& a) const {
  return a.moves.size() == 1 && a.reached + thresholds::about_as_far >= failure_.progress &&
         a.moves[0].position + 4 * thresholds::about_as_far >= failure_.failed_at;
}

/// The same assignment need not be run again, unless it is looked at closer.
bool repair_engine::was_tried(const attempt& a) {
  constexpr std::size_t most_remembered = 2'000'000;
  auto there = assignment_ ^ (failure_.closer ? 0x9e37'79b9'7f4a'7c15 : 0);
  for (const auto& m : a.moves) there ^= contribution(m.cell, bits(m.cell)) ^ contribution(m.cell, m.bits);
  if (tried_.size() >= most_remembered) tried_.clear();
  return !tried_.insert(there).second;
}

/// By the present candidate and those that it comes from, the last first.
std::vector<std::uint32_t> repair_engine::cells_changed_last(std::size_t most) const {
  std::vector<std::uint32_t> cells;
  for (auto at = expanding_; at != nobody && cells.size() < most; at = candidates_[at].parent)
    for (const auto& m : candidates_[at].moves) {
      if (cells.size() < most) cells.push_back(m.cell);
    }
  return cells;
}

}  // namespace korat::detail
