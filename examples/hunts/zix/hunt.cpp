// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The B-tree of zix, as sord 0.16.14 has it: a node is a union of a leaf and an inner node. The page size is a
// parameter of the library; with 64 bytes a leaf has 2 to 6 values and an inner node 1 to 3. Every tree within a bound,
// and on each every operation.

#define NDEBUG  // as in a release: what an operation does, not what stops it
#define ZIX_BTREE_PAGE_SIZE 64
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include "zix/btree.c"
#pragma clang diagnostic pop

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "hunt.hpp"

namespace {

using number = std::intptr_t;  // values are numbers, not addresses
constexpr int in_leaf = ZIX_BTREE_LEAF_VALS, in_inner = ZIX_BTREE_INODE_VALS;

// The two kinds of nodes that the union holds, each with the members that mean something in it.
struct leaf : ZixBTreeNode {};
struct inner : ZixBTreeNode {};
std::uint16_t& is_leaf(leaf& n) { return n.is_leaf; }
std::uint16_t& is_not_leaf(inner& n) { return n.is_leaf; }
std::uint16_t& leaf_n_vals(leaf& n) { return n.n_vals; }
std::uint16_t& inner_n_vals(inner& n) { return n.n_vals; }
number (&leaf_vals(leaf& n))[in_leaf] { return reinterpret_cast<number(&)[in_leaf]>(n.data.leaf.vals); }
number (&inner_vals(inner& n))[in_inner] { return reinterpret_cast<number(&)[in_inner]>(n.data.inode.vals); }
ZixBTreeNode* (&children(inner& n))[in_inner + 1] { return n.data.inode.children; }

int compare(const void* a, const void* b, const void*) { return a < b ? -1 : a > b ? 1 : 0; }
void* value(number v) { return reinterpret_cast<void*>(v); }

/// One walk in order.
class checker {
 public:
  /// `height`: all leaves are on that level. `numbered`: the values are to be 2, 4, 6 ...
  bool ok(const ZixBTree& tree, unsigned height, bool numbered = false) {
    numbered_ = numbered;
    return height > 0 && below(tree.root, height, true) && tree.size == values_.size();
  }
  const std::vector<number>& values() const { return values_; }

 private:
  bool below(const ZixBTreeNode* n, unsigned level, bool root) {
    if (!n || n->is_leaf != (level == 1)) return false;
    const unsigned count = n->n_vals, most = level == 1 ? in_leaf : in_inner;
    if (count > most || count < (root ? level > 1 : (most - 1) / 2)) return false;
    for (unsigned i = 0; i <= count; ++i) {
      if (level > 1 && !below(n->data.inode.children[i], level - 1, false)) return false;
      if (i < count && !comes_next(level == 1 ? n->data.leaf.vals[i] : n->data.inode.vals[i])) return false;
    }
    return true;
  }
  bool comes_next(const void* v) {
    const auto next = reinterpret_cast<number>(v);
    const auto last = values_.empty() ? 0 : values_.back();
    if (numbered_ ? next != last + 2 : next <= last) return false;
    values_.push_back(next);
    return true;
  }

