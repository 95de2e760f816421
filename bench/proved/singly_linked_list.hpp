// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// SinglyLinkedList(n): header, size in [n, n]; per entry element, next; n + 1 entries, n + 1 elements, both nullable.
// Read order: header, header.element; per entry next, then the next entry's element; size at the null that ends the
// list.
//
// Entries are numbered in the order they are met, so entry i's next is null, i + 1, or an entry met before (rejected).
// Of an entry met before the element was read before, so next stays the field accessed last.

#pragma once

#include <algorithm>

#include "proved/rejected.hpp"

namespace korat::bench::proved {

template <class Count>
Count visit_lists(Count count, singly_linked_list& list, int n) {
  count.visit(0);  // header is null
  list.header = 1;

  const int most_entries = n + 1;
  int last = 1;                         // entry whose next is read now; entries 1..last are in use
  int largest_element[max_n + 2] = {};  // largest element index held by entries 1..i: the next one may be one larger
  while (true) {
    singly_linked_list::entry& entry = list.entries[last];
    count.visit(0, last == most_entries);  // next is null; size is read last
    visit_rejected(count, entry.next, 1, last);

    if (last < most_entries) {
      entry.next = ++last;
      count.visit(0);  // the new entry's element is null
    } else {
      entry.next = 0;
      while (true) {
        const int tried = list.entries[last].element;
        // most_entries is also the number of elements
        if (last > 1 && tried <= largest_element[last - 1] && tried < most_entries) break;
        if (last == 1) {
          visit_rejected(count, list.entries[1].element, 1, 1);  // header.element is not null
          return count;
        }
        list.entries[last].element = 0;
        list.entries[--last].next = 0;
      }
    }
    const int element = ++list.entries[last].element;
    largest_element[last] = std::max(largest_element[last - 1], element);
  }
}

template <class Count = tally>
result enumerate_singly_linked_list(int n) {
  return enumerate<singly_linked_list, Count>(
      n, [n](singly_linked_list& list, Count& count) { count = visit_lists(count, list, n); });
}

}  // namespace korat::bench::proved
