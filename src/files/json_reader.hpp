// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// JSON that is read, by nlohmann/json, which no other file of the program sees; what is written is encoding/json.hpp's.
// A text is told as events, in its own order and without a copy of the whole, or becomes a json_value:
//
//   const auto j = json_value::parse(R"({"counts": [3, 4]})");
//   j.at("counts").at(1).get<int>();   // 4
//
// Both throw json_error for what is no JSON, a json_value also for what is not as it was asked for.

#pragma once

#include <concepts>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "encoding/json.hpp"

namespace korat::files {

struct json_error : std::runtime_error {
  using runtime_error::runtime_error;
};

/// What a text has, from its beginning to its end.
class json_events {
 public:
  virtual ~json_events() = default;
  virtual void null() = 0;
  virtual void boolean(bool) = 0;
  /// In digits: a number of JSON may be any, one of C++ may not.
  virtual void number(std::string_view) = 0;
  virtual void string(std::string) = 0;
  virtual void begin_object() = 0;
  virtual void key(std::string) = 0;
  virtual void end_object() = 0;
  virtual void begin_array() = 0;
  virtual void end_array() = 0;
};

/// One value, and nothing behind it but space.
void read_json(std::string_view text, json_events&);

class json_value {
 public:
  struct member;
  enum class kind : std::uint8_t { null, boolean, number, string, array, object };

  json_value() = default;  // null

  static json_value parse(std::string_view text);
  /// Several values, one behind the other.
  static std::vector<json_value> parse_all(std::string_view text);

  bool is_null() const noexcept { return kind_ == kind::null; }
  bool is_object() const noexcept { return kind_ == kind::object; }
  bool contains(std::string_view key) const noexcept { return find(key) != nullptr; }
  const json_value& at(std::string_view key) const;
  const json_value& at(std::size_t index) const;
  /// The member, or null where there is none.
  const json_value& operator[](std::string_view key) const noexcept;

  /// A bool, a number, a std::string, or a vector of what can be got.
  template <class Value>
  Value get() const;
  /// The member's, or `otherwise` where there is none.
  template <class Value>
  Value value(std::string_view key, Value otherwise) const {
    const auto* const found = find(key);
    return found != nullptr ? found->get<Value>() : otherwise;
  }

  /// Of an array or an object.
  const std::vector<member>& members() const& noexcept { return members_; }
  /// The elements of an array, for a loop.
  class elements;
  elements each() const& noexcept;
  // A loop would outlive what it goes through.
  void members() && = delete;
  void each() && = delete;

  /// Without spaces, as encoding/json.hpp writes it.
  encoding::json as_json() const;
  std::string text() const { return as_json().text(); }
  bool operator==(const json_value& other) const { return text() == other.text(); }

 private:
  friend class json_builder;

  const json_value* find(std::string_view key) const noexcept;
  bool as_bool() const;
  std::int64_t as_signed(std::int64_t least, std::int64_t most) const;
  std::uint64_t as_unsigned(std::uint64_t most) const;
  double as_double() const;
  const std::string& as_string() const;

  kind kind_ = kind::null;
  std::string text_;  // of a string, a number, true and false
  std::vector<member> members_;
};

struct json_value::member {
  std::string key;  // empty in an array
  json_value value;
};

class json_value::elements {
 public:
  class iterator {
   public:
    explicit iterator(const member* at) noexcept : at_(at) {}
    const json_value& operator*() const noexcept { return at_->value; }
    iterator& operator++() noexcept { return ++at_, *this; }
    bool operator==(const iterator&) const = default;

   private:
    const member* at_;
  };
  explicit elements(const std::vector<member>& of) noexcept : of_(of) {}
  iterator begin() const noexcept { return iterator(of_.data()); }
  iterator end() const noexcept { return iterator(of_.data() + of_.size()); }

 private:
  const std::vector<member>& of_;
};

inline json_value::elements json_value::each() const& noexcept { return elements(members_); }

template <class Value>
Value json_value::get() const {
  if constexpr (std::same_as<Value, bool>) {
    return as_bool();
  } else if constexpr (std::unsigned_integral<Value>) {
    return static_cast<Value>(as_unsigned(static_cast<Value>(-1)));
  } else if constexpr (std::integral<Value>) {
    constexpr auto most = static_cast<Value>(static_cast<std::make_unsigned_t<Value>>(-1) / 2);
    return static_cast<Value>(as_signed(-most - 1, most));
  } else if constexpr (std::same_as<Value, double>) {
    return as_double();
  } else if constexpr (std::same_as<Value, std::string>) {
    return as_string();
  } else {
    if (kind_ != kind::array) throw json_error("an array was expected, not " + text());
    Value all;
    for (const auto& m : members_) all.push_back(m.value.get<typename Value::value_type>());
    return all;
  }
}

}  // namespace korat::files
