// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The values of the last choice that are still to be tried, one after the other from the same saved state. Up to the
// last one nothing but a store is needed for each. They are counted before they are tried; whoever ends the series early
// takes the rest back.

#pragma once

#include <cstddef>
#include <cstdint>

#include "korat/undo/temporaries.hpp"
#include "search/choice.hpp"
#include "space/space.hpp"

namespace korat::detail {

struct siblings {
  std::uint32_t left = 0;
  std::uint32_t width = 0;              // of the field
  const std::uint64_t* bits = nullptr;  // of the value tried last, in the domain's table
  std::ptrdiff_t step = 1;              // to those of the next
  std::byte* address = nullptr;         // of the field
  temporaries::mark mark = {};          // of the saved state
  choice* last = nullptr;
  std::uint32_t* used = nullptr;        // the counter of objects in use,
  std::uint32_t used_at_end = 0;        // and what it is with the choice's last value
  std::uint32_t image_size = 0;
  bool to_the_end = false;              // the choice's last value is one of them

  void store_next() noexcept {
    --left;
    bits += step;
    if (width == 8) [[likely]] store_as<std::uint64_t>(address, *bits);
    else if (width == 4) store_as<std::uint32_t>(address, *bits);
    else if (width == 2) store_as<std::uint16_t>(address, *bits);
    else store_as<std::uint8_t>(address, *bits);
  }
};

}  // namespace korat::detail
