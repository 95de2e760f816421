// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Large heaps, built as their users build them: one node after the other.

#pragma once

#include <algorithm>
#include <array>

#include "subjects/binomial_heap.hpp"
#include "subjects/fibonacci_heap.hpp"
#include "subjects/heap_array.hpp"
#include "subjects/large/objects.hpp"

namespace korat::subjects::large {

/// The one with the larger key becomes the first child of the other, of the same degree.
inline binomial_heap::node* join(binomial_heap::node* a, binomial_heap::node* b) {
  if (b->key < a->key) std::swap(a, b);
  b->parent = a;
  b->sibling = a->child;
  a->child = b;
  ++a->degree;
  return a;
}

/// Inserting counts in binary: trees of the same degree are joined and carried on.
inline grown grow_binomial_heap(std::int64_t size, std::mt19937_64& random) {
  using namespace binomial_heap;
  expect("binomial-heap", "size", size, 0);
  const auto all = std::make_shared<kept<heap, node>>(random, size);
  std::array<node*, 32> trees{};  // by degree
  for (node* fresh : all->pool<node>().take_all()) {
    fresh->key = static_cast<int>(between(random, 1, size));
    std::size_t degree = 0;
    for (; trees[degree]; ++degree) fresh = join(std::exchange(trees[degree], nullptr), fresh);
    trees[degree] = fresh;
  }
  node* roots = nullptr;
  for (std::size_t degree = trees.size(); degree-- > 0;)
    if (trees[degree]) {
      trees[degree]->sibling = roots;
      roots = trees[degree];
    }
  all->root.nodes = roots;
  all->root.size = static_cast<int>(size);
  return as_grown(all, {size});
}

/// Behind `place`, which is null for the first of a ring; gives back where the next one goes.
inline fibonacci_heap::node* put_into_ring(fibonacci_heap::node* place, fibonacci_heap::node* fresh) {
  fibonacci_heap::node* const before = place ? place : fresh;
  fibonacci_heap::node* const after = place ? static_cast<fibonacci_heap::node*>(place->right) : fresh;
  fresh->left = before;
  fresh->right = after;
  before->right = fresh;
  after->left = fresh;
  return fresh;
}

/// The keys come in order, so a node may be put below any that is there: the depth grows with the logarithm. One in
/// eight becomes a root.
inline grown grow_fibonacci_heap(std::int64_t size, std::mt19937_64& random) {
  using namespace fibonacci_heap;
  expect("fibonacci-heap", "size", size, 0);
  const auto all = std::make_shared<kept<heap, node>>(random, size);
  const auto nodes = all->pool<node>().take_all();
  std::vector<int> keys;
  for (std::int64_t i = 0; i < size; ++i) keys.push_back(static_cast<int>(between(random, 0, size - 1)));
  std::ranges::sort(keys);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    nodes[i]->key = keys[i];
    if (i == 0 || random() % 8 == 0) {
      all->root.nodes = put_into_ring(all->root.nodes, nodes[i]);
      continue;
    }
    node* const parent = nodes[random() % i];
    nodes[i]->parent = parent;
    parent->child = put_into_ring(parent->child, nodes[i]);
    ++parent->degree;
  }
  if (!nodes.empty()) all->root.min_node = nodes.front();
  all->root.size = static_cast<int>(size);
  return as_grown(all, {size});
}

/// Makes a heap of the first `used` values, from the last parent up to the root.
inline void make_heap(std::vector<int>& values, std::size_t used) {
  for (std::size_t top = used / 2; top-- > 0;)
    for (std::size_t at = top, child = 2 * at + 1; child < used; at = child, child = 2 * at + 1) {
      if (child + 1 < used && values[child + 1] > values[child]) ++child;
      if (values[at] >= values[child]) break;
      std::swap(values[at], values[child]);
    }
}

/// A quarter more room than needed, at most.
inline grown grow_heap_array(std::int64_t size, std::mt19937_64& random) {
  using namespace heap_array;
  expect("heap-array", "size", size, 0, most_objects * 4 / 5);
  const auto length = size + between(random, 0, size / 4);
  std::vector<int> values(static_cast<std::size_t>(length), -1);
  const auto used = static_cast<std::size_t>(size);
  for (std::size_t i = 0; i < used; ++i) values[i] = static_cast<int>(between(random, 0, 10 * size));
  make_heap(values, used);
  const auto root = std::make_shared<heap>();
  root->values.resize(static_cast<std::int32_t>(length));
  for (std::size_t i = 0; i < values.size(); ++i) root->values[static_cast<std::int32_t>(i)] = values[i];
  root->size = static_cast<int>(size);
  return {root, root.get(), {size, length, 10 * size}, {}};
}

}  // namespace korat::subjects::large
