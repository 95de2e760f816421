// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Sorted doubly linked rings with a header entry that holds nothing. An element is an object with a number of its own,
// so elements are not interchangeable: the isomorphism rule does not apply to them.

#pragma once

#include "subjects/check.hpp"

namespace korat::subjects::sorted_list {

struct element {
  int value = 0;  // given, not searched
};

struct entry {
  field<sorted_list::element*> element;
  field<entry*> next, previous;
};

struct list {
  field<entry*> header;
  field<int> size;

  bool rep_ok() const {
    if (!header || header->element) return false;
    return is_ring() && is_sorted();
  }

 private:
  bool is_ring() const {
    korat::set<const entry*> visited;
    const entry* current = header;
    while (visited.insert(current).second) {
      const entry* const next = current->next;
      if (!next || next->previous != current) return false;
      current = next;
    }
    return current == header && static_cast<int>(visited.size()) - 1 == size;
  }

  /// Each element is compared as soon as it is chosen.
  bool is_sorted() const {
    int before = 0;  // less than any value
    for (const entry* current = header->next; current != header; current = current->next) {
      if (!current->element || current->element->value < before) return false;
      before = current->element->value;
    }
    return true;
  }
};

inline finitization<list> bounds(std::int64_t min_size, std::int64_t max_size, std::int64_t entries,
                                 std::int64_t elements) {
  expect("sorted-list", "min_size", min_size, 0);
  expect("sorted-list", "max_size", max_size, min_size);
  expect("sorted-list", "entries", entries, 0);
  expect("sorted-list", "elements", elements, 0);
  finitization<list> space("sorted-list");
  const auto any_entry = space.objects<entry>(entries);
  const auto any_element = space.objects<element>(
      elements, {.symmetry = isomorphism::kept,
                 .initialize = [](element& e, std::uint32_t index) { e.value = static_cast<int>(index) + 1; }});
  space.set<&list::header>(any_entry).set<&list::size>(between(min_size, max_size));
  space.set<&entry::element>(any_element).set<&entry::next>(any_entry).set<&entry::previous>(any_entry);
  return space;
}

inline subject describe() {
  return checked({
      .name = "sorted-list",
      .summary = "sorted doubly linked rings with a header; `entries` counts the header too",
      .forms = {{"min_size", "max_size", "entries", "elements"}},
      .known = {{{9, 9, 10, 10}, 437'782, 48'620}, {{11, 11, 12, 11}, 3'880'154, 352'716}},
      .describe = [](const arguments& a) { return described(bounds(a[0], a[1], a[2], a[3])); },
  });
}

}  // namespace korat::subjects::sorted_list
