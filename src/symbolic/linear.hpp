// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Conditions that are bounds and differences in disguise: 'x + 1 < y' of ints says x - y <= -2, and that x + 1 does not
// overflow says x <= 2147483646. Unsigned numbers and conversions may change values; they are seen through only where
// the bounds of the symbols show that they do not.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "symbolic/solver.hpp"

namespace korat::detail {

/// plus - minus + constant; symbols are counted from 1 here, and 0 stands for the number 0.
struct difference_form {
  std::uint32_t plus = 0, minus = 0;
  wide constant = 0;
};

/// plus - minus <= value, or plus - minus != value.
struct simple_constraint {
  enum kind : std::uint8_t { at_most, unlike } what;
  std::uint32_t plus, minus;
  wide value;
};

struct interval {
  wide low, high;
};
/// What is known of a symbol, by its number from 0.
using bounds_of_symbols = std::function<interval(symbol_id)>;

/// Constraints that together say the same as the condition within the bounds; nothing if there are none such.
std::optional<std::vector<simple_constraint>> simplified(const term_table&, const condition&, const bounds_of_symbols&);

}  // namespace korat::detail
