// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A hash of a set of candidates that does not depend on their order: two searches that found the same structures, in
// pieces or in whole, forward or backward, have the same.

#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "korat/position.hpp"

namespace korat::cli {

class digest {
 public:
  digest() = default;
  digest(std::uint64_t high, std::uint64_t low) : high_(high), low_(low) {}

  void add(const candidate_vector& v) {
    high_ += hash(v, 0x9e37'79b9'7f4a'7c15);
    low_ += hash(v, 0xc2b2'ae3d'27d4'eb4f);
  }
  /// Those of two sets that have nothing in common, together.
  void add(const digest& other) {
    high_ += other.high_;
    low_ += other.low_;
  }
  std::uint64_t high() const noexcept { return high_; }
  std::uint64_t low() const noexcept { return low_; }
  std::string text() const { return fmt::format("{:016x}{:016x}", high_, low_); }

 private:
  /// Each value changes all bits of what follows, so a sum of hashes tells sets apart.
  static std::uint64_t hash(const candidate_vector& v, std::uint64_t seed) {
    auto h = seed ^ v.size();
    for (const auto value : v) {
      h = (h ^ value) * 0xff51'afd7'ed55'8ccd;
      h ^= h >> 32;
    }
    h *= 0xc4ce'b9fe'1a85'ec53;
    return h ^ h >> 29;
  }

  std::uint64_t high_ = 0, low_ = 0;
};

}  // namespace korat::cli
