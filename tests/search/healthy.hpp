// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A list to search in tests that are about something else: small, with known counts, and a proof that all is well.

#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "korat/korat.hpp"

namespace korat_test {

struct list_node {
  korat::field<list_node*> next;
  korat::field<int> key;
};
struct list {
  korat::field<list_node*> head;
  korat::field<int> size;
};

inline korat::finitization<list> list_bounds(int nodes, int keys = 1) {
  korat::finitization<list> bounds("list");
  auto set = bounds.objects<list_node>(nodes);
  bounds.set<&list::head>(set)
      .set<&list::size>(korat::between(0, nodes))
      .set<&list_node::next>(set)
      .set<&list_node::key>(korat::between(0, keys - 1));
  return bounds;
}

inline bool is_list(const list& l) {
  korat::set<const list_node*> seen;
  for (const list_node* n = l.head; n; n = n->next)
    if (!seen.insert(n).second) return false;
  return static_cast<int>(seen.size()) == l.size;
}

inline std::vector<int> keys_of(const list& l) {
  std::vector<int> keys;
  for (const list_node* n = l.head; n; n = n->next) keys.push_back(n->key);
  return keys;
}

/// A search in this process, in this thread, works as ever: lists of up to 3 nodes with 2 keys each, 1 + 2 + 4 + 8.
inline void expect_healthy_search() {
  std::uint64_t nodes = 0;
  const auto counts = korat::for_each(list_bounds(3, 2), is_list, [&](const list& l) { nodes += keys_of(l).size(); });
  EXPECT_EQ(counts.valid, 15u);
  EXPECT_EQ(nodes, 0 + 2 * 1 + 4 * 2 + 8 * 3u);
}

}  // namespace korat_test
