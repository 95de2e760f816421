// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// SinglyLinkedList(n) by plain recursive backtracking: header, size in [n, n]; per entry element, next; n + 1 entries,
// n + 1 elements, both nullable. Read order: header, header.element; per entry next, then the next entry's element;
// size at the null that ends the list.

#pragma once

#include <algorithm>

#include "enumerator/structures.hpp"

namespace korat::bench::handwritten {

template <class Count>
class list_search {
 public:
  list_search(singly_linked_list& list, Count& count) : list_(list), count_(count), objects_(list.size + 1) {}

  void run() {
    count_.visit(0);  // no header
    list_.header = 1;
    int& element = list_.entries[1].element;
    for (element = 0; element <= 1; ++element) {
      if (element == 0)
        choose_next(1, 1U << 1, 1, 0);
      else
        count_.visit(element);
    }
    element = 0;
  }

 private:
  // `met`: the entries visited, as bits; `entries`, `elements`: how many objects are in use.
  void choose_next(int current, unsigned met, int entries, int elements) {
    const int last = std::min(entries + 1, objects_);
    for (int next = 0; next <= last; ++next) {
      list_.entries[current].next = next;
      if (next == 0)
        count_.visit(0, entries - 1 == list_.size);
      else if (next > entries)
        choose_element(next, met, next, elements);
      else if (list_.entries[next].element == 0 || (met >> next & 1U) != 0)
        count_.visit(next);
    }
    list_.entries[current].next = 0;
  }

  void choose_element(int current, unsigned met, int entries, int elements) {
    const int last = std::min(elements + 1, objects_);
    for (int element = 0; element <= last; ++element) {
      list_.entries[current].element = element;
      if (element == 0 || (met >> current & 1U) != 0)
        count_.visit(element);
      else
        choose_next(current, met | 1U << current, entries, std::max(elements, element));
    }
    list_.entries[current].element = 0;
  }

  singly_linked_list& list_;
  Count& count_;
  const int objects_;  // of each class
};

template <class Count = tally>
result enumerate_singly_linked_list(int n) {
  return enumerate<singly_linked_list, Count>(
      n, [](singly_linked_list& list, Count& count) { list_search(list, count).run(); });
}

}  // namespace korat::bench::handwritten
