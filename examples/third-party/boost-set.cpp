// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// boost::intrusive::set: hooks in base classes, and a header node inside the container. Every set of up to seven
// objects in every shape and colouring, and on each every insert and every erase.

#include <boost/intrusive/set.hpp>

#include "every_operation.hpp"
#include "red_black.hpp"

namespace {

namespace bi = boost::intrusive;

// The colour in a member of its own. (optimize_size<true> would keep it in a bit of a pointer: one field of two
// values.)
struct item : bi::set_base_hook<bi::optimize_size<false>, bi::link_mode<bi::normal_link>> {
  int key = 0;
  friend bool operator<(const item& a, const item& b) { return a.key < b.key; }
};
using tree = bi::set<item, bi::constant_time_size<false>>;
using node = bi::rbtree_node<void*>;  // what the hook is

// The header, which an iterator to the end points to: its parent is the root, its children are the first and last node.
const node& header_of(const tree& t) { return *t.end().pointed_node(); }
node& header(tree& t) { return *t.end().pointed_node(); }
node*& root(tree& t) { return header(t).parent_; }
node*& first(tree& t) { return header(t).left_; }
node*& last(tree& t) { return header(t).right_; }

struct look {
  static const node* root(const tree& t) { return header_of(t).parent_; }
  static const node* above_root(const tree& t) { return &header_of(t); }
  static const node* left(const node* n) { return n->left_; }
  static const node* right(const node* n) { return n->right_; }
  static const node* parent(const node* n) { return n->parent_; }
  static bool is_red(const node* n) { return n->color_ == node::red_t; }
  static int key(const node* n) { return static_cast<const item*>(n)->key; }
};

bool is_set(const tree& t, std::size_t size) {
  if (!red_black::rep_ok<look>(t, size)) return false;
  const node *least = look::root(t), *most = least;
  while (least->left_) least = least->left_;
  while (most->right_) most = most->right_;
  return header_of(t).left_ == least && header_of(t).right_ == most;
}

korat::search<tree> sets(int n) {
  korat::finitization<tree> bounds("boost::intrusive::set");
  const auto items = bounds.objects<item>(n);
  const auto top = bounds.root().part<&header>();
  bounds.set<&root>(items).set<&first>(korat::any_of(items.without_null(), top));
  bounds.set<&last>(korat::any_of(items.without_null(), top));
  bounds.set<&node::left_>(items).set<&node::right_>(items);
  bounds.set<&node::parent_>(korat::any_of(items.without_null(), top));
  bounds.set<&node::color_>(korat::enumerators<node::red_t, node::black_t>);
  bounds.set<&item::key>(korat::one_of(red_black::even_keys(n)));
  return {bounds, [n](const tree& t) { return is_set(t, static_cast<std::size_t>(n)); }};
}

std::string fault_of(const tree& t, const std::vector<int>& expected) {
  std::vector<int> found;
  for (const item& i : t) found.push_back(i.key);
  if (found != expected) return "iterating finds something else";
  return red_black::fault_of<look>(t, expected);
}

std::vector<operation<tree>> operations(int n) {
  std::vector<operation<tree>> all;
  for (const int key : red_black::even_keys(n))
    all.push_back({"erase " + std::to_string(key), [=](tree& t) -> std::string {
                     item wanted;
                     wanted.key = key;
                     if (t.erase(wanted) != 1) return "it is not found";
                     auto left_over = red_black::even_keys(n);
                     std::erase(left_over, key);
                     return fault_of(t, left_over);
                   }});
  for (int key = 1; key <= 2 * n + 1; key += 2)
    all.push_back({"insert " + std::to_string(key), [=](tree& t) -> std::string {
                     item added;
                     added.key = key;
                     if (!t.insert(added).second) return "it is said to be there already";
                     auto more = red_black::even_keys(n);
                     more.insert(std::ranges::upper_bound(more, key), key);
                     return fault_of(t, more);
                   }});
  return all;
}

}  // namespace

int main() {
  bool ok = true;
  for (int n = 1; n <= 7; ++n) {
    const auto done = run_every_operation(sets(n), [n](const tree&) { return operations(n); });
    ok &= report("intrusive sets", n, done, red_black::number_of_trees[n]);
  }
  return ok ? 0 : 1;
}
