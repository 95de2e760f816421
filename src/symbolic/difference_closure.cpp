// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "symbolic/difference_closure.hpp"

#include <algorithm>

namespace korat::detail {

difference_closure::difference_closure() : variables_{{0, 0, 0}}, rows_{0} {}

void difference_closure::add_variable(wide low, wide high) {
  variables_.push_back({low, high, none});
  const auto* const narrow = std::get_if<narrow_matrix>(&matrix_);
  const bool fits = low >= -narrow_matrix::largest && high <= narrow_matrix::largest;
  if (narrow != nullptr && !fits) matrix_ = wide_matrix(*narrow);
}

wide difference_closure::most(std::uint32_t plus, std::uint32_t minus) const {
  const auto &a = variables_[plus], &b = variables_[minus];
  const auto bound = [&](const auto& m) -> wide {
    if (a.row != none && b.row != none) return m.at(a.row, b.row);
    if (plus == minus) return 0;
    const wide above = a.row != none ? wide{m.at(a.row, 0)} : a.high;
    return above + (b.row != none ? wide{m.at(0, b.row)} : -b.low);
  };
  const auto* const narrow = std::get_if<narrow_matrix>(&matrix_);
  return narrow != nullptr ? bound(*narrow) : bound(std::get<wide_matrix>(matrix_));
}

/// Of a variable that no difference was about, its own bounds say all.
bool difference_closure::enter(std::uint32_t v) {
  auto& x = variables_[v];
  if (x.row != none) return true;
  if (rows_.size() == room || x.low < -wide_matrix::largest || x.high > wide_matrix::largest) return false;
  const auto row = rows_.size();
  std::visit([&]<class Bound>(matrix<Bound>& m) {
    for (std::size_t other = 0; other < row; ++other) {
      m.at(row, other) = static_cast<Bound>(x.high) + m.at(0, other);
      m.at(other, row) = m.at(other, 0) - static_cast<Bound>(x.low);
    }
    m.at(row, row) = 0;
  }, matrix_);
  x.row = static_cast<std::uint8_t>(row);
  rows_.push_back(v);
  trail_.push_back({0, true});
  return true;
}

bool difference_closure::add(std::uint32_t plus, std::uint32_t minus, wide value) {
  if (most(plus, minus) <= value) return true;
  const auto before = position();
  if (!enter(plus) || !enter(minus)) return return_to(before), false;
  const std::size_t p = variables_[plus].row, m = variables_[minus].row;
  // It lies between two differences that are in the matrix.
  std::visit([&]<class Bound>(matrix<Bound>& all) { bound(all, p, m, static_cast<Bound>(value)); }, matrix_);
  return true;
}

/// Nothing it says is about the row of `minus` itself, which would be a cycle.
template <class Bound>
void difference_closure::bound(matrix<Bound>& m, std::size_t plus, std::size_t minus, Bound value) {
  const auto size = rows_.size();
  const auto* const from_minus = &m.at(minus, 0);
  for (std::size_t i = 0; i < size; ++i) {
    const Bound to_minus = m.at(i, plus) + value;
    if (to_minus >= m.at(i, minus)) continue;
    auto* const row = &m.at(i, 0);
    trail_.push_back({static_cast<std::uint8_t>(i), false});
    m.kept.insert(m.kept.end(), row, row + size);
    for (std::size_t j = 0; j < size; ++j) row[j] = std::min<Bound>(row[j], to_minus + from_minus[j]);
  }
}

void difference_closure::return_to(std::size_t position) {
  if (trail_.size() <= position) return;
  const auto take_back = [&](auto& m) {
    for (; trail_.size() > position; trail_.pop_back()) {
      const auto& last = trail_.back();
      if (last.entered) {
        variables_[rows_.back()].row = none;
        rows_.pop_back();
      } else {
        const auto before = m.kept.end() - static_cast<std::ptrdiff_t>(rows_.size());
        std::copy(before, m.kept.end(), &m.at(last.row, 0));
        m.kept.erase(before, m.kept.end());
      }
    }
  };
  std::visit(take_back, matrix_);
}

}  // namespace korat::detail
