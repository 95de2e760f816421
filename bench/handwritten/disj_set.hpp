// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// DisjSet(n), n > 0, by plain recursive backtracking: size in [0, n]; an array of records with length in [0, n]; n
// records, not nullable; per record parent and rank in [0, n - 1]. Read order: length, size; the records in the array;
// per record its parent, then the parent's rank and its own; at last the ranks of those that no child has risen to.

#pragma once

#include <algorithm>

#include "enumerator/structures.hpp"

namespace korat::bench::handwritten {

template <class Count>
class disj_set_search {
 public:
  disj_set_search(disj_set& sets, Count& count, int n) : sets_(sets), count_(count), n_(n) {}

  void run() {
    for (sets_.length = 0; sets_.length <= n_; ++sets_.length)
      for (sets_.size = 0; sets_.size <= n_; ++sets_.size) {
        if (sets_.size != sets_.length)
          count_.visit(sets_.size);
        else if (sets_.size == 0)
          count_.visit(0, true);
        else
          choose_record(0, 0);
      }
  }

 private:
  disj_set::record& at(int i) { return sets_.record_at[sets_.records[i]]; }

  // The first record is compared with each of the others when that is read, all others when all are read. `used`: how
  // many records are in use.
  void choose_record(int i, int used) {
    const int last = std::min(used, n_ - 1);
    for (int record = 0; record <= last; ++record) {
      sets_.records[i] = record;
      if (i > 0 && record == sets_.records[0])
        count_.visit(record);
      else if (i + 1 < sets_.size)
        choose_record(i + 1, std::max(used, record + 1));
      else if (!all_different())
        count_.visit(record);
      else
        choose_parent(0, {});
    }
    sets_.records[i] = 0;
  }

  bool all_different() const {
    for (int i = 1; i < sets_.size; ++i)
      for (int j = i + 1; j < sets_.size; ++j)
        if (sets_.records[i] == sets_.records[j]) return false;
    return true;
  }

  struct seen {
    int roots = 0;
    unsigned next_above = 0;  // records whose rank is one more than that of a child, as bits
    unsigned ranked = 0;      // records whose rank is chosen
  };

  void choose_parent(int i, seen so_far) {
    for (int parent = 0; parent < n_; ++parent) {
      at(i).parent = parent;
      if (parent >= sets_.size)
        count_.visit(parent);
      else if (parent == i)
        go_on(i, {so_far.roots + 1, so_far.next_above, so_far.ranked}, parent);
      else
        choose_rank_above(i, parent, so_far);
    }
    at(i).parent = 0;
  }

  void choose_rank_above(int i, int parent, seen so_far) {
    if ((so_far.ranked >> parent & 1U) != 0) return choose_own_rank(i, parent, so_far, parent);
    so_far.ranked |= 1U << parent;
    for (int rank = 0; rank < n_; ++rank) {
      at(parent).rank = rank;
      choose_own_rank(i, parent, so_far, rank);
    }
    at(parent).rank = 0;
  }

  /// `value`: read last.
  void choose_own_rank(int i, int parent, seen so_far, int value) {
    if ((so_far.ranked >> i & 1U) != 0) return compare_ranks(i, parent, so_far, value);
    so_far.ranked |= 1U << i;
    for (int rank = 0; rank < n_; ++rank) {
      at(i).rank = rank;
      compare_ranks(i, parent, so_far, rank);
    }
    at(i).rank = 0;
  }

  void compare_ranks(int i, int parent, seen so_far, int value) {
    const int above = at(parent).rank, own = at(i).rank;
    if (above <= own) return count_.visit(value);
    if (above == own + 1) so_far.next_above |= 1U << parent;
    go_on(i, so_far, value);
  }

  void go_on(int i, seen so_far, int value) {
    if (i + 1 < sets_.size)
      choose_parent(i + 1, so_far);
    else
      choose_bottom(0, 0, so_far, value);
  }

  void choose_bottom(int i, int bottom, seen so_far, int value) {
    for (; i < sets_.size; ++i) {
      if ((so_far.next_above >> i & 1U) != 0) continue;
      if ((so_far.ranked >> i & 1U) == 0) return choose_bottom_rank(i, bottom, so_far);
      bottom += at(i).rank == 0 ? 1 : 0;
    }
    count_.visit(value, so_far.roots <= bottom);
  }

  void choose_bottom_rank(int i, int bottom, seen so_far) {
    for (int rank = 0; rank < n_; ++rank) {
      at(i).rank = rank;
      choose_bottom(i + 1, bottom + (rank == 0 ? 1 : 0), so_far, rank);
    }
    at(i).rank = 0;
  }

  disj_set& sets_;
  Count& count_;
  const int n_;
};

template <class Count = tally>
result enumerate_disj_set(int n) {
  return enumerate<disj_set, Count>(n, [n](disj_set& sets, Count& count) { disj_set_search(sets, count, n).run(); });
}

}  // namespace korat::bench::handwritten
