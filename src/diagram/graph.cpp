// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "diagram/graph.hpp"

#include <utility>

namespace korat::detail {

graph::graph() {
  add_leaf({.valid = 0, .explored = 1});
  add_leaf({.valid = 1, .explored = 1});
}

node_id graph::add_leaf(subtree below) { return add(no_cell, {}, std::move(below)); }

node_id graph::add(std::uint32_t cell, std::span<const graph_edge> edges, subtree below) {
  node made{cell, 0, 0, static_cast<std::uint32_t>(edges_.size())};
  for (const auto& e : edges)
    if (is_live(e.child)) edges_.push_back(e), ++made.live;
  for (const auto& e : edges)
    if (!is_live(e.child)) edges_.push_back(e), ++made.dead;
  nodes_.push_back(made);
  below_.push_back(std::move(below));
  return static_cast<node_id>(nodes_.size() - 1);
}

std::size_t graph::bytes() const noexcept {
  return nodes_.size() * (sizeof(node) + sizeof(subtree)) + edges_.size() * sizeof(graph_edge);
}

}  // namespace korat::detail
