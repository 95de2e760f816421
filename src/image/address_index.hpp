// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Addresses of objects of one class, numbered. Objects usually lie together, a million of them in a few stretches of
// memory: a table with a place for every address that one of them may have, made piece by piece where there are any,
// takes one access in the order of the memory where a hash of the address would take several anywhere.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "encoding/hash.hpp"

namespace korat::detail {

class address_index {
 public:
  static constexpr std::uint32_t not_there = 0xffff'ffff;

  /// `alignment`: of all objects, a power of two.
  explicit address_index(std::size_t alignment)
      : shift_(std::countr_zero(alignment)), directory_(16), unused_mask_(alignment - 1) {}

  std::uint32_t find(const void* address) const noexcept {
    const auto a = reinterpret_cast<std::uintptr_t>(address);
    if ((a & unused_mask_) != 0) return not_there;
    const auto* const piece = piece_at(a >> shift_ >> piece_bits);
    return piece == nullptr ? not_there : piece[(a >> shift_) % piece_size] - 1;
  }

  /// It will be looked for soon.
  void expect(const void* address) const noexcept {
    const auto a = reinterpret_cast<std::uintptr_t>(address);
    if (const auto* const piece = piece_at(a >> shift_ >> piece_bits))
      __builtin_prefetch(piece + (a >> shift_) % piece_size);
  }

  /// True: it was not there.
  bool add(const void* address, std::uint32_t number) {
    const auto a = reinterpret_cast<std::uintptr_t>(address);
    const auto key = a >> shift_ >> piece_bits;
    auto* piece = piece_at(key);
    if (piece == nullptr) piece = add_piece(key);
    auto& place = piece[(a >> shift_) % piece_size];
    if (place != 0) return false;
    place = number + 1;
    return true;
  }

 private:
  static constexpr int piece_bits = 12;
  static constexpr std::size_t piece_size = std::size_t{1} << piece_bits;
  struct entry {
    std::uintptr_t key = 0;
    std::uint32_t* piece = nullptr;  // null: the entry is free
  };

  std::size_t slot_for(std::uintptr_t key) const noexcept {
    auto slot = static_cast<std::size_t>(key * encoding::golden_ratio >> 20) & (directory_.size() - 1);
    while (directory_[slot].piece != nullptr && directory_[slot].key != key)
      slot = (slot + 1) & (directory_.size() - 1);
    return slot;
  }
  std::uint32_t* piece_at(std::uintptr_t key) const noexcept {
    if (key != last_.key || last_.piece == nullptr) last_ = directory_[slot_for(key)];
    return last_.piece;
  }
  std::uint32_t* add_piece(std::uintptr_t key) {
    if (2 * (pieces_.size() + 1) > directory_.size()) {
      const auto before = std::exchange(directory_, std::vector<entry>(2 * directory_.size()));
      for (const auto& e : before)
        if (e.piece != nullptr) directory_[slot_for(e.key)] = e;
    }
    pieces_.push_back(std::make_unique<std::uint32_t[]>(piece_size));
    last_ = directory_[slot_for(key)] = {key, pieces_.back().get()};
    return last_.piece;
  }

  int shift_;
  std::vector<entry> directory_;                          // hashed by key, at most half full
  std::uintptr_t unused_mask_;                            // bits that no address of an object has
  std::vector<std::unique_ptr<std::uint32_t[]>> pieces_;  // numbers from 1; 0: no object
  mutable entry last_;
};

}  // namespace korat::detail
