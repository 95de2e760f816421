// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Integers that are nearly all different in a structure are probably meant to be: of two that are equal, one may have
// been any value that is free. Where they are nearly all numbers of a range, one may have been what is missing in it.

#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "space/space.hpp"

namespace korat::detail {

class distinct_integers {
 public:
  distinct_integers(const space&, const std::vector<std::uint32_t>& fresh_from);

  /// If another field of the member has the same value, and that is rare: a value near it that none has.
  std::optional<std::uint64_t> free_value(std::uint32_t cell);
  /// Whether the values of the member are nearly all the numbers from 0 on, each of them once, as indices are that name
  /// every element.
  bool is_index(std::uint32_t cell);
  /// Of those numbers, some that no field has now; none where it is no index.
  std::vector<std::uint64_t> missing_values(std::uint32_t cell);
  /// Whether another field of the member has the same value, where that is rare.
  bool is_repeated(std::uint32_t cell);
  /// Tells it that a field has another value now.
  void changed(std::uint32_t cell, std::uint64_t before);

 private:
  struct run {
    std::int64_t first, last;
  };
  struct values {
    bool counted = false, nearly_all_differ = false, are_indices = false;
    std::size_t fields = 0;
    std::unordered_map<std::int64_t, std::uint32_t> count;
    std::vector<run> runs;                   // of values without a gap that fields had at the beginning, ascending
    std::unordered_set<std::int64_t> later;  // values that fields have got since
    std::int64_t next_free(std::int64_t from, int step) const;
  };
  std::int64_t value(std::uint32_t cell, std::uint64_t bits) const;
  bool differ(std::uint32_t binding);

  const space& space_;
  const std::vector<std::uint32_t>& fresh_from_;
  std::vector<values> values_;  // [binding]
};

}  // namespace korat::detail
