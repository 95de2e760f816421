// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Sorted doubly linked rings with a header entry that holds nothing. An element is an object with a number of its own,
// so elements are not interchangeable: the isomorphism rule does not apply to them.
//
// With two arguments: the sorted lists of Table 1 of the ISSTA 2008 paper, singly linked and strictly sorted.

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

struct node {
  field<node*> next;
  field<int> key;
};

struct strict_list {
  field<node*> first;
  field<int> size;

  bool rep_ok() const { return is_list() && is_strictly_sorted(); }

 private:
  bool is_list() const {
    korat::set<const node*> visited;
    for (const node* n = first; n; n = n->next)
      if (!visited.insert(n).second) return false;
    return static_cast<int>(visited.size()) == size;
  }
  bool is_strictly_sorted() const {
    if (!first) return true;
    int before = first->key;
    for (const node* n = first->next; n; n = n->next) {
      const int key = n->key;
      if (key <= before) return false;
      before = key;
    }
    return true;
  }
};

/// Lists of exactly n nodes with keys from 0 to keys - 1.
inline finitization<strict_list> strict_bounds(std::int64_t n, std::int64_t keys) {
  expect("sorted-list", "n", n, 0);
  expect("sorted-list", "keys", keys, 1, most_values);
  finitization<strict_list> space("sorted-list");
  const auto any_node = space.objects<node>(n);
  space.set<&strict_list::first>(any_node).set<&strict_list::size>(exactly(n));
  space.set<&node::next>(any_node).set<&node::key>(between(0, keys - 1));
  return space;
}

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

/// Rings of exactly n entries beside the header, over n elements.
inline finitization<list> bounds(std::int64_t n) {
  expect("sorted-list", "n", n, 0, most_objects - 1);
  return bounds(n, n, n + 1, n);
}

inline subject describe() {
  return checked({
      .name = "sorted-list",
      .summary = "sorted doubly linked rings with a header, `entries` counts it too; (n, keys): strictly sorted, "
                 "singly linked",
      .forms = {{"n"}, {"n", "keys"}, {"min_size", "max_size", "entries", "elements"}},
      .known = {{{9, 9, 10, 10}, 437'782, 48'620},
                {{11, 11, 12, 11}, 3'880'154, 352'716},
                // The ISSTA 2008 tables: one key more than there are nodes. (They have 458,048 at 14, which does not go
                // with their field initialisations.)
                {{12, 13}, 98'227, 13},
                {{13, 14}, 212'902, 14},
                {{14, 15}, 458'648, 15},
                {{15, 16}, 982'921, 16}},
      .describe =
          [](const arguments& a) {
            if (a.size() == 2) return described(strict_bounds(a[0], a[1]));
            return described(a.size() == 1 ? bounds(a[0]) : bounds(a[0], a[1], a[2], a[3]));
          },
  });
}

}  // namespace korat::subjects::sorted_list
