// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// How many ways there are to choose what the predicate has not read. Mostly the fields left are no references: then
// they are the same whatever is chosen, and a product is all there is to it. References may bring in objects with
// fields of their own; those are counted one by one.

#include "diagram/completed.hpp"

#include <algorithm>

#include "diagram/automaton.hpp"
#include "search/choose.hpp"

namespace korat::detail {

namespace {

bool decides_what_is_left(const space& s, const choice& made) {
  return s.is_length(made.cell) || s.domain(made.cell).source.is_reference();
}

/// Of independent fields, in their order.
subtree product(std::span<const choice> fields) {
  subtree result{.valid = 1};
  for (const auto& made : fields) {
    result.valid *= made.limit + 1;
    result.choices += result.valid;
  }
  result.explored = result.valid;
  result.path_lengths = result.valid;
  result.path_lengths *= static_cast<std::uint32_t>(fields.size());
  return result;
}

}  // namespace

bool completes_independently(const search_engine& engine, std::uint32_t first) {
  return std::ranges::none_of(engine.choices().subspan(first),
                              [&](const choice& c) { return decides_what_is_left(engine.searched(), c); });
}

completed completed_candidates(search_engine& engine) {
  constexpr std::uint64_t most = 1'000'000;
  const auto base = engine.depth_;
  engine.completion_.start();
  const auto added = engine.choices().subspan(base);
  completed result{{.valid = 1, .explored = 1}, completion_need::fields};
  if (!added.empty()) {
    if (completes_independently(engine, base)) {
      // In another order the same fields would be chosen a different number of times, unless they have as many values.
      const bool alike = std::ranges::all_of(added, [&](const choice& c) { return c.limit == added[0].limit; });
      result = {product(added), alike ? completion_need::fields : completion_need::references};
    } else {
      std::uint64_t counted = 0, path_lengths = 0, choices = engine.depth_ - base;
      for (;;) {
        if (counted == most) throw cannot_merge("the predicate leaves too much of the structure unread");
        ++counted;
        path_lengths += engine.depth_ - base;
        while (engine.depth_ > base && !engine.next_value(engine.choices_[engine.depth_ - 1])) engine.pop();
        if (engine.depth_ == base) break;
        const auto kept = engine.depth_;
        engine.completion_.resume();
        choices += 1 + engine.depth_ - kept;
      }
      result = {{.valid = counted, .explored = counted, .choices = choices, .path_lengths = path_lengths},
                completion_need::references};
    }
  }
  while (engine.depth_ > base) engine.pop();
  engine.completion_.forget();
  return result;
}

}  // namespace korat::detail
