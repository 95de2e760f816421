// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "symbolic/difference_closure.hpp"

#include <algorithm>

namespace korat::detail {

difference_closure::difference_closure() : variables_{{0, 0, 0}}, rows_{0}, bounds_(room * room) {}

wide difference_closure::most(std::uint32_t plus, std::uint32_t minus) const {
  const auto &a = variables_[plus], &b = variables_[minus];
  if (a.row != none && b.row != none) return at(a.row, b.row);
  if (plus == minus) return 0;
  const wide above = a.row != none ? wide{at(a.row, 0)} : a.high;
  return above + (b.row != none ? wide{at(0, b.row)} : -b.low);
}

/// Of a variable that no difference was about, its own bounds say all.
bool difference_closure::enter(std::uint32_t v) {
  auto& x = variables_[v];
  if (x.row != none) return true;
  if (rows_.size() == room || x.low < -largest || x.high > largest) return false;
  const auto row = rows_.size();
  for (std::size_t other = 0; other < row; ++other) {
    at(row, other) = static_cast<std::int64_t>(x.high) + at(0, other);
    at(other, row) = at(other, 0) - static_cast<std::int64_t>(x.low);
  }
  at(row, row) = 0;
  x.row = static_cast<std::uint8_t>(row);
  rows_.push_back(v);
  trail_.push_back({0, true});
  return true;
}

bool difference_closure::add(std::uint32_t plus, std::uint32_t minus, wide bound) {
  if (most(plus, minus) <= bound) return true;
  const auto before = position();
  if (!enter(plus) || !enter(minus)) return return_to(before), false;
  const std::size_t p = variables_[plus].row, m = variables_[minus].row;
  const auto value = static_cast<std::int64_t>(bound);  // between two differences that are in the matrix
  // Nothing it says is about the row of m itself, which would be a cycle.
  const auto size = rows_.size();
  const auto* const from_minus = &at(m, 0);
  for (std::size_t i = 0; i < size; ++i) {
    const auto to_minus = at(i, p) + value;
    if (to_minus >= at(i, m)) continue;
    auto* const row = &at(i, 0);
    trail_.push_back({static_cast<std::uint8_t>(i), false});
    kept_.insert(kept_.end(), row, row + size);
    for (std::size_t j = 0; j < size; ++j) row[j] = std::min(row[j], to_minus + from_minus[j]);
  }
  return true;
}

void difference_closure::return_to(std::size_t position) {
  for (; trail_.size() > position; trail_.pop_back()) {
    const auto& last = trail_.back();
    if (last.entered) {
      variables_[rows_.back()].row = none;
      rows_.pop_back();
    } else {
      const auto before = kept_.end() - static_cast<std::ptrdiff_t>(rows_.size());
      std::copy(before, kept_.end(), &at(last.row, 0));
      kept_.erase(before, kept_.end());
    }
  }
}

}  // namespace korat::detail
