// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "files/json_reader.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <sstream>

namespace korat::files {
namespace {

constexpr std::size_t deepest_value =
    1000;  // arrays and objects in one another: a json_value is copied and ended by recursion

/// What nlohmann/json tells of a text, in our words. Its templates are instantiated here and nowhere else: they are
/// most of the time that a file with them takes to be compiled.
class told_events {
 public:
  explicit told_events(json_events& to) : to_(to) {}

  bool null() { return to_.null(), true; }
  bool boolean(bool b) { return to_.boolean(b), true; }
  bool number_integer(std::int64_t n) { return to_.number(std::to_string(n)), true; }
  bool number_unsigned(std::uint64_t n) { return to_.number(std::to_string(n)), true; }
  bool number_float(double, const std::string& text) { return to_.number(text), true; }
  bool string(std::string& s) { return to_.string(std::move(s)), true; }
  bool binary(nlohmann::json::binary_t&) { return false; }  // not in a text
  bool start_object(std::size_t) { return enter(), to_.begin_object(), true; }
  bool key(std::string& k) { return to_.key(std::move(k)), true; }
  bool end_object() { return --depth_, to_.end_object(), true; }
  bool start_array(std::size_t) { return enter(), to_.begin_array(), true; }
  bool end_array() { return --depth_, to_.end_array(), true; }

  [[noreturn]] bool parse_error(std::size_t, const std::string& token, const nlohmann::json::exception& e) {
    constexpr int number_overflow = 406;
    if (e.id == number_overflow) to_.number(token);  // who is told may know better what it is
    const std::string_view message = e.what();
    const auto begin = message.find("] ") + 2;  // behind the name of the exception
    constexpr std::size_t longest = 200;        // it may quote a number of any length
    throw json_error(std::string(message.substr(begin, std::min(message.find("; last read") - begin, longest))));
  }

 private:
  void enter() {
    if (++depth_ > deepest_value) throw json_error("arrays and objects are nested too deeply");
  }

  json_events& to_;
  std::size_t depth_ = 0;
};

template <class Number>
bool reads_as(const std::string& text, Number& number) {
  const auto* const end = text.data() + text.size();
  const auto [read, failed] = std::from_chars(text.data(), end, number);
  return read == end && failed == std::errc();
}

}  // namespace

void read_json(std::string_view text, json_events& events) {
  told_events told(events);
  nlohmann::json::sax_parse(text, &told);
}

/// Values are put where they belong when they are complete: open ones lie on a stack.
class json_builder final : public json_events {
 public:
  std::vector<json_value> take() { return std::move(complete_); }

  void null() override { put({}); }
  void boolean(bool b) override { put(of(json_value::kind::boolean, b ? "true" : "false")); }
  void number(std::string_view n) override { put(of(json_value::kind::number, std::string(n))); }
  void string(std::string s) override { put(of(json_value::kind::string, std::move(s))); }
  void begin_object() override { begin(json_value::kind::object); }
  void key(std::string k) override { open_.back().key = std::move(k); }
  void end_object() override { end(); }
  void begin_array() override { begin(json_value::kind::array); }
  void end_array() override { end(); }

 private:
  struct open_value {
    json_value value;
    std::string key;  // of the next member
  };

  static json_value of(json_value::kind kind, std::string text) {
    json_value v;
    v.kind_ = kind;
    v.text_ = std::move(text);
    return v;
  }
  void begin(json_value::kind kind) { open_.push_back({of(kind, ""), ""}); }
  void end() {
    auto done = std::move(open_.back().value);
    open_.pop_back();
    put(std::move(done));
  }
  void put(json_value v) {
    if (open_.empty()) return complete_.push_back(std::move(v));
    open_.back().value.members_.push_back({std::move(open_.back().key), std::move(v)});
  }

  std::vector<open_value> open_;
  std::vector<json_value> complete_;
};

json_value json_value::parse(std::string_view text) {
  json_builder builder;
  read_json(text, builder);
  return builder.take().front();
}

std::vector<json_value> json_value::parse_all(std::string_view text) {
  json_builder builder;
  told_events told(builder);
  std::istringstream in{std::string(text)};
  while (in >> std::ws && !in.eof()) nlohmann::json::sax_parse(in, &told, nlohmann::json::input_format_t::json, false);
  return builder.take();
}

const json_value* json_value::find(std::string_view key) const noexcept {
  const auto found = std::ranges::find(members_, key, &member::key);
  return kind_ == kind::object && found != members_.end() ? &found->value : nullptr;
}

const json_value& json_value::at(std::string_view key) const {
  const auto* const found = find(key);
  if (found == nullptr) throw json_error("the key " + encoding::quoted_for_people(key) + " is missing");
  return *found;
}

const json_value& json_value::at(std::size_t index) const {
  if (kind_ != kind::array || index >= members_.size())
    throw json_error("an array has no element " + std::to_string(index));
  return members_[index].value;
}

const json_value& json_value::operator[](std::string_view key) const noexcept {
  static const json_value none;
  const auto* const found = find(key);
  return found != nullptr ? *found : none;
}

bool json_value::as_bool() const {
  if (kind_ != kind::boolean) throw json_error("true or false was expected, not " + text());
  return text_ == "true";
}

std::int64_t json_value::as_signed(std::int64_t least, std::int64_t most) const {
  std::int64_t number = 0;
  if (kind_ != kind::number || !reads_as(text_, number) || number < least || number > most)
    throw json_error("an integer was expected, not " + text());
  return number;
}

std::uint64_t json_value::as_unsigned(std::uint64_t most) const {
  std::uint64_t number = 0;
  if (kind_ != kind::number || !reads_as(text_, number) || number > most)
    throw json_error("a natural number was expected, not " + text());
  return number;
}

double json_value::as_double() const {
  double number = 0;
  if (kind_ != kind::number || !reads_as(text_, number)) throw json_error("a number was expected, not " + text());
  return number;
}

const std::string& json_value::as_string() const {
  if (kind_ != kind::string) throw json_error("a string was expected, not " + text());
  return text_;
}

encoding::json json_value::as_json() const {
  switch (kind_) {
    case kind::null: break;
    case kind::boolean:
    case kind::number: return encoding::json::from_text(text_);
    case kind::string: return text_;
    case kind::array: {
      std::vector<encoding::json> items;
      for (const auto& m : members_) items.push_back(m.value.as_json());
      return items;
    }
    case kind::object: {
      encoding::json_object object;
      for (const auto& m : members_) object.add(m.key, m.value.as_json());
      return object;
    }
  }
  return {};
}

}  // namespace korat::files
