// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Directed acyclic graphs over a fixed list of nodes. Listing a node does not use it; as far as the isomorphism rule is
// concerned, only an edge does. So the first edge of all leads to the first node, and every later one to a node that
// some edge has led to already, or to the next one.

#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "subjects/check.hpp"

namespace korat::subjects::dag {

struct node {
  array<node*> children;
};

struct graph {
  field<int> size;
  array<node*> nodes;

  /// Depth first from every node not reached before; then no node may be left without an edge, and no edge may lead to
  /// a node that is not listed.
  bool rep_ok() const {
    traversal t;
    const int count = nodes.size();
    for (int i = 0; i < count; ++i)
      if (!t.descendants.contains(nodes[i]) && !t.visit(nodes[i])) return false;
    return static_cast<int>(t.with_edge.size()) == count && static_cast<int>(t.descendants.size()) == count &&
           count == size;
  }

 private:
  struct traversal {
    korat::set<const node*> path;                        // from where we started to where we are
    korat::set<const node*> with_edge;                   // at either end of it
    korat::map<const node*, std::uint64_t> descendants;  // of the nodes done: they included, shared ones once per path

    /// Children differ, close no cycle, and come in the order of their descendants, most first: else one graph could be
    /// written in many ways.
    bool visit(const node* n) {
      path.insert(n);
      std::uint64_t sum = 1, most = std::numeric_limits<std::uint64_t>::max();
      const int count = n->children.size();
      for (int i = 0; i < count; ++i) {
        const node* const child = n->children[i];
        for (int j = 0; j < i; ++j)
          if (n->children[j] == child) return false;
        if (path.contains(child)) return false;
        with_edge.insert(n);
        with_edge.insert(child);
        if (!descendants.contains(child) && !visit(child)) return false;
        const std::uint64_t below = descendants.at(child);
        if (below > most) return false;
        most = below;
        sum += below;
      }
      path.erase(n);
      descendants.insert({n, sum});
      return true;
    }
  };
};

inline finitization<graph> bounds(std::int64_t n) {
  expect("dag", "n", n, 0, most_squared);
  finitization<graph> space("dag");
  const auto any_node = space.objects<node>(n, {.null = null_value::excluded});
  space.set<&graph::size>(exactly(n)).set<&graph::nodes>(each_of(any_node));
  space.set<&node::children>(array_of(any_node).with_length(between(0, std::max<std::int64_t>(n - 1, 0))));
  return space;
}

inline subject describe() {
  return checked({
      .name = "dag",
      .summary = "directed acyclic graphs of n nodes, each with an edge",
      .forms = {{"n"}},
      .known = {{{4}, 182, 35}, {{5}, 4'301, 584}},
      .describe = [](const arguments& a) { return described(bounds(a[0])); },
  });
}

}  // namespace korat::subjects::dag
