// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Parts of the structure that the root does not reach: where they begin and end, so that they can be put back.

#include <algorithm>

#include "repair/covering.hpp"
#include "repair/engine.hpp"

namespace korat::detail {

namespace {

constexpr std::size_t most_heads = 64;

}  // namespace

/// Where parts begin that the root does not reach: objects that no other lost one leads to; where they lead around in a
/// ring, each of the ring.
template <class IsLost, class Leads>
std::vector<std::uint32_t> repair_engine::heads_of(const IsLost& is_lost, const Leads& leads) const {
  const auto objects = static_cast<std::uint32_t>(space_.objects().size());
  std::vector<std::uint32_t> heads, led_by(objects, nobody);  // [object]: a lost one that leads to it
  std::vector<bool> is_below(objects);
  const auto each_below = [&](std::uint32_t o, auto&& use) {
    const auto& object = space_.objects()[o];
    for (auto cell = object.first_cell; cell < object.end_cell; ++cell)
      if (const auto to = view_->is_reference(cell) && leads(cell) ? view_->target(cell) : nobody;
          to != nobody && to != o && is_lost(to))
        use(to);
  };
  const auto add = [&](std::uint32_t head) {
    heads.push_back(head);
    std::vector<std::uint32_t> queue{head};
    for (std::size_t i = 0; i < queue.size(); ++i)
      each_below(queue[i], [&](std::uint32_t to) {
        if (!is_below[to]) is_below[to] = true, queue.push_back(to);
      });
    is_below[head] = true;
  };
  for (std::uint32_t o = 1; o < objects; ++o)
    if (is_lost(o)) each_below(o, [&](std::uint32_t to) { led_by[to] = o; });
  for (std::uint32_t o = 1; o < objects && heads.size() < most_heads; ++o)
    if (is_lost(o) && led_by[o] == nobody) add(o);
  for (std::uint32_t o = 1; o < objects && heads.size() < most_heads; ++o) {
    if (!is_lost(o) || is_below[o]) continue;
    std::unordered_set<std::uint32_t> passed;
    auto of_ring = o;
    while (passed.insert(of_ring).second) of_ring = led_by[of_ring];
    add(of_ring);
    for (auto other = led_by[of_ring]; other != of_ring && heads.size() < most_heads; other = led_by[other])
      heads.push_back(other);
  }
  return heads;
}

std::vector<std::uint32_t> repair_engine::lost_heads() const {
  const auto reached = view_->reached_now();
  return heads_of([&](std::uint32_t o) { return belongs_[o] && !reached[o]; },
                  [&](std::uint32_t cell) { return view_->is_owning(cell); });
}

/// The same of a group of covering fields.
std::vector<std::uint32_t> repair_engine::lost_heads(std::uint32_t group) const {
  const auto& known = view_->covering_fields();
  const auto reached = known.reached_now(*view_);
  return heads_of(
      [&](std::uint32_t o) {
        return belongs_[o] && space_.objects()[o].object_class == known.target_class(group) && !reached.by[group][o];
      },
      [&](std::uint32_t cell) { return known.of(cell) == group; });
}

/// The last field that is reached from the object through the same member, before null or what was met.
std::uint32_t repair_engine::end_from(std::uint32_t cell, std::uint32_t head) const {
  const auto place = cell - space_.objects()[space_.owner(cell)].first_cell;
  const auto& from = space_.objects()[space_.owner(cell)];
  if (from.object_class != space_.objects()[head].object_class) return space::no_cell;
  std::unordered_set<std::uint32_t> met{head};
  for (auto at = head;;) {
    const auto end = space_.objects()[at].first_cell + place;
    at = view_->target(end);
    if (at == nobody || !met.insert(at).second) return end;
  }
}

}  // namespace korat::detail
