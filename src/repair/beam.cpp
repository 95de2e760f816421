// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Near the failure, by beam search (Lowerre 1976). A candidate is a set of changes. What is tried where the predicate
// rejects it makes its children: those with which the predicate passes the failure, and some with which it does not,
// for two fields may be wrong in one place. Of the children of all candidates the best few go on, at most one of those
// that fail alike. A beam of one candidate takes the first change that brings it well beyond the failure: faults that
// lie apart are repaired on one way through the structure. After a wrong change every further change brings hardly more
// than it costs: a beam whose best candidate is no longer better than an earlier one ends after a few more, and another
// one begins anew, wider or with more patience.

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

// First from what the rules propose; then from what was there, and what they propose is what is tried first.
bool repair_engine::search_near_failures() {
  if (following_ || !changes().empty()) {
    if (search_beam(thresholds::beams[0])) return true;
    if (!budget_left()) return false;
    following_ = false;
    put_back();
    run_anew();
    if (accepted_ && !set_aside()) return true;
  }
  for (const auto& beam : thresholds::beams) {
    if (search_beam(beam)) return true;
    if (!budget_left()) return false;
    go_to(0);
  }
  if (why_.empty())
    why_ = "no change of one of the fields that the predicate read last lets it come further than " +
           (reads_.empty() ? "its beginning" : space_.field_name(reads_[std::min(furthest_, depth()) - 1]));
  return false;
}

/// From the structure as it is.
bool repair_engine::search_beam(const thresholds::beam& b) {
  candidates_.clear();
  tried_.clear();
  before_moves_.clear();
  reached_first_.clear();
  furthest_ = 0;
  beam_ = {at_ = add_candidate({})};
  auto best = std::numeric_limits<std::int64_t>::min();
  for (std::size_t in_vain = 0; !beam_.empty() && in_vain < b.patience; ++in_vain) {
    children_.clear();
    for (const auto c : beam_) {
      if (!budget_left()) return false;
      if (c != at_) go_to(c);
      lossy_ = accepted_ && set_aside();
      if (accepted_ && !lossy_) return true;
      accepted_ = false;
      expand(c, b.width);
      if (accepted_ && !set_aside()) return true;
      accepted_ = false;
    }
    choose_children(b.width);
    for (const auto c : beam_)
      if (candidates_[c].value > best) best = candidates_[c].value, in_vain = 0;
  }
  return false;
}

std::uint32_t repair_engine::add_candidate(candidate c) {
  candidates_.push_back(std::move(c));
  return static_cast<std::uint32_t>(candidates_.size() - 1);
}

/// The best of those that fail in different ways: first those that have passed the failure and lose nothing, then, in a
/// beam, a quarter each of those that lose a part, and of those that have not passed. Of equal ones that with which the
/// predicate has read more is better, whatever it has read: of two faults in one place the one is gone.
void repair_engine::choose_children(std::size_t width) {
  std::ranges::stable_sort(children_, std::greater{},
                           [](const child& c) { return std::tuple(c.made.value, c.read, c.score); });
  std::unordered_set<std::uint64_t> ways;
  beam_.clear();
  const auto take = [&](auto&& which, std::size_t most) {
    for (auto& c : children_)
      if (beam_.size() < most && which(c) && ways.insert(c.way).second)
        beam_.push_back(add_candidate(std::move(c.made)));
  };
  const auto whole = [](const child& c) { return c.made.level == 0 && !c.loses; };
  const auto cut = [](const child& c) { return c.made.level == 0 && c.loses; };
  const auto level = [](const child& c) { return c.made.level != 0; };
  take(whole, width - width / 2);
  take(cut, width - width / 4);
  take(level, width);
  take([](const child&) { return true; }, width);
  if (width == 1 && beam_.size() == 1 && taken_) at_ = beam_[0];
  taken_ = false;
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

void repair_engine::expand(std::uint32_t c, std::size_t width) {
  at_ = nobody;
  expanding_ = c;
  if (begin_failure()) return;
  furthest_ = std::max(furthest_, failure_.progress);
  const auto before = children_.size();
  bool passed = false, convincing = false;
  for (const auto& stage : thresholds::stages) {
    if (convincing || (passed && (stage.closer || width == 1))) return;
    if (stage.closer && !failure_.closer) look_closer();
    if (accepted_) return;
    auto attempts = attempts_within(stage.window);
    for (auto& a : attempts) {
      if (accepted_ || !budget_left()) return;
      if (was_tried(a)) continue;
      const bool well_beyond = try_attempt(a, width == 1);
      if (accepted_) return;
      if (well_beyond && width == 1) {
        children_.resize(before);
        add_child(c, std::move(a));
        taken_ = !failure_.closer;
        return;
      }
      passed = passed || a.passed;
      convincing = convincing || (a.passed && !a.loses && a.gain >= thresholds::convincing);
      if (a.passed || is_level(a)) add_child(c, std::move(a));
    }
    if (accepted_) return;
  }
}

void repair_engine::add_child(std::uint32_t parent, attempt a) {
  const auto& from = candidates_[parent];
  const auto level = a.passed ? 0 : from.level + 1;
  if (level > thresholds::most_level) return;
  const auto again = from.closer + (failure_.closer && a.passed ? a.gain : 0);
  children_.push_back({{parent, std::move(a.moves), a.value + again, again, level}, a.score, a.way, a.read, a.loses});
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
