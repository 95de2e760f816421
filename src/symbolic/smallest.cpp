// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The smallest values that a path condition allows. Every symbol begins with its least value and is raised as far as
// the conditions ask for: what a difference asks for is asked of every solution, so nothing is raised too far. Of two
// symbols that must differ, the later one is raised; that is a guess, and if it leads too high the witness serves.

#include <algorithm>

#include "symbolic/path_condition.hpp"

namespace korat::detail {

std::vector<std::uint64_t> path_condition::smallest() {
  if (is_closed()) take_least();
  auto bits = witness_;
  if (is_closed()) return bits;
  std::vector<bool> done(symbols_.size());
  std::vector<wide> values(symbols_.size());
  for (symbol_id s = 0; s < symbols_.size(); ++s) {
    if (symbols_[s].last_link == none) bits[s] = wrapped(symbols_[s].low, symbols_[s].type);
    if (symbols_[s].last_link == none || done[s]) continue;
    const auto tied = component_of(s);
    for (const auto each : tied.symbols) {
      done[each] = true;
      values[each] = symbols_[each].low;
    }
    if (!raise(tied, values)) continue;
    solution found{.feasible = answer::yes};
    for (const auto each : tied.symbols) found.values.push_back(values[each]);
    accept(tied, found, bits);  // else the witness serves
  }
  return bits;
}

bool path_condition::raise(const component& tied, std::vector<wide>& values) const {
  auto rounds = 4 * (tied.symbols.size() + tied.conditions.size()) + 16;
  for (bool changed = true; changed; --rounds) {
    if (rounds == 0) return false;
    changed = false;
    for (const auto number : tied.conditions)
      for (const auto& c : constraints_of(conditions_[number])) {
        const auto plus = c.plus - 1, minus = c.minus - 1;
        const wide apart = values[plus] - values[minus];
        if (c.what == simple_constraint::at_most ? apart <= c.value : apart != c.value) continue;
        changed = true;
        const bool fits = c.what == simple_constraint::at_most
                              ? raise_to(minus, values[plus] - c.value, values)
                              : raise_to(std::max(plus, minus), values[std::max(plus, minus)] + 1, values);
        if (!fits) return false;
      }
  }
  return true;
}

bool path_condition::raise_to(symbol_id s, wide least, std::vector<wide>& values) const {
  while (least <= symbols_[s].high && is_hole(s, least)) ++least;
  values[s] = least;
  return least <= symbols_[s].high;
}

}  // namespace korat::detail
