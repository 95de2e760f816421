// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Two questions about a graph of differences: is there a negative cycle, and how far must the nodes move at least?

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "symbolic/number.hpp"

namespace korat::detail {

/// distance[to] - distance[from] <= most
struct arc {
  std::uint32_t from, to;
  wide most;
};

/// The numbers of arcs that form a negative cycle; if there is none, nothing, and distances that satisfy all arcs. Adds
/// the arcs looked at to `work`.
std::vector<std::uint32_t> find_negative_cycle(const std::vector<arc>&, std::uint32_t nodes,
                                               std::vector<wide>& distance, std::size_t& work);

/// Distances that satisfy all arcs, 0 at node 0, the sum of their absolute values as small as possible. There must be
/// no negative cycle, and an arc to each node from node 0.
void least_distance(const std::vector<arc>&, std::uint32_t nodes, std::vector<wide>& distance, std::size_t& work);

}  // namespace korat::detail
