// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A value of a member's type, to print.

#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "korat/field_value.hpp"

namespace korat::detail {

template <class V>
concept pair_like = requires(const V& v) {
  v.first;
  v.second;
};

template <class V>
field_value show(const V& v);

/// As C++ code writes it between braces.
std::string in_braces(const field_value&);

/// "{1, 2}": a container, and a map of pairs.
template <class V>
named_value show_elements(const V& v) {
  std::string text;
  for (const auto& e : v) (text.empty() ? text : text += ", ") += in_braces(show(e));
  return {"{" + text + "}"};
}

template <class V>
field_value show(const V& v) {
  if constexpr (std::is_same_v<V, bool>)
    return v;
  else if constexpr (std::is_same_v<V, char>)
    return std::string(1, v);
  else if constexpr (std::is_enum_v<V>)
    return show(static_cast<std::underlying_type_t<V>>(v));
  else if constexpr (std::is_floating_point_v<V>)
    return static_cast<double>(v);
  else if constexpr (std::is_unsigned_v<V>)
    return static_cast<std::uint64_t>(v);
  else if constexpr (std::is_integral_v<V>)
    return static_cast<std::int64_t>(v);
  else if constexpr (std::is_convertible_v<V, std::string_view>)
    return std::string(std::string_view(v));
  else if constexpr (requires {
                       v.has_value();
                       *v;
                     })
    return v.has_value() ? show(*v) : field_value(null_reference{});
  else if constexpr (requires { std::variant_size<V>::value; })
    return std::visit([](const auto& held) { return show(held); }, v);
  else if constexpr (pair_like<V>)
    return named_value{"{" + in_braces(show(v.first)) + ", " + in_braces(show(v.second)) + "}"};
  else if constexpr (requires {
                       v.begin();
                       v.end();
                     })
    return show_elements(v);
  else if constexpr (std::is_empty_v<V>)
    return named_value{"{}"};
  else
    return std::string("?");
}

}  // namespace korat::detail
