// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Large trees. A tree is built from its root down: a part of it that is still to be built knows how many nodes it will
// have, and which keys; its top divides the rest at random. The parts wait on a stack of their own. Keys are multiples
// of ten, so that there is room between them.

#pragma once

#include <algorithm>
#include <array>

#include "subjects/avl_tree.hpp"
#include "subjects/binary_tree.hpp"
#include "subjects/large/objects.hpp"
#include "subjects/red_black_tree.hpp"
#include "subjects/search_tree.hpp"
#include "subjects/ternary_tree.hpp"

namespace korat::subjects::large {

inline constexpr std::int64_t key_distance = 10;

/// How many nodes a part can have.
struct size_range {
  std::int64_t low, high;
  bool contains(std::int64_t n) const { return low <= n && n <= high; }
};

/// How `count` nodes can be divided between two parts, as sizes of the first.
inline size_range divisions(std::int64_t count, size_range first, size_range second) {
  return {std::max(first.low, count - second.high), std::min(first.high, count - second.low)};
}
inline std::int64_t divide(std::int64_t count, size_range first, size_range second, std::mt19937_64& random) {
  const auto sizes = divisions(count, first, second);
  return between(random, sizes.low, sizes.high);
}

/// As if the nodes were inserted in a random order: the depth grows with the logarithm.
inline grown grow_binary_tree(std::int64_t size, std::mt19937_64& random) {
  using namespace binary_tree;
  expect("binary-tree", "size", size, 0);
  const auto all = std::make_shared<kept<tree, node>>(random, size);
  struct part {
    field<node*>* place;
    std::int64_t count;
  };
  std::vector<part> work{{&all->root.root, size}};
  while (!work.empty()) {
    const auto [place, count] = work.back();
    work.pop_back();
    if (count == 0) continue;
    node* const top = all->pool<node>().take();
    const auto left = between(random, 0, count - 1);
    *place = top;
    work.push_back({&top->left, left});
    work.push_back({&top->right, count - 1 - left});
  }
  all->root.size = static_cast<int>(size);
  return as_grown(all, {size});
}

/// The same with three children, below a topmost node that does not count.
inline grown grow_ternary_tree(std::int64_t size, std::mt19937_64& random) {
  using namespace ternary_tree;
  expect("ternary-tree", "size", size, 0);
  const auto all = std::make_shared<kept<tree, node>>(random, size);
  struct part {
    node* top;
    std::int64_t below;
  };
  std::vector<part> work{{&all->root, size}};
  const auto add = [&](field<node*>& place, std::int64_t count) {
    if (count == 0) return;
    place = all->pool<node>().take();
    work.push_back({place, count - 1});
  };
  while (!work.empty()) {
    const auto [top, below] = work.back();
    work.pop_back();
    const auto cut = between(random, 0, below), other = between(random, 0, below);
    add(top->left, std::min(cut, other));
    add(top->middle, std::max(cut, other) - std::min(cut, other));
    add(top->right, below - std::max(cut, other));
  }
  all->root.size = static_cast<int>(size);
  return as_grown(all, {size});
}

/// Search trees of any class built on search_tree::tree. `Rule` says how a part is divided: it has a 'state' for each
/// part and a function 'divided(state, count, random)' that gives the size of the left part and the two states.
template <class Tree, class Rule>
grown grow_search_tree_by(const Rule& rule, typename Rule::state top_state, std::int64_t size,
                          std::mt19937_64& random) {
  using search_tree::node;
  const auto all = std::make_shared<kept<Tree, node>>(random, size);
  struct part {
    field<node*>* place;
    std::int64_t first, count;  // keys, by their rank
    typename Rule::state state;
  };
  std::vector<part> work{{&all->root.root, 0, size, top_state}};
  while (!work.empty()) {
    const auto [place, first, count, state] = work.back();
    work.pop_back();
    if (count == 0) continue;
    node* const top = all->template pool<node>().take();
    const auto [left, of_left, of_right] = rule.divided(state, count, random);
    *place = top;
    top->info = static_cast<int>((first + left) * key_distance);
    work.push_back({&top->left, first, left, of_left});
    work.push_back({&top->right, first + left + 1, count - 1 - left, of_right});
  }
  all->root.size = static_cast<int>(size);
  return as_grown(all, {size, std::max(size * key_distance, std::int64_t{1})});
}

struct any_shape {
  struct state {};
  struct division {
    std::int64_t left;
    state of_left, of_right;
  };
  division divided(state, std::int64_t count, std::mt19937_64& random) const {
    return {between(random, 0, count - 1), {}, {}};
  }
};

inline grown grow_search_tree(std::int64_t size, std::mt19937_64& random) {
  expect("search-tree", "size", size, 0);
  return grow_search_tree_by<search_tree::tree>(any_shape{}, {}, size, random);
}

/// A part's state is its height. Of the heights that its children can have with so many nodes, any.
class avl_shape {
 public:
  using state = int;
  struct division {
    std::int64_t left;
    int of_left, of_right;
  };

