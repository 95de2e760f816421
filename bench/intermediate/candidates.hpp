// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What the algorithms of the thesis on backward search (2017) would execute the predicate on, told from the candidates
// of a search: here nothing of it is executed to go backward or to the end.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "korat/walk.hpp"

namespace korat::bench {

/// Figure 3.8, fast-forwarding: from the first candidate to the last, each time with the largest value in the last
/// field that has a larger one. `visit` is called at each of them.
template <class Visit>
void fast_forward(basic_search& search, Visit visit) {
  // An object that is not the next fresh one is moved to it, so what `seek` makes of the last value is the largest
  // allowed.
  const auto advance = [&search] {
    const auto here = search.vector();
    const std::vector read(search.accessed().begin(), search.accessed().end());
    auto next = here;
    for (auto field = read.rbegin(); field != read.rend(); ++field) {
      next[*field] = search.domain_size(*field) - 1;
      const bool has_larger = next[*field] != here[*field] && search.seek(next, noncanonical::move);
      if (has_larger && search.vector()[*field] != here[*field]) return true;
      next[*field] = 0;
    }
    return false;
  };
  for (bool more = search.next(); more; more = advance()) visit();
}

/// Figure 3.6: after a value was counted down, the predicate is executed once, and once more for each field that it
/// reads from there on, which gets its largest value. `search` has not begun, and goes backward.
inline std::uint64_t executions_backward(basic_search& search) {
  if (!search.next()) return 0;
  std::uint64_t executions = 1;  // of the end, wherever it is known from
  for (auto last = search.vector(); search.next();) {
    auto here = search.vector();
    const auto read = search.accessed();
    const auto changed = std::ranges::find_if(read, [&](auto field) { return here[field] != last[field]; });
    executions += static_cast<std::uint64_t>(read.end() - changed);
    last = std::move(here);
  }
  return executions;
}

/// The same, without a look at every candidate: it is what a search that saves states initialises, but for the end.
inline std::uint64_t executions_backward(const statistics& whole_search, std::size_t fields_read_at_the_end) {
  return whole_search.field_initializations - fields_read_at_the_end + 1;
}

}  // namespace korat::bench
