// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What fields hold that the predicate has not read, while it is checked whether it depends on them. A poison is a value
// of the field's own domain, so that a predicate that looks where it was not seen to look finds live objects there. In
// a series of spreads every field goes through its values one after the other; every sixteenth, all of them begin anew
// somewhere, so that they do not stay in step and what depends on two of them is found as well.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "search/choice.hpp"
#include "space/space.hpp"

namespace korat::detail {

class poison {
 public:
  explicit poison(const space& s) : space_(s) {}

  /// Of which series: of first values only, or one for each kind of candidates that shall see all values.
  enum class series : std::uint8_t { first_values, shallow, deep };
  /// Some value of the field.
  static std::uint32_t value(std::uint32_t index, const cell&, std::uint32_t round) noexcept;

  /// Puts every object back to what it was when it was made, but for its fields: those chosen hold their values, the
  /// others a poison.
  void spread(series, std::span<const choice> chosen);
  /// One more field gets a value.
  void set(std::uint32_t cell, std::uint32_t value);

  /// The first byte of an object that is not as it was spread, or null.
  const std::byte* changed() const noexcept;
  void put_back() const noexcept;

 private:
  void paint(const cell&, std::uint32_t value) noexcept;
  void go_on(series) noexcept;
  void spread_by_assignment(std::span<const choice> chosen);

  const space& space_;
  struct poisons {
    std::vector<std::uint32_t> of;  // [cell]
    std::uint32_t round = 0;
  };
  std::array<poisons, 3> series_;
  const poisons* spread_ = nullptr;
  std::vector<std::byte> bytes_;  // all objects, as they were spread last
};

}  // namespace korat::detail
