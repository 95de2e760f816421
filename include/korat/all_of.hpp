// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A predicate given as several checks, which a search runs in lockstep (docs/lockstep.md).
//
//   korat::search<tree> trees(bounds, korat::all_of(&tree::is_tree, &tree::is_balanced, &tree::is_ordered));
//
// Each check stops where it needs a field that has no value yet, and goes on when the field has one. The first "no"
// ends the candidate. The solutions are those of is_tree() && is_balanced() && is_ordered(), in the same order, and no
// more candidates are explored, usually far fewer. Called as a function, it is that conjunction.

#pragma once

#include <tuple>
#include <utility>

#include "korat/detail/invoke.hpp"

namespace korat {

/// Made by early().
template <class Check>
struct early_check {
  Check function;

  template <class Root>
  bool operator()(const Root& root) const {
    return static_cast<bool>(detail::invoke(function, root));
  }
};

/// Made by all_of().
template <class... Checks>
struct conjunction {
  std::tuple<Checks...> checks;

  template <class Root>
  bool operator()(const Root& root) const {
    return std::apply([&](const auto&... check) { return (static_cast<bool>(detail::invoke(check, root)) && ...); },
                      checks);
  }
};

/// `checks`: each a member function of the root, or anything callable with a const reference to it. An earlier one
/// protects a later one, as in a conjunction: the later one follows references only where an earlier one has followed
/// them, until all of these have answered yes.
template <class... Checks>
conjunction<Checks...> all_of(Checks... checks) {
  static_assert(sizeof...(Checks) >= 2 && sizeof...(Checks) <= 16, "all_of takes 2 to 16 checks");
  return {{std::move(checks)...}};
}

/// For a check of all_of(): fields that it needs and that are no references (colours, heights) are chosen at once,
/// while the checks before it are still busy. The solutions are the same, in another order. Without it a check chooses
/// only when all before it have answered.
template <class Check>
early_check<Check> early(Check check) {
  return {std::move(check)};
}

}  // namespace korat
