// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "symbolic/difference_closure.hpp"

#include <algorithm>

namespace korat::detail {

difference_closure::difference_closure() : variables_{{0, 0, 0}}, rows_{0} {}

template <class Wider>
void difference_closure::widen() {
  matrix_ = with(matrix_, [](const auto& m) { return any_matrix(Wider(m)); });
}

void difference_closure::add_variable(wide low, wide high) {
  variables_.push_back({low, high, none});
  const auto fits = [&]<class Bound>(const matrix<Bound>& m) { return low >= -m.largest && high <= m.largest; };
  if (std::holds_alternative<narrow_matrix>(matrix_) && !fits(std::get<narrow_matrix>(matrix_))) widen<middle_matrix>();
  if (std::holds_alternative<middle_matrix>(matrix_) && !fits(std::get<middle_matrix>(matrix_))) widen<wide_matrix>();
}

/// Of variables of which not both are in the matrix.
wide difference_closure::most_of_new(std::uint32_t plus, std::uint32_t minus) const {
  const auto &a = variables_[plus], &b = variables_[minus];
  return with(matrix_, [&](const auto& m) -> wide {
    if (plus == minus) return 0;
    const wide above = a.row != none ? wide{m.at(a.row, 0)} : a.high;
    return above + (b.row != none ? wide{m.at(0, b.row)} : -b.low);
  });
}

/// Of a variable that no difference was about, its own bounds say all.
bool difference_closure::enter(std::uint32_t v) {
  auto& x = variables_[v];
  if (x.row != none) return true;
  if (rows_.size() == room || x.low < -wide_matrix::largest || x.high > wide_matrix::largest) return false;
  const auto row = rows_.size();
  with(matrix_, [&]<class Bound>(matrix<Bound>& m) {
    const auto low = static_cast<Bound>(x.low), high = static_cast<Bound>(x.high);
    for (std::size_t other = 0; other < row; ++other) {
      m.at(row, other) = static_cast<Bound>(high + m.at(0, other));
      m.at(other, row) = static_cast<Bound>(m.at(other, 0) - low);
    }
    m.at(row, row) = 0;
  });
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
  with(matrix_, [&]<class Bound>(matrix<Bound>& all) { bound(all, p, m, static_cast<Bound>(value)); });
  return true;
}

template <class Bound>
Bound* difference_closure::matrix<Bound>::room_to_keep(std::size_t rows, std::size_t width) {
  if (kept.size() < kept_size + rows * width) kept.resize(2 * kept_size + room * room);
  return kept.data() + kept_size;
}

template <class Bound>
void difference_closure::matrix<Bound>::put_back(std::size_t row, std::size_t width) {
  kept_size -= width;
  const auto* const from = kept.data() + kept_size;
  auto* const to = &at(row, 0);
  for (std::size_t j = 0; j < width; j += block) std::copy_n(from + j, block, to + j);
}

namespace {

/// Of parameters compilers believe that they point to different memory, of variables not.
template <std::size_t Block, class Bound>
[[gnu::always_inline]] inline void keep_and_lower(Bound* __restrict row, Bound* __restrict kept,
                                                  const Bound* __restrict by, Bound more, std::size_t width) {
  for (std::size_t i = 0; i < width; i += Block)
    for (auto j = i; j < i + Block; ++j) {
      kept[j] = row[j];
      row[j] = std::min(row[j], static_cast<Bound>(by[j] + more));
    }
}

}  // namespace

/// Nothing it says is about the row of `minus` itself, which would be a cycle.
template <class Bound>
void difference_closure::bound(matrix<Bound>& m, std::size_t plus, std::size_t minus, Bound value) {
  const auto size = rows_.size(), end = width();
  auto* kept = m.room_to_keep(size, end);
  auto* row = m.bounds.data();
  const auto* const from_minus = &m.at(minus, 0);
  for (std::size_t i = 0; i < size; ++i, row += room) {
    const auto to_minus = static_cast<Bound>(row[plus] + value);
    if (to_minus >= row[minus]) continue;
    trail_.push_back({static_cast<std::uint8_t>(i), false});
    keep_and_lower<block>(row, kept, from_minus, to_minus, end);
    kept += end;
  }
  m.kept_size = static_cast<std::size_t>(kept - m.kept.data());
}

void difference_closure::return_to(std::size_t position) {
  if (trail_.size() <= position) return;
  with(matrix_, [&](auto& m) {
    for (; trail_.size() > position; trail_.pop_back()) {
      const auto& last = trail_.back();
      if (last.entered) {
        variables_[rows_.back()].row = none;
        rows_.pop_back();
      } else {
        m.put_back(last.row, width());
      }
    }
  });
}

}  // namespace korat::detail
