// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/coverage.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "search/accounting.hpp"
#include "search/engine.hpp"

namespace korat::detail {

namespace {

/// More digits than these nobody reads, and the time to compute them grows with their square.
constexpr double most_digits = 30'000;

std::uint32_t size_at(const space& s, std::size_t cell) { return s.cells()[cell].last + 1; }

/// `boxes` times the sizes of all fields but those chosen.
natural in_vectors(natural boxes, const space& s, std::span<const choice> made) {
  std::vector<bool> chosen(s.cells().size());
  for (const auto& c : made) chosen[c.cell] = true;
  for (std::size_t i = 0; i < s.cells().size(); ++i)
    if (!chosen[i]) boxes *= size_at(s, i);
  return boxes;
}

}  // namespace

bool is_countable(const space& s) {
  double digits = 0;
  for (std::size_t i = 0; i < s.cells().size(); ++i) digits += std::log10(size_at(s, i));
  return digits <= most_digits;
}

natural size_of(const space& s) { return in_vectors(1, s, {}); }
natural vectors_of(const space& s, std::span<const choice> made) { return in_vectors(1, s, made); }

// Horner's rule, in units of the last candidate's box.
natural vectors_before(const space& s, std::span<const choice> made, bool backward) {
  natural boxes;
  for (const auto& c : made) {
    const auto [passed, size] = passed_by(s, c, backward);
    boxes *= size;
    boxes += passed;
  }
  return in_vectors(std::move(boxes), s, made);
}

double share_before(const space& s, std::span<const choice> made, bool backward) {
  double share = 0, box = 1;
  for (const auto& c : made) {
    const auto [passed, size] = passed_by(s, c, backward);
    box /= size;
    share += passed * box;
    if (box < 1e-30) break;  // what follows cannot be seen in a double
  }
  return share;
}

double share_of(const space& s, std::span<const choice> made) {
  double box = 1;
  for (const auto& c : made) box /= size_at(s, c.cell);
  return box;
}

double search_engine::share_in_range() const {
  const double low = low_.open ? 0 : share_before(space_, low_.limit, false);
  const double high = high_.open ? 1 : share_before(space_, high_.limit, false);
  return range_empty_ ? 0 : std::max(0.0, high - low);
}

// Of a range, what lies before its beginning is not the search's to cover. Backward, the beginning is the end.
search_engine::covered_parts search_engine::covered_shares() const {
  const double range = share_in_range();
  if (stand_ != standing::at_candidate) return stand_ == standing::behind ? covered_parts{range, 1} : covered_parts{};
  const bool backward = backward_ != 0;
  const double own = outcome_ == outcome::failed ? 0 : share_of(space_, chosen_fields());
  const double outside = backward ? (high_.open ? 0 : 1 - share_before(space_, high_.limit, false))
                                  : (low_.open ? 0 : share_before(space_, low_.limit, false));
  const double before = share_before(space_, chosen_fields(), backward) - outside;
  const double covered = std::clamp(before + own, 0.0, range);
  return {covered, range > 0 ? covered / range : 0};
}

double search_engine::covered_share() const {
  refuse_if_symbolic("counts no coverage: the vectors that a candidate stands for are no piece of the space");
  return covered_shares().of_range;
}

natural search_engine::vectors_in_range() const {
  if (range_empty_) return {};
  auto end = high_.open ? size_of(space_) : vectors_before(space_, high_.limit, false);
  return low_.open ? end : end -= vectors_before(space_, low_.limit, false);
}

natural search_engine::covered_vectors() const {
  if (stand_ == standing::before) return {};
  if (stand_ == standing::behind) return vectors_in_range();
  const bool backward = backward_ != 0;
  auto covered = vectors_before(space_, chosen_fields(), backward);
  // A candidate that the predicate failed on is not covered.
  if (outcome_ != outcome::failed) covered += vectors_of(space_, chosen_fields());
  if (!backward && !low_.open) {
    const auto outside = vectors_before(space_, low_.limit, false);
    if (covered < outside) return {};  // at the solution of a diagram that the range begins behind
    covered -= outside;
  }
  if (backward && !high_.open) covered -= size_of(space_) -= vectors_before(space_, high_.limit, false);
  return covered;
}

korat::coverage search_engine::coverage() const {
  refuse_if_symbolic("counts no coverage: the vectors that a candidate stands for are no piece of the space");
  korat::coverage result;
  const auto shares = covered_shares();
  result.share = shares.of_space;
  result.share_of_range = shares.of_range;
  if (!is_countable(space_)) return result;

  const auto whole = size_of(space_);
  const auto range = vectors_in_range();
  auto covered = covered_vectors();
  result.space = whole.decimal();
  result.covered = covered.decimal();
  if (knows_range()) {
    result.range = range.decimal();
    result.remaining = (natural(range) -= covered).decimal();
  }
  if (accounting_ == nullptr) return result;
  const auto reached = accounting_->reach();
  result.reach = reached.decimal();
  result.prune = (covered -= reached).decimal();
  return result;
}

}  // namespace korat::detail
