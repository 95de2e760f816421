// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// libavl 0.3.5: AVL trees in C with parents, sizes, depths and a list through the nodes in order. Every tree within a
// bound, and on each every operation that changes one.

#define new new_node  // a parameter's name in the header
extern "C" {
#include <avl.h>
}
#undef new

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hunt.hpp"

namespace {

// Items are numbers, not addresses.
using number = std::intptr_t;
number& item(avl_node_t& n) { return reinterpret_cast<number&>(n.item); }
number key(const avl_node_t* n) { return reinterpret_cast<number>(n->item); }
void* as_item(number key) { return reinterpret_cast<void*>(key); }
int compare(const void* a, const void* b) {
  return static_cast<int>(reinterpret_cast<number>(a) - reinterpret_cast<number>(b));
}

/// One walk in order: everything that avl.c keeps.
class checker {
 public:
  explicit checker(const avl_tree_t& tree) : tree_(tree) {}
  bool ok() {
    const int depth = depth_of(tree_.top, nullptr);
    return depth >= 0 && tree_.tail == last_ && (last_ ? last_->next == nullptr : tree_.head == nullptr);
  }
  const std::vector<number>& keys() const { return keys_; }

 private:
  /// -1: something is wrong.
  int depth_of(const avl_node_t* n, const avl_node_t* parent) {
    if (!n) return 0;
    if (n->parent != parent) return -1;
    const auto before = keys_.size();
    const int left = depth_of(n->left, n);
    if (left < 0 || !comes_next(n)) return -1;
    const int right = depth_of(n->right, n);
    if (right < 0 || left - right > 1 || right - left > 1) return -1;
    const int depth = std::max(left, right) + 1;
    return n->depth == depth && n->count == keys_.size() - before ? depth : -1;
  }
  bool comes_next(const avl_node_t* n) {
    if (n->prev != last_ || (last_ ? last_->next : tree_.head) != n) return false;
    if (!keys_.empty() && key(n) <= keys_.back()) return false;
    keys_.push_back(key(n));
    last_ = n;
    return true;
  }

  const avl_tree_t& tree_;
  const avl_node_t* last_ = nullptr;
  std::vector<number> keys_;
};

/// Trees of n nodes with the keys 2, 4 ... 2n.
auto has_size(int n) {
  return [n](const avl_tree_t& tree) {
    return tree.top && tree.top->count == static_cast<unsigned>(n) && checker(tree).ok();
  };
}

korat::finitization<avl_tree_t> trees(int n) {
  korat::finitization<avl_tree_t> bounds;
  const auto nodes = bounds.objects<avl_node_t>(n);
  std::vector<number> keys;
  for (int i = 1; i <= n; ++i) keys.push_back(2 * i);
  bounds.set<&avl_tree_t::top>(nodes).set<&avl_tree_t::head>(nodes).set<&avl_tree_t::tail>(nodes);
  bounds.set<&avl_node_t::next>(nodes).set<&avl_node_t::prev>(nodes).set<&avl_node_t::parent>(nodes);
  bounds.set<&avl_node_t::left>(nodes).set<&avl_node_t::right>(nodes);
  bounds.set<&item>(korat::one_of(keys));
  bounds.set<&avl_node_t::count>(korat::between(1, n)).set<&avl_node_t::depth>(korat::between(1, 4));
  bounds.keep<&avl_tree_t::cmp>().keep<&avl_tree_t::freeitem>();
  return bounds;
}

std::vector<number> keys_of(const avl_tree_t& tree) {
  checker all(tree);
  return all.ok() ? all.keys() : std::vector<number>{-1};
}

bool inserts(avl_tree_t& tree, int added) {
  tree.cmp = compare;
  auto expected = keys_of(tree);
  const auto place = std::ranges::lower_bound(expected, added);
  const bool there = place != expected.end() && *place == added;
  if (!there) expected.insert(place, added);
  avl_node_t node{};
  const auto* const result = avl_insert_node(&tree, avl_init_node(&node, as_item(added)));
  return (result == nullptr) == there && keys_of(tree) == expected;
}

bool removes(avl_tree_t& tree, unsigned index) {
  auto expected = keys_of(tree);
  avl_unlink_node(&tree, avl_at(&tree, index));
  expected.erase(expected.begin() + index);
  return keys_of(tree) == expected;
}

/// As realloc() moves a node.
bool moves(avl_tree_t& tree, unsigned index) {
  const auto expected = keys_of(tree);
  avl_node_t elsewhere = *avl_at(&tree, index);
  avl_fixup_node(&tree, &elsewhere);
  return keys_of(tree) == expected;
}

}  // namespace

int main() {
  hunt("avl_insert_node", 1, 7, [](int n) {
    return korat::property("inserts", trees(n), has_size(n), &inserts, {}, korat::between(1, 2 * n + 1));
  });
  hunt("avl_unlink_node", 1, 7,
       [](int n) { return korat::property("removes", trees(n), has_size(n), &removes, {}, korat::between(0, n - 1)); });
  hunt("avl_fixup_node", 1, 7,
       [](int n) { return korat::property("moves", trees(n), has_size(n), &moves, {}, korat::between(0, n - 1)); });
}
