// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// BinomialHeap(n), n > 0, by plain recursive backtracking: size in [0, n], nodes; per node parent, sibling, child, key
// in [1, n], degree in [0, n]; n nodes, nullable. Read order: size, nodes; per node parent, child and all below it,
// sibling; then degrees, then keys, both a node before its children, these before its siblings. Only the key of a root
// without children is not read: every way to choose it counts.

#pragma once

#include <algorithm>
#include <bit>

#include "enumerator/structures.hpp"

namespace korat::bench::handwritten {

template <class Count>
class binomial_heap_search {
 public:
  binomial_heap_search(binomial_heap& heap, Count& count, int n) : heap_(heap), count_(count), n_(n) {}

  void run() {
    for (heap_.size = 0; heap_.size <= n_; ++heap_.size) {
      heap_.nodes = 0;
      count_.visit(0, heap_.size == 0);
      heap_.nodes = 1;
      if (heap_.size == 0)
        count_.visit(1);
      else
        choose_parent(1, 0, 1U << 1, 1);
    }
  }

 private:
  using node = binomial_heap::node;
  node& at(int i) { return heap_.node_at[i]; }
  int last_node(int used) const { return std::min(used + 1, n_); }

  // Links. `met`: the nodes visited, as bits; `used`: how many are in use.
  void choose_parent(int i, int parent, unsigned met, int used) {
    const int last = last_node(used);
    for (int value = 0; value <= last; ++value) {
      at(i).parent = value;
      if (value != parent)
        count_.visit(value);
      else
        choose_child(i, met, used);
    }
    at(i).parent = 0;
  }

  void choose_child(int i, unsigned met, int used) {
    const int last = last_node(used);
    for (int child = 0; child <= last; ++child) {
      at(i).child = child;
      if (child == 0)
        choose_sibling(i, met, used);
      else if ((met >> child & 1U) != 0)
        count_.visit(child);
      else
        choose_parent(child, i, met | 1U << child, child);
    }
    at(i).child = 0;
  }

  void choose_sibling(int i, unsigned met, int used) {
    const int last = last_node(used), parent = at(i).parent;
    for (int sibling = 0; sibling <= last; ++sibling) {
      at(i).sibling = sibling;
      if (sibling != 0 && (met >> sibling & 1U) != 0)
        count_.visit(sibling);
      else if (sibling != 0)
        choose_parent(sibling, parent, met | 1U << sibling, sibling);
      else if (parent != 0)
        choose_sibling(parent, met, used);
      else if (std::popcount(met) != heap_.size)
        count_.visit(0);
      else
        next_root(heap_.nodes, 0, heap_.size, 0);
    }
    at(i).sibling = 0;
  }

  // Degrees. `degree`, `bits`: of the roots that are left; `value`: read last.
  void next_root(int root, int degree, int bits, int value) {
    if ((root == 0) != (bits == 0)) return count_.visit(value);
    if (root == 0) return next_keys(heap_.nodes, value);
    for (; bits % 2 == 0; bits /= 2) ++degree;
    choose_degree(root, degree, degree, bits);
  }

  void choose_degree(int i, int wanted, int degree, int bits) {
    for (int value = 0; value <= n_; ++value) {
      at(i).degree = value;
      if (value != wanted)
        count_.visit(value);
      else if (at(i).child != 0)
        choose_degree(at(i).child, wanted - 1, degree, bits);
      else
        behind_degree(i, degree, bits, value);
    }
    at(i).degree = 0;
  }

  // A node without children has degree 0, and so has the last child of any other.
  void behind_degree(int i, int degree, int bits, int value) {
    if (at(i).degree != 0) return count_.visit(value);
    for (; at(i).parent != 0; i = at(i).parent) {
      if (at(i).sibling != 0) return choose_degree(at(i).sibling, at(i).degree - 1, degree, bits);
      if (at(i).degree != 0) return count_.visit(value);
    }
    next_root(at(i).sibling, degree + 1, bits / 2, value);
  }

  // Keys.
  void next_keys(int root, int value) {
    while (root != 0 && at(root).child == 0) root = at(root).sibling;
    if (root == 0) return complete(value);
    for (int key = 1; key <= n_; ++key) {
      at(root).key = key;
      choose_key(at(root).child);
    }
    at(root).key = 1;
  }

  void choose_key(int i) {
    const int least = at(at(i).parent).key;
    for (int key = 1; key <= n_; ++key) {
      at(i).key = key;
      if (least > key)
        count_.visit(key - 1);
      else
        behind_key(i, key - 1);
    }
    at(i).key = 1;
  }

  void behind_key(int i, int value) {
    if (at(i).child != 0) return choose_key(at(i).child);
    while (at(i).parent != 0 && at(i).sibling == 0) i = at(i).parent;
    if (at(i).parent == 0) return next_keys(at(i).sibling, value);
    choose_key(at(i).sibling);
  }

  // The key that was not read: that of the first root, which is the only one that may have no children.
  void complete(int value) {
    node& first = at(heap_.nodes);
    if (first.child != 0) return count_.visit(value, true);
    for (first.key = 1; first.key <= n_; ++first.key) count_.visit(first.key - 1, true);
    first.key = 1;
  }

  binomial_heap& heap_;
  Count& count_;
  const int n_;
};

template <class Count = tally>
result enumerate_binomial_heap(int n) {
  return enumerate<binomial_heap, Count>(
      n, [n](binomial_heap& heap, Count& count) { binomial_heap_search(heap, count, n).run(); });
}

}  // namespace korat::bench::handwritten
