// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A search is a stack of choices: one for each field the predicate has read, in the order of the first reads.

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

namespace korat::detail {

struct choice {
  std::uint32_t cell;         // the field
  std::uint32_t value;        // the value index it has now
  std::uint32_t limit;        // the largest one isomorphism breaking allows it
  std::uint32_t used_before;  // objects of its class domain used by earlier choices
};

/// In a list of fields that were chosen, 'used_before' of one that nobody had asked for (lockstep::choose_forced).
inline constexpr std::uint32_t chosen_unasked = 0xffff'ffff;

/// Which of two candidates comes first: they differ first at one field.
inline bool comes_before(std::span<const choice> a, std::span<const choice> b) {
  const auto [in_a, in_b] = std::ranges::mismatch(a, b, {}, &choice::value, &choice::value);
  return in_a != a.end() && in_b != b.end() && in_a->value < in_b->value;
}

}  // namespace korat::detail
