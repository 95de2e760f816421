// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Faults put into a structure, to see whether repair finds them. A fault is a field that holds another value than
// before; no field is hit twice, so the faults are exactly the fields in which the structure differs from what it was.
// The members' types are taken from the structure itself: what a member refers to anywhere, it may refer to everywhere.

#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "korat/structure.hpp"

namespace korat::faults {

enum class kind {
  null,      ///< a reference becomes null
  redirect,  ///< a reference leads to another object of its class
  cycle,     ///< a reference leads to its owner, or to an object through which the owner is reached
  swap,      ///< two fields of the same member exchange what they hold; these are two faults
  value,     ///< a value becomes another one, near those that the member has elsewhere
};
inline constexpr kind all_kinds[] = {kind::null, kind::redirect, kind::cycle, kind::swap, kind::value};
const char* name_of(kind) noexcept;

struct fault {
  faults::kind kind;
  std::size_t object, field;  // in the structure
  field_value before, after;
  bool operator==(const fault&) const = default;
};

struct options {
  std::uint64_t count = 1;
  std::vector<kind> kinds = {std::begin(all_kinds), std::end(all_kinds)};
};

/// Puts faults into the structure, each of a random kind, and gives them back in the order in which they were made: as
/// many as asked for, or as many as there can be. The lengths of arrays stay as they are, and so do unread fields.
std::vector<fault> corrupt(structure&, const options&, std::mt19937_64&);

/// Objects that the root does not reach.
std::size_t count_unreachable(const structure&);

}  // namespace korat::faults
