// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What fields hold that the predicate has not read, while it is checked whether it depends on them. A poison is a value
// of the field's own domain, so that a predicate that looks where it was not seen to look finds live objects there. A
// whole space is poisoned by copying a picture of it: a check costs little more than the runs it makes.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/choice.hpp"
#include "space/space.hpp"

namespace korat::detail {

class poison {
 public:
  explicit poison(const space&);

  enum class values : std::uint8_t { first, other };
  /// Puts every object back to what it was when it was made, but for its fields: those chosen hold their values, the
  /// others a poison. `round` tells which of the other values.
  void spread(values, std::uint64_t round, std::span<const choice> chosen);
  /// One more field gets a value.
  void set(std::uint32_t cell, std::uint32_t value);
  /// The other value that a field gets.
  static std::uint32_t other_value(const cell& c, std::uint64_t round) noexcept {
    return c.last == 0 ? 0 : c.last - static_cast<std::uint32_t>(round % c.last);
  }

  /// The first byte of an object that is not as it was spread, or null.
  const std::byte* changed() const noexcept;
  void put_back() const noexcept;

 private:
  struct picture {
    std::vector<std::byte> bytes;
    std::vector<choice> chosen;  // fields that hold something else than a poison
    values which = values::first;
    std::uint64_t round = 0;
  };
  void paint(picture&) const;
  void paint(picture&, std::uint32_t cell, std::uint32_t value) const noexcept;
  std::uint32_t poison_of(const picture&, const cell&) const noexcept;
  void spread_by_assignment(values, std::uint64_t round, std::span<const choice> chosen);

  const space& space_;
  picture first_, other_;
  picture* spread_ = &first_;  // the last one
};

}  // namespace korat::detail
