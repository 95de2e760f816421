// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "report/numbers.hpp"

#include <cstdio>

namespace korat::report {
namespace {

std::string fixed(double number, int decimals) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", decimals, number);
  return buffer;
}

/// "3 min 05 s"
std::string two_units(std::uint64_t number, std::uint64_t per, const char* large, const char* small) {
  const auto rest = number % per;
  return std::to_string(number / per) + " " + large + (rest < 10 ? " 0" : " ") + std::to_string(rest) + " " + small;
}

}  // namespace

std::string grouped_digits(std::string digits) {
  for (std::size_t i = digits.size(); i > 3;) digits.insert(i -= 3, 1, ',');
  return digits;
}

std::string grouped(std::uint64_t number) { return grouped_digits(std::to_string(number)); }

// All and nothing only when it is so: what is left of a large space may be much in numbers.
std::string percent(double share) {
  if (share <= 0) return "0%";
  if (share >= 1) return "100%";
  if (share < 0.0001) return "<0.01%";
  return share >= 0.9999 ? ">99.99%" : fixed(100 * share, 2) + "%";
}

std::string precise_percent(double share) {
  constexpr double least = 1e-8;
  if (share <= 0) return "0%";
  if (share >= 1) return "100%";
  if (share < least) return "<0.000001%";
  return share > 1 - least ? ">99.999999%" : fixed(100 * share, 6) + "%";
}

std::string big_number(const std::string& digits) {
  if (digits.size() <= 30) return grouped_digits(digits);
  auto leading = digits.substr(0, 4);
  leading.insert(1, 1, '.');
  return leading.append("e").append(std::to_string(digits.size() - 1));
}

std::string counted(std::uint64_t number, const char* noun) {
  return grouped(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string duration(double seconds) {
  if (seconds < 0.1) return fixed(seconds * 1000, 2) + " ms";
  if (seconds < 10) return fixed(seconds, 3) + " s";
  if (seconds < 60) return fixed(seconds, 1) + " s";
  const auto whole = static_cast<std::uint64_t>(seconds);
  if (whole < 3600) return two_units(whole, 60, "min", "s");
  return two_units(whole / 60, 60, "h", "min");
}

std::string rate(std::uint64_t candidates, double seconds) {
  if (seconds < 1e-3) return "";  // too short a run to speak of
  const double per_second = static_cast<double>(candidates) / seconds;
  if (per_second >= 1e6) return fixed(per_second / 1e6, 1) + " million";
  return grouped(static_cast<std::uint64_t>(per_second));
}

}  // namespace korat::report
