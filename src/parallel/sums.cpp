// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "parallel/sums.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>

#include "search/natural.hpp"

namespace korat::detail {
namespace {

/// Those of a diagram may be the largest number there is, which then stands for any beyond it.
void add_to(std::uint64_t& sum, std::uint64_t n) {
  constexpr auto largest = std::numeric_limits<std::uint64_t>::max();
  sum = n > largest - sum ? largest : sum + n;
}

/// Pairs: which, how many.
void add_pairs(std::vector<std::uint64_t>& sum, const std::vector<std::uint64_t>& more) {
  std::map<std::uint64_t, std::uint64_t> all;
  sum.insert(sum.end(), more.begin(), more.end());
  for (std::size_t i = 0; i < sum.size(); i += 2) all[sum[i]] += sum[i + 1];
  sum.clear();
  for (const auto& [which, how_many] : all) sum.insert(sum.end(), {which, how_many});
}

}  // namespace

void add_up(statistics& sum, const statistics& s) {
  add_to(sum.explored, s.explored);
  add_to(sum.valid, s.valid);
  add_to(sum.executions, s.executions);
  add_to(sum.field_initializations, s.field_initializations);
  sum.self_checks += s.self_checks;
  sum.checkpoints += s.checkpoints;
  sum.undo_operations += s.undo_operations;
  sum.bytes_saved += s.bytes_saved;
  sum.bytes_restored += s.bytes_restored;
  sum.peak_memory += s.peak_memory;
}

void add_up(std::vector<rejection>& sum, const std::vector<rejection>& more) {
  for (const auto& r : more) {
    const auto found = std::ranges::find(sum, r.field, &rejection::field);
    if (found == sum.end())
      sum.push_back(r);
    else
      found->candidates += r.candidates, found->depths += r.depths;
  }
  std::ranges::sort(sum, {}, &rejection::field);
}

void add_up(tallies& sum, const tallies& t) {
  add_pairs(sum.by_fields_read, t.by_fields_read);
  if (t.reach)
    sum.reach = sum.reach ? (natural::from_decimal(*sum.reach) += natural::from_decimal(*t.reach)).decimal() : t.reach;
  add_up(sum.rejections, t.rejections);
}

}  // namespace korat::detail
