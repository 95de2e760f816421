// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Values as people like to read them: in text drawings, pictures and pages.

#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "encoding/digits.hpp"
#include "encoding/escape.hpp"
#include "korat/structure.hpp"
#include "print/members.hpp"

namespace korat::print {

template <class... Function>
struct overloaded : Function... {
  using Function::operator()...;
};
template <class... Function>
overloaded(Function...) -> overloaded<Function...>;

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
                 [](double number) { return encoding::digits(number); },
                 [](const std::string& text) { return encoding::quoted_for_people(text); },
                 [](const named_value& enumerator) { return enumerator.name; }},
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

/// Nodes of red-black trees and the like are drawn in their colour.
enum class node_colour { none, red, black };

/// What an enumerator means by its name, as `red`, `_S_black` or `RB_RED` do; and a bool that is called `red` or
/// `is_red`.
inline node_colour colour_of(const structure::field& f) {
  if (!f.read) return node_colour::none;
  if (const auto* const flag = std::get_if<bool>(&f.value); flag && (f.name == "red" || f.name == "is_red"))
    return *flag ? node_colour::red : node_colour::black;
  const auto* const enumerator = std::get_if<named_value>(&f.value);
  if (!enumerator) return node_colour::none;
  std::string words = "_";
  for (const char c : enumerator->name + "_") words += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (words.find("_red_") != std::string::npos) return node_colour::red;
  return words.find("_black_") != std::string::npos ? node_colour::black : node_colour::none;
}
inline node_colour colour_of(const structure::object& object) {
  for (const auto& f : object.fields)
    if (const auto colour = colour_of(f); colour != node_colour::none) return colour;
  return node_colour::none;
}

}  // namespace korat::print
