// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "korat/walk.hpp"

namespace korat {

std::optional<candidate_vector> find_end(basic_search& search) {
  search.to_end();
  if (!search.previous()) return std::nullopt;
  return search.vector();
}

// From the candidate backward to a valid one or the beginning, then forward over the whole range: its first candidate
// is the one behind where the way back ended.
infeasible_range find_infeasible_range(basic_search& search, const candidate_vector& around, noncanonical policy) {
  infeasible_range range;
  if (!search.seek(around, policy) || search.valid()) return range;
  range.last = search.vector();
  if (search.previous_valid())
    range.valid_before = search.vector();
  else if (search.outcome() != outcome::complete) {
    range.first = search.vector();
    range.count = search.statistics().explored;
    range.whole = false;
    return range;
  }
  const auto start = search.statistics().explored;
  if (!search.next()) return range;
  range.first = search.vector();
  if (search.next_valid()) range.valid_after = search.vector();
  range.whole = range.valid_after || search.outcome() == outcome::complete;
  range.count = search.statistics().explored - start - (range.valid_after ? 1 : 0);
  if (range.whole && !search.previous()) return range;
  range.last = search.vector();
  return range;
}

namespace {

/// The range between two valid candidates, of which there may be none: an end of the space.
infeasible_range between(basic_search& near, const std::optional<candidate_vector>& before,
                         const std::optional<candidate_vector>& after, std::uint64_t count) {
  infeasible_range range{.count = count, .first = {}, .last = {}, .valid_before = before, .valid_after = after};
  near.to_start();
  if (before) near.seek(*before, noncanonical::move);
  near.next();
  range.first = near.vector();
  near.to_end();
  if (after) near.seek(*after, noncanonical::move);
  near.previous();
  range.last = near.vector();
  return range;
}

}  // namespace

bool find_infeasible_ranges(basic_search& all, basic_search& near,
                            const function<void(const infeasible_range&)>& found) {
  std::optional<candidate_vector> before;
  std::uint64_t explored = 0;  // up to `before`
  all.to_start();
  for (bool more = true; more;) {
    more = all.next_valid();
    if (!more && all.outcome() != outcome::complete) return false;
    const auto after = more ? std::optional(all.vector()) : std::nullopt;
    const auto now = all.statistics().explored;
    if (const auto count = now - explored - (more ? 1 : 0); count != 0) found(between(near, before, after, count));
    before = after;
    explored = now;
  }
  return true;
}

// Horner's rule, in units of the candidate's box, as in search/coverage.cpp.
big_integer vectors_before(const basic_search& search) {
  const auto vector = search.vector();
  big_integer boxes;
  std::vector<bool> read(search.fields());
  for (const auto field : search.accessed()) {
    boxes *= search.domain_size(field);
    boxes += vector[field];
    read[field] = true;
  }
  for (std::size_t i = 0; i < search.fields(); ++i)
    if (!read[i]) boxes *= search.domain_size(i);
  return boxes;
}

big_integer size_of_space(const basic_search& search) {
  big_integer size = 1;
  for (std::size_t i = 0; i < search.fields(); ++i) size *= search.domain_size(i);
  return size;
}

}  // namespace korat
