// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/guide.hpp"

#include <algorithm>
#include <cmath>

namespace korat::detail {

vector_guide::vector_guide(const space& s, candidate_vector v)
    : space_(s), vector_(std::move(v)), canonical_(s.objects().size(), unknown), original_(s.objects().size(), unknown) {}

// Objects that are no part of isomorphism breaking (the root, sets told apart) keep their numbers.
std::uint32_t vector_guide::cell_before_renumbering(std::uint32_t cell) const {
  const auto object = space_.place(cell).object;
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

std::uint32_t share_guide::pick(std::uint32_t cell, std::uint32_t limit, std::span<const std::uint32_t>) {
  const double scaled = share_ * space_.domain(cell).count;
  const auto value = static_cast<std::uint32_t>(scaled);
  if (value > limit) {  // among the isomorphic copies behind the last value allowed
    share_ = std::nextafter(1.0, 0.0);
    return limit;
  }
  share_ = scaled - value;
  return value;
}

void check_length(const space& s, const candidate_vector& v) {
  if (v.size() == s.cells().size()) return;
  throw position_error(s.name() + ": a candidate vector has " + std::to_string(s.cells().size()) + " values, not " +
                       std::to_string(v.size()));
}

std::string why_noncanonical(const space& s, const candidate_vector& wanted, const candidate_vector& canonical,
                             std::span<const std::uint32_t> read) {
  for (std::uint32_t i = 0; i < wanted.size(); ++i)
    if (wanted[i] >= s.domain(i).count)
      return s.field_name(i) + " has the values 0 to " + std::to_string(s.domain(i).count - 1) + ", not " +
             std::to_string(wanted[i]);
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
