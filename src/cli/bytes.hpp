// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// An amount of memory as people write it: 65536, 64K, 100M, 2G.

#pragma once

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace korat::cli {

/// The power of two that a suffix stands for; nothing for a word that is none.
inline std::optional<int> bits_of_suffix(std::string_view word) {
  if (word.empty()) return 0;
  if (word == "K" || word == "k") return 10;
  if (word == "M" || word == "m") return 20;
  if (word == "G" || word == "g") return 30;
  return {};
}

/// Nothing when `word` is no positive amount, or more than can be counted.
inline std::optional<std::uint64_t> bytes_from(std::string_view word) {
  std::uint64_t number = 0;
  const auto* const end = word.data() + word.size();
  const auto [stopped, error] = std::from_chars(word.data(), end, number);
  const auto bits = bits_of_suffix({stopped, static_cast<std::size_t>(end - stopped)});
  if (error != std::errc() || !bits || number == 0) return {};
  if (number > std::numeric_limits<std::uint64_t>::max() >> *bits) return {};
  return number << *bits;
}

}  // namespace korat::cli
