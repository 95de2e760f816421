// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/skeleton.hpp"

#include <algorithm>
#include <utility>

namespace korat::detail {

void skeleton_walk::begin(skeleton s) {
  skeleton_ = std::move(s);
  places_.clear();
}

void skeleton_walk::put(std::size_t choice, place p) {
  if (places_.size() <= choice) places_.resize(2 * choice + 16);
  places_[choice] = p;
}

void skeleton_walk::add_field(std::span<const choice> made) {
  const auto last = made.size() - 1;
  const auto cell = made[last].cell;
  const auto at = reached(last);
  if (skeleton_.independent[cell]) return add_other(made);
  const bool expected = at != nowhere && skeleton_.nodes[at].cell == cell;
  put(last, {expected ? at : nowhere, nowhere});
}

void skeleton_walk::add_other(std::span<const choice> made) {
  const auto last = made.size() - 1;
  put(last, {nowhere, reached(last)});
}

std::uint32_t skeleton_walk::forced_field(std::size_t choices) const {
  const auto at = reached(choices);
  return at != nowhere && skeleton_.nodes[at].edges == 1 ? skeleton_.nodes[at].cell : nowhere;
}

std::span<const skeleton::edge> skeleton_walk::allowed(std::size_t choice) const {
  const auto at = places_[choice].at;
  return at == nowhere ? std::span<const skeleton::edge>() : skeleton_.edges_of(at);
}

bool skeleton_walk::take(std::size_t choice, std::uint32_t value) {
  auto& p = places_[choice];
  if (p.at == nowhere) return true;
  const auto edges = skeleton_.edges_of(p.at);
  const auto edge = std::ranges::lower_bound(edges, value, {}, &skeleton::edge::value);
  if (edge == edges.end() || edge->value != value) return p.behind = nowhere, false;
  p.behind = edge->to;
  return true;
}

}  // namespace korat::detail
