// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// HeapArray(n) by plain recursive backtracking: size in [0, n], one array with length in [0, n] and values in [-1, n].
// Read order: size, length, then the elements up to length; the first `size` form a max-heap of values other than -1,
// the rest must be -1. Value indices are values + 1.

#pragma once

#include "enumerator/structures.hpp"

namespace korat::bench::handwritten {

template <class Count>
class element_search {
 public:
  element_search(heap_array& array, Count& count, int max_value)
      : array_(array), count_(count), max_value_(max_value) {}

  void choose_element(int i) {
    for (int value = -1; value <= max_value_; ++value) {
      array_.values[i] = value;
      if (!fits(i))
        count_.visit(value + 1);
      else if (i + 1 == array_.length)
        count_.visit(value + 1, true);
      else
        choose_element(i + 1);
    }
    array_.values[i] = -1;
  }

 private:
  bool fits(int i) const {
    const int value = array_.values[i];
    if (i >= array_.size) return value == -1;
    return value != -1 && value <= array_.values[(i - 1) / 2];
  }

  heap_array& array_;
  Count& count_;
  const int max_value_;
};

template <class Count = tally>
result enumerate_heap_array(int n) {
  return enumerate<heap_array, Count>(n, [n](heap_array& array, Count& count) {
    element_search elements(array, count, n);
    for (array.size = 0; array.size <= n; ++array.size) {
      for (array.length = 0; array.length <= n; ++array.length) {
        if (array.size > array.length)
          count.visit(array.length);
        else if (array.length == 0)
          count.visit(0, true);
        else
          elements.choose_element(0);
      }
    }
  });
}

}  // namespace korat::bench::handwritten
