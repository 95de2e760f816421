// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>

namespace korat::encoding {

/// The signed number whose two's complement the lowest `width` bits are, from 1 to 64 of them.
constexpr std::int64_t sign_extended(std::uint64_t bits, unsigned width) noexcept {
  const auto unused = 64 - width;
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

}  // namespace korat::encoding
