// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Best first: a node is known by how many objects are in use when it is met, so an edge costs the objects that its
// value brings into use, whatever path leads there, and the least cost from a node to a solution is a sum along the
// graph: A* (Hart, Nilsson and Raphael, 1968) with an estimate that is exact. A path is pursued in the order of what it
// costs at least in all; no path is pursued that none of the answers needs.

#include "diagram/smallest.hpp"

#include <algorithm>
#include <limits>
#include <queue>

namespace korat::detail {

namespace {

class costs {
 public:
  costs(const graph& g, const space& s) : graph_(g), space_(s), used_(g.size()), least_(g.size(), dear) {
    count_objects();
    for (node_id n = 0; n < g.size(); ++n) least_[n] = least_from(n);
  }
  std::uint32_t least(node_id n) const noexcept { return least_[n]; }

  /// Objects that the edge brings into use.
  std::uint32_t of(node_id n, const graph_edge& e) const {
    const auto object = space_.object_of(graph_.cell(n), e.value);
    if (!is_counted(object)) return 0;
    const auto& o = space_.objects()[object];
    const auto used = used_[n][o.object_class];
    return o.index + 1 > used ? o.index + 1 - used : 0;
  }

 private:
  static constexpr std::uint32_t dear = std::numeric_limits<std::uint32_t>::max() / 2;

  bool is_counted(std::size_t object) const {
    return object != space::no_object && !space_.class_of(space_.objects()[object]).told_apart;
  }

  /// Parents come behind their children.
  void count_objects() {
    used_[graph_.root()].assign(space_.described().classes.size(), 0);
    for (auto n = static_cast<node_id>(graph_.size()); n-- > 0;) {
      if (used_[n].empty()) continue;  // nothing leads there, or it is a leaf
      for (const auto& e : graph_.live(n)) {
        if (graph_.is_leaf(e.child)) continue;
        used_[e.child] = used_[n];
        const auto object = space_.object_of(graph_.cell(n), e.value);
        if (is_counted(object)) used_[e.child][space_.objects()[object].object_class] += of(n, e);
      }
    }
  }

  std::uint32_t least_from(node_id n) const {
    if (graph_.is_leaf(n)) return 0;
    auto result = dear;
    if (!used_[n].empty())
      for (const auto& e : graph_.live(n)) result = std::min(result, of(n, e) + least_[e.child]);
    return result;
  }

  const graph& graph_;
  const space& space_;
  std::vector<std::vector<std::uint32_t>> used_;  // [node][class]
  std::vector<std::uint32_t> least_;              // [node]
};

struct path {
  std::uint32_t at_least;  // objects, of all solutions that it leads to
  big_integer first;       // the number of the first of these
  std::uint32_t cost;      // so far
  node_id to;
  bool operator<(const path& other) const {  // the queue hands out the largest
    return at_least != other.at_least ? at_least > other.at_least : first > other.first;
  }
};

}  // namespace

std::vector<big_integer> smallest_solutions(const graph& g, const space& s, std::size_t most) {
  std::vector<big_integer> result;
  if (!g.is_live(g.root())) return result;
  const costs cost(g, s);
  std::priority_queue<path> open;
  open.push({cost.least(g.root()), 0, 0, g.root()});
  while (!open.empty() && result.size() < most) {
    const auto p = open.top();
    open.pop();
    if (g.is_leaf(p.to)) {
      for (big_integer i; i < g.below(p.to).valid && result.size() < most; i += 1) result.push_back(p.first + i);
      continue;
    }
    auto first = p.first;
    for (const auto& e : g.live(p.to)) {
      const auto paid = p.cost + cost.of(p.to, e);
      open.push({paid + cost.least(e.child), first, paid, e.child});
      first += g.below(e.child).valid;
    }
  }
  return result;
}

}  // namespace korat::detail
