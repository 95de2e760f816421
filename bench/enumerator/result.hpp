// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What the enumerators written by hand share: the numbers they report, and the guards that keep them honest.
//
// Each enumerator is written for one structure. It visits the candidates of the Korat search (accessed fields in the
// order of first reads, at most one new object per step), all of them, in the same order, and has each one complete in
// memory while it is visited: fields not accessed yet hold the first value of their domain.

#pragma once

#include <cstdint>
#include <stdexcept>

namespace korat::bench {

struct result {
  std::uint64_t explored = 0;
  std::uint64_t valid = 0;
  // For each candidate in order: checksum = checksum * 31 + v (modulo 2^64), where v is the 0-based position, in its
  // field domain, of the value of the field accessed last (null = 0). "Last" is the order of first reads; a field with
  // a single value counts as well. A general engine computes the same number from the end of its accessed-field list.
  // In the structures written by hand a valid candidate has no reachable field left unread, so nothing joins the list
  // afterwards.
  std::uint64_t checksum = 0;

  bool operator==(const result&) const = default;
};

// The arrays have room for this many objects, and a word has a bit for each of them and one more; no search of this
// size ends in a lifetime.
inline constexpr int max_n = 30;

inline void require_size_in_range(int n) {
  if (n < 0 || n > max_n) throw std::invalid_argument("enumerator written by hand: n must be in [0, 30]");
}

// From here on the compiler must assume that every visit() looks at the structure, so no store to it can be dropped.
template <class Structure>
inline void expose(Structure& structure) {
  asm volatile("" : : "r"(&structure) : "memory");
}

// The two ways to count candidates. Both are classes of their own, copied into the result at the end, because GCC
// builds a returned `result` in the caller's memory, which more than doubles the time per candidate; these stay in
// registers where the enumerator is one loop. The empty asm costs no instruction but wants all counters up to date and
// all exposed memory written, so no loop over candidates can be collapsed into a formula, unrolled into one
// multiplication, or vectorised.

/// Counts only: no more than what an engine does for each candidate while it is timed.
class counter {
 public:
  void visit(int /*value_index*/, bool is_valid = false) {
    ++explored_;
    valid_ += is_valid ? 1U : 0U;
    asm volatile("" : "+r"(explored_), "+r"(valid_) : : "memory");
  }

  result total() const { return {explored_, valid_, 0}; }

 private:
  std::uint64_t explored_ = 0;
  std::uint64_t valid_ = 0;
};

/// Counts and computes the checksum, which is what the results are compared by.
class tally {
 public:
  void visit(int value_index, bool is_valid = false) {
    // x * 31 + v as (x << 5) + (v - x): two cycles of latency instead of three or four. The inner asm only stops the
    // compiler from turning it back. Where branches are predicted well, this chain is what bounds the speed, the more
    // so where it goes through memory, as it does in a recursion.
    std::uint64_t rest = static_cast<std::uint64_t>(value_index) - checksum_;
    asm("" : "+r"(rest));
    checksum_ = (checksum_ << 5) + rest;
    ++explored_;
    valid_ += is_valid ? 1U : 0U;
    asm volatile("" : "+r"(explored_), "+r"(valid_), "+r"(checksum_) : : "memory");
  }

  result total() const { return {explored_, valid_, checksum_}; }

 private:
  std::uint64_t explored_ = 0;
  std::uint64_t valid_ = 0;
  std::uint64_t checksum_ = 0;
};

}  // namespace korat::bench
