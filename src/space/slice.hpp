// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The memory of one search: a slice of the noticed region (korat/detail/notice.hpp).
//
//   [header page: who owns the slice | objects ... ]  [their shadow, one byte for each byte, shadow_distance above]
//
// The kernel hands out the slices: mapping at a fixed address without replacing succeeds for one taker only, so
// searches in many threads need no registry of ours.

#pragma once

#include <cstddef>

#include "korat/detail/notice.hpp"

namespace korat::detail {

class predicate_runner;

class slice {
 public:
  /// Room for `size` bytes of objects. Throws resource_error when no slice is free or the size is too large.
  explicit slice(std::size_t size);
  ~slice();
  slice(const slice&) = delete;
  slice& operator=(const slice&) = delete;

  std::byte* objects() const noexcept { return begin_ + header_size; }
  std::size_t size() const noexcept { return size_; }

  void owned_by(predicate_runner* owner) noexcept { *reinterpret_cast<predicate_runner**>(begin_) = owner; }
  static predicate_runner* owner_of(const void* address) noexcept {
    return *reinterpret_cast<predicate_runner**>(reinterpret_cast<std::uintptr_t>(address) & ~(slice_size - 1));
  }

  static constexpr std::size_t header_size = 4096;
  static constexpr std::size_t max_size = slice_size - shadow_distance - header_size;

 private:
  std::byte* begin_ = nullptr;
  std::size_t size_;
};

}  // namespace korat::detail
