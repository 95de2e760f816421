// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Values that a field takes one after the other while everything else stays as it is: nothing but a store for each.

#pragma once

#include <cstddef>
#include <cstdint>

#include "space/space.hpp"

namespace korat::detail {

struct value_row {
  std::uint32_t left = 0;
  std::uint32_t width = 0;              // of the field
  const std::uint64_t* bits = nullptr;  // of the value that it has, in the domain's table
  std::ptrdiff_t step = 1;              // to those of the next
  std::byte* address = nullptr;         // of the field

  void store_next() noexcept {
    --left;
    bits += step;
    if (width == 8) [[likely]]
      store_as<std::uint64_t>(address, *bits);
    else if (width == 4)
      store_as<std::uint32_t>(address, *bits);
    else if (width == 2)
      store_as<std::uint16_t>(address, *bits);
    else
      store_as<std::uint8_t>(address, *bits);
  }
};

/// Solutions of a diagram that differ in one field alone.
struct solution_row : value_row {
  std::uint32_t* at = nullptr;  // which of the values the field has

  void next() noexcept {
    store_next();
    *at += static_cast<std::uint32_t>(step);
  }
};

}  // namespace korat::detail
