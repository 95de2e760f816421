// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// JSON that is written, never read: a value is its text.
//
//   json_object result{{"subject", "binary-tree"}, {"arguments", std::vector{3}}};
//   if (known) result.add("valid", *known);
//   standard.write(result.text() + "\n");
//
// Lists, maps and optional values of what can be written can be written. Text may be anything: bytes that are no UTF-8
// are written as the characters of their numbers (escape.hpp). What is too long to be kept is written as it comes:
//
//   json_stream stream([&](std::string_view text) { standard.write(text); });
//   stream.begin_object(result).begin_list("structures");
//   for (...) stream.item(structure);
//   stream.end_list().add({{"valid", count}}).end_object();
//
// JSON is read by files/json_reader.hpp.

#pragma once

#include <concepts>
#include <functional>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>

#include "encoding/escape.hpp"

namespace korat::encoding {

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

  json_object& add(const json_object& other) {
    if (!members_.empty() && !other.members_.empty()) members_ += ',';
    members_ += other.members_;
    return *this;
  }

  std::string text() const { return "{" + members_ + "}"; }

 private:
  friend class json_stream;

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

/// One value, written while it becomes known. What begins an object or a list waits for the first item or end behind
/// it: a search that cannot begin leaves no half of a result.
class json_stream {
 public:
  explicit json_stream(std::function<void(std::string_view)> write) : write_(std::move(write)) {}

  json_stream& begin_object(const json_object& first = {}) { return open('{').add(first); }
  json_stream& add(const json_object& members) {
    if (!members.members_.empty()) separate().append(members.members_);
    return *this;
  }
  /// A member of the object that is open.
  json_stream& begin_list(std::string_view key) {
    separate().append(quoted_for_json(key)).append(":");
    is_first_ = true;
    return open('[');
  }
  json_stream& begin_list() { return open('['); }
  /// Of the list that is open.
  json_stream& item(const json& value) {
    separate().append(value.text());
    return write();
  }
  json_stream& end_list() { return close(']'); }
  json_stream& end_object() { return close('}'); }

 private:
  json_stream& open(char bracket) {
    separate() += bracket;
    is_first_ = true;
    return *this;
  }
  json_stream& close(char bracket) {
    waiting_ += bracket;
    is_first_ = false;
    return write();
  }
  std::string& separate() {
    if (!is_first_) waiting_ += ',';
    is_first_ = false;
    return waiting_;
  }
  json_stream& write() {
    write_(waiting_);
    waiting_.clear();
    return *this;
  }

  std::function<void(std::string_view)> write_;
  std::string waiting_;
  bool is_first_ = true;  // of what the object or the list that is open has
};

}  // namespace korat::encoding
