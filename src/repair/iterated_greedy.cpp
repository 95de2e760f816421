// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Near the failure, by iterated greedy search (Ruiz and Stuetzle 2007). A construction makes one change after the
// other, each where the predicate rejects: the first that brings it well beyond the failure, so that faults that lie
// apart are repaired on one way through the structure, or else the one with which a candidate is worth most. After a
// wrong change every further one brings hardly more than it costs, so it ends when nothing was better for a few
// changes. Then some of the best candidate's changes are taken out, and another construction goes on from there, with
// chance in its choices. What it leads to is kept if it is as good. When that brings nothing for long, all begins anew.

#include <algorithm>
#include <limits>
#include <tuple>

#include "repair/engine.hpp"

namespace korat::detail {

// Where a level of the exhaustive search is left over, this one has a share of the work first, then comes the level,
// then all the rest.
bool repair_engine::search_with_rules() {
  constexpr std::uint64_t for_a_better_one = 50'000'000;  // work: half a second, about
  better_until_ = work_done() + std::max(work_done(), for_a_better_one);
  if (!exhaustive_left_over_) return settle(search_all_at_once() || search_near_failures());
  stop_at_ = work_done() + for_a_better_one;
  kept_back_ = options_.max_executions / 10;
  const bool found = search_all_at_once() || search_near_failures();
  kept_back_ = 0;
  const bool cut_short = work_done() >= stop_at_;
  stop_at_ = ~std::uint64_t{0};
  if (found) return settle(true);
  return search_the_rest() || settle(cut_short && why_.empty() && search_near_failures());
}

/// How much a construction tries at a failure: mostly little, now and then four times as much, and so on.
static std::size_t tries_of(std::uint64_t construction) {
  auto tries = thresholds::fewest_tries;
  for (auto i = construction; i % 4 == 3 && tries < thresholds::most_tries; i /= 4) tries *= 4;
  return tries;
}

// First from what the rules propose; then from what was there, and what they propose is what is tried first.
bool repair_engine::search_near_failures() {
  using namespace thresholds;
  begin_search();
  if (following_ || !changes().empty()) {
    if (construct({}, first_tries)) return true;
    if (!budget_left()) return false;
    following_ = false;
    put_back();
    run_anew();
    if (accepted_ && !set_aside()) return true;
    begin_search();
  }
  random_.seed(1);
  auto best = std::numeric_limits<std::int64_t>::min();
  std::uint64_t constructions = 0;
  for (std::size_t rounds_in_vain = 0; rounds_in_vain < most_rounds_in_vain; ++rounds_in_vain) {
    by_chance_ = constructions > 0;
    if (construct({}, by_chance_ ? first_tries : very_first_tries)) return true;
    auto now = best_;
    for (std::size_t in_vain = 0; in_vain < most_in_vain; ++in_vain) {
      if (!budget_left()) return false;
      by_chance_ = true;
      if (construct(without_some(now), tries_of(constructions++), now.assignment)) return true;
      if (best_.value > now.value) in_vain = 0;
      if (best_.value >= now.value) now = best_;
    }
    if (now.value > best) best = now.value, rounds_in_vain = 0;
  }
  why_ = "no change of the fields that the predicate read last lets it come further than " +
         (reads_.empty() ? "its beginning" : space_.field_name(reads_[std::min(furthest_, depth()) - 1]));
  return false;
}

/// From the structure as it is.
void repair_engine::begin_search() {
  before_moves_.clear();
  reached_first_.clear();
  furthest_ = 0;
  by_chance_ = false;
}

/// All from one change on, or a few of them.
repair_engine::candidate repair_engine::without_some(candidate c) {
  if (c.moves.empty()) return c;
  if (random_() % 4 == 0) {
    c.moves.resize(random_() % c.moves.size());
    return c;
  }
  do c.moves.erase(c.moves.begin() + static_cast<std::ptrdiff_t>(random_() % c.moves.size()));
  while (!c.moves.empty() && random_() % 2 == 0);
  return c;
}

/// One change after the other, from the candidate on, and never to the assignment. best_: the best on the way.
bool repair_engine::construct(candidate c, std::size_t tries, std::uint64_t never) {
  best_ = {.value = std::numeric_limits<std::int64_t>::min()};
  tried_ = {never};
  bool is_made = false;
  for (std::size_t in_vain = 0; in_vain < thresholds::patience && budget_left(); ++in_vain) {
    if (!is_made) make(c);
    lossy_ = accepted_ && set_aside();
    if (accepted_ && !lossy_) return true;
    accepted_ = false;
    children_.clear();
    now_ = &c;
    is_made = expand(tries);
    if (accepted_ && !set_aside()) return true;
    accepted_ = false;
    const auto* const chosen = choose_child();
    if (chosen == nullptr) return false;
    c = with(std::move(c), *chosen);
    if (c.value > best_.value) best_ = c, in_vain = 0;
  }
  return false;
}

/// Makes its changes, and no others but guesses.
void repair_engine::make(const candidate& c) {
  auto values = before_moves_;
  for (const auto& m : c.moves) values[m.cell] = m.bits;
  auto first = std::min(depth(), failure_.from);
  index_reads();
  for (const auto& [cell, value] : values) {
    if (bits(cell) == value) continue;
    if (was_read(cell)) first = std::min(first, first_read(cell));
    set(cell, value);
  }
  accepted_ = accepts(run_from(first));
}

/// The candidate with one of its children's changes.
repair_engine::candidate repair_engine::with(candidate c, const child& made) const {
  const auto& a = made.change;
  for (const auto& m : a.moves) {
    std::erase_if(c.moves, [&](const move& other) { return other.cell == m.cell; });
    if (before_moves_.at(m.cell) != m.bits) c.moves.push_back(m);
  }
  c.value = a.value;
  c.level = made.level;
  c.assignment = 0;
  for (const auto& m : c.moves) c.assignment ^= contribution(m.cell, m.bits);
  return c;
}

/// First those that have passed the failure, then by what they are worth. Of equal ones that with which the predicate
/// has read more is better, whatever it has read: of two faults in one place the one is gone. By chance it is the next.
const repair_engine::child* repair_engine::choose_child() {
  std::ranges::stable_sort(children_, std::greater{}, [](const child& c) {
    return std::tuple(c.level == 0, c.change.value, c.change.read, c.change.score);
  });
  std::unordered_set<std::uint64_t> ways;
  std::erase_if(children_, [&](const child& c) { return !ways.insert(c.change.way).second; });
  if (children_.empty()) return nullptr;
  std::size_t which = 0;
  while (by_chance_ && which + 1 < children_.size() && random_() % thresholds::next_best == 0) ++which;
  return &children_[which];
}

/// Children of the candidate. True: the only one goes well beyond the failure, and is made.
bool repair_engine::expand(std::size_t tries) {
  if (begin_failure()) return false;
  furthest_ = std::max(furthest_, failure_.progress);
  bool passed = false;
  for (const auto window : thresholds::windows) {
    if (tries == 0 || (passed && !(by_chance_ && random_() % thresholds::looks_further == 0))) return false;
    auto attempts = attempts_within(window);
    for (auto& a : attempts) {
      if (accepted_ || !budget_left() || tries == 0) break;
      if (was_tried(a)) continue;
      --tries;
      const bool well_beyond = try_attempt(a);
      if (accepted_) return false;
      passed = passed || a.passed;
      const auto level = a.passed ? 0 : now_->level + 1;
      if (well_beyond) children_.clear();
      if (a.passed || (is_level(a) && level <= thresholds::most_level)) children_.push_back({std::move(a), level});
      if (well_beyond) return true;
    }
    if (accepted_) return false;
  }
  return false;
}

/// One of the fields read last was changed, and the predicate rejects at about the same place.
bool repair_engine::is_level(const attempt& a) const {
  return a.moves.size() == 1 && a.reached + thresholds::about_as_far >= failure_.progress &&
         a.moves[0].position + 4 * thresholds::about_as_far >= failure_.failed_at;
}

/// The same assignment need not be run again.
bool repair_engine::was_tried(const attempt& a) {
  auto there = assignment_;
  for (const auto& m : a.moves) there ^= contribution(m.cell, bits(m.cell)) ^ contribution(m.cell, m.bits);
  return !tried_.insert(there).second;
}

/// By the present candidate, the last first.
std::vector<std::uint32_t> repair_engine::cells_changed_last(std::size_t most) const {
  std::vector<std::uint32_t> cells;
  for (auto m = now_->moves.rbegin(); m != now_->moves.rend() && cells.size() < most; ++m) cells.push_back(m->cell);
  return cells;
}

}  // namespace korat::detail
