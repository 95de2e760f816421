// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Looking into a structure that may be broken in every way. Whatever is not there throws 'violation'.

#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "korat/structure.hpp"

namespace korat::test {

struct violation {
  std::string what;
};

inline void require(bool holds, const char* what) {
  if (!holds) throw violation{what};
}

class data {
 public:
  using object = std::size_t;
  using reference = std::optional<object>;

  explicit data(const structure& s) : s_(s) { require(!s.objects.empty(), "there is no root"); }

  std::size_t count() const { return s_.objects.size(); }
  const structure::object& at(object o) const { return s_.objects.at(o); }

  const field_value& value(object o, std::string_view name) const {
    for (const auto& f : at(o).fields)
      if (f.name == name) return f.value;
    throw violation{at(o).name + " has no field " + std::string(name)};
  }
  reference to(object o, std::string_view name) const { return as_reference(value(o, name)); }
  object object_at(object o, std::string_view name) const {
    const auto found = to(o, name);
    if (!found) throw violation{at(o).name + "." + std::string(name) + " is null"};
    return *found;
  }
  std::int64_t number(object o, std::string_view name) const { return as_number(value(o, name)); }
  std::string word(object o, std::string_view name) const {
    const auto& v = value(o, name);
    if (const auto* enumerator = std::get_if<named_value>(&v)) return enumerator->name;
    if (const auto* text = std::get_if<std::string>(&v)) return *text;
    throw violation{std::string(name) + " is no word"};
  }

  /// The elements of an array, whose length is as many.
  std::span<const structure::field> array(object o, std::string_view name) const {
    const std::span<const structure::field> fields = at(o).fields;
    std::size_t first = 0;
    while (first < fields.size() && fields[first].name != std::string(name) + ".length") ++first;
    require(first < fields.size(), "an array has no length");
    const auto length = as_number(fields[first].value);
    std::size_t end = ++first;
    while (end < fields.size() && fields[end].name == std::string(name) + "[" + std::to_string(end - first) + "]")
      ++end;
    require(length >= 0 && static_cast<std::size_t>(length) == end - first,
            "an array has another length than elements");
    return fields.subspan(first, end - first);
  }

  static reference as_reference(const field_value& v) {
    if (std::holds_alternative<null_reference>(v)) return std::nullopt;
    const auto* const id = std::get_if<object_id>(&v);
    require(id != nullptr, "a reference holds something else");
    return id->index;
  }
  static std::int64_t as_number(const field_value& v) {
    const auto* const number = std::get_if<std::int64_t>(&v);
    require(number != nullptr, "a number holds something else");
    return *number;
  }

 private:
  const structure& s_;
};

}  // namespace korat::test
