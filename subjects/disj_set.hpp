// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Disjoint sets (union-find) in an array of records: a record's parent is the index of another, or its own when it
// stands for its set; ranks bound the heights.

#pragma once

#include <algorithm>

#include "subjects/check.hpp"

namespace korat::subjects::disj_set {

struct record {
  field<int> parent;
  field<int> rank;
};

struct disjoint_sets {
  field<int> size;
  array<record*> records;

  bool rep_ok() const { return records.size() == size && all_different() && ranks_ok(); }

 private:
  bool all_different() const {
    for (int i = 0; i < size; ++i)
      for (int j = i + 1; j < size; ++j)
        if (records[i] == records[j]) return false;
    return true;
  }

  /// Ranks rise towards the root, and there are enough leaves of rank 0 for the roots to have risen from.
  bool ranks_ok() const {
    korat::set<int> next_above;  // records whose rank is one more than that of a child
    int roots = 0;
    for (int i = 0; i < size; ++i) {
      const int parent = records[i]->parent;
      if (parent >= size) return false;
      if (parent == i) {
        ++roots;
        continue;
      }
      const int above = records[parent]->rank;
      const int own = records[i]->rank;
      if (above <= own) return false;
      if (above == own + 1) next_above.insert(parent);
    }
    int bottom = 0;
    for (int i = 0; i < size; ++i)
      if (!next_above.contains(i) && records[i]->rank == 0) ++bottom;
    return roots <= bottom;
  }
};

inline finitization<disjoint_sets> bounds(std::int64_t n) {
  expect("disj-set", "n", n, 0);
  finitization<disjoint_sets> space("disj-set");
  const auto any_record = space.objects<record>(n, {.null = null_value::excluded});
  space.set<&disjoint_sets::size>(between(0, n));
  space.set<&disjoint_sets::records>(array_of(any_record).with_length(between(0, n)));
  const auto below_n = between(0, std::max<std::int64_t>(n - 1, 0));
  space.set<&record::parent>(below_n).set<&record::rank>(below_n);
  return space;
}

inline subject describe() {
  return checked({
      .name = "disj-set",
      .summary = "union-find over an array of up to n records with parent and rank",
      .forms = {{"n"}},
      .known = {{{4}, 7'915, 914}, {{5}, 413'855, 41'546}},
      .describe = [](const arguments& a) { return described(bounds(a[0])); },
  });
}

}  // namespace korat::subjects::disj_set
