// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A limit that holds for several threads together, to the unit. Each gets a share, uses it up without asking anybody,
// and asks for more; what it did not use it gives back.

#pragma once

#include <algorithm>
#include <cstdint>

#include "korat/options.hpp"

namespace korat::detail {

class budget {
 public:
  explicit budget(std::uint64_t all) : left_(all) {}

  struct share {
    std::uint64_t granted = 0;
    std::uint64_t end = 0;  // the thread's counter may rise to this
  };

  bool limited() const noexcept { return left_ != search_options::unlimited; }
  /// What a thread has not used; it has counted so far.
  void give_back(share& s, std::uint64_t counted) noexcept {
    if (!limited()) return;
    lent_ -= s.granted;
    left_ += s.end - std::min(s.end, counted);
    s = {0, counted};
  }
  /// More for a thread. Small shares at the end, so that none holds what another needs.
  std::uint64_t take(share& s, std::uint64_t counted, unsigned threads) noexcept {
    if (!limited()) return search_options::unlimited;
    give_back(s, counted);
    const auto granted = std::min(left_, std::max<std::uint64_t>(1, left_ / (2 * threads)));
    s = {granted, counted + granted};
    left_ -= granted;
    lent_ += granted;
    return granted;
  }
  /// Somebody has all that there is.
  bool is_lent_out() const noexcept { return left_ == 0 && lent_ != 0; }
  /// Nobody has any, so there will be none.
  bool exhausted() const noexcept { return left_ == 0 && lent_ == 0; }

 private:
  std::uint64_t left_;
  std::uint64_t lent_ = 0;
};

}  // namespace korat::detail
