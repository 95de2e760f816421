// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/tracker.hpp"

#include <algorithm>
#include <cmath>

#include "undo/heap.hpp"

namespace korat::detail {

// In doubles, and where rounding could matter, exactly.
std::uint32_t tracker::part_of(std::span<const choice> made) const {
  const auto parts = static_cast<double>(by_space_.size());
  const double position = share_before(space_, made, backward_) * parts;
  const bool sure = std::abs(position - std::round(position)) > 1e-9 * parts;
  if (sure || !is_countable(space_)) return static_cast<std::uint32_t>(std::min(position, parts - 1));
  const not_for_predicate scope;
  const auto border = static_cast<std::uint32_t>(std::round(position));
  const bool behind = vectors_before(space_, made, backward_).times(by_space_.size()) >= size_of(space_).times(border);
  return behind ? border : border - 1;
}

void tracker::find_part(std::span<const choice> made) {
  part_ = part_of(made);
  const auto end = (part_ + 1.0) / static_cast<double>(by_space_.size());
  double before = 0, box = 1;
  watched_ = 0;
  for (const auto& c : made) {
    const auto [passed, size] = passed_by(space_, c, backward_);
    box /= size;
    before += passed * box;
    ++watched_;
    if (before + box < end - 1e-9) return;
  }
  watched_ = every_choice;  // too close to the end of the part: ask every time
}

void tracker::find_bucket(std::uint64_t explored) {
  while (((explored - 1) >> width_bits_) >= buckets_.size()) {
    for (std::size_t i = 0; i < buckets_.size() / 2; ++i) buckets_[i] = buckets_[2 * i] + buckets_[2 * i + 1];
    std::fill(buckets_.begin() + static_cast<std::ptrdiff_t>(buckets_.size() / 2), buckets_.end(), 0);
    ++width_bits_;
  }
  const auto bucket = (explored - 1) >> width_bits_;
  bucket_ = &buckets_[bucket];
  bucket_end_ = (bucket + 1) << width_bits_;
}

void tracker::add_elsewhere(std::span<const choice> made, std::uint64_t explored, std::uint32_t& lowest_kept) {
  if (lowest_kept <= watched_) {
    find_part(made);
    lowest_kept = every_choice;
  }
  find_bucket(explored);
  count();
}

korat::distribution tracker::distribution(std::uint64_t explored) const {
  korat::distribution result{by_space_, {}, {}};
  const auto parts = by_space_.size();
  std::size_t bucket = 0;
  for (std::size_t part = 1; part <= parts; ++part) {
    const auto exact = static_cast<std::uint64_t>(static_cast<double>(explored) * static_cast<double>(part) /
                                                  static_cast<double>(parts));
    const auto end = part == parts ? buckets_.size() : static_cast<std::size_t>(exact >> width_bits_);
    std::uint64_t valid = 0;
    for (; bucket < end; ++bucket) valid += buckets_[bucket];
    result.by_explored.push_back(valid);
    result.end_of.push_back(part == parts ? explored : std::uint64_t{end} << width_bits_);
  }
  return result;
}

void tracker::tell(korat::tallies& t) const {
  t.by_space = by_space_;
  t.by_bucket = buckets_;
  t.bucket_bits = width_bits_;
}

bool tracker::take(const korat::tallies& t) {
  if (t.by_space.size() != by_space_.size() || t.by_bucket.size() != buckets_.size() || t.bucket_bits >= 64)
    return false;
  by_space_ = t.by_space;
  buckets_ = t.by_bucket;
  width_bits_ = t.bucket_bits;
  watched_ = every_choice;
  bucket_end_ = 0;
  return true;
}

}  // namespace korat::detail
