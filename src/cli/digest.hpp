// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A hash of a set of candidates, or of texts, that does not depend on their order: two searches that found the same
// structures, in pieces or in whole, forward or backward, have the same.

#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "encoding/hash.hpp"
#include "korat/position.hpp"

namespace korat::cli {

class digest {
 public:
  digest() = default;
  digest(std::uint64_t high, std::uint64_t low) : high_(high), low_(low) {}

  void add(const candidate_vector& v) { add_values(v); }
  void add(std::string_view bytes) { add_values(bytes); }
  /// Those of two sets that have nothing in common, together.
  void add(const digest& other) {
    high_ += other.high_;
    low_ += other.low_;
  }
  std::uint64_t high() const noexcept { return high_; }
  std::uint64_t low() const noexcept { return low_; }
  std::string text() const { return fmt::format("{:016x}{:016x}", high_, low_); }
  bool operator==(const digest&) const = default;

 private:
  template <class Values>
  void add_values(const Values& v) {
    high_ += hash(v, encoding::golden_ratio);
    low_ += hash(v, 0xc2b2'ae3d'27d4'eb4f);
  }
  /// Each value changes all bits of what follows, so a sum of hashes tells sets apart. With the constants of
  /// MurmurHash3's last step (Appleby); certificates and results of jobs have it, so it must not change.
  template <class Values>
  static std::uint64_t hash(const Values& v, std::uint64_t seed) {
    auto h = seed ^ v.size();
    for (const auto value : v) {
      h = (h ^ static_cast<std::make_unsigned_t<decltype(+value)>>(value)) * 0xff51'afd7'ed55'8ccd;
      h ^= h >> 32;
    }
    h *= 0xc4ce'b9fe'1a85'ec53;
    return h ^ h >> 29;
  }

  std::uint64_t high_ = 0, low_ = 0;
};

}  // namespace korat::cli
