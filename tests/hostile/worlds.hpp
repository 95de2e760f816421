// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Every structure within the bounds, written out without Korat: a vector of digits, one for each field, and the objects
// that it stands for. A vector is taken if its objects are numbered in the order in which they are met from the root,
// depth first, and all that is not met is zero: one of each group of isomorphic structures.

#pragma once

#include <array>
#include <string>
#include <vector>

#include "shapes.hpp"

namespace hostile {

using digits = std::vector<int>;

template <class Shape>
struct world;

template <>
struct world<numbers> {
  static digits radices() { return {4, 4, 4, 4, 4, 4}; }
  static bool taken(const digits&) { return true; }
  numbers root;
  explicit world(const digits& v) : root{v[0], v[1], v[2], v[3], v[4], v[5]} {}
};

template <>
struct world<uneven> {
  static digits radices() { return {2, 3, 5, 6, 9}; }
  static bool taken(const digits&) { return true; }
  uneven root;
  explicit world(const digits& v) : root{v[0], v[1], v[2], v[3], v[4]} {}
};

template <>
struct world<words> {
  static std::vector<std::string> texts() { return {"", "ab", "b", std::string(40, 'x') + "ab"}; }
  static std::vector<char> letters() { return {'a', 'b', 'z'}; }
  static std::vector<double> reals() { return {0.5, -1.75, 1e300}; }
  static std::vector<long long> wides() { return {-1, 0, 1LL << 40}; }
  static digits radices() { return {4, 4, 3, 3, 2, 3}; }
  static bool taken(const digits&) { return true; }
  words root;
  explicit world(const digits& v)
      : root{texts().at(at(v, 0)), texts().at(at(v, 1)), letters().at(at(v, 2)), reals().at(at(v, 3)), v[4] != 0,
             wides().at(at(v, 5))} {}

 private:
  static std::size_t at(const digits& v, std::size_t i) { return static_cast<std::size_t>(v[i]); }
};

/// Objects numbered as they are met: `seen` may grow by one at a time.
inline bool in_order(int reference, int& seen) {
  if (reference > seen + 1) return false;
  if (reference > seen) seen = reference;
  return true;
}

// first, size, then next and value of each item.
template <>
struct world<list> {
  static constexpr int items = 4;
  static digits radices() { return {5, 5, 5, 3, 5, 3, 5, 3, 5, 3}; }
  static bool taken(const digits& v) {
    int seen = 0;
    if (!in_order(v[0], seen)) return false;
    for (int i = 1; i <= items; ++i) {
      const int next = v[2 * static_cast<std::size_t>(i)], value = v[2 * static_cast<std::size_t>(i) + 1];
      if (i > seen ? next != 0 || value != 0 : !in_order(next, seen)) return false;
    }
    return true;
  }
  std::array<item, items> objects;
  list root;
  explicit world(const digits& v) : root{at(v[0]), v[1]} {
    for (std::size_t i = 0; i < items; ++i) objects[i] = {at(v[2 + 2 * i]), v[3 + 2 * i]};
  }

 private:
  item* at(int number) { return number == 0 ? nullptr : &objects[static_cast<std::size_t>(number - 1)]; }
};

// root, then left, right and key of each node.
template <>
struct world<tree> {
  static constexpr int nodes = 3;
  static digits radices() { return {4, 4, 4, 3, 4, 4, 3, 4, 4, 3}; }
  static bool taken(const digits& v) {
    int seen = 0, met = 0;
    if (!in_order(v[0], seen) || !met_in_order(v, v[0], seen, met)) return false;
    for (auto i = 3 * static_cast<std::size_t>(met) + 1; i < v.size(); ++i)
      if (v[i] != 0) return false;
    return true;
  }
  std::array<node, nodes> objects;
  tree root;
  explicit world(const digits& v) : root{at(v[0])} {
    for (std::size_t i = 0; i < nodes; ++i) objects[i] = {at(v[1 + 3 * i]), at(v[2 + 3 * i]), v[3 + 3 * i]};
  }

 private:
  // `met`: nodes whose fields have been gone through.
  static bool met_in_order(const digits& v, int number, int& seen, int& met) {
    if (number <= met) return true;
    met = number;
    const auto first = 3 * static_cast<std::size_t>(number) - 2;
    return in_order(v[first], seen) && met_in_order(v, v[first], seen, met) && in_order(v[first + 1], seen) &&
           met_in_order(v, v[first + 1], seen, met);
  }
  node* at(int number) { return number == 0 ? nullptr : &objects[static_cast<std::size_t>(number - 1)]; }
};

template <class Shape>
std::vector<digits> all_structures() {
  const digits radices = world<Shape>::radices();
  std::vector<digits> result;
  for (digits v(radices.size());;) {
    if (world<Shape>::taken(v)) result.push_back(v);
    std::size_t i = 0;
    while (i < v.size() && ++v[i] == radices[i]) v[i++] = 0;
    if (i == v.size()) return result;
  }
}

}  // namespace hostile
