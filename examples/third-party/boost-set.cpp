// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// boost::intrusive::set: hooks in base classes, and a header node inside the container. Every set of up to seven
// objects in every shape and colouring, and on each every insert and every erase.

#include <boost/intrusive/set.hpp>

#include "every_operation.hpp"
#include "red_black.hpp"

namespace {

namespace bi = boost::intrusive;

// The colour in a member of its own, or compact, in the lowest bit of the pointer to the parent.
enum class colour { apart, in_parent };

template <colour Where>
struct sets_of {
  static constexpr bool compact = Where == colour::in_parent;
  struct item : bi::set_base_hook<bi::optimize_size<compact>, bi::link_mode<bi::normal_link>> {
    int key = 0;
    friend bool operator<(const item& a, const item& b) { return a.key < b.key; }
  };
  using tree = bi::set<item, bi::constant_time_size<false>>;
  using traits = bi::rbtree_node_traits<void*, compact>;
  using node = typename traits::node;  // what the hook is

  // The header, which an iterator to the end points to: its parent is the root, its children are the first and last node.
  static const node& header_of(const tree& t) { return *t.end().pointed_node(); }
  static node& header(tree& t) { return *t.end().pointed_node(); }
  static node*& root(tree& t) { return header(t).parent_; }
  static node*& first(tree& t) { return header(t).left_; }
  static node*& last(tree& t) { return header(t).right_; }

  struct look {
    static const node* root(const tree& t) { return traits::get_parent(&header_of(t)); }
    static const node* above_root(const tree& t) { return &header_of(t); }
    static const node* left(const node* n) { return traits::get_left(n); }
    static const node* right(const node* n) { return traits::get_right(n); }
    static const node* parent(const node* n) { return traits::get_parent(n); }
    static bool is_red(const node* n) { return traits::get_color(n) == traits::red(); }
    static int key(const node* n) { return static_cast<const item*>(n)->key; }
  };

  static bool is_set(const tree& t, std::size_t size) {
    if (!red_black::rep_ok<look>(t, size)) return false;
    const node *least = look::root(t), *most = least;
    while (least->left_) least = least->left_;
    while (most->right_) most = most->right_;
    return header_of(t).left_ == least && header_of(t).right_ == most;
  }

  static korat::search<tree> search(int n) {
    korat::finitization<tree> bounds("boost::intrusive::set");
    const auto items = bounds.template objects<item>(n);
    const auto others = items.without_null();
    const auto top = bounds.root().template part<&header>();
    bounds.template set<&root>(items).template set<&first>(korat::any_of(others, top));
    bounds.template set<&last>(korat::any_of(others, top));
    bounds.template set<&node::left_>(items).template set<&node::right_>(items);
    if constexpr (compact) {
      bounds.template set<&node::parent_>(
          korat::any_of(others, top, others.template tagged<1>(), top.template tagged<1>()));
    } else {
      bounds.template set<&node::parent_>(korat::any_of(others, top));
      bounds.template set<&node::color_>(korat::enumerators<node::red_t, node::black_t>);
    }
    bounds.template set<&item::key>(korat::one_of(red_black::even_keys(n)));
    return {bounds, [n](const tree& t) { return is_set(t, static_cast<std::size_t>(n)); }};
  }
};

template <class Sets>
std::string fault_of(const typename Sets::tree& t, const std::vector<int>& expected) {
  std::vector<int> found;
  for (const auto& i : t) found.push_back(i.key);
  if (found != expected) return "iterating finds something else";
  return red_black::fault_of<typename Sets::look>(t, expected);
}

template <class Sets>
std::vector<operation<typename Sets::tree>> operations(int n) {
  using tree = typename Sets::tree;
  std::vector<operation<tree>> all;
  for (const int key : red_black::even_keys(n))
    all.push_back({"erase " + std::to_string(key), [=](tree& t) -> std::string {
                     typename Sets::item wanted;
                     wanted.key = key;
                     if (t.erase(wanted) != 1) return "it is not found";
                     auto left_over = red_black::even_keys(n);
                     std::erase(left_over, key);
                     return fault_of<Sets>(t, left_over);
                   }});
  for (int key = 1; key <= 2 * n + 1; key += 2)
    all.push_back({"insert " + std::to_string(key), [=](tree& t) -> std::string {
                     typename Sets::item added;
                     added.key = key;
                     if (!t.insert(added).second) return "it is said to be there already";
                     auto more = red_black::even_keys(n);
                     more.insert(std::ranges::upper_bound(more, key), key);
                     return fault_of<Sets>(t, more);
                   }});
  return all;
}

template <class Sets>
bool test(const char* name) {
  bool ok = true;
  for (int n = 1; n <= 7; ++n) {
    const auto done = run_every_operation(Sets::search(n), [n](const auto&) { return operations<Sets>(n); });
    ok &= report(name, n, done, red_black::number_of_trees[n]);
  }
  return ok;
}

}  // namespace

int main() {
  const bool ok = test<sets_of<colour::apart>>("intrusive sets");
  return test<sets_of<colour::in_parent>>("compact intrusive sets") && ok ? 0 : 1;
}
