// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "korat/big_integer.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <random>
#include <utility>

#include "korat/error.hpp"
#include "search/natural.hpp"

namespace korat {

using detail::natural;

namespace {

constexpr std::size_t digits_that_fit = 38;  // of 2^128
constexpr std::size_t digits_at_once = 9;

}  // namespace

big_integer::big_integer(const big_integer& other)
    : small_(other.small_), large_(other.large_ ? new natural(*other.large_) : nullptr) {}
big_integer::big_integer(big_integer&& other) noexcept
    : small_(other.small_), large_(std::exchange(other.large_, nullptr)) {}
big_integer& big_integer::operator=(const big_integer& other) { return *this = big_integer(other); }
big_integer& big_integer::operator=(big_integer&& other) noexcept {
  small_ = other.small_;
  std::swap(large_, other.large_);
  return *this;
}
big_integer::~big_integer() { delete large_; }

natural big_integer::as_natural() const {
  if (large_ != nullptr) return *large_;
  natural n(static_cast<std::uint64_t>(small_ >> 64));
  n *= 1u << 31;
  n *= 1u << 31;
  n *= 4;
  return n += natural(static_cast<std::uint64_t>(small_));
}

void big_integer::enlarge() {
  if (large_ == nullptr) large_ = new natural(as_natural());
}

big_integer big_integer::parse(const std::string& digits) {
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos)
    throw usage_error("korat: '" + digits + "' is not a natural number");
  big_integer result;
  if (digits.size() <= digits_that_fit) {
    for (const char d : digits) result.small_ = 10 * result.small_ + static_cast<unsigned>(d - '0');
    return result;
  }
  natural n;
  for (std::size_t i = 0; i < digits.size(); i += digits_at_once) {
    const auto part = digits.substr(i, digits_at_once);
    std::uint32_t factor = 1;
    for (std::size_t k = 0; k < part.size(); ++k) factor *= 10;
    n *= factor;
    n += natural(std::strtoul(part.c_str(), nullptr, 10));
  }
  result.large_ = new natural(std::move(n));
  return result;
}

big_integer& big_integer::operator+=(const big_integer& other) {
  if (large_ == nullptr && other.large_ == nullptr) [[likely]] {
    const word sum = small_ + other.small_;
    if (sum >= small_) [[likely]] {
      small_ = sum;
      return *this;
    }
  }
  const natural addend = other.as_natural();
  enlarge();
  *large_ += addend;
  return *this;
}

big_integer& big_integer::operator-=(const big_integer& other) {
  if (large_ == nullptr) {
    small_ -= other.small_;
    return *this;
  }
  *large_ -= other.as_natural();
  return *this = parse(large_->decimal());
}

big_integer& big_integer::operator*=(std::uint32_t factor) {
  if (large_ == nullptr && (factor == 0 || small_ <= std::numeric_limits<word>::max() / factor)) {
    small_ *= factor;
    return *this;
  }
  enlarge();
  *large_ *= factor;
  if (factor == 0) *this = big_integer();
  return *this;
}

big_integer& big_integer::operator*=(const big_integer& factor) {
  const auto fits = [](const big_integer& n) { return n.large_ == nullptr && n.small_ >> 64 == 0; };
  if (fits(*this) && fits(factor)) {
    small_ *= factor.small_;
    return *this;
  }
  if (is_zero() || factor.is_zero()) return *this = big_integer();
  const natural other = factor.as_natural();
  enlarge();
  *large_ *= other;
  return *this;
}

big_integer& big_integer::operator/=(std::uint32_t divisor) {
  if (large_ == nullptr) {
    small_ /= divisor;
    return *this;
  }
  *large_ /= divisor;
  return *this = parse(large_->decimal());
}

std::uint32_t big_integer::remainder(std::uint32_t divisor) const {
  auto multiple = *this;
  multiple /= divisor;
  multiple *= divisor;
  return static_cast<std::uint32_t>((*this - multiple).small_);
}

std::strong_ordering big_integer::operator<=>(const big_integer& other) const {
  if (large_ == nullptr && other.large_ == nullptr) return small_ <=> other.small_;
  return as_natural() <=> other.as_natural();
}

double big_integer::approximately() const {
  return large_ == nullptr ? static_cast<double>(small_) : std::strtod(large_->decimal().c_str(), nullptr);
}

std::uint64_t big_integer::or_largest() const noexcept {
  constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  return large_ != nullptr || small_ > largest ? largest : static_cast<std::uint64_t>(small_);
}

std::string big_integer::decimal() const {
  const auto digits = as_natural().decimal();
  return digits.empty() ? "0" : digits;
}

// Drawn with as many digits, or bits, as the limit has, until one is below it.
big_integer big_integer::random_below(random_source random) const {
  if (large_ == nullptr) {
    word mask = small_ - 1;
    for (int shift = 1; shift < 128; shift *= 2) mask |= mask >> shift;
    for (;;) {
      big_integer drawn;
      drawn.small_ = (word{random()} << 64 | random()) & mask;
      if (drawn.small_ < small_) return drawn;
    }
  }
  std::string digits(decimal().size(), '0');
  std::uniform_int_distribution<int> digit('0', '9');
  for (;;) {
    for (char& d : digits) d = static_cast<char>(digit(random));
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
    if (auto drawn = parse(digits); drawn < *this) return drawn;
    digits.assign(decimal().size(), '0');
  }
}

}  // namespace korat
