// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The diagram itself: the search tree with equal subtrees shared, a directed acyclic graph. A node is the choice of a
// field's value, an edge one of the values allowed; edges that lead to a solution are its live ones. Each node carries
// sums over the paths below it. Nodes are numbered in the order in which they were finished: children come before
// parents.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "korat/big_integer.hpp"
#include "space/large_vector.hpp"

namespace korat::detail {

using node_id = std::uint32_t;

/// What a subtree of the search holds, counted from its root.
struct subtree {
  big_integer valid = 0;
  big_integer explored = 0;
  big_integer choices = 0;  // values that fields are given: what a search that returns to saved states initialises
  big_integer path_lengths =
      0;  // the sum over candidates of the fields below: what a search that re-executes initialises

  bool operator==(const subtree&) const = default;
  /// A child of the root, and the choice that leads to it.
  void add_child(const subtree& child) {
    valid += child.valid;
    explored += child.explored;
    choices += child.choices;
    choices += 1;
    path_lengths += child.path_lengths;
    path_lengths += child.explored;
  }
};

struct graph_edge {
  std::uint32_t value;
  node_id child;
  bool operator==(const graph_edge&) const = default;
};

class graph {
 public:
  graph();

  // A node without a cell is a leaf: the predicate has answered.
  static constexpr node_id rejected = 0;
  static constexpr node_id accepted = 1;  // and every field of the structure is chosen
  static constexpr std::uint32_t no_cell = 0xffff'ffff;

  /// A leaf where the predicate has accepted and fields are left to be completed.
  node_id add_leaf(subtree below);
  /// `edges` in the order of their values.
  node_id add(std::uint32_t cell, std::span<const graph_edge> edges, subtree below);
  void root(node_id r) noexcept { root_ = r; }

  node_id root() const noexcept { return root_; }
  std::size_t size() const noexcept { return nodes_.size(); }
  std::uint32_t cell(node_id n) const noexcept { return nodes_[n].cell; }
  bool is_leaf(node_id n) const noexcept { return nodes_[n].cell == no_cell; }
  bool is_live(node_id n) const noexcept { return !below_[n].valid.is_zero(); }
  const subtree& below(node_id n) const noexcept { return below_[n]; }
  /// Those that lead to a solution, in the order of their values.
  std::span<const graph_edge> live(node_id n) const noexcept {
    return {edges_.data() + nodes_[n].first, nodes_[n].live};
  }
  /// The others.
  std::span<const graph_edge> dead(node_id n) const noexcept {
    return {edges_.data() + nodes_[n].first + nodes_[n].live, nodes_[n].dead};
  }
  /// The number of its first live edge among all edges.
  std::uint32_t first_edge(node_id n) const noexcept { return nodes_[n].first; }
  std::size_t edges() const noexcept { return edges_.size(); }
  std::size_t bytes() const noexcept;

 private:
  struct node {
    std::uint32_t cell;
    std::uint32_t live, dead;  // edges
    std::uint32_t first;
  };
  large_vector<node> nodes_;
  large_vector<subtree> below_;  // [node]
  large_vector<graph_edge> edges_;
  node_id root_ = rejected;
};

}  // namespace korat::detail
