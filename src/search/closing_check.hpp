// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Candidates that were self-checked in the course of a search, from all over it, to be checked once more at its end: by
// then, state that the predicate keeps has gone through everything.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "search/choice.hpp"

namespace korat::detail {

class closing_check {
 public:
  struct sample {
    std::vector<choice> chosen;
    int ending;
  };

  /// Of the candidates with this ending, each has the same chance to be among the samples in the end.
  void add(std::span<const choice> chosen, int ending) {
    auto& kept = kept_[ending != 0 ? 1 : 0];
    const auto n = kept.offered++;
    const auto slot = n < most ? n : (n * 0x9e37'79b9'7f4a'7c15 >> 32) % (n + 1);
    if (slot >= most) return;
    if (slot == kept.samples.size()) kept.samples.emplace_back();
    kept.samples[slot] = {{chosen.begin(), chosen.end()}, ending};
  }
  /// Calls `check` with each of them; then there are none.
  template <class Check>
  void for_each(Check check) {
    for (auto& kept : kept_) {
      for (const auto& s : kept.samples) check(s);
      kept = {};
    }
  }
  bool empty() const noexcept { return kept_[0].samples.empty() && kept_[1].samples.empty(); }

 private:
  static constexpr std::size_t most = 8;
  struct reservoir {
    std::vector<sample> samples;
    std::uint64_t offered = 0;
  };
  std::array<reservoir, 2> kept_;  // of rejected and of accepted candidates
};

}  // namespace korat::detail
