// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "space/find_value.hpp"

#include <bit>
#include <cmath>
#include <string>
#include <utility>

#include "encoding/sign_extend.hpp"

namespace korat::detail {

namespace {

template <class Integer>
std::optional<std::uint64_t> bits_if_it_fits(const value_source& source, Integer value) {
  const auto width = 8 * static_cast<unsigned>(source.width);
  const auto bits = static_cast<std::uint64_t>(value);
  const bool fits = source.integer == value_source::number::is_signed
                        ? std::cmp_equal(encoding::sign_extended(bits, width), value)
                        : std::cmp_equal(bits << (64 - width) >> (64 - width), value);
  return fits ? std::optional(bits) : std::nullopt;
}

bool same_number(double listed, const field_value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return listed == static_cast<double>(*whole);
  const auto* const text = std::get_if<std::string>(&value);
  if (text == nullptr) return false;
  if (std::isnan(listed)) return *text == "NaN";
  return std::isinf(listed) && *text == (listed > 0 ? "Infinity" : "-Infinity");
}

bool same(const field_value& listed, const field_value& value) {
  if (listed == value) return true;
  if (const auto* number = std::get_if<double>(&listed)) return same_number(*number, value);
  const auto* const name = std::get_if<named_value>(&listed);
  const auto* const text = std::get_if<std::string>(&value);
  return name != nullptr && text != nullptr && name->name == *text;
}

}  // namespace

std::optional<std::uint64_t> integer_bits(const value_source& source, const field_value& value) {
  if (const auto* i = std::get_if<std::int64_t>(&value)) return bits_if_it_fits(source, *i);
  if (const auto* u = std::get_if<std::uint64_t>(&value)) return bits_if_it_fits(source, *u);
  return std::nullopt;
}

bool is_real(const value_source& source) {
  return source.bitwise && !source.is_reference() && source.integer == value_source::number::none && source.count > 0 &&
         (source.width == sizeof(float) || source.width == sizeof(double)) &&
         std::holds_alternative<double>(source.show(0));
}

std::optional<std::uint64_t> real_bits(const value_source& source, const field_value& value) {
  double number = 0;
  if (const auto* const real = std::get_if<double>(&value))
    number = *real;
  else if (const auto* const whole = std::get_if<std::int64_t>(&value))
    number = static_cast<double>(*whole);
  else
    return std::nullopt;
  if (source.width == sizeof(float)) return std::bit_cast<std::uint32_t>(static_cast<float>(number));
  return std::bit_cast<std::uint64_t>(number);
}

double real_of(const value_source& source, std::uint64_t bits) {
  if (source.width == sizeof(float)) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return std::bit_cast<double>(bits);
}

std::uint64_t find_value(const value_source& source, const field_value& value) {
  if (source.integer != value_source::number::none) {
    const auto bits = integer_bits(source, value);
    return bits ? source.find(&*bits) : value_source::no_value;
  }
  for (std::uint32_t i = 0; i < source.count; ++i)
    if (same(source.show(i), value)) return i;
  return value_source::no_value;
}

}  // namespace korat::detail
