// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// HeapArray(n): size in [0, n], one array with length in [0, n] and values in [-1, n]. Read order: size, length, then
// the elements up to length; the first `size` form a max-heap of values other than -1, the rest must be -1.
//
// Value indices are values + 1. Elements not in use hold -1.

#pragma once

#include "proved/rejected.hpp"

namespace korat::bench::proved {

// The heap part is complete and array.length > array.size: one valid candidate, and all those in which one element
// behind the heap is not -1 (the one read last: reading stops there).
template <class Count>
void visit_tails(Count& count, heap_array& array, int n) {
  count.visit(0, true);
  for (int i = array.length - 1; i >= array.size; --i) {
    visit_rejected(count, array.values[i], 0, n, -1);
    array.values[i] = -1;
  }
}

// All candidates with the present size >= 1 and length >= size.
template <class Count>
Count visit_heaps(Count count, heap_array& array, int n) {
  const int last = array.size - 1;
  const bool has_tail = array.length > array.size;
  int chosen[max_n];  // the elements before i again: faster to read than the exposed array
  int limits[max_n];  // the value of each one's parent, the largest it may take
  int i = 0;
  while (true) {
    // Element i is read for the first time under the present values of those before it.
    const int limit = i == 0 ? n : chosen[static_cast<unsigned>(i - 1) / 2];
    int& element = array.values[i];
    if (i < last) {
      count.visit(0);  // -1
      element = chosen[i] = 0;
      limits[i] = limit;
      ++i;
      continue;
    }
    if (has_tail) {
      count.visit(0);  // -1
      for (int value = 0; value <= limit; ++value) {
        element = value;
        visit_tails(count, array, n);
      }
      visit_rejected(count, element, limit + 1, n, -1);
    } else {
      for (int value = -1; value <= n; ++value) {
        element = value;
        count.visit(value + 1, in_range(value, 0, limit));
      }
    }
    element = -1;
    while (true) {
      if (--i < 0) return count;
      if (chosen[i] < limits[i]) break;
      visit_rejected(count, array.values[i], limits[i] + 1, n, -1);
      array.values[i] = -1;
    }
    array.values[i] = ++chosen[i];
    ++i;
  }
}

template <class Count>
Count visit_arrays(Count count, heap_array& array, int n) {
  for (array.size = 0; array.size <= n; ++array.size) {
    for (array.length = 0; array.length <= n; ++array.length) {
      if (array.length < array.size) {
        count.visit(array.length);
      } else if (array.size > 0) {
        count = visit_heaps(count, array, n);
      } else if (array.length > 0) {
        visit_tails(count, array, n);
      } else {
        count.visit(0, true);
      }
    }
  }
  return count;
}

template <class Count = tally>
result enumerate_heap_array(int n) {
  return enumerate<heap_array, Count>(n,
                                      [n](heap_array& array, Count& count) { count = visit_arrays(count, array, n); });
}

}  // namespace korat::bench::proved