  bool numbered_ = false;
  std::vector<number> values_;
};

/// Trees with the values 2, 4 ... 2 `size`.
auto has_size(int size) {
  return [size](const ZixBTree& tree) {
    return tree.size == static_cast<std::size_t>(size) && checker().ok(tree, tree.height, true);
  };
}

korat::finitization<ZixBTree> trees(int size) {
  korat::finitization<ZixBTree> bounds;
  const auto leaves = bounds.objects<leaf>(size / 3 + 1);
  const auto inners = bounds.objects<inner>(size / 5 + 1);
  const auto nodes = korat::any_of(leaves, inners);
  const auto values = korat::between(1, 2 * size + 1);
  bounds.set<&ZixBTree::root>(nodes)
      .set<&ZixBTree::size>(korat::one_of(size))
      .set<&ZixBTree::height>(korat::between(1, 3));
  bounds.keep<&ZixBTree::cmp>().keep<&ZixBTree::cmp_data>().keep<&ZixBTree::destroy>();
  bounds.set<&is_leaf>(korat::one_of(1)).set<&leaf_n_vals>(korat::between(0, in_leaf)).set<&leaf_vals>(values);
  bounds.set<&is_not_leaf>(korat::one_of(0)).set<&inner_n_vals>(korat::between(1, in_inner)).set<&inner_vals>(values);
  bounds.set<&children>(nodes);
  bounds.leave_unread<&leaf_vals>().leave_unread<&inner_vals>().leave_unread<&children>();  // behind n_vals
  return bounds;
}

/// Counted without a tree: the ways to give `values` to the subtrees of a node and to the node itself.
std::uint64_t number_of_trees(int values, int level, bool root) {
  if (level == 1) return values <= in_leaf && values >= (root ? 0 : (in_leaf - 1) / 2);
  std::uint64_t all = 0;
  for (int own = root ? 1 : (in_inner - 1) / 2; own <= in_inner; ++own) {
    std::vector<std::uint64_t> ways(static_cast<std::size_t>(values) + 1);  // by how many values are left
    ways[static_cast<std::size_t>(values)] = 1;
    for (int child = 0; child <= own; ++child) {
      std::vector<std::uint64_t> then(ways.size());
      for (std::size_t left = 0; left < ways.size(); ++left)
        for (std::size_t below = 0; ways[left] != 0 && below <= left; ++below)
          then[left - below] += ways[left] * number_of_trees(static_cast<int>(below), level - 1, false);
      ways = then;
    }
    if (own <= values) all += ways[static_cast<std::size_t>(own)];
  }
  return all;
}

using body = bool (*)(ZixBTree&, number);

/// The property with every value that is in the tree and all between.
void hunt_in_all(const std::string& name, body holds) {
  hunt(name, 0, 14, [&](int size) {
    return korat::property(
        name, trees(size), has_size(size),
        [holds](ZixBTree& tree, number v) {
          tree.cmp = compare;
          return holds(tree, v);
        },
        {}, korat::between(1, 2 * size + 1));
  });
}

/// The values, if all is right but perhaps the height.
std::optional<std::vector<number>> values_of(const ZixBTree& tree) {
  unsigned height = 1;
  for (const ZixBTreeNode* n = tree.root; !n->is_leaf; n = n->data.inode.children[0]) ++height;
  checker walk;
  if (!walk.ok(tree, height)) return std::nullopt;
  return walk.values();
}
bool has_right_height(const ZixBTree& tree) { return checker().ok(tree, tree.height); }

/// The value at an iterator; 0 at the end.
number value_at(const ZixBTreeIter* i) {
  return zix_btree_iter_is_end(i) ? 0 : reinterpret_cast<number>(zix_btree_get(i));
}
/// The least value not less than v; 0 if there is none.
number next_of(const std::vector<number>& values, number v) {
  const auto found = std::ranges::lower_bound(values, v);
  return found == values.end() ? 0 : *found;
}

bool inserts(ZixBTree& tree, number v) {
  auto expected = *values_of(tree);
  const auto place = std::ranges::lower_bound(expected, v);
  const bool there = place != expected.end() && *place == v;
  if (!there) expected.insert(place, v);
  return zix_btree_insert(&tree, value(v)) == (there ? ZIX_STATUS_EXISTS : ZIX_STATUS_SUCCESS) &&
         values_of(tree) == expected && has_right_height(tree);
}

bool removes(ZixBTree& tree, number v) {
  auto expected = *values_of(tree);
  const bool there = std::erase(expected, v) == 1;
  void* out = nullptr;
  const auto status = zix_btree_remove(&tree, value(v), &out, nullptr);
  return status == (there ? ZIX_STATUS_SUCCESS : ZIX_STATUS_NOT_FOUND) && (!there || out == value(v)) &&
         values_of(tree) == expected;
}

bool remove_keeps_height(ZixBTree& tree, number v) {
  void* out = nullptr;
  zix_btree_remove(&tree, value(v), &out, nullptr);
  return has_right_height(tree);
}

bool remove_tells_next(ZixBTree& tree, number v) {
  const auto expected = next_of(*values_of(tree), v + 1);
  void* out = nullptr;
  ZixBTreeIter* next = nullptr;
  if (zix_btree_remove(&tree, value(v), &out, &next) != ZIX_STATUS_SUCCESS) return next == nullptr;
  const auto told = value_at(next);
  zix_btree_iter_free(next);
  return told == expected;
}

bool finds(ZixBTree& tree, number v) {
  const bool there = next_of(*values_of(tree), v) == v;
  ZixBTreeIter* i = nullptr;
  const auto status = zix_btree_find(&tree, value(v), &i);
  const bool right = there ? status == ZIX_STATUS_SUCCESS && value_at(i) == v : status == ZIX_STATUS_NOT_FOUND && !i;
  zix_btree_iter_free(i);
  return right;
}

bool finds_lower_bound(ZixBTree& tree, number v) {
  ZixBTreeIter* i = nullptr;
  if (zix_btree_lower_bound(&tree, value(v), &i) != ZIX_STATUS_SUCCESS) return false;
  const auto told = value_at(i);
  zix_btree_iter_free(i);
  return told == next_of(*values_of(tree), v);
}

}  // namespace

int main() {
  for (int size = 0; size <= 14; ++size) {
    std::uint64_t expected = 0;
    for (int height = 1; height <= 3; ++height) expected += number_of_trees(size, height, true);
    const auto found = korat::for_each(trees(size), has_size(size), [](const ZixBTree&) {}).valid;
    std::cout << size << " values: " << found << " trees"
              << (found == expected ? "" : ", but there are " + std::to_string(expected)) << '\n';
  }
  hunt_in_all("zix_btree_insert", inserts);
  hunt_in_all("zix_btree_find", finds);
  hunt_in_all("zix_btree_remove", removes);
  hunt_in_all("height after zix_btree_remove", remove_keeps_height);
  hunt_in_all("iterator of zix_btree_remove", remove_tells_next);
  hunt_in_all("zix_btree_lower_bound", finds_lower_bound);
}
