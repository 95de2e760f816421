// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Adds nodes to a diagram, each once. Two states of the predicate may differ in what never matters again, and what was
// known of a subtree may have been forgotten: what is built of it is the same node then.
// (The unique table of decision diagrams: Brace, Rudell and Bryant, 1990.)

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "diagram/graph.hpp"

namespace korat::detail {

class unique_nodes {
 public:
  explicit unique_nodes(graph& to) : graph_(to) {}

  /// As graph::add and graph::add_leaf, or the node that is there.
  node_id add(std::uint32_t cell, std::span<const graph_edge> edges, const subtree& below);
  node_id add_leaf(const subtree& below) { return add(graph::no_cell, {}, below); }

  std::size_t bytes() const noexcept { return slots_.size() * sizeof(node_id); }

 private:
  node_id* place_of(std::uint32_t cell, const subtree& below) noexcept;
  bool is_as_wanted(node_id, std::uint32_t cell, const subtree& below) const;
  void grow();

  graph& graph_;
  std::vector<graph_edge> wanted_;  // the edges of the node that is looked for: live ones, then dead ones
  std::vector<node_id> slots_{std::vector<node_id>(64)};  // open addressing; 0, the leaf 'rejected', is free
  std::size_t size_ = 0;
};

}  // namespace korat::detail
