// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/natural.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace korat::detail {

void natural::trim() {
  while (!digits_.empty() && digits_.back() == 0) digits_.pop_back();
}

natural::natural(std::uint64_t n) {
  for (; n != 0; n /= base) digits_.push_back(static_cast<std::uint32_t>(n % base));
}

natural natural::from_decimal(std::string_view text) {
  natural n;
  for (const char digit : text) {
    n *= 10;
    n += static_cast<std::uint64_t>(digit - '0');
  }
  return n;
}

natural& natural::operator+=(const natural& other) {
  digits_.resize(std::max(digits_.size(), other.digits_.size()));
  std::uint32_t carry = 0;
  for (std::size_t i = 0; i < digits_.size(); ++i) {
    const auto sum = digits_[i] + (i < other.digits_.size() ? other.digits_[i] : 0) + carry;
    carry = sum >= base ? 1 : 0;
    digits_[i] = sum - carry * base;
  }
  if (carry != 0) digits_.push_back(carry);
  return *this;
}

natural& natural::operator-=(const natural& other) {
  std::uint32_t borrow = 0;
  for (std::size_t i = 0; i < digits_.size(); ++i) {
    const auto less = (i < other.digits_.size() ? other.digits_[i] : 0) + borrow;
    borrow = digits_[i] < less ? 1 : 0;
    digits_[i] = digits_[i] + borrow * base - less;
  }
  trim();
  return *this;
}

natural& natural::operator*=(std::uint32_t factor) {
  std::uint64_t carry = 0;
  for (auto& digit : digits_) {
    carry += std::uint64_t{digit} * factor;
    digit = static_cast<std::uint32_t>(carry % base);
    carry /= base;
  }
  for (; carry != 0; carry /= base) digits_.push_back(static_cast<std::uint32_t>(carry % base));
  trim();
  return *this;
}

/// As at school, digit by digit.
natural& natural::operator*=(const natural& other) {
  natural product;
  for (auto i = other.digits_.size(); i-- > 0;) {
    auto part = *this;
    part *= other.digits_[i];
    product *= base;
    product += part;
  }
  return *this = std::move(product);
}

natural natural::times(std::uint64_t factor) const {
  constexpr std::uint64_t half = std::uint64_t{1} << 32;
  natural high = *this, low = *this;
  high *= static_cast<std::uint32_t>(factor / half);
  high *= 1u << 31;
  high *= 2;
  low *= static_cast<std::uint32_t>(factor % half);
  return high += low;
}

natural& natural::operator/=(std::uint32_t divisor) {
  std::uint64_t rest = 0;
  for (auto i = digits_.size(); i-- > 0;) {
    rest = rest * base + digits_[i];
    digits_[i] = static_cast<std::uint32_t>(rest / divisor);
    rest %= divisor;
  }
  trim();
  return *this;
}

std::strong_ordering natural::operator<=>(const natural& other) const noexcept {
  if (const auto length = digits_.size() <=> other.digits_.size(); length != 0) return length;
  return std::lexicographical_compare_three_way(digits_.rbegin(), digits_.rend(), other.digits_.rbegin(),
                                                other.digits_.rend());
}

std::string natural::decimal() const {
  if (digits_.empty()) return "0";
  std::string text = std::to_string(digits_.back());
  char nine[16];
  for (auto i = digits_.size() - 1; i-- > 0;) {
    std::snprintf(nine, sizeof nine, "%09u", static_cast<unsigned>(digits_[i]));
    text += nine;
  }
  return text;
}

}  // namespace korat::detail
