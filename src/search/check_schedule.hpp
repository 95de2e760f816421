// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Which candidates are self-checked once the first ones have been. So many that their cost stays below a hundredth of the
// search; and mostly deep ones, those that have read as many fields as any lately. What a predicate does wrong late, it
// does where it has come far, and among all candidates these are few.

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
  /// A candidate that has read so many fields is checked even if it is not time yet.
  std::uint32_t deep_enough() const noexcept { return deep_enough_; }
  /// It is time for a check, but not of this candidate: of the next deep one, or the one behind patience() more.
  bool rather_wait(std::uint64_t runs, std::uint32_t depth) noexcept {
    constexpr std::uint32_t one_of = 4;  // is not chosen for its depth
    if (deep_enough_ != nowhere || deep(depth) || ++waited_ % one_of == 0) return false;
    deep_enough_ = deepest_;
    patience_ = gap(runs, depth) / 2;
    return true;
  }
  std::uint64_t patience() const noexcept { return patience_; }
  /// This candidate was checked.
  void checked(std::uint32_t depth) noexcept {
    // Waited in vain: the search may be where there are no such deep ones.
    if (deep_enough_ != nowhere && depth < deep_enough_) deepest_ -= (deepest_ - depth + 1) / 2;
    deepest_ = std::max(deepest_, depth);
    deep_enough_ = nowhere;
  }
  /// Candidates until the next check. A check takes about a hundred times as many instructions as this number says in a
  /// search of `runs` executions that is long enough, and a candidate more than a hundred.
  std::uint64_t gap(std::uint64_t runs, std::uint32_t depth) const noexcept {
    return std::min<std::uint64_t>(runs / 2, 2'000 + 30 * cells_ + 100 * std::uint64_t{depth});
  }

  /// How many runs a check takes at the beginning. Together about as many reads as if each candidate had one run: but most
  /// are for the deep ones, with another value each time in the fields that they have not read.
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
  poison::series poisons(std::uint32_t depth) const noexcept { return deep(depth) ? poison::series::deep : poison::series::shallow; }

  /// The program's variables are compared as often as that is cheap.
  bool watch_variables(std::uint64_t explored) {
    if (explored < next_watch_) return false;
    if (!variables_) variables_.emplace();
    next_watch_ = explored + variables_->size() / 8;
    return true;
  }
  program_variables& variables() noexcept { return *variables_; }

 private:
  std::size_t cells_;
  std::uint32_t deepest_ = 0;  // fields read by a candidate, of late
  std::uint32_t deep_enough_ = nowhere;
  std::uint32_t waited_ = 0;
  int spared_ = 6;  // runs left for deep candidates
  std::uint64_t patience_ = 0;
  std::uint64_t next_watch_ = 0;
  std::optional<program_variables> variables_;
};

}  // namespace korat::detail
