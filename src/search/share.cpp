// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Sharing a search among several. One that runs gives away what lies behind the first of its choices that has another
// value left: of all the pieces it could give, the one nearest to the root of the search tree. What it keeps ends when
// that choice changes, so nothing but the end of its range is moved. Whoever takes the piece makes the same choices,
// and goes on from there as the giver would have done.
//
// What is left of a search that was stopped is told by candidates: it begins behind the last one considered, and ends
// with the last of the piece. What lies between that candidate and the next, because isomorphic copies are there, is
// covered.

#include <algorithm>

#include "search/coverage.hpp"
#include "search/engaged.hpp"
#include "search/engine.hpp"

namespace korat::detail {

/// Nothing: there is no such choice.
std::optional<part> search_engine::give_part(std::uint64_t among) {
  if (lists()) return diagram_->give(among);
  if (stand_ != standing::at_candidate || on_probation_ || symbolic_ != nullptr) return std::nullopt;
  auto first = shared_;  // those before change no more: the range ends with them
  while (first < depth_ && on_last_value(choices_[first])) ++first;
  if (first >= depth_) return std::nullopt;

  const std::vector<choice> kept(choices_.get(), choices_.get() + first + 1);
  part given{kept, supply_.low, low_, high_};
  given.completes = first >= completion_.base();
  const auto cut = cut_behind(kept);  // between what is kept and what is given
  (backward_ != 0 ? given.high : given.low) = {false, {}, cut};
  (backward_ != 0 ? low_ : high_) = {false, kept, cut};
  watch_bound();
  return given;
}

/// Where what lies behind all candidates with these choices begins; backward, where it ends. Empty: it is nothing.
std::vector<choice> search_engine::cut_behind(std::span<const choice> made) const {
  std::vector<choice> cut(made.begin(), made.end());
  while (!cut.empty() && on_last_value(cut.back())) cut.pop_back();
  if (backward_ == 0 && !cut.empty()) ++cut.back().value;
  return cut;
}

/// Where a structure is being completed, the way there is that of its last candidate.
void search_engine::take_completions(const part& p) {
  if (const auto rest = left_in(p)) return take(*rest);
  range_empty_ = true;
  stand_ = standing::behind;
}

void search_engine::take(const part& p) {
  if (p.completes) return take_completions(p);
  if (lists()) diagram_->pause();
  const engaged running(*this, mode::idle);
  unwind();
  record_.clear();
  low_ = p.low;
  high_ = p.high;
  range_settled_ = true;
  range_empty_ = exhausted_ = false;
  supply_.low = p.predicates;
  rebuild(p.behind);
  popped_ -= p.behind.size();  // the giver has counted these
  if (accounting_ != nullptr) accounting_->begin_with(choices());
  announced_ = true;
  stand_ = standing::at_candidate;
  outcome_ = outcome::running;
  watch_bound();
  if (p.diagram != nullptr) list_part(*this, p);
  set_attention();
}

void search_engine::take(const open_range& r) {
  leave_diagram();
  const engaged running(*this, mode::idle);
  unwind();
  const auto counted = popped_;
  record_.clear();
  low_ = high_ = {};
  range_settled_ = exhausted_ = false;
  settle_range();
  auto last = backward_ != 0 ? low_ : high_;
  if (r.last) {
    check_in_range(checked(*r.last, noncanonical::refuse));
    const auto cut = cut_behind(choices());
    last = {cut.empty(), copy_of_choices(), backward_ != 0 ? copy_of_choices() : cut};
  }
  unwind();
  if (r.after) {
    check_in_range(checked(*r.after, noncanonical::refuse));
    if (!last.open &&
        (backward_ != 0 ? comes_before(choices(), last.candidate) : comes_before(last.candidate, choices())))
      throw position_error(space_.name() + ": the piece of the search ends before it begins");
    auto cut = cut_behind(choices());
    range_empty_ = cut.empty();
    (backward_ != 0 ? high_ : low_) = {false, {}, std::move(cut)};
    announced_ = true;
  }
  (backward_ != 0 ? low_ : high_) = last;
  popped_ = counted - depth_;  // who made these choices has counted them
  if (r.after && accounting_ != nullptr) accounting_->begin_with(choices());
  stand_ = r.after ? standing::at_candidate : standing::before;
  outcome_ = outcome::running;
  watch_bound();
  set_attention();
}

/// The last candidate, in the direction of the search, of those with these choices. What is counted stays the same.
candidate_vector search_engine::last_with(std::span<const choice> made) {
  const std::vector<choice> kept(made.begin(), made.end());
  const auto counted = popped_ + depth_;
  unwind();
  boundary_ = 0;
  rebuild(kept);
  backward_ = ~backward_;
  step_ = backward_ | 1;
  settle();
  backward_ = ~backward_;
  step_ = backward_ | 1;
  popped_ = counted - depth_;
  return vector();
}

/// Nothing: the choices are the last ones that there are.
std::optional<open_range> search_engine::left_in(const part& p) {
  leave_diagram();
  const engaged running(*this, mode::idle);
  const auto& end = backward_ != 0 ? p.low : p.high;
  open_range result;
  if (!end.open) result.last = last_with(end.candidate);
  result.after = last_with(p.behind);
  if (cut_behind(p.behind).empty() || result.after == result.last) return std::nullopt;
  return result;
}

std::optional<open_range> search_engine::leave() {
  if (stand_ == standing::behind || range_empty_) return std::nullopt;
  leave_diagram();
  if (stand_ == standing::at_candidate) return left_in({copy_of_choices(), supply_.low, low_, high_});
  const engaged running(*this, mode::idle);
  const auto& end = backward_ != 0 ? low_ : high_;
  return open_range{std::nullopt, end.open ? std::nullopt : std::optional(last_with(end.candidate))};
}

void search_engine::carry(const korat::statistics& so_far, const tallies& counted) {
  const engaged running(*this, mode::idle);
  carry_on(so_far, counted);
}

void search_engine::share_with(std::function<void()> give) {
  give_ = std::move(give);
  on_probation_ = false;
  checkpointing_ = checkpoints_wanted_;
  temporaries_.logging(checkpointing_);
}

/// A rehearsal has looked at every candidate of its record. Without one this looks at the candidate at hand.
void search_engine::look_for_shared_state() {
  if (resumable_ || changes_variables_ || options_.self_checks == 0 || stand_ != standing::at_candidate) return;
  const running_scope paused(*this, mode::idle);
  changes_variables_ = changes_variables();
  if (changes_variables_)
    note_ = "the predicate changes global or thread-local variables" + (note_.empty() ? "" : "; " + note_);
}

void search_engine::allow(std::uint64_t valid, std::uint64_t explored) noexcept {
  const auto sum = [](std::uint64_t a, std::uint64_t b) {
    return a > search_options::unlimited - b ? search_options::unlimited : a + b;
  };
  valid_limit_ = sum(valid_, valid);
  explored_limit_ = sum(explored_, explored);
  if (outcome_ == outcome::max_valid || outcome_ == outcome::max_explored) outcome_ = outcome::running;
  set_attention();
}

void search_engine::end_sharing() {
  give_ = {};
  if (lists()) return;
  const engaged running(*this, mode::idle);
  check_before_end(outcome::condition);
}

}  // namespace korat::detail
