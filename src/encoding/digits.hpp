// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <charconv>
#include <iterator>
#include <string>

namespace korat::encoding {

/// The shortest digits that read back as the same number, and always recognisable as no integer.
inline std::string digits(double number) {
  char buffer[32];
  std::string text(buffer, std::to_chars(std::begin(buffer), std::end(buffer), number).ptr);
  return text.find_first_not_of("-0123456789") == std::string::npos ? text + ".0" : text;
}

}  // namespace korat::encoding
