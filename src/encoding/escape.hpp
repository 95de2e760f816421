// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Text that is safe to put into a line, a JSON string or a picture, whatever bytes it came from.

#pragma once

#include <string>
#include <string_view>

namespace korat::encoding {

/// Length of the UTF-8 sequence that `text` begins with; 0 when it begins with none. Refuses what RFC 3629 does:
/// overlong forms, surrogates, code points beyond U+10FFFF.
inline std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const auto continues = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xbf) {
    return byte(i) >= low && byte(i) <= high;
  };
  const unsigned b = byte(0);
  if (b < 0x80) return 1;
  if (b >= 0xc2 && b <= 0xdf) return continues(1) ? 2 : 0;
  if (b >= 0xe0 && b <= 0xef)
    return continues(1, b == 0xe0 ? 0xa0 : 0x80, b == 0xed ? 0x9f : 0xbf) && continues(2) ? 3 : 0;
  if (b >= 0xf0 && b <= 0xf4)
    return continues(1, b == 0xf0 ? 0x90 : 0x80, b == 0xf4 ? 0x8f : 0xbf) && continues(2) && continues(3) ? 4 : 0;
  return 0;
}

inline std::string hexadecimal(unsigned char byte, std::string_view prefix) {
  constexpr std::string_view digits = "0123456789abcdef";
  return std::string(prefix) + digits[byte >> 4] + digits[byte & 15];
}

/// Between double quotes, with a backslash before what cannot stand for itself there. `byte_prefix` introduces the two
/// hexadecimal digits of a byte that no text should hold.
inline std::string quoted(std::string_view text, std::string_view byte_prefix) {
  std::string out = "\"";
  while (!text.empty()) {
    const auto c = static_cast<unsigned char>(text.front());
    const auto length = utf8_length(text);
    if (c == '"' || c == '\\')
      (out += '\\') += text.front();
    else if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (c == '\r')
      out += "\\r";
    else if (length == 0 || c < ' ' || c == 0x7f)
      out += hexadecimal(c, byte_prefix);
    else
      out += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out += '"';
}

/// As a C++ programmer would write it: "a\"b\x00".
inline std::string quoted_for_people(std::string_view text) { return quoted(text, "\\x"); }
inline std::string quoted_for_json(std::string_view text) { return quoted(text, "\\u00"); }

/// For a Graphviz label in HTML. Text shown there went through 'quoted_for_people' or is a name.
inline std::string escaped_for_html(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

}  // namespace korat::encoding
