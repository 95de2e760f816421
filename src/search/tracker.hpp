// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Where the solutions lie: counted in equal parts of the input space, and in equal parts of the sequence of candidates.
//
// Which part of the space a solution lies in is hardly ever computed. The position only grows, and all candidates below
// a choice lie in the box of its value; if that box ends before the present part does, nothing needs to be asked until
// that choice, or one before it, changes: mostly one of the first few.
//
// How many candidates there will be is not known, so they are counted in many small buckets whose width doubles when
// they run out; at the end the buckets are joined.

#pragma once

#include <limits>
#include <span>
#include <vector>

#include "korat/coverage.hpp"
#include "search/coverage.hpp"

namespace korat::detail {

class tracker {
 public:
  tracker(const space& s, std::uint32_t parts, bool backward)
      : space_(s),
        backward_(backward),
        by_space_(parts),
        buckets_(std::size_t{parts} * buckets_per_part),
        bucket_(buckets_.data()) {}

  /// A solution, candidate number `explored`. All choices but the first `lowest_kept` - 1 may have changed since it was
  /// last set, which is done here.
  void add(std::span<const choice> made, std::uint64_t explored, std::uint32_t& lowest_kept) {
    if (lowest_kept <= watched_ || explored > bucket_end_) [[unlikely]]
      return add_elsewhere(made, explored, lowest_kept);
    count();
  }

  korat::distribution distribution(std::uint64_t explored) const;
  /// What was counted, and another tracker's in its place. False: that one has other parts.
  void tell(korat::tallies&) const;
  bool take(const korat::tallies&);

 private:
  static constexpr std::size_t buckets_per_part = 64;
  static constexpr auto every_choice = std::numeric_limits<std::uint32_t>::max();

  void count() noexcept {
    ++by_space_[part_];
    ++*bucket_;
  }
  void add_elsewhere(std::span<const choice> made, std::uint64_t explored, std::uint32_t& lowest_kept);
  void find_part(std::span<const choice> made);
  void find_bucket(std::uint64_t explored);
  std::uint32_t part_of(std::span<const choice> made) const;

  const space& space_;
  bool backward_;
  std::uint32_t part_ = 0;
  std::uint32_t watched_ = every_choice;  // so many of the first choices keep the solutions in this part
  std::vector<std::uint64_t> by_space_;
  std::vector<std::uint64_t> buckets_;
  unsigned width_bits_ = 0;
  std::uint64_t* bucket_;         // of the last solution
  std::uint64_t bucket_end_ = 0;  // its last candidate
};

}  // namespace korat::detail
