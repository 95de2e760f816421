// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Keys: integers of the objects of a class that are nearly all different. Sorted by them the objects have ranks, and a
// member that leads from one such object to another leads mostly to larger keys, or to smaller ones.

#pragma once

#include <cstdint>
#include <vector>

#include "repair/ledger.hpp"

namespace korat::detail {

class keys {
 public:
  keys(const view&, const ledger& so_far);

  bool has(std::uint32_t object) const noexcept { return rank[object] != nobody; }
  std::uint32_t cell_of(std::uint32_t object) const noexcept;
  std::int64_t key(std::uint32_t object) const;
  std::int64_t key_as_guessed(std::uint32_t object) const;

  large_vector<std::uint32_t> by_rank;      // objects with a key, ascending
  large_vector<std::uint32_t> rank;         // [object]: place in by_rank, or nobody
  large_vector<std::uint32_t> first_equal;  // [rank]: the first one that has the same key
  std::vector<double> upward;               // [binding]: share of its references that lead to a larger key
  std::vector<std::uint64_t> references;    // [binding]: how many lead from a key to a key

 private:
  void find_in(std::uint32_t object_class, std::uint32_t count);
  bool rank_by(std::uint32_t object_class, std::uint32_t count, std::uint32_t number);
  void learn_directions();
  std::int64_t key_of_bits(std::uint32_t cell, std::uint64_t bits) const;

  const view& view_;
  const ledger& ledger_;
  const space& space_;
  std::vector<std::uint32_t> key_cell_;  // [object class]: the key's number among the object's cells, or nobody
};

}  // namespace korat::detail
