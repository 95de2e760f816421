// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Sharing a search among several. One that runs gives away what lies behind the first of its choices that has another
// value left: of all the pieces it could give, the one nearest to the root of the search tree. What it keeps ends when
// that choice changes, so nothing but the end of its range is moved. Whoever takes the piece makes the same choices,
// and goes on from there as the giver would have done.

#include <algorithm>

#include "search/coverage.hpp"
#include "search/engaged.hpp"
#include "search/engine.hpp"

namespace korat::detail {

/// Nothing: there is no such choice. Choices that only complete a structure are not given away.
std::optional<part> search_engine::give_part() {
  if (stand_ != standing::at_candidate || on_probation_ || symbolic_ != nullptr) return std::nullopt;
  const auto end = std::min(depth_, completion_.base());
  auto first = shared_;  // those before change no more: the range ends with them
  while (first < end && on_last_value(choices_[first])) ++first;
  if (first >= end) return std::nullopt;

  const std::vector<choice> kept(choices_.get(), choices_.get() + first + 1);
  part given{kept, supply_.low, low_, high_};
  auto cut = kept;  // between what is kept and what is given
  if (backward_ == 0) ++cut.back().value;
  (backward_ != 0 ? given.high : given.low) = {false, {}, cut};
  (backward_ != 0 ? low_ : high_) = {false, kept, cut};
  watch_bound();
  return given;
}

void search_engine::take_part(const part& p) {
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
  set_attention();
}

void search_engine::share_with(std::function<void()> give) {
  give_ = std::move(give);
  on_probation_ = false;
  checkpointing_ = checkpoints_wanted_;
  temporaries_.logging(checkpointing_);
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
  const engaged running(*this, mode::idle);
  check_before_end(outcome::condition);
}

}  // namespace korat::detail
