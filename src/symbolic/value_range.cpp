// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "symbolic/value_range.hpp"

#include <algorithm>
#include <initializer_list>
#include <unordered_map>

namespace korat::detail {

namespace {

interval whole_range(number_type t) { return {low_of(t), high_of(t)}; }
bool lies_within(const interval& range, number_type t) { return fits(range.low, t) && fits(range.high, t); }
bool contains(const interval& range, wide value) { return range.low <= value && value <= range.high; }

/// What is beyond the type wraps if it is unsigned, and is undefined if it is signed.
std::optional<interval> wrapped_range(number_type t, const interval& range) {
  if (lies_within(range, t)) return range;
  return t.is_signed ? std::nullopt : std::optional(whole_range(t));
}

interval hull_of(std::initializer_list<wide> values) { return {std::min(values), std::max(values)}; }

/// Too large for 128 bits is too large for any type.
std::optional<interval> product_range(number_type t, const interval& a, const interval& b) {
  wide corners[4];
  const bool beyond =
      __builtin_mul_overflow(a.low, b.low, &corners[0]) || __builtin_mul_overflow(a.low, b.high, &corners[1]) ||
      __builtin_mul_overflow(a.high, b.low, &corners[2]) || __builtin_mul_overflow(a.high, b.high, &corners[3]);
  if (beyond) return t.is_signed ? std::nullopt : std::optional(whole_range(t));
  return wrapped_range(t, hull_of({corners[0], corners[1], corners[2], corners[3]}));
}

/// With a divisor on one side of zero the extremes are at the ends.
std::optional<interval> quotient_range(number_type t, const interval& a, const interval& b) {
  if (contains(b, 0)) return std::nullopt;
  return wrapped_range(t, hull_of({a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high}));
}

/// It has the sign of what is divided, and is nearer to zero than the divisor.
std::optional<interval> remainder_range(number_type t, const interval& a, const interval& b) {
  if (!quotient_range(t, a, b)) return std::nullopt;
  const wide most = std::max(b.high, -b.low) - 1;
  return interval{a.low < 0 ? -most : 0, a.high > 0 ? most : 0};
}

std::optional<interval> range_of(const term& made, const interval& a, const interval& b) {
  const auto type = made.type;
  const bool shifts_within = contains({0, type.bits - 1}, b.low) && contains({0, type.bits - 1}, b.high);
  switch (made.what) {
    case operation::add: return wrapped_range(type, {a.low + b.low, a.high + b.high});
    case operation::subtract: return wrapped_range(type, {a.low - b.high, a.high - b.low});
    case operation::multiply: return product_range(type, a, b);
    case operation::divide: return quotient_range(type, a, b);
    case operation::remainder: return remainder_range(type, a, b);
    case operation::negate: return wrapped_range(type, {-a.high, -a.low});
    case operation::shift_left:
      if (!shifts_within) return std::nullopt;
      return product_range(type, a, {wide{1} << static_cast<int>(b.low), wide{1} << static_cast<int>(b.high)})
          .value_or(whole_range(type));
    case operation::shift_right:
      return shifts_within ? std::optional(interval{std::min<wide>(a.low, 0), std::max<wide>(a.high, 0)})
                           : std::nullopt;
    case operation::convert: return lies_within(a, type) && type.bits != 1 ? a : whole_range(type);
    default: return whole_range(type);  // bits of them
  }
}

}  // namespace

std::optional<interval> value_range(const term_table& terms, term_id whole_term, const bounds_of_symbols& bounds) {
  std::unordered_map<term_id, interval> known{{0, {0, 0}}};
  for (const auto part : terms.parts(whole_term)) {
    const auto& t = terms[part];
    std::optional<interval> range;
    if (t.what == operation::constant)
      range = interval{value_of(t.bits, t.type), value_of(t.bits, t.type)};
    else if (t.what == operation::symbol)
      range = bounds(static_cast<symbol_id>(t.bits));
    else
      range = range_of(t, known.at(t.left), known.at(t.right));
    if (!range) return std::nullopt;
    known.insert_or_assign(part, *range);
  }
  return known.at(whole_term);
}

}  // namespace korat::detail
