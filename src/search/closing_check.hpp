// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Candidates from all over a search, with what the predicate did on them, to be checked at its end. By then, state that
// the predicate keeps has gone through everything.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "encoding/hash.hpp"
#include "search/choice.hpp"

namespace korat::detail {

class closing_check {
 public:
  explicit closing_check(std::size_t cells) : cells_(cells) {}

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
    if (kept.samples.size() < most) return kept.samples.push_back({{chosen.begin(), chosen.end()}, ending});
    const auto random = ++kept.offered * encoding::golden_ratio >> 20;
    if (random % kept.candidates >= most * stands_for) return;
    auto& replaced = kept.samples[random / kept.candidates % most];
    replaced.chosen.assign(chosen.begin(), chosen.end());
    replaced.ending = ending;
  }
  /// The last one of the search. It is checked first.
  void add_last(std::span<const choice> chosen, int ending) {
    auto& samples = kept_[ending != 0 ? 1 : 0].samples;
    samples.insert(samples.begin(), {{chosen.begin(), chosen.end()}, ending});
  }
  /// Calls `check` with some of them, as many as are worth it behind a search of so many candidates. A short search has
  /// had few checks, and each of its samples now has several, one after the other: so each meets every poison.
  template <class Check>
  void for_each(std::uint64_t candidates, Check check) const {
    const auto checks = worth_it(candidates);
    for (const auto& s : early_)
      for (std::size_t i = 0; i < std::max<std::size_t>(checks / early_.size(), 1); ++i) check(s);
    for (const auto& kept : kept_)
      for (std::size_t i = 0; i < std::min(checks / kept_.size(), kept.samples.size()); ++i) check(kept.samples[i]);
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
  static constexpr std::size_t most = 32;  // samples of a reservoir
  /// In instructions, roughly: what checks may take behind any search, and for each of its candidates, which takes 150;
  /// and what a check takes, and for each field that may be read.
  std::size_t worth_it(std::uint64_t candidates) const noexcept {
    constexpr std::uint64_t any = 160'000, for_candidate = 2, of_check = 2'000, of_field = 70, fewest = 4;
    const auto affordable = (any + for_candidate * candidates) / (of_check + of_field * cells_);
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(affordable, fewest, 2 * most));
  }

  /// Of a reservoir sample (Vitter, 1985).
  struct reservoir {
    std::vector<sample> samples;
    std::uint64_t offered = 0;
    std::uint64_t candidates = 0;
  };
  std::size_t cells_;  // fields of the space
  std::vector<sample> early_;
  std::array<reservoir, 2> kept_;  // of rejected and of accepted candidates
};

}  // namespace korat::detail
