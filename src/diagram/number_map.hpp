// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A hash table from numbers to numbers, by open addressing. Building a diagram consists of look-ups.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "encoding/hash.hpp"
#include "space/large_vector.hpp"

namespace korat::detail {

/// Every key but the largest number.
template <class Key>
class number_map {
 public:
  /// Null: it is not there. Valid until the next insertion.
  const std::uint32_t* find(Key key) const noexcept {
    const auto& found = slots_[place_of(key)];
    return found.key == key ? &found.value : nullptr;
  }
  /// Inserts `value` if the key is not there. The same.
  std::uint32_t& find_or_insert(Key key, std::uint32_t value) {
    auto* found = &slots_[place_of(key)];
    if (found->key == key) return found->value;
    if (2 * ++size_ > slots_.size()) {
      grow();
      found = &slots_[place_of(key)];
    }
    *found = {key, value};
    return found->value;
  }

  void clear() { *this = {}; }
  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(size_); }
  std::size_t bytes() const noexcept { return slots_.size() * sizeof(slot); }

 private:
  struct slot {
    Key key = free;
    std::uint32_t value = 0;
  };
  static constexpr Key free = ~Key{0};
  static constexpr std::size_t first_size = 64;

  std::size_t place_of(Key key) const noexcept {
    const auto mask = slots_.size() - 1;
    auto word = static_cast<std::uint64_t>(key);
    if constexpr (sizeof(Key) > sizeof word) word ^= static_cast<std::uint64_t>(key >> 64);
    auto i = encoding::hashed_with(0, word) & mask;
    while (slots_[i].key != free && slots_[i].key != key) i = (i + 1) & mask;
    return i;
  }

  void grow() {
    const auto before = std::exchange(slots_, large_vector<slot>(2 * slots_.size()));
    for (const auto& s : before)
      if (s.key != free) slots_[place_of(s.key)] = s;
  }

  large_vector<slot> slots_{large_vector<slot>(first_size)};
  std::size_t size_ = 0;
};

}  // namespace korat::detail
