// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/guide.hpp"

#include <algorithm>
#include <cmath>

namespace korat::detail {

vector_guide::vector_guide(const space& s, candidate_vector v)
    : space_(s),
      vector_(std::move(v)),
      canonical_(s.objects().size(), unknown),
      original_(s.objects().size(), unknown) {}

// Objects that are no part of isomorphism breaking (the root, sets told apart) keep their numbers.
std::uint32_t vector_guide::cell_before_renumbering(std::uint32_t cell) const {
  const auto object = space_.owner(cell);
  if (original_[object] == unknown) return cell;
  return space_.objects()[original_[object]].first_cell + (cell - space_.objects()[object].first_cell);
}

std::uint32_t vector_guide::pick(std::uint32_t cell, std::uint32_t limit, std::span<const std::uint32_t> used) {
  const auto wanted = std::min(vector_[cell_before_renumbering(cell)], space_.domain(cell).count - 1);
  for (const auto& range : space_.domain(cell).ranges) {
    if (wanted < range.first || wanted - range.first >= range.count) continue;
    if (range.class_domain == no_class_domain) return wanted;
    const auto object = range.first_object + (wanted - range.first);
    if (canonical_[object] == unknown) {
      canonical_[object] = static_cast<std::uint32_t>(range.first_object + used[range.class_domain]);
      original_[canonical_[object]] = static_cast<std::uint32_t>(object);
    }
    return static_cast<std::uint32_t>(range.first + (canonical_[object] - range.first_object));
  }
  return std::min(wanted, limit);
}

namespace {

/// The last value allowed up to `value`: of each set, the objects in use and one fresh one.
std::uint32_t last_allowed(const space& s, std::uint32_t cell, std::uint32_t value, std::uint32_t limit,
                           std::span<const std::uint32_t> used) {
  const auto& ranges = s.domain(cell).ranges;
  if (ranges.size() > 1)
    for (const auto& r : ranges)
      if (value >= r.first && value - r.first < r.count) return std::min(value, r.first + used[r.class_domain]);
  return std::min(value, limit);
}

}  // namespace

std::uint32_t share_guide::pick(std::uint32_t cell, std::uint32_t limit, std::span<const std::uint32_t> used) {
  const double scaled = share_ * space_.domain(cell).count;
  const auto wanted = static_cast<std::uint32_t>(scaled);
  const auto value = last_allowed(space_, cell, wanted, limit, used);
  // Among the isomorphic copies behind a value allowed: at the end of what lies below that.
  share_ = value == wanted ? scaled - value : std::nextafter(1.0, 0.0);
  return value;
}

namespace {

/// A random number below `bound`, the same for the same state of the generator with every standard library.
std::uint32_t below(std::uint64_t bound, random_source random) {
  return static_cast<std::uint32_t>((random() >> 32) * bound >> 32);
}

}  // namespace

// The values allowed are null and, of each set, the objects in use and one fresh one; or all up to the limit.
std::uint32_t random_guide::pick(std::uint32_t cell, std::uint32_t limit, std::span<const std::uint32_t> used) {
  const auto& ranges = space_.domain(cell).ranges;
  const auto allowed_in = [&](const object_range& r) { return std::min(r.count, used[r.class_domain] + 1); };
  const std::uint32_t before_ranges = ranges.size() > 1 ? ranges.front().first : limit + 1;
  std::uint64_t allowed = before_ranges;
  if (ranges.size() > 1)
    for (const auto& r : ranges) allowed += allowed_in(r);
  log_weight_ += std::log(static_cast<double>(allowed));
  auto chosen = below(allowed, random_);
  if (chosen < before_ranges) return chosen;
  chosen -= before_ranges;
  auto range = ranges.begin();
  while (chosen >= allowed_in(*range)) chosen -= allowed_in(*range++);
  return range->first + chosen;
}

void check_length(const space& s, const candidate_vector& v) {
  if (v.size() == s.cells().size()) return;
  throw position_error(s.name() + ": a candidate vector has " + std::to_string(s.cells().size()) +
                       (s.cells().size() == 1 ? " value" : " values") + ", not " + std::to_string(v.size()));
}

std::string why_noncanonical(const space& s, const candidate_vector& wanted, const candidate_vector& canonical,
                             std::span<const std::uint32_t> read) {
  for (std::uint32_t i = 0; i < wanted.size(); ++i)
    if (wanted[i] >= s.domain(i).count)
      return s.field_name(i) + " has the values 0 to " + std::to_string(s.domain(i).count - 1) + ", not " +
             std::to_string(wanted[i]);
  for (const auto i : read)
    if (wanted[i] != canonical[i] && s.choices().has(s.cells()[i]))
      return "at " + s.field_name(i) + " the predicate offers the values 0 to " + std::to_string(canonical[i]) +
             ", not " + std::to_string(wanted[i]);
  for (const auto i : read)
    if (wanted[i] != canonical[i])
      return "it is an isomorphic copy: at " + s.field_name(i) + " the search has " + std::to_string(canonical[i]) +
             ", not " + std::to_string(wanted[i]) + ", because objects are numbered in the order of their first use";
  for (std::uint32_t i = 0; i < wanted.size(); ++i)
    if (wanted[i] != canonical[i])
      return "the predicate does not read " + s.field_name(i) + ", so its value is 0, not " + std::to_string(wanted[i]);
  return {};
}

}  // namespace korat::detail
