// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Integers in files, the lowest byte first on every machine.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace korat::encoding {

template <class Integer>
void put(std::string& to, Integer n) {
  for (std::size_t i = 0; i < sizeof n; ++i) to += static_cast<char>(n >> (8 * i) & 0xff);
}

template <class Integer>
Integer get(std::string_view from, std::size_t at = 0) {
  Integer n = 0;
  for (std::size_t i = 0; i < sizeof n; ++i)
    n |= static_cast<Integer>(static_cast<unsigned char>(from[at + i])) << (8 * i);
  return n;
}

}  // namespace korat::encoding
