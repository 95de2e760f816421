// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <compare>

namespace korat {

/// A length of time. Every std::chrono::duration converts to one, so that this library's headers need not include
/// <chrono>:
/// {.stuck_after = std::chrono::milliseconds(200)}.
class time_span {
 public:
  constexpr explicit time_span(double seconds = 0) noexcept : seconds_(seconds) {}
  template <class Duration>
  requires requires(const Duration& d) {
    d.count();
    Duration::period::num;
    Duration::period::den;
  }
  constexpr time_span(const Duration& d) noexcept
      : seconds_(static_cast<double>(d.count()) * static_cast<double>(Duration::period::num) /
                 static_cast<double>(Duration::period::den)) {}

  constexpr double seconds() const noexcept { return seconds_; }
  friend constexpr auto operator<=>(const time_span&, const time_span&) = default;

 private:
  double seconds_;
};

}  // namespace korat
