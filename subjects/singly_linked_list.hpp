// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Singly linked lists with a header entry that holds nothing. The elements are objects of which the list only knows
// which are the same, so there is one list for each way to group its places: the Bell numbers.

#pragma once

#include "subjects/check.hpp"

namespace korat::subjects::singly_linked_list {

struct element {};

struct entry {
  field<singly_linked_list::element*> element;
  field<entry*> next;
};

struct list {
  field<entry*> header;
  field<int> size;

  bool rep_ok() const {
    if (!header || header->element) return false;
    korat::set<const entry*> visited;
    visited.insert(header);
    for (const entry* current = header->next; current; current = current->next)
      if (!current->element || !visited.insert(current).second) return false;
    return static_cast<int>(visited.size()) - 1 == size;
  }
};

/// Lists of exactly n elements, some of which may be the same.
inline finitization<list> bounds(std::int64_t n) {
  expect("singly-linked-list", "n", n, 0);
  finitization<list> space("singly-linked-list");
  const auto any_entry = space.objects<entry>(n + 1);
  const auto any_element = space.objects<element>(n + 1);
  space.set<&list::header>(any_entry).set<&list::size>(exactly(n));
  space.set<&entry::element>(any_element).set<&entry::next>(any_entry);
  return space;
}

inline subject describe() {
  return checked({
      .name = "singly-linked-list",
      .summary = "singly linked lists with a header, over elements that may repeat",
      .forms = {{"n"}},
      .known = {{{6}, 2'194, 203}, {{8}, 52'567, 4'140}, {{10}, 1'702'171, 115'975}, {{11}, 10'639'556, 678'570}},
      .describe = [](const arguments& a) { return described(bounds(a[0])); },
  });
}

}  // namespace korat::subjects::singly_linked_list
