// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "files/json_reader.hpp"

#include <algorithm>
#include <charconv>

#include "encoding/escape.hpp"

namespace korat::files {
namespace {

constexpr std::size_t deepest_value = 1000;  // arrays and objects in one another; each takes stack

/// Recursive descent.
class json_parser {
 public:
  json_parser(std::string_view text, json_events& events) : text_(text), events_(events) {
    if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;  // a mark of its encoding
    skip_space();
  }

  bool at_end() const noexcept { return at_ == text_.size(); }

  void value() {
    if (at_end()) fail("expected a value");
    const char c = text_[at_];
    if (c == '{') return object();
    if (c == '[') return array();
    if (c == '"') return events_.string(string());
    if (c == '-' || is_digit(c)) return events_.number(number());
    if (take("null")) return events_.null();
    if (take("true")) return events_.boolean(true);
    if (take("false")) return events_.boolean(false);
    fail("expected a value");
  }

  void skip_space() {
    while (!at_end() && std::string_view(" \t\n\r").find(text_[at_]) != std::string_view::npos) ++at_;
  }

  [[noreturn]] void fail(const std::string& what) const {
    const auto before = text_.substr(0, at_);
    const auto line = std::ranges::count(before, '\n') + 1;
    const auto line_begin = before.rfind('\n') + 1;  // 0 in the first line
    throw json_error("parse error at line " + std::to_string(line) + ", column " +
                     std::to_string(at_ - line_begin + 1) + ": " + what + ", not " + here());
  }

 private:
  static bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
  char peek() const noexcept { return at_end() ? '\0' : text_[at_]; }

  bool take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  /// What stands at the place, for a message.
  std::string here() const {
    if (at_end()) return "the end";
    return encoding::quoted_for_people(
        text_.substr(at_, std::max<std::size_t>(1, encoding::utf8_length(text_.substr(at_)))));
  }

  void enter() {
    if (++depth_ > deepest_value) fail("nested too deeply: expected a value");
    ++at_;
    skip_space();
  }

  /// True when another one follows.
  bool ends_or_continues(char end) {
    skip_space();
    const bool more = peek() == ',' && !at_end();
    if (!more && (at_end() || text_[at_] != end)) fail(std::string("expected ',' or '") + end + "'");
    ++at_;
    if (more) skip_space();
    return more;
  }

  void object() {
    enter();
    events_.begin_object();
    bool more = !(peek() == '}');
    if (!more) ++at_;
    while (more) {
      if (peek() != '"') fail("expected a key in quotes");
      events_.key(string());
      skip_space();
      if (peek() != ':') fail("expected ':'");
      ++at_;
      skip_space();
      value();
      more = ends_or_continues('}');
    }
    --depth_;
    events_.end_object();
  }

  void array() {
    enter();
    events_.begin_array();
    bool more = !(peek() == ']');
    if (!more) ++at_;
    while (more) {
      value();
      more = ends_or_continues(']');
    }
    --depth_;
    events_.end_array();
  }

  void digits() {
    if (!is_digit(peek())) fail("expected a digit");
    while (is_digit(peek())) ++at_;
  }

  std::string_view number() {
    const auto begin = at_;
    if (peek() == '-') ++at_;
    if (peek() == '0')
      ++at_;  // no other digit behind it
    else
      digits();
    if (peek() == '.') ++at_, digits();
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      digits();
    }
    return text_.substr(begin, at_ - begin);
  }

  std::string string() {
    std::string out;
    for (++at_;;) {
      const auto plain = plain_bytes();
      out.append(text_, at_, plain);
      at_ += plain;
      if (at_end()) fail("expected '\"'");
      const char c = text_[at_];
      if (c == '"') return ++at_, out;
      if (c == '\\')
        escape(out);
      else if (static_cast<unsigned char>(c) < ' ')
        fail("expected an escape such as \\n in a string");
      else
        other_bytes(out);
    }
  }

  /// How many bytes stand for themselves.
  std::size_t plain_bytes() const noexcept {
    auto end = at_;
    while (end < text_.size() && text_[end] >= ' ' && text_[end] != '"' && text_[end] != '\\') ++end;
    return end - at_;
  }

  void other_bytes(std::string& out) {
    const auto length = encoding::utf8_length(text_.substr(at_));
    if (length == 0) fail("expected UTF-8");
    out.append(text_, at_, length);
    at_ += length;
  }

  void escape(std::string& out) {
    constexpr std::string_view names = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    ++at_;
    if (peek() == 'u') return put_utf8(out, code_point());
    const auto which = at_end() ? std::string_view::npos : names.find(text_[at_]);
    if (which == std::string_view::npos) fail("expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u");
    out += meanings[which];
    ++at_;
  }

  /// Of one \u, or of two that are the halves of one.
  std::uint32_t code_point() {
    const auto first = four_digits();
    if (first < 0xd800 || first > 0xdfff) return first;
    if (first > 0xdbff || !take("\\") || peek() != 'u')
      fail("expected the second half of a character, \\uDC00 to \\uDFFF");
    const auto second = four_digits();
    if (second < 0xdc00 || second > 0xdfff) fail("expected the second half of a character, \\uDC00 to \\uDFFF");
    return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
  }

  std::uint32_t four_digits() {
    ++at_;  // the u
    std::uint32_t number = 0;
    const auto* const begin = text_.data() + at_;
    const auto* const end = begin + std::min<std::size_t>(4, text_.size() - at_);
    if (std::from_chars(begin, end, number, 16).ptr != begin + 4) fail("expected four hexadecimal digits");
    at_ += 4;
    return number;
  }

  static void put_utf8(std::string& out, std::uint32_t code) {
    const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (code < 0x80) return put(code);
    if (code < 0x800) {
      put(0xc0 | (code >> 6));
    } else {
      if (code < 0x10000) {
        put(0xe0 | (code >> 12));
      } else {
        put(0xf0 | (code >> 18));
        put(0x80 | ((code >> 12) & 0x3f));
      }
      put(0x80 | ((code >> 6) & 0x3f));
    }
    put(0x80 | (code & 0x3f));
  }

  std::string_view text_;
  json_events& events_;
  std::size_t at_ = 0;
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
  json_parser parser(text, events);
  parser.value();
  parser.skip_space();
  if (!parser.at_end()) parser.fail("expected the end");
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
  json_parser parser(text, builder);
  for (; !parser.at_end(); parser.skip_space()) parser.value();
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

void json_value::append_to(std::string& out) const {
  if (kind_ == kind::null) out += "null";
  if (kind_ == kind::boolean || kind_ == kind::number) out += text_;
  if (kind_ == kind::string) out += encoding::quoted_for_json(text_);
  if (kind_ != kind::array && kind_ != kind::object) return;
  const bool is_array = kind_ == kind::array;
  out += is_array ? '[' : '{';
  for (const auto& m : members_) {
    if (&m != members_.data()) out += ',';
    if (!is_array) out.append(encoding::quoted_for_json(m.key)).append(":");
    m.value.append_to(out);
  }
  out += is_array ? ']' : '}';
}

std::string json_value::text() const {
  std::string out;
  append_to(out);
  return out;
}

}  // namespace korat::files
