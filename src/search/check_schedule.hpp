// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Which candidates are self-checked once the first ones have been. Their distance grows with the search, until they
// take less than a hundredth of it. Most are deep ones, those that have read as many fields as any lately: what a
// predicate does wrong late, it does where it has come far, and among all candidates these are few.

#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "search/poison.hpp"
#include "search/program_variables.hpp"

namespace korat::detail {

class check_schedule {
 public:
  static constexpr std::uint32_t nowhere = 0xffff'ffff;

  explicit check_schedule(std::size_t cells) : cells_(cells) {}

  /// It has read as many fields as any lately.
  bool deep(std::uint32_t depth) const noexcept { return depth >= deepest_; }
  /// A candidate that has read so many fields, and the last of them for the first time, is checked even if it is not
  /// time yet. Its siblings tend to be rejected at sight.
  std::uint32_t deep_enough() const noexcept { return deep_enough_; }
  enum class turn { check, remember };
  /// What to do with a candidate whose turn it is: check it, or keep it for the end of the search. Of four one is
  /// checked; or rather, mostly, the next deep one, if that comes in time. `passed`: turns since the last one, more
  /// where a candidate stood for many.
  turn next_turn(bool fresh_and_deep, std::uint64_t passed) noexcept {
    constexpr std::uint32_t turns_to_a_check = 4, of_any_depth = 4;
    if (deep_enough_ != nowhere) return fresh_and_deep || ++waited_ > turns_to_a_check ? turn::check : turn::remember;
    turns_ += passed;
    if (turns_ < turns_to_a_check) return turn::remember;
    turns_ = waited_ = 0;
    if (++due_ % of_any_depth == 0) return turn::check;
    deep_enough_ = deepest_;
    return turn::remember;
  }
  /// This candidate was checked.
  void checked(std::uint32_t depth) noexcept {
    // Waited in vain: the search may be where there are no such deep ones.
    if (deep_enough_ != nowhere && depth < deep_enough_) deepest_ -= (deepest_ - depth + 1) / 2;
    deepest_ = std::max(deepest_, depth);
    deep_enough_ = nowhere;
  }
  /// Candidates until the next turn. A check takes some 2,000 instructions, and more for each field that there is and
  /// for each that is read; a candidate takes more than a hundred. At first turns come whenever the search has grown by
  /// a part, a larger one where checks are dear: the first hundred structures of a hundred nodes are found in the time
  /// of a hundred checks.
  std::uint64_t gap(std::uint64_t runs, std::uint32_t depth) const noexcept {
    const std::uint64_t growth = 16 + cells_;  // in 1,024ths
    return std::min<std::uint64_t>(runs * growth / 1'024, 1'000 + 15 * cells_ + 50 * std::uint64_t{depth});
  }

  /// How many runs a check takes at the beginning. Together about as many reads as if each candidate had one run: but
  /// most are for the deep ones, with another value each time in the fields that they have not read.
  int early_runs(std::uint64_t checks, std::uint32_t depth) noexcept {
    constexpr std::uint64_t all = 8;
    if (checks <= all) return 2;
    spared_ += checks % 2;
    if (!deep(depth)) return checks % 8 == 0 ? 1 : 0;
    const int runs = std::clamp(spared_, 1, 6);
    spared_ -= runs;
    return runs;
  }

  /// Deep candidates have a series of their own, so that those checks, too, go through all values.
  poison::series poisons(std::uint32_t depth) const noexcept {
    return deep(depth) ? poison::series::deep : poison::series::shallow;
  }

  /// The program's variables are compared as often as that is cheap.
  bool watch_variables(std::uint64_t explored) {
    if (explored < next_watch_) return false;
    next_watch_ = explored + variables().size() / 4;
    return true;
  }
  program_variables& variables() {
    if (!variables_ || !variables_->of_this_thread()) variables_.emplace();
    return *variables_;
  }

 private:
  std::size_t cells_;
  std::uint32_t deepest_ = 0;  // fields read by a candidate, of late
  std::uint32_t deep_enough_ = nowhere;
  std::uint64_t turns_ = 0;   // since a check was due
  std::uint32_t due_ = 0;     // checks
  std::uint32_t waited_ = 0;  // turns, for a deep one
  int spared_ = 6;            // runs left for deep candidates
  std::uint64_t next_watch_ = 0;
  std::optional<program_variables> variables_;
};

}  // namespace korat::detail
