// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Binomial heaps: a list of heap-ordered binomial trees, one for each bit of the number of nodes. A tree of degree d
// has d children, of degrees d - 1, ..., 0.

#pragma once

#include <algorithm>

#include "subjects/check.hpp"

namespace korat::subjects::binomial_heap {

struct node {
  field<node*> parent, sibling, child;
  field<int> key;
  field<int> degree;
};

struct heap {
  field<int> size;
  field<node*> nodes;  // the roots, linked by `sibling`

  /// Links, then degrees, then keys, each from the roots down.
  bool rep_ok() const { return is_forest() && roots_have_degrees() && keys_ok(); }

  bool is_forest() const {
    if (size == 0) return !nodes;
    if (!nodes) return false;
    korat::set<const node*> visited;
    return links_ok(nodes, nullptr, visited) && static_cast<int>(visited.size()) == size;
  }

  /// The degrees of the roots are the bits of the size, ascending.
  bool roots_have_degrees() const {
    int degree = 0, bits = size;
    for (const node* root = nodes; root; root = root->sibling, ++degree, bits /= 2) {
      if (bits == 0) return false;
      for (; bits % 2 == 0; bits /= 2) ++degree;
      if (!has_degree(root, degree)) return false;
    }
    return bits == 0;
  }

  bool keys_ok() const {
    for (const node* root = nodes; root; root = root->sibling)
      if (!no_smaller_key_below(root)) return false;
    return true;
  }

 private:
  /// The list that starts at `first`, and everything below it, has not been met before and is below `parent`.
  static bool links_ok(const node* first, const node* parent, korat::set<const node*>& visited) {
    for (const node* n = first; n; n = n->sibling)
      if (!visited.insert(n).second || n->parent != parent || !links_ok(n->child, n, visited)) return false;
    return true;
  }

  static bool has_degree(const node* n, int degree) {
    if (n->degree != degree) return false;
    for (const node* child = n->child; child; child = child->sibling)
      if (!has_degree(child, --degree)) return false;
    return degree == 0;
  }

  /// A node is compared with its children; so a root without children is free, and its key is not read.
  static bool no_smaller_key_below(const node* n) {
    for (const node* child = n->child; child; child = child->sibling)
      if (n->key > child->key || !no_smaller_key_below(child)) return false;
    return true;
  }
};

inline finitization<heap> bounds(std::int64_t n) {
  expect("binomial-heap", "n", n, 0);
  finitization<heap> space("binomial-heap");
  const auto any_node = space.objects<node>(n);
  space.set<&heap::size>(between(0, n)).set<&heap::nodes>(any_node);
  space.set<&node::parent>(any_node).set<&node::sibling>(any_node).set<&node::child>(any_node);
  space.set<&node::key>(between(1, std::max<std::int64_t>(n, 1))).set<&node::degree>(between(0, n));
  return space;
}

inline subject describe() {
  return checked({
      .name = "binomial-heap",
      .summary = "binomial heaps of up to n nodes: a forest of heap-ordered binomial trees",
      .forms = {{"n"}},
      .known = {{{6}, 42'815, 7'602},
                {{8}, 1'323'194, 603'744},
                {{9}, 11'778'107, 8'746'120},
                {{10}, 150'727'471, 117'157'172}},
      .describe = [](const arguments& a) { return described(bounds(a[0])); },
  });
}

}  // namespace korat::subjects::binomial_heap
