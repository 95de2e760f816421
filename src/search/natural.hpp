// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Natural numbers of any size, with what counting the input space needs: small factors, sums, decimal digits. In base
// 10^9, so that the digits come for free: numbers here are made to be printed, and division is always by something
// small.

#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace korat::detail {

class natural {
 public:
  natural() = default;
  natural(std::uint64_t n);  // NOLINT(google-explicit-constructor): a number is a number
  /// What decimal() wrote.
  static natural from_decimal(std::string_view);

  natural& operator*=(std::uint32_t factor);
  natural& operator*=(const natural&);
  natural& operator+=(const natural&);
  natural& operator-=(const natural& no_larger);
  natural& operator/=(std::uint32_t divisor);  // rounds down
  /// Two factors where one does not fit 32 bits.
  natural times(std::uint64_t factor) const;

  bool operator==(const natural&) const = default;
  std::strong_ordering operator<=>(const natural&) const noexcept;
  std::string decimal() const;

 private:
  static constexpr std::uint32_t base = 1'000'000'000;

  void trim();

  std::vector<std::uint32_t> digits_;  // the lowest first, and the last is not 0: zero has none
};

}  // namespace korat::detail
