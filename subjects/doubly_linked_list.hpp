// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Doubly linked rings of entries. A header without an element is the empty list.

#pragma once

#include "subjects/check.hpp"

namespace korat::subjects::doubly_linked_list {

struct element {};

struct entry {
  field<doubly_linked_list::element*> element;
  field<entry*> next, previous;
};

struct list {
  field<entry*> header;
  field<int> size;

  /// Only the header's element is looked at. The others are free: once the links are right, the search goes on through
  /// every way to fill them, each a list of its own.
  bool rep_ok() const {
    const entry* const first = header;
    if (!first) return false;
    if (!first->element) return size == 0 && first->next == first && first->previous == first;
    korat::set<const entry*> visited;
    const entry* current = first;
    while (visited.insert(current).second) {
      const entry* const next = current->next;
      if (!next || next->previous != current) return false;
      current = next;
    }
    return current == first && static_cast<int>(visited.size()) == size;
  }
};

inline finitization<list> bounds(std::int64_t n) {
  expect("doubly-linked-list", "n", n, 0);
  finitization<list> space("doubly-linked-list");
  const auto any_entry = space.objects<entry>(n + 1);
  const auto any_element = space.objects<element>(n + 1);
  space.set<&list::header>(any_entry).set<&list::size>(exactly(n));
  space.set<&entry::element>(any_element).set<&entry::next>(any_entry).set<&entry::previous>(any_entry);
  return space;
}

inline subject describe() {
  return checked({
      .name = "doubly-linked-list",
      .summary = "doubly linked rings of n entries, over elements that may repeat",
      .forms = {{"n"}},
      .known = {{{6}, 776, 674}, {{8}, 17'166, 17'007}, {{10}, 562'823, 562'595}, {{11}, 3'535'294, 3'535'027}},
      .describe = [](const arguments& a) { return described(bounds(a[0])); },
  });
}

}  // namespace korat::subjects::doubly_linked_list
