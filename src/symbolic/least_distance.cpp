// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "symbolic/least_distance.hpp"

#include <algorithm>

namespace korat::detail {

namespace {

constexpr std::uint32_t none = 0xffff'ffff;
constexpr wide unreached = wide{1} << 120;

/// Follows the arcs by which nodes got their distances, from a node behind or on a cycle.
std::vector<std::uint32_t> cycle_from(const std::vector<arc>& arcs, const std::vector<std::uint32_t>& by,
                                      std::uint32_t node) {
  for (std::size_t i = 0; i < by.size(); ++i) node = arcs[by[node]].from;  // onto the cycle
  std::vector<std::uint32_t> cycle;
  auto at = node;
  do {
    cycle.push_back(by[at]);
    at = arcs[by[at]].from;
  } while (at != node);
  return cycle;
}

}  // namespace

std::vector<std::uint32_t> find_negative_cycle(const std::vector<arc>& arcs, std::uint32_t nodes,
                                               std::vector<wide>& distance, std::size_t& work) {
  distance.assign(nodes, 0);  // as if from one more node with an arc to each
  std::vector<std::uint32_t> by(nodes, none);
  for (std::uint32_t round = 0; round <= nodes; ++round) {
    auto last = none;
    for (std::uint32_t i = 0; i < arcs.size(); ++i) {
      const auto& a = arcs[i];
      if (distance[a.to] <= distance[a.from] + a.most) continue;
      distance[a.to] = distance[a.from] + a.most;
      by[a.to] = i;
      last = a.to;
    }
    work += arcs.size();
    if (last == none) return {};
    if (round == nodes) return cycle_from(arcs, by, last);
  }
  return {};
}

namespace {

/// The flow whose dual the distances are, by successive shortest paths (Busacker and Gowen, 1960). Node 0 is split:
/// flow leaves it as node 0 and returns as node `nodes`. A path of negative cost must use an arc that carries a single
/// unit, so there are no more of them than twice the nodes.
class flow {
 public:
  flow(const std::vector<arc>& arcs, std::uint32_t nodes, std::size_t& work) : nodes_(nodes), work_(work) {
    for (const auto& a : arcs) add(a, unlimited);
    for (std::uint32_t i = 1; i < nodes; ++i) {
      add({0, i, 0}, 1);
      add({i, 0, 0}, 1);
    }
    while (shortest_paths() && distance_[nodes] < 0) augment();
  }
  /// Seen from node 0, with its two halves as one.
  void distances(std::vector<wide>& to) {
    for (auto& e : edges_) {
      e.from = e.from == nodes_ ? 0 : e.from;
      e.to = e.to == nodes_ ? 0 : e.to;
    }
    shortest_paths();
    to.assign(distance_.begin(), distance_.begin() + nodes_);
  }

 private:
  static constexpr std::uint32_t unlimited = 0xffff'ffff;
  struct edge {
    std::uint32_t from, to;
    wide cost;
    std::uint32_t room;
  };

  /// An edge and, beside it, the way back, with room for what has flown.
  void add(const arc& a, std::uint32_t room) {
    const auto to = a.to == 0 ? nodes_ : a.to;
    edges_.push_back({a.from, to, a.most, room});
    edges_.push_back({to, a.from, -a.most, 0});
  }
  bool shortest_paths() {
    distance_.assign(nodes_ + 1, unreached);
    by_.assign(nodes_ + 1, none);
    distance_[0] = 0;
    for (bool again = true; again;) {
      again = false;
      for (std::uint32_t i = 0; i < edges_.size(); ++i) {
        const auto& e = edges_[i];
        if (e.room == 0 || distance_[e.from] == unreached || distance_[e.to] <= distance_[e.from] + e.cost) continue;
        distance_[e.to] = distance_[e.from] + e.cost;
        by_[e.to] = i;
        again = true;
      }
      work_ += edges_.size();
    }
    return distance_[nodes_] != unreached;
  }
  void augment() {
    for (auto at = nodes_; at != 0; at = edges_[by_[at]].from) {
      auto &e = edges_[by_[at]], &back = edges_[by_[at] ^ 1];
      if (e.room != unlimited) --e.room;
      if (back.room != unlimited) ++back.room;
    }
  }

  const std::uint32_t nodes_;
  std::size_t& work_;
  std::vector<edge> edges_;
  std::vector<wide> distance_;
  std::vector<std::uint32_t> by_;
};

}  // namespace

void least_distance(const std::vector<arc>& arcs, std::uint32_t nodes, std::vector<wide>& distance, std::size_t& work) {
  flow(arcs, nodes, work).distances(distance);
}

}  // namespace korat::detail
