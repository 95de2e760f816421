// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Copies of a predicate's stack, made for every saved state and for every return to one. Loops of our own, because an
// image is a few hundred bytes: the general memcpy spends as long finding out what to do. An image consists of whole
// blocks at addresses that are multiples of their size.

#pragma once

#include <cstddef>
#include <cstdint>

namespace korat::detail {

inline constexpr std::uintptr_t image_block = 32;

/// How images are copied on this processor.
struct image_copies {
  void (*save)(std::byte* to, const std::byte* from, std::size_t size) noexcept;
  const std::byte* const*
      back;  // code that copies 1 to 16 blocks back, [0] any number; null: there are no saved states

  /// The code that copies the image of a stack of so many bytes back: saved_state::copy.
  const std::byte* back_for(std::size_t stack_size) const noexcept {
    const auto blocks = stack_size / image_block;
    return back[blocks <= 16 ? blocks : 0];
  }
};

image_copies fastest_copies() noexcept;
/// The same, for who has no 'image_copies' at hand; null: there are no saved states.
const std::byte* way_back_for(std::size_t stack_size) noexcept;

}  // namespace korat::detail
