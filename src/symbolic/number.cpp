// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "symbolic/number.hpp"

namespace korat::detail {

namespace {

/// Unsigned numbers wrap, signed ones must not need to.
std::optional<std::uint64_t> fitted(wide value, number_type t) {
  if (t.is_signed && !fits(value, t)) return std::nullopt;
  return wrapped(value, t);
}

/// Products of unsigned numbers of 64 bits do not fit 'wide', and need not: only their low bits count.
std::optional<std::uint64_t> product(wide a, wide b, number_type t) {
  if (t.is_signed) return fitted(a * b, t);
  return wrapped(static_cast<wide>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b)), t);
}

/// A remainder is undefined where its quotient is.
std::optional<std::uint64_t> quotient(operation o, wide a, wide b, number_type t) {
  if (b == 0 || !fits(a / b, t)) return std::nullopt;
  return wrapped(o == operation::divide ? a / b : a % b, t);
}

/// Shifting bits out is defined since C++20, even for negative numbers; shifting by the width or more is not.
std::optional<std::uint64_t> shifted(operation o, std::uint64_t left, wide amount, number_type t) {
  if (amount < 0 || amount >= t.bits) return std::nullopt;
  const auto n = static_cast<unsigned>(amount);
  if (o == operation::shift_left) return wrapped(static_cast<wide>(left << n), t);
  return wrapped(value_of(left, t) >> n, t);
}

}  // namespace

std::optional<std::uint64_t> apply(operation o, number_type to, std::uint64_t left, std::uint64_t right,
                                   number_type other) {
  const wide a = value_of(left, to), b = value_of(right, to);
  switch (o) {
    case operation::add: return fitted(a + b, to);
    case operation::subtract: return fitted(a - b, to);
    case operation::multiply: return product(a, b, to);
    case operation::divide:
    case operation::remainder: return quotient(o, a, b, to);
    case operation::negate: return fitted(-a, to);
    case operation::bit_and: return left & right;
    case operation::bit_or: return left | right;
    case operation::bit_xor: return wrapped(static_cast<wide>(left ^ right), to);
    case operation::complement: return wrapped(static_cast<wide>(~left), to);
    case operation::shift_left:
    case operation::shift_right: return shifted(o, left, value_of(right, other), to);
    case operation::convert: return to.bits == 1 ? (left != 0 ? 1 : 0) : wrapped(value_of(left, other), to);
    default: return std::nullopt;  // constants and symbols are no operations
  }
}

}  // namespace korat::detail
