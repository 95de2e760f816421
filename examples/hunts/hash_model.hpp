// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a library's hash table must do: the same as a set of numbers. 'Library' has
//   table                     the class
//   bounds(n), rep_ok(t, n)   the tables that hold 0, 1, ... n - 1
//   insert(t, key)            whether it was added
//   erase(t, key)             whether it was there
//   contains(t, key), size(t) by the library's own ways; size by iterating
//   take_back(t, key)         undoes an insertion that allocated; may be missing

#pragma once

#include <vector>

#include "hunt.hpp"

inline constexpr std::uint64_t factorial(int n) { return n < 2 ? 1 : static_cast<std::uint64_t>(n) * factorial(n - 1); }

/// Whether the table holds the keys 0 to n - 1, with the one that was added and without the one that was removed.
template <class Library>
bool table_holds(const typename Library::table& t, int n, int added, int removed) {
  int expected = 0;
  for (int key = 0; key <= n + 3; ++key) {
    const bool is_there = (key < n && key != removed) || key == added;
    if (Library::contains(t, key) != is_there) return false;
    expected += is_there ? 1 : 0;
  }
  return Library::size(t) == expected;
}

template <class Library>
bool table_inserts(typename Library::table& t, int n, int key) {
  const bool right = Library::insert(t, key) == (key >= n) && table_holds<Library>(t, n, key, -1);
  if constexpr (requires { Library::take_back(t, key); })
    if (key >= n) Library::take_back(t, key);
  return right;
}

template <class Library>
bool table_erases(typename Library::table& t, int n, int key) {
  return Library::erase(t, key) == (key < n) && table_holds<Library>(t, n, -1, key);
}

/// On every table of up to `last` keys: insertion and removal of each of them, and of three that are not there.
template <class Library, class KnownOf>
void hunt_tables(const std::string& name, int last, const KnownOf& known_of) {
  using table = typename Library::table;
  const auto of_size = [](int n) { return [n](const table& t) { return Library::rep_ok(t, n); }; };
  count(name, 1, last, &Library::bounds, of_size, known_of);
  const auto hunt_with = [&](const std::string& operation, bool (*body)(table&, int, int)) {
    hunt(operation, 1, last, [&](int n) {
      return korat::property(
          operation, Library::bounds(n), of_size(n), [n, body](table& t, int key) { return body(t, n, key); }, {},
          korat::between(0, n + 2));
    });
  };
  hunt_with("insert", &table_inserts<Library>);
  hunt_with("erase", &table_erases<Library>);
}
