// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Builds the skeleton of a predicate (search/skeleton.hpp) beside a search with open integers, in an engine of its own:
// a diagram in which a look at an open integer is an answer of yes. As in 'diagram_search' work goes into it in
// proportion to the candidates of the search, or to those that it covers: where little merges it costs a tenth of the
// time, and behind the skeleton of the first check up to half of it.
//
// Of several checks there is one after the other: of the first alone, then of those whose skeleton is known, for which
// a 'skeleton_check' stands, and the next one.

#pragma once

#include "diagram/builder.hpp"
#include "search/engine.hpp"
#include "search/skeleton.hpp"

namespace korat::detail {

class skeleton_search final : public skeleton_beside {
 public:
  explicit skeleton_search(search_engine&);
  std::optional<skeleton> work() override;

 private:
  void begin();
  bool advance(std::uint64_t effort);
  std::uint64_t allowance() const;
  skeleton next_check(skeleton complete);

  search_engine& searched_;
  std::size_t complete_ = 0;  // of the predicate's checks, if it has several: the skeleton of the first so many
  skeleton known_;            // is this
  std::unique_ptr<search_engine> engine_;  // null: not begun, with these checks
  std::unique_ptr<diagram_builder> builder_;
};

}  // namespace korat::detail
