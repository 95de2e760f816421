// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a library's ordered set must do: the same as a sorted vector. 'Library' has
//   tree                    the class
//   bounds(n), rep_ok(t, n) the sets that hold 2, 4, ... 2n
//   insert(t, key)          whether it was added
//   erase(t, key)           whether it was there
//   holds(t, keys)          whether all is well afterwards, judged by code that 'rep_ok' does not share
//   take_back(t, key)       undoes an insertion that allocated; may be missing

#pragma once

#include <algorithm>
#include <vector>

#include "hunt.hpp"

/// 2, 4, ..., 2n: the keys of a set, with room for one more in every gap.
inline std::vector<int> even_keys(int n) {
  std::vector<int> keys;
  for (int i = 1; i <= n; ++i) keys.push_back(2 * i);
  return keys;
}

template <class Library>
bool set_inserts(typename Library::tree& t, int n, int key) {
  auto expected = even_keys(n);
  const bool is_new = key % 2 != 0;
  if (is_new) expected.insert(std::ranges::lower_bound(expected, key), key);
  const bool right = Library::insert(t, key) == is_new && Library::holds(t, expected);
  if constexpr (requires { Library::take_back(t, key); })
    if (is_new) Library::take_back(t, key);
  return right;
}

template <class Library>
bool set_erases(typename Library::tree& t, int n, int key) {
  auto expected = even_keys(n);
  const bool is_there = std::erase(expected, key) != 0;
  return Library::erase(t, key) == is_there && Library::holds(t, expected);
}

/// On every set of up to `last` keys: insertion and removal of each key that is there and of each that is not.
template <class Library, class KnownOf>
void hunt_sets(const std::string& name, int last, const KnownOf& known_of) {
  using tree = typename Library::tree;
  const auto of_size = [](int n) { return [n](const tree& t) { return Library::rep_ok(t, n); }; };
  count(name, 1, last, &Library::bounds, of_size, known_of);
  const auto hunt_with = [&](const std::string& operation, bool (*body)(tree&, int, int)) {
    hunt(operation, 1, last, [&](int n) {
      return korat::property(
          operation, Library::bounds(n), of_size(n), [n, body](tree& t, int key) { return body(t, n, key); }, {},
          korat::between(1, 2 * n + 1));
    });
  };
  hunt_with("insert", &set_inserts<Library>);
  hunt_with("erase", &set_erases<Library>);
}
