// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/balance.hpp"

#include <algorithm>

namespace korat::detail {

void balance::add(std::uint32_t object, std::uint32_t parent, int side) {
  node_[object].parent = parent;
  node_[object].side = static_cast<std::uint8_t>(side);
  if (parent != nobody) node_[parent].child[side] = object;
  order_.push_back(object);
}

void balance::measure() {
  for (auto o = order_.rbegin(); o != order_.rend(); ++o)
    node_[*o].height = 1 + std::max(height(node_[*o].child[0]), height(node_[*o].child[1]));
}

bool balance::is_broken(std::uint32_t object) const noexcept {
  const auto one = height(node_[object].child[0]), other = height(node_[object].child[1]);
  return one > other + 1 || other > one + 1;
}

bool balance::is_usual() const noexcept {
  constexpr std::size_t one_in = 12;
  return one_in * static_cast<std::size_t>(std::ranges::count_if(order_, [&](auto o) { return is_broken(o); })) <= order_.size();
}

std::size_t balance::broken_above(std::uint32_t object) const noexcept {
  std::size_t count = 0;
  for (; object != nobody; object = node_[object].parent) count += is_broken(object) ? 1 : 0;
  return count;
}

void balance::measure_above(std::uint32_t object) noexcept {
  for (; object != nobody; object = node_[object].parent)
    node_[object].height = 1 + std::max(height(node_[object].child[0]), height(node_[object].child[1]));
}

void balance::move(std::uint32_t object, std::uint32_t to, int side) noexcept {
  const auto from = node_[object].parent;
  node_[from].child[node_[object].side] = nobody;
  measure_above(from);
  node_[to].child[side] = object;
  node_[object].parent = to;
  node_[object].side = static_cast<std::uint8_t>(side);
  measure_above(to);
}

bool balance::move_if_better(std::uint32_t object, std::uint32_t to, int side, wanted what) {
  const auto from = node_[object].parent;
  const int from_side = node_[object].side;
  if (from == nobody || node_[to].height == 0 || node_[to].child[side] != nobody) return false;
  for (auto above = to; above != nobody; above = node_[above].parent)
    if (above == object) return false;
  const auto before = broken_above(from) + broken_above(to);
  move(object, to, side);
  const auto after = broken_above(from) + broken_above(to);
  if (after < before && (after == 0 || what == wanted::fewer_broken)) return true;
  move(object, from, from_side);
  return false;
}

}  // namespace korat::detail
