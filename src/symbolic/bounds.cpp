// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// One symbol of a path condition: an interval with holes, and the trail that gives the wider one back.

#include <algorithm>

#include "encoding/hash.hpp"
#include "symbolic/path_condition.hpp"

namespace korat::detail {

std::size_t path_condition::hash_hole::operator()(const hole& h) const {
  return encoding::hashed_with(encoding::hashed_with(0, static_cast<std::uint64_t>(h.value)), h.symbol);
}

bool path_condition::allows(symbol_id s, wide value) const {
  return symbols_[s].low <= value && value <= symbols_[s].high && !is_hole(s, value);
}

/// Holes at the ends are no holes: the interval ends before them. Each is passed once on the way down a path.
void path_condition::set_interval(symbol_id s, wide low, wide high) {
  while (low <= high && is_hole(s, low)) ++low;
  while (low <= high && is_hole(s, high)) --high;
  if (low > high) return contradict();
  trail_.push_back({s, symbols_[s].low, symbols_[s].high});
  symbols_[s].low = low;
  symbols_[s].high = high;
}

void path_condition::bound(symbol_id s, wide low, wide high) {
  const auto& x = symbols_[s];
  if (low > x.low || high < x.high) set_interval(s, std::max(low, x.low), std::min(high, x.high));
}

void path_condition::exclude(symbol_id s, wide value) {
  auto& x = symbols_[s];
  if (!allows(s, value)) return;
  if (value == x.low) return set_interval(s, value + 1, x.high);
  if (value == x.high) return set_interval(s, x.low, value - 1);
  holes_.push_back({s, value, x.last_hole});
  hole_values_.insert(holes_.back());
  x.last_hole = static_cast<std::uint32_t>(holes_.size() - 1);
  trail_.push_back({s, 1, 0});
}

void path_condition::undo(const change& c) {
  auto& x = symbols_[c.symbol];
  if (c.low > c.high) {
    x.last_hole = holes_.back().older;
    hole_values_.erase(holes_.back());
    holes_.pop_back();
  } else {
    x.low = c.low;
    x.high = c.high;
  }
}

wide path_condition::nearest_alone(symbol_id s) const {
  const auto& x = symbols_[s];
  const wide start = std::clamp(x.old, x.low, x.high);
  for (wide distance = 0;; ++distance) {
    if (allows(s, start - distance)) return start - distance;
    if (allows(s, start + distance)) return start + distance;
  }
}

}  // namespace korat::detail
