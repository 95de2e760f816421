// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "diagram/unique_nodes.hpp"

#include <algorithm>
#include <utility>

#include "encoding/hash.hpp"

namespace korat::detail {

namespace {

/// Of the edges one behind the other, wherever the live ones end.
std::uint64_t hash_of_node(std::uint32_t cell, std::span<const graph_edge> live, std::span<const graph_edge> dead,
                           const subtree& below) noexcept {
  auto hash = encoding::hashed_with(0, cell);
  for (const auto edges : {live, dead})
    for (const auto& e : edges) hash = encoding::hashed_with(hash, std::uint64_t{e.value} << 32 | e.child);
  return cell == graph::no_cell ? encoding::hashed_with(hash, below.explored.or_largest()) : hash;
}

}  // namespace

node_id unique_nodes::add(std::uint32_t cell, std::span<const graph_edge> edges, const subtree& below) {
  wanted_.assign(edges.begin(), edges.end());
  std::stable_partition(wanted_.begin(), wanted_.end(), [&](const graph_edge& e) { return graph_.is_live(e.child); });
  auto* place = place_of(cell, below);
  if (*place != 0) return *place;
  if (2 * ++size_ > slots_.size()) {
    grow();
    place = place_of(cell, below);
  }
  return *place = graph_.add(cell, edges, below);
}

/// Of the node that is looked for, or where it belongs.
node_id* unique_nodes::place_of(std::uint32_t cell, const subtree& below) noexcept {
  const auto mask = slots_.size() - 1;
  auto i = hash_of_node(cell, wanted_, {}, below) & mask;
  while (slots_[i] != 0 && !is_as_wanted(slots_[i], cell, below)) i = (i + 1) & mask;
  return &slots_[i];
}

/// Sums over the paths below follow from the edges, but those of a leaf.
bool unique_nodes::is_as_wanted(node_id n, std::uint32_t cell, const subtree& below) const {
  const auto live = graph_.live(n), dead = graph_.dead(n);
  return graph_.cell(n) == cell && live.size() + dead.size() == wanted_.size() &&
         std::ranges::equal(live, std::span(wanted_).first(live.size())) &&
         std::ranges::equal(dead, std::span(wanted_).last(dead.size())) &&
         (cell != graph::no_cell || graph_.below(n) == below);
}

void unique_nodes::grow() {
  const auto before = std::exchange(slots_, std::vector<node_id>(2 * slots_.size()));
  const auto mask = slots_.size() - 1;
  for (const auto n : before) {
    if (n == 0) continue;
    auto i = hash_of_node(graph_.cell(n), graph_.live(n), graph_.dead(n), graph_.below(n)) & mask;
    while (slots_[i] != 0) i = (i + 1) & mask;
    slots_[i] = n;
  }
}

}  // namespace korat::detail
