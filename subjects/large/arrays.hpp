// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Large structures whose root lists their objects in an array: disjoint sets and graphs.

#pragma once

#include <algorithm>
#include <functional>

#include "subjects/dag.hpp"
#include "subjects/disj_set.hpp"
#include "subjects/large/objects.hpp"

namespace korat::subjects::large {

template <class T>
void fill(array<T*>& place, const std::vector<T*>& objects) {
  place.resize(static_cast<std::int32_t>(objects.size()));
  for (std::size_t i = 0; i < objects.size(); ++i) place[static_cast<std::int32_t>(i)] = objects[i];
}

/// Random sets are united, the one of lower rank below the other, until about one in four is left.
inline grown grow_disj_set(std::int64_t size, std::mt19937_64& random) {
  using namespace disj_set;
  expect("disj-set", "size", size, 1);
  const auto all = std::make_shared<kept<disjoint_sets, record>>(random, size);
  const auto records = all->pool<record>().take_all();
  for (std::size_t i = 0; i < records.size(); ++i) records[i]->parent = static_cast<int>(i);
  auto roots = shuffled_numbers(size, random);
  const auto at = [&](int i) { return records[static_cast<std::size_t>(i)]; };
  while (roots.size() > 1 + records.size() / 4) {
    std::swap(roots.back(), roots[random() % roots.size()]);
    int lower = roots.back();
    roots.pop_back();
    int& upper = roots[random() % roots.size()];
    if (at(upper)->rank < at(lower)->rank) std::swap(lower, upper);
    if (at(upper)->rank == at(lower)->rank) ++at(upper)->rank;
    at(lower)->parent = upper;
  }
  fill(all->root.records, records);
  all->root.size = static_cast<int>(size);
  return as_grown(all, {size});
}

/// The nodes of a graph, by levels: edges lead to deeper levels only. Few levels keep the numbers of descendants, which
/// count every way, small.
class leveled_graph {
 public:
  leveled_graph(std::size_t size, std::mt19937_64& random) : children_(size), ways_(size, 1) {
    const auto levels = std::min<std::size_t>(size, 8);
    begin_.push_back(0);
    for (std::size_t level = 1; level < levels; ++level) begin_.push_back(level * size / levels);
    begin_.push_back(size);
    for (std::size_t level = 0; level + 1 < levels; ++level)
      for (auto n = begin_[level]; n < begin_[level + 1]; ++n) add_children(n, begin_[level + 1], random);
    give_parents(random);
    for (std::size_t n = size; n-- > 0;) order_children(n);
  }

  const std::vector<std::size_t>& children(std::size_t node) const { return children_[node]; }

 private:
  void add_children(std::size_t node, std::size_t first, std::mt19937_64& random) {
    for (auto count = 1 + random() % 3; count > 0; --count) add(node, first + random() % (children_.size() - first));
  }
  void add(std::size_t node, std::size_t child) {
    auto& children = children_[node];
    if (std::ranges::find(children, child) == children.end()) children.push_back(child);
  }

  /// The nodes of the last level have no children: each needs an edge that leads to it.
  void give_parents(std::mt19937_64& random) {
    std::vector<bool> has_parent(children_.size());
    for (const auto& children : children_)
      for (const auto child : children) has_parent[child] = true;
    const auto last = begin_[begin_.size() - 2];
    for (auto n = last; n < children_.size(); ++n)
      if (!has_parent[n]) add(random() % last, n);
  }

  /// Most descendants first. Those of the children are known.
  void order_children(std::size_t node) {
    std::ranges::stable_sort(children_[node], std::greater{}, [&](std::size_t child) { return ways_[child]; });
    for (const auto child : children_[node]) ways_[node] += ways_[child];
  }

  std::vector<std::size_t> begin_;  // of each level, and the end
  std::vector<std::vector<std::size_t>> children_;
  std::vector<std::uint64_t> ways_;  // to descendants, and the node itself
};

/// There is no graph of one node: it would have no edge.
inline grown grow_dag(std::int64_t size, std::mt19937_64& random) {
  using namespace dag;
  expect("dag", "size", size, 2, most_squared);
  const auto all = std::make_shared<kept<graph, node>>(random, size);
  const auto nodes = all->pool<node>().take_all();
  const leveled_graph edges(nodes.size(), random);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    std::vector<node*> children;
    for (const auto child : edges.children(i)) children.push_back(nodes[child]);
    fill(nodes[i]->children, children);
  }
  auto listed = nodes;
  shuffle(listed, random);
  fill(all->root.nodes, listed);
  all->root.size = static_cast<int>(size);
  return as_grown(all, {size});
}

}  // namespace korat::subjects::large
