// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Binary search trees with something more at each node, whoever wrote them. 'Look' tells how a library's tree is looked
// at: root(tree), above_root(tree), left(n), right(n), key(n), parent(n) where there is one, and
// combine(n, left, right): a number for the subtree at n, computed from those of its subtrees. An empty subtree has 0;
// -1 says that the tree is wrong. With AVL trees the number is the height.
//

#pragma once

#include <cstdint>
#include <vector>

namespace bst {

template <class Look>
class walk {
 public:
  /// Visits at most `most` nodes: what an operation leaves behind may have a cycle.
  explicit walk(std::size_t most) : most_(most) {}

  /// In order; -1: something is wrong.
  template <class Node>
  int below(Node n, [[maybe_unused]] Node parent) {
    if (!n) return 0;
    if (++visited_ > most_) return -1;
    if constexpr (requires { Look::parent(n); })
      if (Look::parent(n) != parent) return -1;
    const int left = below(Look::left(n), n);
    if (left < 0 || (!keys_.empty() && Look::key(n) <= keys_.back())) return -1;
    keys_.push_back(Look::key(n));
    const int right = below(Look::right(n), n);
    return right < 0 ? -1 : Look::combine(n, left, right);
  }
  const std::vector<int>& keys() const { return keys_; }

 private:
  std::size_t most_;
  std::size_t visited_ = 0;
  std::vector<int> keys_;
};

/// Whether it is a search tree of n nodes.
template <class Look, class Tree>
bool rep_ok(const Tree& t, int n) {
  walk<Look> all(static_cast<std::size_t>(n));
  return all.below(Look::root(t), Look::above_root(t)) >= 0 && all.keys().size() == static_cast<std::size_t>(n);
}

/// Whether it is a search tree that holds exactly `expected`.
template <class Look, class Tree>
bool holds(const Tree& t, const std::vector<int>& expected) {
  walk<Look> all(expected.size());
  return all.below(Look::root(t), Look::above_root(t)) >= 0 && all.keys() == expected;
}

/// AVL trees of n nodes (OEIS A006265).
inline std::uint64_t number_of_avl_trees(int n) {
  static constexpr std::uint64_t known[] = {1, 1, 2, 1, 4, 6, 4, 17, 32, 44, 60};
  return known[n];
}

/// Binary trees of n nodes, the Catalan numbers.
inline std::uint64_t number_of_trees(int n) {
  return n == 0 ? 1
                : number_of_trees(n - 1) * 2 * (2 * static_cast<std::uint64_t>(n) - 1) /
                      (static_cast<std::uint64_t>(n) + 1);
}

}  // namespace bst
