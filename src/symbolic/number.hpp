// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The integers of C++ on this platform: a type is a width and a signedness, a value is a pattern of 64 bits, extended
// from its width as the type says. So patterns are equal if and only if the values are. Reasoning goes on in 128 bits,
// where no sum or difference of such values overflows.

#pragma once

#include <cstdint>
#include <optional>

#include "encoding/sign_extend.hpp"
#include "korat/detail/number_kind.hpp"

namespace korat::detail {

__extension__ typedef __int128 wide;

constexpr wide low_of(number_type t) { return t.is_signed ? -(wide{1} << (t.bits - 1)) : 0; }
constexpr wide high_of(number_type t) { return (wide{1} << (t.is_signed ? t.bits - 1 : t.bits)) - 1; }
constexpr bool fits(wide value, number_type t) { return low_of(t) <= value && value <= high_of(t); }

constexpr wide value_of(std::uint64_t bits, number_type t) {
  return t.is_signed ? static_cast<wide>(static_cast<std::int64_t>(bits)) : static_cast<wide>(bits);
}
/// The value modulo 2^bits, as a pattern.
constexpr std::uint64_t wrapped(wide value, number_type t) {
  const auto low = static_cast<std::uint64_t>(value);
  const auto width = static_cast<unsigned>(t.bits);
  if (t.is_signed) return static_cast<std::uint64_t>(encoding::sign_extended(low, width));
  return low << (64 - width) >> (64 - width);
}

/// The result as C++ has it, of type `to`; nothing where C++ leaves it undefined. Operands are of type `to` as well,
/// but for that of a conversion and the amount of a shift: `other` is the type of the left one there, and of the right
/// one here.
std::optional<std::uint64_t> apply(operation, number_type to, std::uint64_t left, std::uint64_t right,
                                   number_type other);

constexpr relation negated(relation r) {
  switch (r) {
    case relation::equal: return relation::unequal;
    case relation::unequal: return relation::equal;
    case relation::less: return relation::greater_or_equal;
    case relation::less_or_equal: return relation::greater;
    case relation::greater: return relation::less_or_equal;
    default: return relation::less;
  }
}
constexpr bool holds(wide left, relation r, wide right) {
  switch (r) {
    case relation::equal: return left == right;
    case relation::unequal: return left != right;
    case relation::less: return left < right;
    case relation::less_or_equal: return left <= right;
    case relation::greater: return left > right;
    default: return left >= right;
  }
}

}  // namespace korat::detail
