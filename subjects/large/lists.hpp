// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Large lists.

#pragma once

#include <algorithm>

#include "subjects/doubly_linked_list.hpp"
#include "subjects/large/objects.hpp"
#include "subjects/linked_disj_set.hpp"
#include "subjects/singly_linked_list.hpp"
#include "subjects/sorted_list.hpp"

namespace korat::subjects::large {

/// Links the entries to a ring, in their order.
template <class Entry>
void link_ring(const std::vector<Entry*>& entries) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    Entry* const next = entries[(i + 1) % entries.size()];
    entries[i]->next = next;
    next->previous = entries[i];
  }
}

/// Elements may repeat.
inline grown grow_singly_linked_list(std::int64_t size, std::mt19937_64& random) {
  using namespace singly_linked_list;
  expect("singly-linked-list", "size", size, 0);
  const auto all = std::make_shared<kept<list, entry, element>>(random, size + 1, size);
  const auto entries = all->pool<entry>().take_all();
  const auto elements = all->pool<element>().take_all();
  for (std::size_t i = 1; i < entries.size(); ++i) {
    entries[i]->element = elements[random() % elements.size()];
    entries[i - 1]->next = entries[i];
  }
  all->root.header = entries.front();
  all->root.size = static_cast<int>(size);
  return as_grown(all, {size});
}

/// Elements may repeat. The empty list is a header without one.
inline grown grow_doubly_linked_list(std::int64_t size, std::mt19937_64& random) {
  using namespace doubly_linked_list;
  expect("doubly-linked-list", "size", size, 0);
  const auto all = std::make_shared<kept<list, entry, element>>(random, std::max(size, std::int64_t{1}), size);
  const auto entries = all->pool<entry>().take_all();
  const auto elements = all->pool<element>().take_all();
  link_ring(entries);
  if (size > 0)
    for (entry* const e : entries) e->element = elements[random() % elements.size()];
  all->root.header = entries.front();
  all->root.size = static_cast<int>(size);
  return as_grown(all, {size});
}

/// The values are 1, ..., size, as in the bounds.
inline grown grow_sorted_list(std::int64_t size, std::mt19937_64& random) {
  using namespace sorted_list;
  expect("sorted-list", "size", size, 0, most_objects - 1);
  const auto all = std::make_shared<kept<list, entry, element>>(random, size + 1, size);
  const auto entries = all->pool<entry>().take_all();
  link_ring(entries);
  auto result = as_grown(all, {size, size, size + 1, size});
  for (std::size_t i = 1; i < entries.size(); ++i) {
    element* const e = all->pool<element>().take();
    e->value = static_cast<int>(i);
    entries[i]->element = e;
    result.told_apart.emplace_back("element", e);
  }
  all->root.header = entries.front();
  all->root.size = static_cast<int>(size);
  return result;
}

/// The members are all but one of 0, ..., size, in a random order.
inline grown grow_linked_disj_set(std::int64_t size, std::mt19937_64& random) {
  using namespace linked_disj_set;
  expect("linked-disj-set", "size", size, 0);
  const auto all = std::make_shared<kept<disjoint_set, element>>(random, size);
  const auto elements = all->pool<element>().take_all();
  const auto members = shuffled_numbers(size + 1, random);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    elements[i]->representative = elements.front();
    elements[i]->member = members[i];
    if (i == 0) continue;
    elements[i]->previous = elements[i - 1];
    elements[i - 1]->next = elements[i];
  }
  if (!elements.empty()) all->root.head = elements.front();
  all->root.size = static_cast<int>(size);
  return as_grown(all, {size});
}

}  // namespace korat::subjects::large
