// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// FibonacciHeap(n), n > 0, by plain recursive backtracking: size in [0, n], nodes, min_node; per node parent, right,
// left, child, key and degree in [0, n - 1]; n nodes, nullable. Read order: nodes, min_node; per node parent, child and
// all below it, right, the left of that; size; then degrees, then keys, a node before its children, these before the
// rest of its ring.

#pragma once

#include <algorithm>
#include <bit>

#include "enumerator/structures.hpp"

namespace korat::bench::handwritten {

template <class Count>
class fibonacci_heap_search {
 public:
  fibonacci_heap_search(fibonacci_heap& heap, Count& count, int n) : heap_(heap), count_(count), n_(n) {}

  void run() {
    for (heap_.size = 0; heap_.size <= n_; ++heap_.size) count_.visit(heap_.size, heap_.size == 0);  // neither
    heap_.min_node = 1;
    count_.visit(1);
    heap_.nodes = 1;
    heap_.min_node = 0;
    count_.visit(0);
    for (heap_.min_node = 1; heap_.min_node <= last_node(1); ++heap_.min_node)
      choose_parent(1, 0, {.used = heap_.min_node});
  }

 private:
  fibonacci_heap::node& at(int i) { return heap_.node_at[i]; }
  int last_node(int used) const { return std::min(used + 1, n_); }
  int first_of_ring(int i) { return at(i).parent != 0 ? at(at(i).parent).child : heap_.nodes; }

  struct seen {
    unsigned met = 0;      // nodes visited, as bits
    unsigned entered = 0;  // nodes whose left is chosen
    int used = 0;          // nodes in use
    seen use(int i) const { return {met, entered, std::max(used, i)}; }
  };

  // Links.
  void choose_parent(int i, int parent, seen so_far) {
    const int last = last_node(so_far.used);
    for (int value = 0; value <= last; ++value) {
      at(i).parent = value;
      if (value != parent)
        count_.visit(value);
      else
        choose_child(i, {so_far.met | 1U << i, so_far.entered, so_far.used});
    }
    at(i).parent = 0;
  }

  void choose_child(int i, seen so_far) {
    const int last = last_node(so_far.used);
    for (int child = 0; child <= last; ++child) {
      at(i).child = child;
      if (child == 0)
        choose_right(i, so_far);
      else if ((so_far.met >> child & 1U) != 0)
        count_.visit(child);
      else
        choose_parent(child, i, so_far.use(child));
    }
    at(i).child = 0;
  }

  void choose_right(int i, seen so_far) {
    const int last = last_node(so_far.used);
    for (int right = 0; right <= last; ++right) {
      at(i).right = right;
      if (right == 0)
        count_.visit(0);
      else if ((so_far.entered >> right & 1U) == 0)
        choose_left(right, i, so_far.use(right));
      else if (at(right).left != i)
        count_.visit(right);
      else
        go_right(i, so_far, right);
    }
    at(i).right = 0;
  }

  void choose_left(int right, int i, seen so_far) {
    so_far.entered |= 1U << right;
    const int last = last_node(so_far.used);
    for (int left = 0; left <= last; ++left) {
      at(right).left = left;
      if (left != i)
        count_.visit(left);
      else
        go_right(i, so_far, left);
    }
    at(right).left = 0;
  }

  /// `value`: read last.
  void go_right(int i, seen so_far, int value) {
    const int right = at(i).right, parent = at(i).parent;
    if (right != first_of_ring(i)) {
      if ((so_far.met >> right & 1U) != 0) return count_.visit(value);
      return choose_parent(right, parent, so_far);
    }
    if (parent != 0) return choose_right(parent, so_far);
    if (!is_root(heap_.min_node)) return count_.visit(value);
    choose_size(so_far);
  }

  bool is_root(int wanted) {
    int i = heap_.nodes;
    while (i != wanted && at(i).right != heap_.nodes) i = at(i).right;
    return i == wanted;
  }

  void choose_size(seen so_far) {
    for (heap_.size = 0; heap_.size <= n_; ++heap_.size) {
      if (std::popcount(so_far.met) != heap_.size)
        count_.visit(heap_.size);
      else
        choose_degree(heap_.nodes);
    }
    heap_.size = 0;
  }

  /// In preorder; 0: there is none.
  int behind(int i) {
    if (at(i).child != 0) return at(i).child;
    while (at(i).right == first_of_ring(i)) {
      i = at(i).parent;
      if (i == 0) return 0;
    }
    return at(i).right;
  }

  int children(int i) {
    int count = 0;
    if (const int first = at(i).child; first != 0)
      for (int child = first; count == 0 || child != first; child = at(child).right) ++count;
    return count;
  }

  void choose_degree(int i) {
    const int wanted = children(i), next = behind(i);
    for (int degree = 0; degree < n_; ++degree) {
      at(i).degree = degree;
      if (degree != wanted)
        count_.visit(degree);
      else if (next != 0)
        choose_degree(next);
      else
        choose_key(heap_.nodes);
    }
    at(i).degree = 0;
  }

  void choose_key(int i) {
    const int parent = at(i).parent, next = behind(i);
    for (int key = 0; key < n_; ++key) {
      at(i).key = key;
      if (parent != 0 && key < at(parent).key)
        count_.visit(key);
      else if (next != 0)
        choose_key(next);
      else
        count_.visit(key, least_key() == at(heap_.min_node).key);
    }
    at(i).key = 0;
  }

  int least_key() {
    int least = at(heap_.nodes).key;
    for (int i = at(heap_.nodes).right; i != heap_.nodes; i = at(i).right) least = std::min(least, at(i).key);
    return least;
  }

  fibonacci_heap& heap_;
  Count& count_;
  const int n_;
};

template <class Count = tally>
result enumerate_fibonacci_heap(int n) {
  return enumerate<fibonacci_heap, Count>(
      n, [n](fibonacci_heap& heap, Count& count) { fibonacci_heap_search(heap, count, n).run(); });
}

}  // namespace korat::bench::handwritten
