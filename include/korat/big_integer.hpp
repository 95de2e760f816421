// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A natural number of any size, small most of the time: counts of structures exceed 64 bits soon.

#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "korat/random_source.hpp"

namespace korat {

namespace detail {
class natural;
}

class big_integer {
 public:
  big_integer() = default;
  big_integer(std::uint64_t n) : small_(n) {}  // NOLINT(google-explicit-constructor): a number is a number
  big_integer(const big_integer&);
  big_integer(big_integer&&) noexcept;
  big_integer& operator=(const big_integer&);
  big_integer& operator=(big_integer&&) noexcept;
  ~big_integer();
  /// From its decimal digits. Throws usage_error when something else is among them.
  static big_integer parse(const std::string& digits);

  big_integer& operator+=(const big_integer&);
  big_integer& operator-=(const big_integer& no_larger);
  big_integer& operator*=(std::uint32_t factor);
  big_integer& operator*=(const big_integer& factor);
  big_integer& operator/=(std::uint32_t divisor);  // rounds down
  std::uint32_t remainder(std::uint32_t divisor) const;
  friend big_integer operator+(big_integer a, const big_integer& b) { return a += b; }
  friend big_integer operator-(big_integer a, const big_integer& b) { return a -= b; }

  bool operator==(const big_integer& other) const { return (*this <=> other) == 0; }
  std::strong_ordering operator<=>(const big_integer&) const;
  bool is_zero() const noexcept { return large_ == nullptr && small_ == 0; }
  double approximately() const;
  /// The number itself if it fits, otherwise the largest number of 64 bits.
  std::uint64_t or_largest() const noexcept;
  std::string decimal() const;

  /// One of the numbers below `*this`, which is not 0, all equally likely.
  big_integer random_below(random_source) const;

 private:
  __extension__ using word = unsigned __int128;
  void enlarge();
  detail::natural as_natural() const;

  word small_ = 0;
  detail::natural* large_ = nullptr;  // the number, if it does not fit; owned
};

}  // namespace korat
