// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <variant>

#include "korat/detail/show.hpp"
#include "korat/structure.hpp"

namespace korat {

bool structure::field::operator==(const field& other) const {
  return name == other.name && value == other.value && read == other.read;
}
bool structure::object::operator==(const object& other) const {
  return name == other.name && class_name == other.class_name && fields == other.fields;
}
bool structure::operator==(const structure& other) const { return objects == other.objects; }

namespace detail {

std::string in_braces(const field_value& v) {
  struct writer {
    std::string operator()(null_reference) const { return "{}"; }
    std::string operator()(const object_id&) const { return "?"; }
    std::string operator()(bool b) const { return b ? "true" : "false"; }
    std::string operator()(std::int64_t n) const { return std::to_string(n); }
    std::string operator()(std::uint64_t n) const { return std::to_string(n); }
    std::string operator()(double n) const { return std::to_string(n); }
    std::string operator()(const std::string& text) const { return '"' + text + '"'; }
    std::string operator()(const named_value& s) const { return s.name; }
  };
  return std::visit(writer(), v);
}

}  // namespace detail

}  // namespace korat
