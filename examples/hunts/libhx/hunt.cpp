// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// libHX 4.10: double-ended queues whose nodes know the queue they are in. The binary that Debian ships is called, not
// compiled here: it frees nodes itself, so it gets copies made by malloc(). Every pair of queues within a bound, and on
// each every operation.

#include <libHX/deque.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "hunt.hpp"

namespace {

using node = HXdeque_node;
using number = std::intptr_t;  // elements are numbers, not addresses
number& element(node& n) { return reinterpret_cast<number&>(n.ptr); }
void* as_element(number v) { return reinterpret_cast<void*>(v); }
using numbers = std::vector<number>;

struct queues {
  HXdeque *first, *second;
  ~queues() {
    HXdeque_free(first);
    HXdeque_free(second);
  }
};

/// What is in a queue, or {-1}: something is wrong. `most`: so many nodes there can be.
numbers elements_of(const HXdeque* q, std::size_t most) {
  numbers all;
  const node* last = nullptr;
  for (const node* n = q->first; n; last = n, n = n->next) {
    if (n->prev != last || n->parent != q || all.size() == most) return {-1};
    all.push_back(reinterpret_cast<number>(n->ptr));
  }
  return q->last == last && q->items == all.size() ? all : numbers{-1};
}

/// Queues with the elements 1 ... n, in this order.
auto have_elements(int n) {
  return [n](const queues& q) {
    if (!q.first || !q.second || q.first == q.second) return false;
    numbers all = elements_of(q.first, static_cast<std::size_t>(n)), expected(static_cast<std::size_t>(n));
    if (all == numbers{-1}) return false;
    const auto others = elements_of(q.second, expected.size() - all.size());
    all.insert(all.end(), others.begin(), others.end());
    std::iota(expected.begin(), expected.end(), 1);
    return all == expected;
  };
}

korat::finitization<queues> all_queues(int n) {
  korat::finitization<queues> bounds;
  const auto deques = bounds.objects<HXdeque>(2);
  const auto nodes = bounds.objects<node>(n);
  bounds.set<&queues::first>(deques).set<&queues::second>(deques);
  bounds.set<&HXdeque::first>(nodes).set<&HXdeque::last>(nodes).set<&HXdeque::items>(korat::between(0, n));
  bounds.set<&node::next>(nodes).set<&node::prev>(nodes).set<&node::parent>(deques).set<&element>(
      korat::between(1, std::max(n, 1)));
  return bounds;
}

using copy = korat::owned_structure<queues>;
const korat::property_options by_malloc{
    .copies = korat::copy_options{.owner = korat::ownership::root}
                  .with_factory<HXdeque>(HXdeque_init, HXdeque_free)
                  .with_factory<node>([] { return static_cast<node*>(std::calloc(1, sizeof(node))); },
                                      [](node* n) { std::free(n); })};

struct contents {
  numbers first, second;
  bool operator==(const contents&) const = default;
};
contents of(const queues& q) { return {elements_of(q.first, 100), elements_of(q.second, 100)}; }

bool pushes(copy q) {
  auto expected = of(*q);
  const auto* const added = HXdeque_push(q->first, as_element(9));
  expected.first.push_back(9);
  return added == q->first->last && of(*q) == expected;
}
bool unshifts(copy q) {
  auto expected = of(*q);
  const auto* const added = HXdeque_unshift(q->first, as_element(9));
  expected.first.insert(expected.first.begin(), 9);
  return added == q->first->first && of(*q) == expected;
}
bool pops(copy q) {
  auto expected = of(*q);
  const auto popped = reinterpret_cast<number>(HXdeque_pop(q->first));
  const number last = expected.first.empty() ? 0 : expected.first.back();
  std::erase(expected.first, last);
  return popped == last && of(*q) == expected;
}
bool shifts(copy q) {
  auto expected = of(*q);
  const auto shifted = reinterpret_cast<number>(HXdeque_shift(q->first));
  const number first = expected.first.empty() ? 0 : expected.first.front();
  std::erase(expected.first, first);
  return shifted == first && of(*q) == expected;
}
bool removes(copy q, number v) {
  auto expected = of(*q);
  node* const found = HXdeque_find(q->first, as_element(v));
  if (!found) return std::ranges::find(expected.first, v) == expected.first.end();
  std::erase(expected.first, v);
  return HXdeque_del(found) == as_element(v) && of(*q) == expected;
}
/// Within one queue; `from` and `to` count nodes of the first.
bool moves(copy q, unsigned from, unsigned to) {
  auto expected = of(*q);
  auto& list = expected.first;
  if (from == to || from >= list.size() || to >= list.size()) return true;
  const auto moved = list[from], target = list[to];
  HXdeque_move(HXdeque_find(q->first, as_element(moved)), HXdeque_find(q->first, as_element(target)));
  std::erase(list, moved);
  list.insert(std::ranges::find(list, target) + 1, moved);
  return of(*q) == expected;
}
/// The last element of the first queue, behind the last of the second: no neighbour is forgotten, only the queues'
/// counts.
bool moves_over(copy q) {
  auto expected = of(*q);
  if (expected.first.empty() || expected.second.empty()) return true;
  HXdeque_move(q->first->last, q->second->last);
  expected.second.push_back(expected.first.back());
  expected.first.pop_back();
  return of(*q) == expected;
}

template <class Body, class... Domains>
void hunt_in_all(const std::string& name, Body body, Domains... domains) {
  hunt(name, 0, 6,
       [&](int n) { return korat::property(name, all_queues(n), have_elements(n), body, by_malloc, domains...); });
}

}  // namespace

int main() {
  hunt_in_all("HXdeque_push", &pushes);
  hunt_in_all("HXdeque_unshift", &unshifts);
  hunt_in_all("HXdeque_pop", &pops);
  hunt_in_all("HXdeque_shift", &shifts);
  hunt_in_all("HXdeque_del", &removes, korat::between(0, 7));
  hunt_in_all("HXdeque_move in a queue", &moves, korat::between(0, 5), korat::between(0, 5));
  hunt_in_all("HXdeque_move to another queue", &moves_over);
}
