// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a library's list must do: the same as a std::vector. 'Library' has
//   list                    the class
//   bounds(n), rep_ok(l, n) the lists of n values, each 1 or 2
//   front_to_back(l), back_to_front(l)  by the library's own ways; the second may be missing
//   take_back(l)            undoes insertions that allocated; may be missing

#pragma once

#include <vector>

#include "hunt.hpp"

using values = std::vector<int>;

/// What every insertion adds.
inline constexpr int added_value = 3;

inline void insert_at(values& v, int place) { v.insert(v.begin() + place, added_value); }
inline void erase_at(values& v, int place) { v.erase(v.begin() + place); }

template <class Library>
bool list_holds(const typename Library::list& l, const values& expected) {
  if (Library::front_to_back(l) != expected) return false;
  if constexpr (requires { Library::back_to_front(l); })
    return Library::back_to_front(l) == values(expected.rbegin(), expected.rend());
  return true;
}

/// Lists of up to seven values.
inline constexpr int longest = 7;

template <class Library>
auto list_of_size(int n) {
  return [n](const typename Library::list& l) { return Library::rep_ok(l, n); };
}

/// The lists of each length are as many as they must be.
template <class Library>
void count_lists(const std::string& name) {
  count(name, 0, longest, &Library::bounds, &list_of_size<Library>, [](int n) { return std::uint64_t{1} << n; });
}

/// Where an operation is tried on a list of n values: once; at each of them; or behind the last too.
enum class places { none, values, gaps };

/// An operation on every list. `model` does to a vector what `change` does to a list.
template <class Library, class Change, class Model>
void hunt_lists(const std::string& name, places where, Change change, Model model) {
  using list = typename Library::list;
  hunt(name, where == places::values ? 1 : 0, longest, [&](int n) {
    return korat::property(
        name, Library::bounds(n), list_of_size<Library>(n),
        [change, model](list& l, int place) {
          auto expected = Library::front_to_back(l);
          model(expected, place);
          change(l, place);
          const bool right = list_holds<Library>(l, expected);
          if constexpr (requires { Library::take_back(l); }) Library::take_back(l);
          return right;
        },
        {},
        korat::between(0, where == places::none     ? 0
                          : where == places::values ? n - 1
                                                    : n));
  });
}
