// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The other trees of Boost.Intrusive: avl_set, with the balance in a member and compact, in two bits of the pointer to
// the parent; splay_set, where every look at the tree changes it; treap_set, a heap by priority and a search tree by
// key.

#include <algorithm>
#include <boost/intrusive/avl_set.hpp>
#include <boost/intrusive/splay_set.hpp>
#include <boost/intrusive/treap_set.hpp>
#include <cstdlib>

#include "bst.hpp"
#include "intrusive.hpp"

namespace {

namespace bi = boost::intrusive;

/// How the trees of 'Common' are looked at: what their header and 'Traits' tell.
template <class Common, class Tree, class Item, class Traits>
struct look_at {
  using node = typename Traits::node;
  static const node* root(const Tree& t) { return Traits::get_parent(&Common::header_of(t)); }
  static const node* above_root(const Tree& t) { return &Common::header_of(t); }
  static const node* left(const node* n) { return Traits::get_left(n); }
  static const node* right(const node* n) { return Traits::get_right(n); }
  static const node* parent(const node* n) { return Traits::get_parent(n); }
  static int key(const node* n) { return static_cast<const Item*>(n)->key; }
  static int combine(const node*, int, int) { return 1; }
};

enum class balance { apart, in_parent };

template <balance Where>
struct avl_item
    : bi::avl_set_base_hook<bi::optimize_size<Where == balance::in_parent>, bi::link_mode<bi::normal_link>> {
  int key = 0;
  friend bool operator<(const avl_item& a, const avl_item& b) { return a.key < b.key; }
};
template <balance Where>
using avl_traits = bi::avltree_node_traits<void*, Where == balance::in_parent>;
template <balance Where>
using avl_set = bi::avl_set<avl_item<Where>, bi::constant_time_size<false>>;
template <balance Where>
using avl_common = intrusive<avl_set<Where>, avl_item<Where>, typename avl_traits<Where>::node>;

template <balance Where>
struct avl : avl_common<Where> {
  using tree = avl_set<Where>;
  using traits = avl_traits<Where>;
  using node = typename traits::node;

  struct look : look_at<avl_common<Where>, tree, avl_item<Where>, traits> {
    /// The height.
    static int combine(const node* n, int left, int right) {
      const auto expected = left < right ? traits::positive() : left > right ? traits::negative() : traits::zero();
      return std::abs(left - right) <= 1 && traits::get_balance(n) == expected ? std::max(left, right) + 1 : -1;
    }
  };

  static korat::finitization<tree> bounds(int n) {
    if constexpr (Where == balance::in_parent) {
      return avl_common<Where>::template bounds<1, 2>("boost::intrusive::avl_set", n);
    } else {
      auto bounds = avl_common<Where>::bounds("boost::intrusive::avl_set", n);
      bounds.template set<&node::balance_>(korat::enumerators<node::negative_t, node::zero_t, node::positive_t>);
      return bounds;
    }
  }
  static bool rep_ok(const tree& t, int n) { return bst::rep_ok<look>(t, n) && avl_common<Where>::ends_ok(t); }
  static bool holds(const tree& t, const std::vector<int>& expected) {
    return avl_common<Where>::iterates_over(t, expected) && bst::holds<look>(t, expected);
  }
};

struct splay_item : bi::bs_set_base_hook<bi::link_mode<bi::normal_link>> {
  int key = 0;
  friend bool operator<(const splay_item& a, const splay_item& b) { return a.key < b.key; }
};
using splay_set = bi::splay_set<splay_item, bi::constant_time_size<false>>;
using splay_common = intrusive<splay_set, splay_item, bi::tree_node<void*>>;

struct splay : splay_common {
  using tree = splay_set;
  using look = look_at<splay_common, tree, splay_item, bi::tree_node_traits<void*>>;

  static korat::finitization<tree> bounds(int n) { return splay_common::bounds("boost::intrusive::splay_set", n); }
  static bool rep_ok(const tree& t, int n) { return bst::rep_ok<look>(t, n) && ends_ok(t); }
  static bool holds(const tree& t, const std::vector<int>& expected) {
    return iterates_over(t, expected) && bst::holds<look>(t, expected);
  }
};

/// What find(), lower_bound() and splay_down() leave behind: the same keys.
bool looking_keeps(splay_set& t, int n, int key) {
  splay_item wanted;
  wanted.key = key;
  const bool found = t.find(wanted) != t.end();
  if (found != (key % 2 == 0 && key <= 2 * n) || !splay::holds(t, even_keys(n))) return false;
  const auto next = t.lower_bound(wanted);
  if ((next == t.end()) != (key > 2 * n) || !splay::holds(t, even_keys(n))) return false;
  if (next != t.end() && next->key != key + key % 2) return false;
  t.splay_down(wanted, t.value_comp());  // without the second argument it does not compile
  return splay::holds(t, even_keys(n));
}

struct treap_item : bi::bs_set_base_hook<bi::link_mode<bi::normal_link>> {
  int key = 0;
  int priority = 0;
  friend bool operator<(const treap_item& a, const treap_item& b) { return a.key < b.key; }
  friend bool priority_order(const treap_item& a, const treap_item& b) { return a.priority < b.priority; }
};
using treap_set = bi::treap_set<treap_item, bi::constant_time_size<false>>;
using treap_common = intrusive<treap_set, treap_item, bi::tree_node<void*>>;

struct treap : treap_common {
  using tree = treap_set;
  using node = bi::tree_node<void*>;

  static int priority(const node* n) { return static_cast<const treap_item*>(n)->priority; }
  struct look : look_at<treap_common, tree, treap_item, bi::tree_node_traits<void*>> {
    /// No child before its parent.
    static int combine(const node* n, int, int) {
      for (const node* child : {left(n), right(n)})
        if (child && priority(child) < priority(n)) return -1;
      return 1;
    }
  };

  static korat::finitization<tree> bounds(int n) {
    auto bounds = treap_common::bounds("boost::intrusive::treap_set", n);
    bounds.set<&treap_item::priority>(korat::one_of(even_keys(n)));
    return bounds;
  }
  static bool rep_ok(const tree& t, int n) {
    if (!bst::rep_ok<look>(t, n) || !ends_ok(t)) return false;
    korat::set<int> priorities;
    for (const auto& i : t)
      if (!priorities.insert(i.priority).second) return false;
    return true;
  }
  /// With a priority before, between or behind those that are there: the key decides which.
  static bool insert(tree& t, int key) {
    static treap_item added;
    added = treap_item();
    added.key = key;
    added.priority = key * 5 % 7;
    return t.insert(added).second;
  }
  static bool holds(const tree& t, const std::vector<int>& expected) {
    return iterates_over(t, expected) && bst::holds<look>(t, expected);
  }
};

std::uint64_t factorial(int n) { return n < 2 ? 1 : static_cast<std::uint64_t>(n) * factorial(n - 1); }

}  // namespace

int main() {
  hunt_sets<avl<balance::apart>>("AVL sets", 7, bst::number_of_avl_trees);
  hunt_sets<avl<balance::in_parent>>("compact AVL sets", 5, bst::number_of_avl_trees);
  hunt_sets<splay>("splay sets", 6, bst::number_of_trees);
  hunt("find, lower_bound, splay_down", 1, 6, [](int n) {
    return korat::property(
        "look", splay::bounds(n), [n](const splay_set& t) { return splay::rep_ok(t, n); },
        [n](splay_set& t, int key) { return looking_keeps(t, n, key); }, {}, korat::between(1, 2 * n + 1));
  });
  hunt_sets<treap>("treap sets", 5, factorial);
}
