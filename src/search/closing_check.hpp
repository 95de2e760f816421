// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Candidates from all over a search, with what the predicate did on them, to be checked at its end. By then, state that the
// predicate keeps has gone through everything.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "search/choice.hpp"

namespace korat::detail {

class closing_check {
 public:
  /// `cells`: fields of the space. The more there are the longer a check takes.
  explicit closing_check(std::size_t cells) : most_(std::clamp<std::size_t>(6'000 / (cells + 1), 4, 32)) {}

  struct sample {
    std::vector<choice> chosen;
    int ending;
  };

  /// One of the first of a search. They are forgotten if it turns out to be long.
  void add_early(std::span<const choice> chosen, int ending) {
    if (early_.size() < most_early) early_.push_back({{chosen.begin(), chosen.end()}, ending});
  }
  /// One that stands for so many candidates. Each candidate of the search with this ending has about the same chance.
  void add(std::span<const choice> chosen, int ending, std::uint64_t stands_for) {
    early_.clear();
    auto& kept = kept_[ending != 0 ? 1 : 0];
    kept.candidates += stands_for;
    if (kept.samples.size() < most_) return kept.samples.push_back({{chosen.begin(), chosen.end()}, ending});
    const auto random = ++kept.offered * 0x9e37'79b9'7f4a'7c15 >> 20;
    if (random % kept.candidates >= most_ * stands_for) return;
    auto& replaced = kept.samples[random / kept.candidates % most_];
    replaced.chosen.assign(chosen.begin(), chosen.end());
    replaced.ending = ending;
  }
  /// Calls `check` with each of them. A short search has had few checks, and each of its samples now has several.
  template <class Check>
  void for_each(Check check) const {
    for (const auto& s : early_)
      for (std::size_t i = 0; i < 2 * most_ / early_.size(); ++i) check(s);
    for (const auto& kept : kept_)
      for (const auto& s : kept.samples) check(s);
  }
  void clear() {
    early_.clear();
    kept_ = {};
  }
  /// All of them have been checked before.
  bool only_again() const noexcept { return !early_.empty(); }
  bool empty() const noexcept { return early_.empty() && kept_[0].samples.empty() && kept_[1].samples.empty(); }

 private:
  static constexpr std::size_t most_early = 16;
  struct reservoir {
    std::vector<sample> samples;
    std::uint64_t offered = 0;
    std::uint64_t candidates = 0;
  };
  std::size_t most_;  // samples of a reservoir
  std::vector<sample> early_;
  std::array<reservoir, 2> kept_;  // of rejected and of accepted candidates
};

}  // namespace korat::detail
