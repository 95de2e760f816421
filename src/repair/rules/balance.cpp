// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/rules/balance.hpp"

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
  count_broken();
}

bool balance::is_broken(std::uint32_t object) const noexcept {
  const auto one = height(node_[object].child[0]), other = height(node_[object].child[1]);
  return one > other + 1 || other > one + 1;
}

void balance::count_broken() noexcept {
  broken_ = static_cast<std::size_t>(std::ranges::count_if(order_, [&](auto o) { return is_broken(o); }));
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

std::optional<int> balance::toggle(choice& c) noexcept {
  const auto from = node_[c.object].parent;
  const int from_side = node_[c.object].side;
  if (from == nobody || node_[c.to].height == 0 || node_[c.to].child[c.side] != nobody) return std::nullopt;
  for (auto above = c.to; above != nobody; above = node_[above].parent)
    if (above == c.object) return std::nullopt;
  const auto before = broken_above(from) + broken_above(c.to);
  move(c.object, c.to, c.side);
  const auto gain = static_cast<int>(before) - static_cast<int>(broken_above(from) + broken_above(c.to));
  c = {c.object, from, from_side, !c.moved};
  return gain;
}

void balance::decide(std::vector<choice>& choices) {
  const auto improve = [&] {
    std::size_t best = 0;
    int most = 0;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const auto gain = toggle(choices[i]);
      if (!gain) continue;
      toggle(choices[i]);
      if (*gain > most) best = i, most = *gain;
    }
    if (most > 0) toggle(choices[best]);
    return most > 0;
  };
  const auto improve_by_two = [&] {
    constexpr std::size_t most = 300;  // all pairs are tried
    for (std::size_t i = 0; i < std::min(choices.size(), most); ++i) {
      const auto first = toggle(choices[i]);
      if (!first) continue;
      for (std::size_t j = i + 1; j < std::min(choices.size(), most); ++j) {
        const auto second = toggle(choices[j]);
        if (second && *first + *second > 0) return true;
        if (second) toggle(choices[j]);
      }
      toggle(choices[i]);
    }
    return false;
  };
  const auto improve_below = [&] {
    for (const auto o : order_)
      if (is_broken(o) && lower_higher_side(o, choices)) return true;
    return false;
  };
  for (std::size_t rounds = 0; rounds < 4 * choices.size(); ++rounds)
    if (!improve() && !improve_by_two() && !improve_below()) break;
  if (!choices.empty()) count_broken();
}

// A side is as high as its lowest leaves lie deep: all of them that may hang elsewhere go there at once.
bool balance::lower_higher_side(std::uint32_t object, std::vector<choice>& choices) noexcept {
  const auto* const child = node_[object].child;
  const auto top = height(child[0]) > height(child[1]) ? child[0] : child[1];
  const auto reaches_bottom = [&](std::uint32_t o) {
    auto depth = height(o);
    for (; o != nobody && o != top; o = node_[o].parent) ++depth;
    return o == top && depth == height(top);
  };
  std::vector<std::size_t> lowest;
  for (std::size_t i = 0; i < choices.size(); ++i)
    if (reaches_bottom(choices[i].object)) lowest.push_back(i);
  int gain = 0;
  std::size_t done = 0;
  for (; done < lowest.size(); ++done) {
    const auto more = toggle(choices[lowest[done]]);
    if (!more) break;
    gain += *more;
  }
  if (gain > 0) return true;
  while (done > 0) toggle(choices[lowest[--done]]);
  return false;
}

}  // namespace korat::detail
