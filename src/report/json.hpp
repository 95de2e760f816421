// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// JSON that is written, never read: a value is its text.
//
//   json_object result{{"subject", "binary-tree"}, {"arguments", std::vector{3}}};
//   if (known) result.add("valid", *known);
//   standard.write(result.text() + "\n");
//
// Lists, maps and optional values of what can be written can be written. Text may be anything: bytes that are no UTF-8
// are written as the characters of their numbers (escape.hpp). What is read is files/json_reader.hpp's.

#pragma once

#include <concepts>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>

#include "encoding/escape.hpp"

namespace korat::report {

class json_object;

class json {
 public:
  json() : text_("null") {}
  json(std::nullptr_t) : json() {}
  json(std::same_as<bool> auto value) : text_(value ? "true" : "false") {}
  template <std::integral Number>
  requires(!std::same_as<Number, bool>) json(Number number) : text_(std::to_string(number)) {}
  json(double number);
  json(std::string_view text) : text_(encoding::quoted_for_json(text)) {}
  json(const std::string& text) : json(std::string_view(text)) {}
  json(const char* text) : json(std::string_view(text)) {}
  json(const json_object&);
  template <class Value>
  json(const std::optional<Value>& value) : json(value ? json(*value) : json()) {}
  /// A list, or a map whose keys are texts.
  template <std::ranges::input_range Values>
  requires(!std::convertible_to<const Values&, std::string_view>) json(const Values& values);

  /// What is JSON already.
  static json from_text(std::string text) {
    json result;
    result.text_ = std::move(text);
    return result;
  }

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// Members in the order in which they were added.
class json_object {
 public:
  json_object() = default;
  json_object(std::initializer_list<std::pair<std::string_view, json>> members) { add(members); }

  json_object& add(std::string_view key, const json& value) {
    if (!members_.empty()) members_ += ',';
    members_.append(encoding::quoted_for_json(key)).append(":").append(value.text());
    return *this;
  }
  json_object& add(std::initializer_list<std::pair<std::string_view, json>> members) {
    for (const auto& [key, value] : members) add(key, value);
    return *this;
  }

  std::string text() const { return "{" + members_ + "}"; }
  /// What stands between the braces, for an object that is written in pieces.
  json_object& add(const json_object& other) {
    if (!members_.empty() && !other.members_.empty()) members_ += ',';
    members_ += other.members_;
    return *this;
  }
  const std::string& members() const { return members_; }
  static json_object with_members(std::string members) {
    json_object result;
    result.members_ = std::move(members);
    return result;
  }

 private:
  std::string members_;
};

inline json::json(const json_object& object) : text_(object.text()) {}

template <std::ranges::input_range Values>
requires(!std::convertible_to<const Values&, std::string_view>) json::json(const Values& values) {
  constexpr bool is_map = requires { typename Values::mapped_type; };
  if constexpr (is_map) {
    json_object object;
    for (const auto& [key, value] : values) object.add(key, value);
    text_ = object.text();
  } else {
    std::string list(1, '[');
    for (const auto& value : values) (list.size() > 1 ? list += ',' : list) += json(value).text();
    text_ = std::move(list += ']');
  }
}

}  // namespace korat::report
