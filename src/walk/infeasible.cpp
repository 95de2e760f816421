// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "korat/walk.hpp"

namespace korat {

std::optional<candidate_vector> find_end(basic_search& search) {
  search.to_end();
  if (!search.previous()) return std::nullopt;
  return search.vector();
}

// From the candidate backward to a valid one or the beginning, then forward over the whole range: its first candidate
// is the one behind where the way back ended.
infeasible_range find_infeasible_range(basic_search& search, const candidate_vector& around, noncanonical policy) {
  infeasible_range range;
  if (!search.seek(around, policy) || search.valid()) return range;
  if (search.previous_valid()) range.valid_before = search.vector();
  const auto start = search.statistics().explored;
  if (!search.next()) return range;
  range.first = search.vector();
  if (search.next_valid()) range.valid_after = search.vector();
  range.count = search.statistics().explored - start - (range.valid_after ? 1 : 0);
  if (!search.previous()) return range;
  range.last = search.vector();
  return range;
}

}  // namespace korat
