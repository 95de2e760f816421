// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Names for people, taken from the compiler: a class, member or enumerator named as a template argument prints itself.

#pragma once

#include <string_view>

namespace korat::detail {

/// "a::b::c" -> "c"; a template's own arguments do not count as qualification.
constexpr std::string_view unqualified(std::string_view name) {
  int depth = 0;
  for (std::size_t i = name.size(); i-- > 1;) {
    if (name[i] == '>') ++depth;
    if (name[i] == '<') --depth;
    if (depth == 0 && name[i] == ':' && name[i - 1] == ':') return name.substr(i + 1);
  }
  return name;
}

/// Cuts "... [with auto Value = &node::left]" (GCC) or "... [Value = &node::left]" (Clang) down to what follows `key`.
constexpr std::string_view printed_argument(std::string_view function, std::string_view key) {
  const auto begin = function.find(key) + key.size();
  auto end = function.find(';', begin);  // GCC adds "; std::string_view = ..."
  if (end == std::string_view::npos) end = function.rfind(']');
  auto name = function.substr(begin, end - begin);
  while (!name.empty() && (name.front() == '&' || name.front() == '(' || name.front() == ' ')) name.remove_prefix(1);
  while (!name.empty() && (name.back() == ')' || name.back() == ' ')) name.remove_suffix(1);
  return name;
}

/// All that the compiler prints. What is in it is read by the library when it is needed: a constant expression that
/// reads it takes a compiler longer than most of what it is told of a member.
template <auto Value>
constexpr std::string_view printed_value() {
  return __PRETTY_FUNCTION__;
}
template <class Type>
constexpr std::string_view printed_type() {
  return __PRETTY_FUNCTION__;
}
constexpr std::string_view value_printed_in(std::string_view printed) { return printed_argument(printed, "Value = "); }
constexpr std::string_view type_printed_in(std::string_view printed) { return printed_argument(printed, "Type = "); }

template <auto Value>
constexpr std::string_view value_name() {
  return unqualified(value_printed_in(printed_value<Value>()));
}
template <class Type>
constexpr std::string_view type_name() {
  return unqualified(type_printed_in(printed_type<Type>()));
}

/// With namespaces and classes, but for unnamed ones.
constexpr std::string_view without_unnamed(std::string_view name) {
  for (const std::string_view unnamed : {"{anonymous}::", "(anonymous namespace)::", "anonymous namespace)::"})
    if (const auto place = name.rfind(unnamed); place != std::string_view::npos && name.find('<') > place)
      name.remove_prefix(place + unnamed.size());
  return name;
}
template <class Type>
constexpr std::string_view full_type_name() {
  return without_unnamed(type_printed_in(printed_type<Type>()));
}
template <auto Value>
constexpr std::string_view full_value_name() {
  return without_unnamed(value_printed_in(printed_value<Value>()));
}

}  // namespace korat::detail
