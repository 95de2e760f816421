// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/rules/keys.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "encoding/sign_extend.hpp"

namespace korat::detail {

keys::keys(const view& v, const ledger& l) : view_(v), ledger_(l), space_(v.image()) {
  const auto& classes = space_.described().classes;
  key_cell_.assign(classes.size(), nobody);
  rank.assign(space_.objects().size(), nobody);
  for (std::uint32_t c = 1; c < classes.size(); ++c) find_in(c, std::min(view_.fresh_from(c), classes[c].count));
  learn_directions();
}

std::uint32_t keys::cell_of(std::uint32_t object) const noexcept {
  const auto& o = space_.objects()[object];
  return o.first_cell + key_cell_[o.object_class];
}

std::int64_t keys::key(std::uint32_t object) const {
  const auto cell = cell_of(object);
  return key_of_bits(cell, space_.bits_in_memory(cell));
}

std::int64_t keys::key_as_guessed(std::uint32_t object) const {
  const auto cell = cell_of(object);
  const auto* const guess = ledger_.find(cell);
  return key_of_bits(cell, guess != nullptr ? guess->value : space_.bits_in_memory(cell));
}

std::int64_t keys::key_of_bits(std::uint32_t cell, std::uint64_t bits) const {
  const auto& source = space_.domain(cell).source;
  if (source.integer == value_source::number::is_unsigned)
    return static_cast<std::int64_t>(std::min<std::uint64_t>(bits, INT64_MAX));
  return encoding::sign_extended(bits, 8 * static_cast<unsigned>(source.width));
}

/// The first integer member of the class that has nearly as many values as there are objects.
void keys::find_in(std::uint32_t object_class, std::uint32_t count) {
  constexpr std::uint32_t fewest = 3;
  if (count < fewest) return;
  const auto& sample = space_.objects()[space_.first_of_class(object_class)];
  for (auto cell = sample.first_cell; cell < sample.end_cell; ++cell) {
    if (space_.domain(cell).source.integer == value_source::number::none) continue;
    if (rank_by(object_class, count, cell - sample.first_cell)) return;
  }
}

/// False: this member is no key.
bool keys::rank_by(std::uint32_t object_class, std::uint32_t count, std::uint32_t number) {
  key_cell_[object_class] = number;
  large_vector<std::pair<std::int64_t, std::uint32_t>> sorted;
  sorted.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto object = static_cast<std::uint32_t>(space_.first_of_class(object_class) + i);
    sorted.emplace_back(key(object), object);
  }
  std::ranges::sort(sorted);
  std::size_t distinct = 1;
  for (std::size_t i = 1; i < sorted.size(); ++i) distinct += sorted[i].first != sorted[i - 1].first ? 1 : 0;
  if (static_cast<double>(distinct) < thresholds::distinct * static_cast<double>(sorted.size()))
    return key_cell_[object_class] = nobody, false;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const auto here = static_cast<std::uint32_t>(by_rank.size());
    rank[sorted[i].second] = here;
    by_rank.push_back(sorted[i].second);
    first_equal.push_back(i > 0 && sorted[i].first == sorted[i - 1].first ? first_equal.back() : here);
  }
  return true;
}

void keys::learn_directions() {
  upward.assign(view_.members(), 0.5);
  references.assign(view_.members(), 0);
  if (by_rank.empty()) return;
  std::vector<std::uint64_t> up(view_.members());
  for (std::uint32_t cell = 0; cell < view_.cells(); ++cell) {
    if (view_.target(cell) == nobody || !view_.is_owning(cell)) continue;
    const auto from = rank[view_.owner(cell)], to = rank[view_.target(cell)];
    if (from == nobody || to == nobody) continue;
    ++references[view_.member_of(cell)];
    up[view_.member_of(cell)] += to > from ? 1 : 0;
  }
  for (std::size_t b = 0; b < up.size(); ++b)
    if (references[b] != 0) upward[b] = static_cast<double>(up[b]) / static_cast<double>(references[b]);
}

}  // namespace korat::detail
