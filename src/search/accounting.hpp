// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a search counts along the way if it is asked to: reach-space, rejections by field, where the solutions lie.
//
// A candidate reaches as many vectors as its unread fields have values: the size of the space, divided by the sizes of
// the domains of the fields read. So it is enough to count candidates by *how many fields of each domain size* they
// have read. That is one number, the signature: mixed radix, a digit for each size that occurs. The signature of a
// prefix of the choices does not change while the prefix stands, so each candidate adds up only what it has newly read.
// Big integers are needed at the end only, when somebody asks.

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "korat/coverage.hpp"
#include "search/choice.hpp"
#include "search/natural.hpp"
#include "space/space.hpp"

namespace korat::detail {

class tracker;

class accounting {
 public:
  /// What is asked for: `parts_to_track` may be none.
  accounting(const space&, bool rejections, std::uint32_t parts_to_track, bool backward);
  ~accounting();

  /// The search begins with these choices already made.
  void begin_with(std::span<const choice> made);

  /// Some candidates: first `siblings` rejected ones that have read the first `kept` choices and nothing else, then one
  /// whose choices are `made`. The first `kept` choices are of the same fields as those of the candidate before.
  void add(std::span<const choice> made, std::uint32_t kept, std::uint64_t siblings) {
    auto* const prefix = signature_.data();
    auto* const candidates = candidates_.data();
    const auto* const weight = weight_.data();
    auto signature = prefix[kept];
    if (kept == made.size()) {
      candidates[signature] += siblings + 1;
      return;
    }
    candidates[signature] += siblings;
    auto i = kept;
    do prefix[i + 1] = signature += weight[made[i].cell];
    while (++i < made.size());
    ++candidates[signature];
  }

  /// Whether there is more to count than add() does. Then this is to be called besides.
  bool wants_more(bool valid, std::uint32_t kept) noexcept {
    if (!more_of_valid_) return false;
    lowest_kept_ = std::min(lowest_kept_, kept);
    return valid || more_of_all_;
  }
  void add_more(std::span<const choice> made, std::uint32_t kept, std::uint64_t siblings, bool valid,
                std::uint64_t explored);

  natural reach() const;
  std::vector<rejection> rejections() const;
  korat::distribution distribution(std::uint64_t explored) const;
  /// All that was counted, and another search's in its place. Throws usage_error when that has counted other things.
  korat::tallies tallies() const;
  void take(const korat::tallies&);

 private:
  struct rejected {
    std::uint64_t candidates = 0;
    std::uint64_t depths = 0;
  };
  static constexpr std::uint32_t no_field = 0;  // of a predicate that reads nothing: the first is as good as any

  void add_rejected(std::uint32_t cell, std::size_t depth, std::uint64_t count) {
    rejected_[cell].candidates += count;
    rejected_[cell].depths += count * depth;
  }
  void add_to_all(std::span<const choice> made, std::uint32_t kept, std::uint64_t siblings, bool valid);
  void divide_boxes(std::span<const choice> made, std::uint32_t kept);
  void add_boxes(std::span<const choice> made, std::uint32_t kept, std::uint64_t siblings);

  const space& space_;
  std::vector<std::uint32_t> sizes_;       // of domains, those that occur
  std::vector<std::uint64_t> radix_;       // [size]: fields of that size, and one
  std::vector<std::uint64_t> weight_;      // [cell]
  std::vector<std::uint64_t> signature_;   // [depth]: of that many choices
  std::vector<std::uint64_t> candidates_;  // [signature]
  struct big_units;
  std::unique_ptr<big_units> units_;  // where there are too many signatures; all are then 0 and say nothing
  bool more_of_valid_, more_of_all_;
  std::vector<rejected> rejected_;  // [cell]; empty when not asked for
  std::unique_ptr<tracker> tracker_;
  std::uint32_t lowest_kept_ = 0;  // since the tracker last looked at the choices
};

}  // namespace korat::detail
