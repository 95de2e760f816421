// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// nasm 2.16.01: left-leaning red-black trees, threaded: a left pointer without a child leads to the predecessor, a
// right one to the successor. Every tree within a bound, and on each every search and insertion.

#include "hunt.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#define NASM_COMPILER_H 1  // what that configures is for C
extern "C" {
#include <rbtree.h>
}

namespace {

struct tree {
  rbtree* root;
};
rbtree*& left(rbtree& n) { return n.m.left; }
rbtree*& right(rbtree& n) { return n.m.right; }
rbtree_node_flags& flags(rbtree& n) { return n.m.flags; }

bool is_black(const rbtree* n) { return n->m.flags & RBTREE_NODE_BLACK; }
bool has_left(const rbtree* n) { return !(n->m.flags & RBTREE_NODE_PRED); }
bool has_right(const rbtree* n) { return !(n->m.flags & RBTREE_NODE_SUCC); }

/// One walk in order. The root's colour means nothing: rb_insert() leaves it as it falls.
class checker {
 public:
  explicit checker(std::vector<std::uint64_t> expected) : expected_(std::move(expected)) {}
  bool in_order(const rbtree* root) {
    return !root ? expected_.empty() : visit(root) && seen_ == expected_.size() && !last_->m.right;
  }
  /// The black height; 0: not a left-leaning red-black tree.
  static int height_of(const rbtree* n, bool above_is_red, bool root) {
    const bool red = !root && !is_black(n);
    const bool red_left = has_left(n) && !is_black(n->m.left), red_right = has_right(n) && !is_black(n->m.right);
    if ((red && above_is_red) || (red_right && !red_left)) return 0;
    const int left = has_left(n) ? height_of(n->m.left, red, false) : 1;
    const int right = has_right(n) ? height_of(n->m.right, red, false) : 1;
    return left != 0 && left == right ? left + (red ? 0 : 1) : 0;
  }

 private:
  bool visit(const rbtree* n) {
    if (seen_ + below_++ >= expected_.size()) return false;  // in a circle
    if (has_left(n)) {
      if (!n->m.left || !visit(n->m.left)) return false;
    } else if (n->m.left != last_) {
      return false;
    }
    if (last_ && !has_right(last_) && last_->m.right != n) return false;
    if (seen_ == expected_.size() || n->key != expected_[seen_]) return false;
    ++seen_, --below_;
    last_ = n;
    return !has_right(n) || (n->m.right && visit(n->m.right));
  }

  std::vector<std::uint64_t> expected_;  // keys
  std::size_t seen_ = 0, below_ = 0;     // nodes before this one; nodes on the way that come later
  const rbtree* last_ = nullptr;
};

bool is_balanced(const rbtree* root) { return !root || checker::height_of(root, false, true) > 0; }
std::vector<std::uint64_t> even_keys(int n) {
  std::vector<std::uint64_t> keys;
  for (int i = 1; i <= n; ++i) keys.push_back(static_cast<std::uint64_t>(2 * i));
  return keys;
}

/// Trees with the keys 2, 4 ... 2n.
auto has_size(int n) {
  return [n](const tree& t) { return checker(even_keys(n)).in_order(t.root) && is_balanced(t.root); };
}

korat::finitization<tree> trees(int n) {
  korat::finitization<tree> bounds;
  const auto nodes = bounds.objects<rbtree>(n);
  std::vector<rbtree_node_flags> all;
  for (int f = 0; f < 8; ++f) all.push_back(static_cast<rbtree_node_flags>(f));
  bounds.set<&tree::root>(nodes).set<&left>(nodes).set<&right>(nodes).set<&flags>(korat::one_of(all));
  bounds.set<&rbtree::key>(korat::one_of(even_keys(n)));
  return bounds;
}

bool finds(const tree& t, std::uint64_t key) {
  const rbtree* const found = rb_search(t.root, key);
  return (found ? found->key : 0) == key / 2 * 2;  // the largest that is not larger
}

struct insertion {
  rbtree added{};
  rbtree* root;
  insertion(tree& t, std::uint64_t key) {
    added.key = key;
    root = rb_insert(t.root, &added);
  }
};

/// Keys, threads, and the library's own ways through the tree.
bool inserts(tree& t, std::uint64_t key) {
  std::vector<std::uint64_t> expected;
  for (const rbtree* n = rb_first(t.root); n; n = rb_next(n)) expected.push_back(n->key);
  expected.insert(std::ranges::upper_bound(expected, key), key);
  const insertion done(t, key);
  std::vector<std::uint64_t> backward;
  for (const rbtree* n = rb_last(done.root); n; n = rb_prev(n)) backward.insert(backward.begin(), n->key);
  return checker(expected).in_order(done.root) && backward == expected;
}

bool keeps_balance(tree& t, std::uint64_t key) { return is_balanced(insertion(t, key).root); }

}  // namespace

int main() {
  hunt("rb_search", 1, 7,
       [](int n) { return korat::property("finds", trees(n), has_size(n), &finds, {}, korat::between(1, 2 * n + 1)); });
  const auto odd = [](int n) {
    std::vector<std::uint64_t> keys;
    for (int i = 0; i <= n; ++i) keys.push_back(static_cast<std::uint64_t>(2 * i + 1));
    return korat::one_of(keys);
  };
  hunt("rb_insert, keys and threads", 1, 7,
       [&](int n) { return korat::property("inserts", trees(n), has_size(n), &inserts, {}, odd(n)); });
  hunt("rb_insert, balance", 1, 7,
       [&](int n) { return korat::property("balance", trees(n), has_size(n), &keeps_balance, {}, odd(n)); });
}
