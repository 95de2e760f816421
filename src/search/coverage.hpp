// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Coverage is a function of the stack of choices. Below each choice lies a box of vectors, as many as the fields that
// are not chosen yet have values. The values of a choice that the search has passed, tried or pruned, cover a box each:
//
//   covered = sum over the choices of (values passed) * (box below the choice) + the last candidate's own box
//
// Values are passed in the order of the search: forward the smaller ones, backward the larger ones.

#pragma once

#include <cstdint>
#include <span>

#include "search/choice.hpp"
#include "search/natural.hpp"
#include "space/space.hpp"

namespace korat::detail {

/// The number of values of the choice's field, and how many of them lie behind it.
struct passed_values {
  std::uint32_t passed;
  std::uint32_t size;
};
inline passed_values passed_by(const space& s, const choice& c, bool backward) {
  const auto size = s.cells()[c.cell].last + 1;
  return {backward ? size - 1 - c.value : c.value, size};
}

/// Whether exact numbers are worth their price: a space of a million fields has ten million digits.
bool is_countable(const space&);
natural size_of(const space&);
/// The vectors before the candidate, in the order of the search.
natural vectors_before(const space&, std::span<const choice>, bool backward);
/// The candidate's own box.
natural vectors_of(const space&, std::span<const choice>);
/// The same as shares of the space.
double share_before(const space&, std::span<const choice>, bool backward);
double share_of(const space&, std::span<const choice>);

}  // namespace korat::detail
