// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The values of the last choice that are still to be tried, one after the other from the same saved state. Up to the
// last one nothing but a store is needed for each. They are counted before they are tried; whoever ends the series
// early takes the rest back.

#pragma once

#include <cstddef>
#include <cstdint>

#include "korat/undo/temporaries.hpp"
#include "search/choice.hpp"
#include "search/value_row.hpp"

namespace korat::detail {

struct siblings : value_row {
  temporaries::mark mark = {};  // of the saved state
  choice* last = nullptr;
  std::uint32_t* used = nullptr;  // the counter of objects in use,
  std::uint32_t used_at_end = 0;  // and what it is with the choice's last value
  std::uint32_t image_size = 0;
  bool to_the_end = false;  // the choice's last value is one of them
};

}  // namespace korat::detail
