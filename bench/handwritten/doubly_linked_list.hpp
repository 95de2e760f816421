// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// DoublyLinkedList(n), n > 0, by plain recursive backtracking: header, size in [n, n]; per entry element, next,
// previous; n + 1 entries, n + 1 elements, all nullable. Read order: header, header.element; per entry next, then the
// next entry's previous; size when the ring is closed. The elements of the other entries are not read: every way to
// choose them counts.

#pragma once

#include <algorithm>

#include "enumerator/structures.hpp"

namespace korat::bench::handwritten {

template <class Count>
class ring_search {
 public:
  ring_search(doubly_linked_list& list, Count& count) : list_(list), count_(count), objects_(list.size + 1) {}

  void run() {
    count_.visit(0);  // no header
    list_.header = 1;
    count_.visit(0);  // no element, but a size
    list_.entries[1].element = 1;
    choose_next(1, 1U << 1, 1);
    list_.entries[1].element = 0;
  }

 private:
  // `met`: the entries visited, as bits; `entries`, `elements`: how many objects are in use.
  void choose_next(int current, unsigned met, int entries) {
    const int last = std::min(entries + 1, objects_);
    for (int next = 0; next <= last; ++next) {
      list_.entries[current].next = next;
      if (next == 0)
        count_.visit(0);
      else if (next == 1 || next > entries)
        choose_previous(next, current, met, std::max(entries, next));
      else if (list_.entries[next].previous != current)
        count_.visit(next);
    }
    list_.entries[current].next = 0;
  }

  void choose_previous(int entry, int current, unsigned met, int entries) {
    const int last = std::min(entries + 1, objects_);
    for (int previous = 0; previous <= last; ++previous) {
      list_.entries[entry].previous = previous;
      if (previous != current)
        count_.visit(previous);
      else if ((met >> entry & 1U) == 0)
        choose_next(entry, met | 1U << entry, entries);
      else
        close_ring(entries);
    }
    list_.entries[entry].previous = 0;
  }

  void close_ring(int entries) {
    if (entries != list_.size)
      count_.visit(0);  // size was read last
    else if (entries == 1)
      count_.visit(0, true);
    else
      choose_element(2, 1);
  }

  void choose_element(int entry, int elements) {
    const int last = std::min(elements + 1, objects_);
    for (int element = 0; element <= last; ++element) {
      list_.entries[entry].element = element;
      if (entry == list_.size)
        count_.visit(element, true);
      else
        choose_element(entry + 1, std::max(elements, element));
    }
    list_.entries[entry].element = 0;
  }

  doubly_linked_list& list_;
  Count& count_;
  const int objects_;  // of each class
};

template <class Count = tally>
result enumerate_doubly_linked_list(int n) {
  return enumerate<doubly_linked_list, Count>(
      n, [](doubly_linked_list& list, Count& count) { ring_search(list, count).run(); });
}

}  // namespace korat::bench::handwritten
