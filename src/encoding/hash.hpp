// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Hashes of numbers and bytes. Those that are kept in files or shown to users say so where they are computed: they must
// not change.

#pragma once

#include <cstdint>
#include <string_view>

namespace korat::encoding {

/// 2^64 divided by the golden ratio, and odd: a product with it spreads close numbers in its upper bits (Fibonacci
/// hashing; Knuth, The Art of Computer Programming 3, 6.4).
inline constexpr std::uint64_t golden_ratio = 0x9e37'79b9'7f4a'7c15;

/// The hash of what was hashed before and one more word. For tables: quick, and good in its lower bits.
constexpr std::uint64_t hashed_with(std::uint64_t hash, std::uint64_t word) noexcept {
  hash = (hash ^ word) * golden_ratio;
  return hash ^ hash >> 32;
}

/// A number in which every bit depends on every bit of `n`: the last step of SplitMix64 (Steele, Lea, Flood, 2014).
constexpr std::uint64_t scrambled(std::uint64_t n) noexcept {
  n = (n ^ n >> 30) * 0xbf58'476d'1ce4'e5b9;
  n = (n ^ n >> 27) * 0x94d0'49bb'1331'11eb;
  return n ^ n >> 31;
}

/// FNV-1a (Fowler, Noll, Vo), of bytes and of numbers that are taken as if they were bytes.
class fnv_1a {
 public:
  constexpr void add(std::uint64_t number) noexcept { hash_ = (hash_ ^ number) * 0x0000'0100'0000'01b3; }
  constexpr void add(std::string_view bytes) noexcept {
    for (const char c : bytes) add(std::uint64_t{static_cast<unsigned char>(c)});
  }
  constexpr std::uint64_t value() const noexcept { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf2'9ce4'8422'2325;
};

}  // namespace korat::encoding
