// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// How a field that is a symbol is read: by who knows what to do with one.
//
// Where a run may leave fields open (repair), their shadow bytes are 'symbol_shadow' instead of 1. A comparison then
// does not read the field but asks for its term, and has the run decide. Whatever needs a plain value has it fixed. An
// ordinary search knows no such bytes, and its reads cost what they cost without symbols: which byte it is, is asked
// before the choice is made and not each time that the search comes back to it.

#pragma once

#include <cstdint>

#include "korat/detail/notice.hpp"
#include "korat/detail/number_kind.hpp"

namespace korat::detail {

/// This and above: the field is a symbol, or becomes one at its first read.
inline constexpr unsigned char symbol_shadow = 2;

extern "C" {
/// Whether the thread's predicate may meet symbols.
bool korat_may_be_open() noexcept;
/// The term of the symbol at this address.
std::uint32_t korat_term_of(const void* address) noexcept;
/// Whether the two are so related, from now on. A term of 0 stands for the plain bits; kind_of(relation, type).
bool korat_decide(std::uint32_t left_term, std::uint64_t left_bits, std::uint32_t right_term, std::uint64_t right_bits,
                  unsigned kind) noexcept;
/// A term made of two, of which one at least is a term; kind_of(operation, type, other).
std::uint32_t korat_operate(std::uint32_t left_term, std::uint64_t left_bits, std::uint32_t right_term,
                            std::uint64_t right_bits, unsigned kind) noexcept;
/// The value of the term, the same from now on. With an address and no term: of the symbol there, whose memory holds
/// the value afterwards.
std::uint64_t korat_fix(std::uint32_t term, const void* address) noexcept;
}

/// Like notice_read, but leaves a field alone that is or may become a symbol, and says so.
[[gnu::always_inline]] inline bool notice_symbol(const void* address) noexcept {
  if (in_region(address) && __builtin_expect(*shadow_of(address) != 0, 0)) {
    // Look again: keeping the byte from above in a register would cost reads that are not the first an instruction.
    asm volatile("" : : : "memory");
    if (__builtin_expect(*shadow_of(address) >= symbol_shadow, 0)) return true;
    korat_first_read(address);
  }
  return false;
}

/// The term of a field that notice_symbol has left alone; 0 if it is none after all and can be read.
[[gnu::cold, gnu::noinline]] inline std::uint32_t term_at(const void* address) noexcept {
  korat_first_read(address);
  return *shadow_of(address) != 0 ? korat_term_of(address) : 0;
}

[[gnu::cold, gnu::noinline]] inline void fix_at(const void* address) noexcept {
  korat_first_read(address);
  if (*shadow_of(address) != 0) korat_fix(0, address);
}

/// For who needs the plain value.
[[gnu::always_inline]] inline void notice_and_fix(const void* address) noexcept {
  if (notice_symbol(address)) fix_at(address);
}

/// What comparisons and operations are about: a term, or plain bits of the type in question.
struct operand {
  std::uint32_t term;
  std::uint64_t bits;
};

/// Of type To, from a term of type From or else a plain value.
template <class To, class From>
operand converted(std::uint32_t term, From plain) noexcept {
  if (term == 0) return {0, bits_of(static_cast<To>(plain))};
  if constexpr (type_of<From> == type_of<To>)
    return {term, 0};
  else
    return {korat_operate(term, 0, 0, 0, kind_of(operation::convert, type_of<To>, type_of<From>)), 0};
}

template <relation How, class T>
constexpr bool related(T a, T b) {
  if constexpr (How == relation::equal)
    return a == b;
  else if constexpr (How == relation::less)
    return a < b;
  else if constexpr (How == relation::less_or_equal)
    return a <= b;
  else if constexpr (How == relation::greater)
    return a > b;
  else
    return a >= b;
}

/// Two types that may be compared, and the type in which they are: that of the usual arithmetic conversions.
template <class T, class U>
struct compared_as {};
template <std::integral T, std::integral U>
struct compared_as<T, U> {
  using type = decltype(T{} + U{});
};
template <class T>
requires std::is_enum_v<T>
struct compared_as<T, T> {
  using type = number_of<T>;
};
template <class T, std::integral U>
requires std::is_enum_v<T> && std::convertible_to<T, int>
struct compared_as<T, U> : compared_as<number_of<T>, U> {
};
template <std::integral T, class U>
requires std::is_enum_v<U> && std::convertible_to<U, int>
struct compared_as<T, U> : compared_as<T, number_of<U>> {
};

template <class U, class T>
concept comparable_with = symbolic_type<T> && symbolic_type<U> && requires {
  typename compared_as<T, U>::type;
};

}  // namespace korat::detail
