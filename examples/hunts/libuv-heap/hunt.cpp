// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// libuv's heap (src/heap-inl.h), in which its timers wait: a complete binary tree of nodes with parents, the least on
// top.

#include <heap-inl.h>

#include <algorithm>
#include <vector>

#include "hunt.hpp"

namespace {

struct timer : heap_node {
  int key;
};
int key_of(const heap_node* n) { return static_cast<const timer*>(n)->key; }
int before(const heap_node* a, const heap_node* b) { return key_of(a) < key_of(b); }

/// The subtree at the place `index`, as the heap would be in an array: 1, then 2i and 2i + 1.
bool subtree_ok(const heap_node* n, const heap_node* parent, unsigned index, unsigned size, std::vector<int>& keys) {
  if (index > size) return !n;
  if (!n || n->parent != parent) return false;
  if (parent && key_of(n) <= key_of(parent)) return false;
  keys.push_back(key_of(n));
  return subtree_ok(n->left, n, 2 * index, size, keys) && subtree_ok(n->right, n, 2 * index + 1, size, keys);
}

/// The keys in order; none if it is no heap. That all are there once says that no node is met twice.
std::vector<int> keys_of(const heap& h) {
  std::vector<int> keys;
  if (!subtree_ok(h.min, nullptr, 1, h.nelts, keys)) return {};
  std::ranges::sort(keys);
  return std::ranges::adjacent_find(keys) == keys.end() ? keys : std::vector<int>();
}

korat::finitization<heap> heaps(int n) {
  korat::finitization<heap> bounds;
  const auto nodes = bounds.objects<timer>(n);
  std::vector<int> keys;
  for (int i = 1; i <= n; ++i) keys.push_back(2 * i);
  bounds.set<&heap::min>(nodes).set<&heap::nelts>(korat::exactly(n));
  bounds.set<&heap_node::left>(nodes).set<&heap_node::right>(nodes).set<&heap_node::parent>(nodes);
  bounds.set<&timer::key>(korat::one_of(keys));
  return bounds;
}

auto of_size(int n) {
  return [n](const heap& h) { return keys_of(h).size() == static_cast<std::size_t>(n); };
}

/// Heaps of n different keys (OEIS A056971).
std::uint64_t number_of_heaps(int n) {
  static constexpr std::uint64_t known[] = {1, 1, 1, 2, 3, 8, 20, 80, 210};
  return known[n];
}

bool inserts(heap& h, int key) {
  auto expected = keys_of(h);
  expected.insert(std::ranges::lower_bound(expected, key), key);
  timer added{};
  added.key = key;
  heap_insert(&h, &added, before);
  return keys_of(h) == expected;
}

/// The node with this key, which is there.
heap_node* find(heap_node* n, int key) {
  if (!n || key_of(n) == key) return n;
  heap_node* const found = find(n->left, key);
  return found ? found : find(n->right, key);
}

bool removes(heap& h, int index) {
  auto expected = keys_of(h);
  const auto place = expected.begin() + index;
  heap_remove(&h, find(h.min, *place), before);
  expected.erase(place);
  return keys_of(h) == expected && h.nelts == expected.size() && (h.min != nullptr) == !expected.empty();
}

bool dequeues(heap& h) {
  auto expected = keys_of(h);
  const bool is_least = key_of(heap_min(&h)) == expected.front();
  heap_dequeue(&h, before);
  expected.erase(expected.begin());
  return is_least && keys_of(h) == expected;
}

}  // namespace

int main() {
  count("heaps", 1, 8, heaps, of_size, number_of_heaps);
  hunt("heap_insert", 1, 8, [](int n) {
    return korat::property("inserts", heaps(n), of_size(n), &inserts, {}, korat::one_of([n] {
                             std::vector<int> odd;
                             for (int i = 0; i <= n; ++i) odd.push_back(2 * i + 1);
                             return odd;
                           }()));
  });
  hunt("heap_remove", 1, 8,
       [](int n) { return korat::property("removes", heaps(n), of_size(n), &removes, {}, korat::between(0, n - 1)); });
  hunt("heap_dequeue", 1, 8, [](int n) { return korat::property("dequeues", heaps(n), of_size(n), &dequeues, {}); });
}
