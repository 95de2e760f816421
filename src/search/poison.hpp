// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What fields hold that the predicate has not read, while it is checked whether it depends on them. A poison is a value
// of the field's own domain, so that even a predicate that looks where it was not seen to look finds live objects there.
// A whole space is poisoned by copying a picture of it: a check costs little more than the runs it makes.

#pragma once

#include <cstdint>
#include <vector>

#include "space/space.hpp"

namespace korat::detail {

class poison {
 public:
  explicit poison(const space&);

  enum class values : std::uint8_t { first, other };
  /// Puts every object back to what it was when it was made, but for its fields: they get a poison. `round` tells which
  /// of the other values.
  void spread(values, std::uint64_t round);
  /// The other value that a field gets.
  static std::uint32_t other_value(const cell& c, std::uint64_t round) noexcept {
    return c.last == 0 ? 0 : c.last - static_cast<std::uint32_t>(round % c.last);
  }

  /// Keeps the bytes of all objects, to compare with later.
  void remember();
  /// The first byte that is not as remembered, or null.
  const std::byte* changed() const noexcept;
  void put_back() const noexcept;

 private:
  struct picture {
    std::vector<std::byte> bytes;
    std::uint64_t round = 0;
  };
  void paint(picture&, values, std::uint64_t round) const;

  const space& space_;
  const bool by_bytes_;  // else values are assigned by their types, one by one
  picture first_, other_;
  std::vector<std::byte> remembered_;
};

}  // namespace korat::detail