  avl_shape() {
    fewest_[1] = 1;
    for (std::size_t h = 2; h < fewest_.size(); ++h) fewest_[h] = fewest_[h - 1] + fewest_[h - 2] + 1;
  }
  size_range sizes(int height) const {
    return {fewest_[static_cast<std::size_t>(height)], (std::int64_t{1} << height) - 1};
  }
  int any_height(std::int64_t count, std::mt19937_64& random) const {
    int least = 0;
    while (!sizes(least).contains(count)) ++least;
    int most = least;
    while (sizes(most + 1).contains(count)) ++most;
    return static_cast<int>(between(random, least, most));
  }
  division divided(int height, std::int64_t count, std::mt19937_64& random) const {
    const std::array<std::pair<int, int>, 3> ways{{{1, 1}, {1, 2}, {2, 1}}};  // the children are so much lower
    for (auto way = random();; ++way) {
      const int left = height - ways[way % 3].first, right = height - ways[way % 3].second;
      if (left < 0 || right < 0) continue;
      const auto possible = divisions(count - 1, sizes(left), sizes(right));
      if (possible.low <= possible.high) return {between(random, possible.low, possible.high), left, right};
    }
  }

 private:
  std::array<std::int64_t, 40> fewest_{};  // nodes of a tree, by its height
};

inline grown grow_avl_tree(std::int64_t size, std::mt19937_64& random) {
  expect("avl-tree", "size", size, 0);
  const avl_shape shape;
  return grow_search_tree_by<avl_tree::tree>(shape, shape.any_height(size, random), size, random);
}

/// Nodes of a part of a red-black tree in which every way down has so many black nodes, the top's included: all of them
/// black at least; red and black in turn at most.
inline size_range sizes_below_black(int blacks) {
  return {(std::int64_t{1} << blacks) - 1, (std::int64_t{1} << (2 * blacks)) - 1};
}
inline size_range sizes_below_red(int blacks) {
  const auto child = sizes_below_black(blacks);
  return {2 * child.low + 1, 2 * child.high + 1};
}
inline size_range sizes_below_any(int blacks) { return {sizes_below_black(blacks).low, sizes_below_red(blacks).high}; }

inline int any_number_of_blacks(std::int64_t count, std::mt19937_64& random) {
  int least = 0;
  while (!sizes_below_any(least).contains(count)) ++least;
  int most = least;
  while (sizes_below_any(most + 1).contains(count)) ++most;
  return static_cast<int>(between(random, least, most));
}

inline grown grow_red_black_tree(std::int64_t size, std::mt19937_64& random) {
  using namespace red_black_tree;
  expect("red-black-tree", "size", size, 0);
  const auto all = std::make_shared<kept<tree, node>>(random, size);
  struct part {
    field<node*>* place;
    node* parent;
    std::int64_t first, count;  // keys, by their rank
    int blacks;
  };
  std::vector<part> work{{&all->root.root, nullptr, 0, size, any_number_of_blacks(size, random)}};
  while (!work.empty()) {
    const auto [place, parent, first, count, blacks] = work.back();
    work.pop_back();
    if (count == 0) continue;
    node* const top = all->pool<node>().take();
    const bool can_be_red = sizes_below_red(blacks).contains(count) && (!parent || parent->color == color::black);
    const bool can_be_black = blacks > 0 && sizes_below_black(blacks).contains(count);
    const bool red = can_be_red && (!can_be_black || random() % 2 == 0);
    const auto child = red ? sizes_below_black(blacks) : sizes_below_any(blacks - 1);
    const auto left = divide(count - 1, child, child, random);
    *place = top;
    top->parent = parent;
    top->color = red ? color::red : color::black;
    top->key = static_cast<int>((first + left) * key_distance);
    work.push_back({&top->left, top, first, left, red ? blacks : blacks - 1});
    work.push_back({&top->right, top, first + left + 1, count - 1 - left, red ? blacks : blacks - 1});
  }
  all->root.size = static_cast<int>(size);
  return as_grown(all, {size, std::max(size * key_distance, std::int64_t{1})});
}

}  // namespace korat::subjects::large
