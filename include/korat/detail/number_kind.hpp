// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The words in which a predicate's arithmetic on symbols is told to the run that keeps them: types of integers,
// operations, relations, each in a few bits.

#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace korat::detail {

struct number_type {
  std::uint8_t bits;  // 1 (bool), 8, 16, 32 or 64
  bool is_signed;
  bool operator==(const number_type&) const = default;
};

enum class operation : std::uint8_t {
  constant,
  symbol,
  add,
  subtract,
  multiply,
  divide,
  remainder,
  negate,
  bit_and,
  bit_or,
  bit_xor,
  complement,
  shift_left,
  shift_right,
  convert,  // to the term's type; to bool: whether it is not zero
};

constexpr bool is_unary(operation o) {
  return o == operation::negate || o == operation::complement || o == operation::convert;
}

enum class relation : std::uint8_t { equal, unequal, less, less_or_equal, greater, greater_or_equal };

/// What a symbol may stand for.
template <class T>
concept symbolic_type = (std::integral<T> || std::is_enum_v<T>)&&sizeof(T) <= 8;

template <class T>
struct number_below {
  using type = T;
};
template <class T>
requires std::is_enum_v<T>
struct number_below<T> : std::underlying_type<T> {
};
/// The type of its numbers, for an enumeration too.
template <class T>
using number_of = typename number_below<std::remove_cv_t<T>>::type;

template <symbolic_type T>
inline constexpr number_type type_of{std::is_same_v<number_of<T>, bool> ? 1 : sizeof(T) * 8,
                                     std::is_signed_v<number_of<T>>};

/// A value as a pattern of 64 bits, extended as its type says.
template <symbolic_type T>
constexpr std::uint64_t bits_of(T value) {
  using extended = std::conditional_t<std::is_signed_v<number_of<T>>, std::int64_t, std::uint64_t>;
  return static_cast<std::uint64_t>(static_cast<extended>(value));
}

// A relation or operation with its type, and the other type of a conversion (from) or of a shift (the amount's).
constexpr unsigned kind_of(relation r, number_type t) {
  return static_cast<unsigned>(r) | unsigned{t.bits} << 8 | unsigned{t.is_signed} << 15;
}
constexpr unsigned kind_of(operation o, number_type t, number_type other) {
  return static_cast<unsigned>(o) | unsigned{t.bits} << 8 | unsigned{t.is_signed} << 15 | unsigned{other.bits} << 16 |
         unsigned{other.is_signed} << 23;
}
constexpr relation relation_in(unsigned kind) { return static_cast<relation>(kind & 0xff); }
constexpr operation operation_in(unsigned kind) { return static_cast<operation>(kind & 0xff); }
constexpr number_type type_in(unsigned kind) {
  return {static_cast<std::uint8_t>(kind >> 8 & 0x7f), (kind >> 15 & 1) != 0};
}
constexpr number_type other_type_in(unsigned kind) { return type_in(kind >> 8); }

}  // namespace korat::detail
