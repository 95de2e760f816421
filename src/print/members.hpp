// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The fields of an object grouped into members, as the class declares them: 'a.length', 'a[0]', 'a[1]' are one array
// 'a'.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "korat/structure.hpp"

namespace korat::print {

struct member {
  std::string_view name;
  bool is_array = false;
  const structure::field* length = nullptr;  // of an array whose length was searched
  std::span<const structure::field> values;  // one, or the elements
};

/// The object that a field refers to. A field that was not read holds nothing worth following.
inline const object_id* target_of(const structure::field& f) {
  return f.read ? std::get_if<object_id>(&f.value) : nullptr;
}
/// Its name, and to which part of an object it refers if that could be another.
inline std::string label_of(const structure::field& f) {
  const auto* const target = target_of(f);
  return target == nullptr || target->part.empty() ? f.name : f.name + " (" + target->part + ")";
}
inline bool is_null(const structure::field& f) { return f.read && std::holds_alternative<null_reference>(f.value); }

/// Whether the field is "array[index]".
inline bool is_element(const structure::field& f, std::string_view array, std::size_t index) {
  std::string_view rest = f.name;
  if (!rest.starts_with(array) || !rest.ends_with(']')) return false;
  rest.remove_prefix(array.size());
  return rest.starts_with('[') && rest.substr(1, rest.size() - 2) == std::to_string(index);
}

/// How many of `fields`, from the first, are the elements 0, 1, 2, ... of `array`.
inline std::size_t count_elements(std::span<const structure::field> fields, std::string_view array) {
  std::size_t n = 0;
  while (n < fields.size() && is_element(fields[n], array, n)) ++n;
  return n;
}

/// An array whose length and elements disagree is not grouped, so that nothing of it is lost.
inline bool is_length_of(const structure::field& f, std::size_t elements) {
  const auto* number = std::get_if<std::int64_t>(&f.value);
  return f.read && number && *number >= 0 && static_cast<std::size_t>(*number) == elements;
}

/// The member that the first of `fields` belongs to.
inline member first_member(std::span<const structure::field> fields) {
  const auto& first = fields.front();
  const std::string_view name = first.name;
  constexpr std::string_view length = ".length", index = "[0]";
  if (name.ends_with(length)) {
    const auto array = name.substr(0, name.size() - length.size());
    const auto n = count_elements(fields.subspan(1), array);
    if (is_length_of(first, n)) return {array, true, &first, fields.subspan(1, n)};
  } else if (name.ends_with(index)) {
    const auto array = name.substr(0, name.size() - index.size());
    return {array, true, nullptr, fields.first(count_elements(fields, array))};
  }
  return {name, false, nullptr, fields.first(1)};
}

inline std::vector<member> members_of(const structure::object& object) {
  std::vector<member> members;
  for (std::span<const structure::field> rest = object.fields; !rest.empty();) {
    members.push_back(first_member(rest));
    rest = rest.subspan(members.back().values.size() + (members.back().length ? 1 : 0));
  }
  return members;
}

}  // namespace korat::print
