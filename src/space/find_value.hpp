// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A value as data, looked for in a domain of values that are no references. Text does not tell everything: an
// enumerator may come as the string of its name, a number that JSON lacks as "NaN", a whole one without a point.

#pragma once

#include <cstdint>
#include <optional>

#include "korat/detail/bounds.hpp"
#include "korat/field_value.hpp"

namespace korat::detail {

/// An integer as bytes of the domain's type; nothing: it is no integer, or does not fit.
std::optional<std::uint64_t> integer_bits(const value_source&, const field_value&);
/// Whether the domain lists real numbers, and what one of that type is as bytes: it need not be listed.
bool is_real(const value_source&);
std::optional<std::uint64_t> real_bits(const value_source&, const field_value&);
double real_of(const value_source&, std::uint64_t bits);
/// The index of the value, or value_source::no_value.
std::uint64_t find_value(const value_source&, const field_value&);

}  // namespace korat::detail
