// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// One search that is given ranges one after the other, by somebody who need not be in the same process. What it has
// found out about the predicate it knows for all of them; what it has counted is the sum.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "korat/open_range.hpp"
#include "korat/search.hpp"

namespace korat::detail {

class search_engine;

/// What a search that was stopped has left, in so many pieces if it can be cut, in the order of the search. It is over
/// then.
std::vector<open_range> leave_in_pieces(search_engine&, unsigned pieces);

class piecework {
 public:
  /// Its stop rule says when to stop in a range; its limits are of no effect.
  explicit piecework(std::unique_ptr<basic_search>);

  struct allowance {
    std::uint64_t valid, explored;  // at most so many, in this range
  };
  /// Calls `visit` for each valid structure in the range.
  void go_through(const open_range&, allowance, const std::function<void(const basic_search&)>& visit);
  /// What is left of it then.
  std::vector<open_range> leave(unsigned pieces);
  /// False: the predicate is being tried out, and nothing can be cut off.
  bool can_be_cut() const noexcept;
  const basic_search& search() const noexcept { return *search_; }

 private:
  std::unique_ptr<basic_search> search_;
  search_engine& engine_;
};

}  // namespace korat::detail
