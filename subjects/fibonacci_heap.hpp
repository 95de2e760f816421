// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Fibonacci heaps: heap-ordered trees of any shape, whose roots, and the children of every node, form rings. (The
// marks, which only serve the cost of operations, are left out.)

#pragma once

#include <algorithm>

#include "subjects/check.hpp"

namespace korat::subjects::fibonacci_heap {

struct node {
  field<node*> parent, right, left, child;
  field<int> key;
  field<int> degree;
};

struct heap {
  field<int> size;
  field<node*> nodes;  // some root
  field<node*> min_node;

  /// Links, then degrees, then keys, each from the roots down.
  bool rep_ok() const {
    const node* const first = nodes;
    const node* const least = min_node;
    if (!first || !least) return !first && !least && size == 0;
    korat::set<const node*> visited;
    return ring_ok(first, nullptr, visited) && in_ring(least, first) && static_cast<int>(visited.size()) == size &&
           degrees_ok(first) && keys_ok(first) && least_key(first) == least->key;
  }

 private:
  /// Calls `check` for each node of a ring until one fails.
  template <class Check>
  static bool all_of_ring(const node* first, const Check& check) {
    const node* n = first;
    do {
      if (!check(n)) return false;
      n = n->right;
    } while (n != first);
    return true;
  }

  /// The ring closes in both directions, is below `parent`, and neither it nor what is below it was met before.
  static bool ring_ok(const node* first, const node* parent, korat::set<const node*>& visited) {
    return all_of_ring(first, [&](const node* n) {
      if (n->parent != parent || !visited.insert(n).second) return false;
      if (n->child && !ring_ok(n->child, n, visited)) return false;
      return n->right && n->right->left == n;
    });
  }

  static bool in_ring(const node* wanted, const node* first) {
    return !all_of_ring(first, [&](const node* n) { return n != wanted; });
  }

  static bool degrees_ok(const node* first) {
    return all_of_ring(first, [](const node* n) {
      int children = 0;
      if (n->child) all_of_ring(n->child, [&](const node*) { return ++children > 0; });
      return n->degree == children && (!n->child || degrees_ok(n->child));
    });
  }

  static bool keys_ok(const node* first) {
    return all_of_ring(first, [](const node* n) { return heap_ordered(n); });
  }
  static bool heap_ordered(const node* n) {
    const int key = n->key;
    return !n->child ||
           all_of_ring(n->child, [&](const node* child) { return child->key >= key && heap_ordered(child); });
  }

  static int least_key(const node* first) {
    int least = first->key;
    all_of_ring(first, [&](const node* n) {
      least = std::min<int>(least, n->key);
      return true;
    });
    return least;
  }
};

inline finitization<heap> bounds(std::int64_t n) {
  expect("fibonacci-heap", "n", n, 0);
  finitization<heap> space("fibonacci-heap");
  const auto any_node = space.objects<node>(n);
  const auto below_n = between(0, std::max<std::int64_t>(n - 1, 0));
  space.set<&heap::size>(between(0, n)).set<&heap::nodes>(any_node).set<&heap::min_node>(any_node);
  space.set<&node::parent>(any_node).set<&node::right>(any_node).set<&node::left>(any_node).set<&node::child>(any_node);
  space.set<&node::key>(below_n).set<&node::degree>(below_n);
  return space;
}

inline subject describe() {
  return checked({
      .name = "fibonacci-heap",
      .summary = "Fibonacci heaps of up to n nodes: rings of heap-ordered trees",
      .forms = {{"n"}},
      .known = {{{5}, 164'365, 52'281}},
      .describe = [](const arguments& a) { return described(bounds(a[0])); },
  });
}

}  // namespace korat::subjects::fibonacci_heap
