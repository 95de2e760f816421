// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What containers need of <algorithm> and <iterator>, which take a compiler longer than all of the containers.

#pragma once

#include <compare>

namespace korat::detail {

/// An iterator that can be read and moved on.
template <class Iterator>
concept steps = requires(Iterator i) {
  *i;
  ++i;
};

template <class Container>
bool equal_elements(const Container& a, const Container& b) {
  auto i = a.begin(), j = b.begin();
  for (; i != a.end() && j != b.end(); ++i, ++j)
    if (!(*i == *j)) return false;
  return i == a.end() && j == b.end();
}

/// By the first elements that differ; else the shorter one comes first.
template <class Container>
auto order_of_elements(const Container& a, const Container& b) -> decltype(*a.begin() <=> *b.begin()) {
  auto i = a.begin(), j = b.begin();
  for (; i != a.end() && j != b.end(); ++i, ++j)
    if (const auto order = *i <=> *j; order != 0) return order;
  return (i != a.end()) <=> (j != b.end());
}

}  // namespace korat::detail
