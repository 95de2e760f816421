// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Positions in the ordered space of candidates. A position is a candidate vector: for each field, in the order of
// basic_search::field(), the index of its value in its domain; zero for fields the predicate does not read.

#pragma once

#include <cstdint>
#include <vector>

#include "korat/error.hpp"

namespace korat {

using candidate_vector = std::vector<std::uint32_t>;

/// What to do with a vector that the search would never visit: one with a value in a field the predicate does not read,
/// with objects numbered otherwise than in the order of their first use, or with a value its domain does not have.
enum class noncanonical {
  refuse,  ///< throw a position_error that says which field and why
  move,  ///< take the candidate it stands for: unread fields are dropped, objects renumbered, values cut to the domain
};

/// A random candidate.
struct sampled_candidate {
  candidate_vector vector;
  std::vector<std::uint32_t> accessed;  ///< the fields read, in the order of their first reads
  bool valid = false;
  /// The natural logarithm of its weight. The mean of many weights tends to the number of all candidates.
  double log_weight = 0;
};

/// A vector that is no position of this search. The message names the field.
class position_error : public error {
 public:
  using error::error;
};

}  // namespace korat
