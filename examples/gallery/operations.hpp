// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What both ways of testing share: operations, and what they must do, by a model of the contents.
// -DDESCRIPTION="sorted_list.describe.hpp" says of what; structures/, or a copy with a bug in it, is in the path of
// headers.

#pragma once

#include <algorithm>
#include <korat/korat.hpp>
#include <vector>

using contents = std::vector<int>;

template <class Structure>
struct operation {
  const char* name;
  void (*change)(Structure&, int argument);
  void (*model)(contents&, int argument);  ///< the same to the contents
  int (*arguments)(int size);              ///< 0 to one less are tried on structures of that size
};

inline int once(int) { return 1; }
inline int places(int size) { return size + 1; }
/// The keys of structures of n nodes are 2, 4, ... 2n: these, and all places between.
inline int keys(int size) { return 2 * size + 2; }

inline void add_sorted(contents& c, int key) { c.insert(std::ranges::upper_bound(c, key), key); }
inline void add_new(contents& c, int key) {
  if (!std::ranges::binary_search(c, key)) add_sorted(c, key);
}
inline void remove_one(contents& c, int key) {
  if (const auto place = std::ranges::find(c, key); place != c.end()) c.erase(place);
}

inline std::vector<int> even_keys(int n) {
  std::vector<int> all;
  for (int i = 1; i <= n; ++i) all.push_back(2 * i);
  return all;
}

#include DESCRIPTION

/// The structure is well-formed, and holds what it must.
inline bool does_right(structure& s, const operation<structure>& o, int argument) {
  auto expected = s.contents();
  o.model(expected, argument);
  o.change(s, argument);
  return s.rep_ok() && s.contents() == expected;
}
