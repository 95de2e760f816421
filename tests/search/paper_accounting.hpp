// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The two algorithms of "Quantifying the exploration of the Korat solver" (2019), candidate by candidate, from vectors
// and accessed fields alone: an accounting that shares nothing with that of a search.

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sample.hpp"

namespace korat_test {

__extension__ using count = unsigned __int128;

inline count number(const std::string& digits) {
  count n = 0;
  for (const char digit : digits) n = n * 10 + static_cast<count>(digit - '0');
  return n;
}

inline std::string decimal(count n) {
  std::string digits;
  do digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(n % 10)));
  while ((n /= 10) != 0);
  return digits;
}

/// The paper's listener. It is told of each candidate, forward.
class listener_of_the_paper {
 public:
  explicit listener_of_the_paper(const korat::basic_search& s) {
    for (std::size_t i = 0; i < s.fields(); ++i) sizes_.push_back(s.domain_size(i));
  }
  count space() const { return reach_space({}); }
  count covered() const { return reach + prune; }
  bool fits() const {
    double product = 1;
    for (const auto size : sizes_) product *= size;
    return product < 1e37;
  }

  void add(const candidate& now) {
    if (!last_.vector.empty()) prune += prune_space(last_, now.vector);
    own = reach_space(now.accessed);
    reach += own;
    last_ = now;
  }
  void end() {
    prune += prune_space(last_, std::vector<std::uint32_t>(sizes_.size()));
    last_ = {};
  }

  count reach = 0, prune = 0, own = 0;

 private:
  count reach_space(std::span<const std::uint32_t> accessed) const {
    count instances = 1;
    for (std::uint32_t f = 0; f < sizes_.size(); ++f)
      if (std::ranges::find(accessed, f) == accessed.end()) instances *= sizes_[f];
    return instances;
  }

  // Besides the paper's: a reference to objects of several classes may skip values within its domain.
  count prune_space(const candidate& before, const std::vector<std::uint32_t>& now) const {
    count pruned = 0;
    for (auto i = before.accessed.size(); i-- > 0;) {
      const auto f = before.accessed[i];
      const bool stays = now[f] > before.vector[f];
      const auto skipped = (stays ? now[f] : sizes_[f]) - before.vector[f] - 1;
      pruned += skipped * reach_space(std::span(before.accessed).first(i + 1));
      if (stays) break;
    }
    return pruned;
  }

  std::vector<std::uint32_t> sizes_;
  candidate last_;
};

}  // namespace korat_test
