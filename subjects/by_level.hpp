// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Whether the keys of a binary tree are in order, for checks in lockstep: breadth first, as the checks of shapes go, so
// that each key is compared as soon as the shape has its node.

#pragma once

#include <limits>

#include "subjects/check.hpp"

namespace korat::subjects {

namespace detail {

template <auto Key, class Number, class Node>
bool ordered_by_level_as(const Node* root, const Number& least) {
  struct part {
    const Node* top;
    Number above, key, below;  // its key, and what it lies between
  };
  korat::queue<part> work;
  const auto meet = [&](const Node* n, const Number& above, const Number& below) {
    if (!n) return true;
    const Number key = n->*Key;
    work.push({n, above, key, below});
    return above < key && key < below;
  };
  if (!meet(root, least, std::numeric_limits<int>::max())) return false;
  while (!work.empty()) {
    const auto [top, above, key, below] = work.front();
    work.pop();
    if (!meet(top->left, above, key) || !meet(top->right, key, below)) return false;
  }
  return true;
}

}  // namespace detail

/// Of a tree, or of what an earlier check has found to be one so far. All keys are greater than `least`.
template <auto Key, class Node>
bool ordered_by_level(const Node* root, int least = std::numeric_limits<int>::min()) {
  return numbers_may_be_open() ? detail::ordered_by_level_as<Key, value<int>>(root, least)
                               : detail::ordered_by_level_as<Key, int>(root, least);
}

}  // namespace korat::subjects
