// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Union-find (Galler and Fischer 1964), with path halving.

#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>

#include "space/large_vector.hpp"

namespace korat::detail {

class union_find {
 public:
  explicit union_find(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0U); }

  std::uint32_t find(std::uint32_t i) noexcept {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  bool unite(std::uint32_t i, std::uint32_t j) noexcept {
    i = find(i), j = find(j);
    parent_[i] = j;
    return i != j;
  }

 private:
  large_vector<std::uint32_t> parent_;
};

}  // namespace korat::detail
