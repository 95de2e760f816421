// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/rules/reshaping.hpp"

#include <algorithm>
#include <utility>

namespace korat::detail {

namespace {

/// Who a part hangs on is none of its objects.
constexpr std::size_t outside = ~std::size_t{0};

}  // namespace

reshaping::reshaping(const tree_rule& rule, std::vector<item> items, std::uint8_t top)
    : rule_(rule), items_(std::move(items)), top_(top), states_(rule.states_of(items_.size()).second) {
  const auto count = items_.size();
  hanging_.assign(count * (count + 1) * states_, impossible);
  whole_.assign(states_, impossible);
  for (std::size_t length = 1; length <= count; ++length) {
    const auto [first, last] = rule_.states_of(length);
    for (run r{0, length}; r.end <= count; ++r.begin, ++r.end)
      for (auto t = r.begin; t < r.end; ++t)
        for (auto s = first; s < last; ++s) {
          const auto cost = best_with_top(r, t, s).cost;
          if (cost >= impossible) continue;
          const auto less = [&](std::uint16_t& least, std::uint8_t now, std::size_t parent) {
            least = std::min(least, static_cast<std::uint16_t>(cost + links_changed(now, items_[t], t, parent)));
          };
          if (r.end < count) less(hanging_[index(r, 0) + s], items_[r.end].child[0], r.end);
          if (r.begin > 0) less(hanging_[index(r, 1) + s], items_[r.begin - 1].child[1], r.begin - 1);
          if (length == count) less(whole_[s], top_, outside);
        }
  }
}

/// The reference to what is on top, and back.
int reshaping::links_changed(std::uint8_t now, const item& top, std::size_t top_place, std::size_t parent) noexcept {
  const bool names_another = parent != outside && top.parent != any_parent && top.parent != parent;
  return (now == top_place ? 0 : 1) + (names_another ? 1 : 0);
}

std::uint16_t reshaping::cost_on_side(std::size_t object, int side, run r, state s) const noexcept {
  if (r.begin != r.end) return hanging_[index(r, side) + s];
  if (s != tree_rule::of_empty) return impossible;
  return items_[object].child[side] == nobody ? 0 : 1;
}

reshaping::choice reshaping::best_with_top(run r, std::size_t top, state s) const noexcept {
  choice best;
  for (const auto& [one, other] : rule_.sides[s]) {
    const auto sum = items_[top].recolor[rule_.color_of(s)] + cost_on_side(top, 0, {r.begin, top}, one) +
                     cost_on_side(top, 1, {top + 1, r.end}, other);
    if (sum < best.cost) best = {static_cast<std::uint16_t>(sum), static_cast<std::uint8_t>(top), {one, other}};
  }
  return best;
}

reshaping::shape reshaping::cheapest(state s) const {
  shape result{nobody, std::vector<shape::place>(items_.size())};
  result.top = put({0, items_.size()}, outside, 0, s, result);
  return result;
}

/// Returns the top of the run.
std::uint8_t reshaping::put(run r, std::size_t parent, int side, state s, shape& into) const {
  if (r.begin == r.end) return nobody;
  const auto now = parent == outside ? top_ : items_[parent].child[side];
  choice best;
  for (auto t = r.begin; t < r.end; ++t) {
    auto c = best_with_top(r, t, s);
    c.cost = static_cast<std::uint16_t>(c.cost + links_changed(now, items_[t], t, parent));
    if (c.cost < best.cost) best = c;
  }
  const std::size_t top = best.top;
  into.places[top].color = rule_.color_of(s);
  into.places[top].child[0] = put({r.begin, top}, top, 0, best.sides[0], into);
  into.places[top].child[1] = put({top + 1, r.end}, top, 1, best.sides[1], into);
  return best.top;
}

}  // namespace korat::detail
