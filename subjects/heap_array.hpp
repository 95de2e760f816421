// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A priority queue in an array: the parent of element i is element (i - 1) / 2, and no smaller. Unused room holds -1.
//
// With two arguments: the heap arrays of Table 1 of the ISSTA 2008 paper, full, and a parent is larger.

#pragma once

#include "subjects/check.hpp"

namespace korat::subjects::heap_array {

struct heap {
  field<int> size;
  array<int> values;

  bool rep_ok() const {
    const int used = size, length = values.size();
    if (used > length) return false;
    for (int i = 0; i < used; ++i)
      if (values[i] == nothing || values[i] > values[(i - 1) / 2]) return false;
    for (int i = used; i < length; ++i)
      if (values[i] != nothing) return false;
    return true;
  }

 private:
  static constexpr int nothing = -1;
};

struct strict_heap {
  array<int> values;

  bool rep_ok() const {
    const int length = values.size();
    for (int i = 0; i < length; ++i)
      if (values[i] == nothing || (i > 0 && values[i] >= values[(i - 1) / 2])) return false;
    return true;
  }

 private:
  static constexpr int nothing = -1;
};

/// Heaps of exactly n elements over the numbers from 0 to values - 1, and -1, which no element may be.
inline finitization<strict_heap> strict_bounds(std::int64_t n, std::int64_t values) {
  expect("heap-array", "n", n, 0);
  expect("heap-array", "values", values, 0, most_values);
  finitization<strict_heap> space("heap-array");
  space.set<&strict_heap::values>(array_of(between(-1, values - 1)).with_length(between(n, n)));
  return space;
}

inline finitization<heap> bounds(std::int64_t max_size, std::int64_t max_length, std::int64_t max_value) {
  expect("heap-array", "max_size", max_size, 0);
  expect("heap-array", "max_length", max_length, 0);
  expect("heap-array", "max_value", max_value, -1, most_values);
  finitization<heap> space("heap-array");
  space.set<&heap::size>(between(0, max_size));
  space.set<&heap::values>(array_of(between(-1, max_value)).with_length(between(0, max_length)));
  return space;
}

inline finitization<heap> bounds(std::int64_t n) {
  expect("heap-array", "n", n, 0);
  return bounds(n, n, n);
}

inline subject describe() {
  return checked({
      .name = "heap-array",
      .summary = "priority queues in an array; (n, values): exactly n elements, each smaller than its parent",
      .forms = {{"n"}, {"n", "values"}, {"max_size", "max_length", "max_value"}},
      .known = {{{6}, 64'533, 13'139},
                {{7}, 519'968, 117'562},
                {{8}, 5'231'385, 1'005'075},
                {{9}, 51'460'480, 10'391'382},
                {{10}, 583'317'405, 111'511'015},
                // The ISSTA 2008 tables: as many values as elements, and one that is not allowed.
                {{7, 7}, 14'512, 4'147},
                {{8, 8}, 138'025, 21'814},
                {{10, 10}, 9'745'451, 2'015'168}},
      .describe =
          [](const arguments& a) {
            if (a.size() == 2) return described(strict_bounds(a[0], a[1]));
            return described(a.size() == 1 ? bounds(a[0]) : bounds(a[0], a[1], a[2]));
          },
  });
}

}  // namespace korat::subjects::heap_array
