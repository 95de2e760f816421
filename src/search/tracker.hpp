// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Where the solutions lie: counted in equal parts of the input space, and in equal parts of the sequence of candidates.
//
// Which part of the space a solution lies in is hardly ever computed. The position only grows, and all candidates below
// a choice lie in the box of its value; if that box ends before the present part does, nothing needs to be asked until
// the choice changes. 'watched_' are the values, up to that choice's, that must stand for this: mostly a few.
//
// How many candidates there will be is not known, so they are counted in many small buckets whose width doubles when
// they run out; at the end the buckets are joined.

#pragma once

#include <span>
#include <vector>

#include "korat/coverage.hpp"
#include "search/coverage.hpp"

namespace korat::detail {

class tracker {
 public:
  tracker(const space& s, std::uint32_t parts, bool backward)
      : space_(s), backward_(backward), by_space_(parts), buckets_(std::size_t{parts} * buckets_per_part) {
    watched_.reserve(s.cells().size());  // nothing is allocated while the search runs
  }

  /// A solution, candidate number `explored`.
  void add(std::span<const choice> made, std::uint64_t explored) {
    if (!still_stands(made)) find_part(made);
    ++by_space_[part_];
    const auto bucket = (explored - 1) >> width_bits_;
    if (bucket >= buckets_.size()) return widen(explored);
    ++buckets_[bucket];
  }

  korat::distribution distribution(std::uint64_t explored) const;

 private:
  static constexpr std::size_t buckets_per_part = 64;

  bool still_stands(std::span<const choice> made) const noexcept {
    if (watched_.empty() || made.size() < watched_.size()) return false;
    for (std::size_t i = watched_.size(); i-- > 0;)
      if (made[i].value != watched_[i]) return false;
    return true;
  }
  void find_part(std::span<const choice> made);
  std::uint32_t part_of(std::span<const choice> made) const;
  void widen(std::uint64_t explored);

  const space& space_;
  bool backward_;
  std::uint32_t part_ = 0;
  std::vector<std::uint32_t> watched_;
  std::vector<std::uint64_t> by_space_;
  std::vector<std::uint64_t> buckets_;
  unsigned width_bits_ = 0;
};

}  // namespace korat::detail
