// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "korat/all_of.hpp"
#include "korat/detail/bounds.hpp"
#include "korat/detail/invoke.hpp"
#include "korat/detail/malloc_functions.hpp"

namespace korat::detail {

/// The predicate, with its type erased.
struct predicate {
  bool (*call)(const void* function, const void* root) = nullptr;
  std::shared_ptr<const void> function;
  std::vector<predicate> checks = {};     ///< what it is the conjunction of (all_of); none: it is one piece
  bool early = false;                     ///< as one of these, it need not wait for its turn to choose (early)
  malloc_functions takes_memory_by = {};  ///< of the part of the program that has it
};

/// Of `function`, which `free` deletes.
predicate predicate_of(bool (*call)(const void*, const void*), const void* function, void (*free)(const void*),
                       malloc_functions);

template <class Root, class Function>
struct predicate_functions {
  static constexpr bool is_predicate = std::is_invocable_r_v<bool, const Function&, const Root&>;
  static bool call(const void* f, const void* root) {
    if constexpr (!is_predicate)
      return false;
    else
      return static_cast<bool>(detail::invoke(*static_cast<const Function*>(f), *static_cast<const Root*>(root)));
  }
  static void free(const void* f) { delete static_cast<const Function*>(f); }
};

template <class Root, class Function>
predicate erase(Function function) {
  using functions = predicate_functions<Root, Function>;
  static_assert(functions::is_predicate, "the predicate takes a const reference to the root and returns bool");
  return predicate_of(functions::call, new Function(std::move(function)), functions::free, malloc_functions());
}

template <class Root, class Check>
predicate erase(early_check<Check> check) {
  auto erased = erase<Root>(std::move(check.function));
  erased.early = true;
  return erased;
}

template <class Root, class... Checks>
predicate erase(conjunction<Checks...> all) {
  auto checks =
      std::apply([](const auto&... check) { return std::vector<predicate>{erase<Root>(check)...}; }, all.checks);
  auto in_order = erase<Root>([all = std::move(all)](const Root& root) { return all(root); });
  in_order.checks = std::move(checks);
  return in_order;
}

/// What a description has.
struct described {
  detail::bounds bounds;
  detail::predicate predicate;
};

}  // namespace korat::detail
