// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What the enumerators of this folder share. They visit the same candidates in the same order as those in handwritten/,
// but a check whose outcome can be proved for the structure (a link to a node in use always meets it twice) is not
// carried out, and the recursion is turned into loops. No search that has to ask a predicate can come near: they are
// the absolute limit, what merely naming the candidates costs.

#pragma once

#include "enumerator/structures.hpp"

namespace korat::bench::proved {

// first <= value <= last with one comparison: this sits in the innermost loops, and not every compiler finds it.
inline bool in_range(int value, int first, int last) {
  return static_cast<unsigned>(value - first) < static_cast<unsigned>(last - first + 1);
}

// Visits, in order, the candidates with `field`, which is accessed last, set to first, ..., last. The caller knows that
// the predicate rejects them all. Values are objects (0 is null) or integers; lowest_value is the one with index 0.
template <class Count>
void visit_rejected(Count& count, int& field, int first, int last, int lowest_value = 0) {
  for (int value = first; value <= last; ++value) {
    field = value;
    count.visit(value - lowest_value);
  }
}

}  // namespace korat::bench::proved
