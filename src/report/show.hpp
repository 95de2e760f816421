// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Values as people like to read them: in text drawings, pictures and pages.

#pragma once

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "korat/structure.hpp"
#include "report/escape.hpp"
#include "report/members.hpp"

namespace korat::report {

template <class... Function>
struct overloaded : Function... {
  using Function::operator()...;
};
template <class... Function>
overloaded(Function...) -> overloaded<Function...>;

/// The shortest digits that read back as the same number, and always recognisable as no integer.
inline std::string digits(double number) {
  char buffer[32];
  std::string text(buffer, std::to_chars(std::begin(buffer), std::end(buffer), number).ptr);
  return text.find_first_not_of("-0123456789") == std::string::npos ? text + ".0" : text;
}

inline std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (const auto& part : parts) (out.empty() ? out : out += separator) += part;
  return out;
}

inline std::string show(const structure& s, const field_value& v) {
  return std::visit(
      overloaded{[](null_reference) -> std::string { return "null"; },
                 [&](const object_id& id) { return s.objects.at(id.index).name + id.part; },
                 [](bool b) -> std::string { return b ? "true" : "false"; },
                 [](std::int64_t n) { return std::to_string(n); }, [](std::uint64_t n) { return std::to_string(n); },
                 [](double number) { return digits(number); },
                 [](const std::string& text) { return quoted_for_people(text); },
                 [](const symbol& enumerator) { return enumerator.name; }},
      v);
}

inline std::string show(const structure& s, const structure::field& f) { return f.read ? show(s, f.value) : "?"; }

inline bool holds_objects(const member& m) {
  return std::ranges::any_of(m.values, [](const auto& f) { return target_of(f) != nullptr; });
}

/// "array=[3, 1, ?]"
inline std::string show_array(const structure& s, const member& m, std::string_view equals) {
  std::vector<std::string> elements;
  for (const auto& f : m.values) elements.push_back(show(s, f));
  return std::string(m.name).append(equals) + "[" + joined(elements, ", ") + "]";
}

}  // namespace korat::report
