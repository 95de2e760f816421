// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Two ways to consume every structure that satisfies a predicate:
//
//   for (const tree& t : korat::generate(bounds, &tree::rep_ok)) ...            // lazily, as a range; name the type
//   auto counts = korat::for_each(bounds, &tree::rep_ok, [](tree& t) { ... });   // by a callback

#pragma once

#include <concepts>
#include <span>
#include <type_traits>
#include <utility>

#include "korat/search.hpp"

namespace korat {

/// A structure that a search has found, for as long as the search stays there: a `const Root&` that does not become a
/// Root. A copy of the root would refer to the same objects, which change as the search goes on.
template <class Root>
class found_structure {
 public:
  explicit found_structure(const Root& found) noexcept : found_(&found) {}
  operator const Root&() const noexcept { return *found_; }
  const Root& operator*() const noexcept { return *found_; }
  const Root* operator->() const noexcept { return found_; }

  /// Preferred to the conversion above where a Root is wanted, so that this is what the compiler says.
  template <std::same_as<Root> Copy>
  operator Copy() {
    static_assert(
        !std::same_as<Copy, Root>,
        "a generated structure belongs to the search, and a copy of its root would share its objects: "
        "write 'for (const Root& r : generate(...))', and keep what is needed of it (search.vector(), snapshot())");
  }

 private:
  const Root* found_;
};

/// Behind the last structure.
struct end_of_search {};

/// The valid structures of a search, in order, found as the range is iterated. Single pass; a structure is valid until
/// the iterator moves.
template <class Root>
class generated {
 public:
  explicit generated(korat::search<Root> search) : search_(std::move(search)) {}

  class iterator {
   public:
    using difference_type = std::ptrdiff_t;
    using value_type = found_structure<Root>;

    iterator() = default;
    explicit iterator(korat::search<Root>* search) : search_(search) {}
    found_structure<Root> operator*() const { return found_structure<Root>(search_->structure()); }
    const Root* operator->() const { return &search_->structure(); }
    iterator& operator++() { return search_->next_valid() ? *this : *this = iterator(); }
    void operator++(int) { ++*this; }
    friend bool operator==(const iterator& i, end_of_search) { return i.search_ == nullptr; }

   private:
    korat::search<Root>* search_ = nullptr;
  };

  iterator begin() { return search_.next_valid() ? iterator(&search_) : iterator(); }
  end_of_search end() const noexcept { return {}; }

  korat::search<Root>& search() noexcept { return search_; }

 private:
  korat::search<Root> search_;
};

template <class Root, class Predicate>
generated<Root> generate(const finitization<Root>& bounds, Predicate predicate, search_options options = {}) {
  return generated<Root>(korat::search<Root>(bounds, std::move(predicate), std::move(options)));
}

/// What for_each() has done, and how it ended.
struct visited : statistics {
  /// Complete, or stopped by a limit; running: the visitor has ended it.
  korat::outcome outcome = korat::outcome::running;
};

/// Calls `visit` for every valid structure. A visitor that takes a non-const reference may change the structure in
/// place; it is put back before the search goes on. A visitor with a second parameter, a `const basic_search&`, gets
/// the search: its snapshot() and vector() show the structure as it was found. A visitor that returns false stops the
/// search.
template <class Root, class Predicate, class Visit>
visited for_each(const finitization<Root>& bounds, Predicate predicate, Visit&& visit, search_options options = {}) {
  korat::search<Root> search(bounds, std::move(predicate), std::move(options));
  constexpr bool asks = std::is_invocable_v<Visit&, Root&, const basic_search&>;
  constexpr bool changes =
      asks ? !std::is_invocable_v<Visit&, const Root&, const basic_search&> : !std::is_invocable_v<Visit&, const Root&>;
  const auto call = [&]() -> decltype(auto) {
    std::conditional_t<changes, Root&, const Root&> structure = search.structure_to_change();
    if constexpr (asks)
      return visit(structure, std::as_const(static_cast<basic_search&>(search)));
    else
      return visit(structure);
  };
  while (search.next_valid()) {
    if constexpr (std::is_same_v<decltype(call()), bool>) {
      if (!call()) break;
    } else {
      call();
    }
    if constexpr (changes) search.restore();
  }
  return {search.statistics(), search.outcome()};
}

}  // namespace korat

/// It is moved, not copied, and so adapted by views as it is. (<span> has the template; <ranges> is a large header.)
template <class Root>
inline constexpr bool std::ranges::enable_view<korat::generated<Root>> = true;
