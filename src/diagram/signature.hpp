// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Which fields are chosen, as a number: what fields remain to be completed when the predicate accepts depends on it.
// Kept up to date as choices are made and undone; 128 bits, so that two sets with the same number are the same set.

#pragma once

#include <cstdint>

#include "diagram/wide.hpp"
#include "encoding/hash.hpp"
#include "space/space.hpp"

namespace korat::detail {

/// Of a field and its value, 128 bits at random: sums of such numbers that are equal are sums of the same.
inline wide_unsigned random_number(std::uint32_t cell, std::uint32_t value) noexcept {
  const auto n = std::uint64_t{cell} << 32 | value;
  return wide_unsigned{encoding::scrambled(n + encoding::golden_ratio)} << 64 |
         encoding::scrambled(n + 2 * encoding::golden_ratio);
}

/// What a subtree's solutions depend on besides what the predicate reads.
enum class completion_need : std::uint8_t {
  nothing,     // it has none
  fields,      // the fields that are chosen, with the lengths of arrays
  references,  // and what they refer to
};

struct signature {
  wide_unsigned fields = 0;
  wide_unsigned references = 0;

  bool serves(const signature& other, completion_need need) const noexcept {
    if (need == completion_need::nothing) return true;
    return fields == other.fields && (need == completion_need::fields || references == other.references);
  }
};

class chosen_fields_signature {
 public:
  explicit chosen_fields_signature(const space& s) : space_(s) {}

  void add(std::uint32_t cell, std::uint32_t value) noexcept {
    now_.fields += field_term(cell, value);
    now_.references += reference_term(cell, value);
  }
  void remove(std::uint32_t cell, std::uint32_t value) noexcept {
    now_.fields -= field_term(cell, value);
    now_.references -= reference_term(cell, value);
  }
  const signature& now() const noexcept { return now_; }

 private:
  // Where an object is part of the structure shows in the counters of used objects only in a plain space.
  wide_unsigned field_term(std::uint32_t cell, std::uint32_t value) const noexcept {
    const bool with_value = !space_.is_plain() && (space_.is_length(cell) || space_.domain(cell).source.is_reference());
    return random_number(cell, with_value ? value : 0);
  }
  wide_unsigned reference_term(std::uint32_t cell, std::uint32_t value) const noexcept {
    return space_.domain(cell).source.is_reference() ? random_number(cell, value) : 0;
  }

  const space& space_;
  signature now_;
};

}  // namespace korat::detail
