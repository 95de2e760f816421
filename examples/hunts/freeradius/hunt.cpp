// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// FreeRADIUS 3.2.1: queues of a fixed capacity, in an array that is used in a circle. The binary that Debian ships is
// called. It makes and frees queues itself, so it gets copies that its own function has made. Every queue within a
// bound, and on each every operation.

#include "fifo.h"

#include <cstdint>
#include <vector>

#include "hunt.hpp"

namespace {

using number = std::intptr_t;  // elements are numbers, not addresses
constexpr unsigned capacity = 4;

/// As in src/lib/fifo.c.
struct fifo {
  unsigned num, first, last, max;
  fr_fifo_free_t freeNode;
  void* data[1 + capacity];
};
number (&elements(fifo& f))[1 + capacity] { return reinterpret_cast<number(&)[1 + capacity]>(f.data); }
fr_fifo_t* as_library(fifo* f) { return reinterpret_cast<fr_fifo_t*>(f); }
using numbers = std::vector<number>;

/// What is in it, or {-1}: something is wrong.
numbers elements_of(const fifo& f) {
  if (f.first >= capacity || f.num > capacity || f.last != (f.first + f.num) % capacity) return {-1};
  numbers all;
  for (unsigned i = 0; i < f.num; ++i) all.push_back(reinterpret_cast<number>(f.data[(f.first + i) % capacity]));
  return all;
}

/// n elements: 1 ... n, in this order.
auto has_elements(int n) {
  return [n](const fifo& f) {
    if (f.num != static_cast<unsigned>(n)) return false;
    const auto all = elements_of(f);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i] != static_cast<number>(i) + 1) return false;
    return true;
  };
}

korat::finitization<fifo> fifos(int n) {
  korat::finitization<fifo> bounds;
  bounds.set<&fifo::num>(korat::one_of(n))
      .set<&fifo::first>(korat::between(0, capacity - 1))
      .set<&fifo::last>(korat::between(0, capacity - 1));
  bounds.set<&elements>(korat::between(0, capacity)).leave_unread<&elements>();
  return bounds;
}

numbers freed;
void note(void* element) { freed.push_back(reinterpret_cast<number>(element)); }
const korat::property_options made_by_library{
    .copies = korat::copy_options().with_factory<fifo>(
        [] { return reinterpret_cast<fifo*>(fr_fifo_create(nullptr, capacity, note)); },
        [](fifo* f) { fr_fifo_free(as_library(f)); })};
using copy = korat::owned_structure<fifo>;

bool pushes(copy f) {
  auto expected = elements_of(*f);
  const bool room = expected.size() < capacity;
  if (room) expected.push_back(9);
  return (fr_fifo_push(as_library(f.get()), reinterpret_cast<void*>(9)) == 1) == room && elements_of(*f) == expected;
}
bool pops(copy f) {
  auto expected = elements_of(*f);
  const number first = expected.empty() ? 0 : expected.front();
  if (!expected.empty()) expected.erase(expected.begin());
  const auto peeked = reinterpret_cast<number>(fr_fifo_peek(as_library(f.get())));
  return peeked == first && reinterpret_cast<number>(fr_fifo_pop(as_library(f.get()))) == first &&
         elements_of(*f) == expected;
}
bool frees_its_elements(copy f) {
  const auto expected = elements_of(*f);
  freed.clear();
  fr_fifo_free(as_library(f.release()));
  return freed == expected;
}

template <class Body>
void hunt_in_all(const std::string& name, Body body) {
  hunt(name, 0, capacity,
       [&](int n) { return korat::property(name, fifos(n), has_elements(n), body, made_by_library); });
}

}  // namespace

int main() {
  hunt_in_all("fr_fifo_push", &pushes);
  hunt_in_all("fr_fifo_peek, fr_fifo_pop", &pops);
  hunt_in_all("fr_fifo_free", &frees_its_elements);
}
