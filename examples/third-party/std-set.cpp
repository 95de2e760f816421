// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The red-black tree behind std::set (libstdc++, std::_Rb_tree_node_base). The objects of the search are real std::set
// objects and their real nodes: every set of up to seven numbers in every shape and colouring, and on each every insert
// and every erase.

#include <set>

#include "every_operation.hpp"
#include "red_black.hpp"

namespace {

using tree = std::set<int>;
using node_base = std::_Rb_tree_node_base;
using node = std::_Rb_tree_node<int>;

// The header, which an iterator to the end points to: its parent is the root, its children are the first and last node.
const node_base& header_of(const tree& t) { return *t.end()._M_node; }
node_base& header(tree& t) { return const_cast<node_base&>(header_of(t)); }
node_base*& root(tree& t) { return header(t)._M_parent; }
node_base*& first(tree& t) { return header(t)._M_left; }
node_base*& last(tree& t) { return header(t)._M_right; }
std::size_t& count(tree& t) { return reinterpret_cast<std::_Rb_tree_header&>(header(t))._M_node_count; }
int& key(node& n) { return *n._M_valptr(); }

struct look {
  static const node_base* root(const tree& t) { return header_of(t)._M_parent; }
  static const node_base* above_root(const tree& t) { return &header_of(t); }
  static const node_base* left(const node_base* n) { return n->_M_left; }
  static const node_base* right(const node_base* n) { return n->_M_right; }
  static const node_base* parent(const node_base* n) { return n->_M_parent; }
  static bool is_red(const node_base* n) { return n->_M_color == std::_S_red; }
  static int key(const node_base* n) { return *static_cast<const node*>(n)->_M_valptr(); }
};

bool is_set(const tree& t, std::size_t size) {
  if (!red_black::rep_ok<look>(t, size)) return false;
  const node_base* const top = look::root(t);
  return header_of(t)._M_left == node_base::_S_minimum(top) && header_of(t)._M_right == node_base::_S_maximum(top) &&
         t.size() == size;
}

korat::search<tree> sets(int n) {
  korat::finitization<tree> bounds("std::set");
  const auto nodes = bounds.objects<node>(n);
  const auto top = bounds.root().part<&header>();
  bounds.set<&root>(nodes).set<&first>(korat::any_of(nodes.without_null(), top));
  bounds.set<&last>(korat::any_of(nodes.without_null(), top)).set<&count>(korat::exactly(n));
  bounds.set<&node_base::_M_left>(nodes).set<&node_base::_M_right>(nodes);
  bounds.set<&node_base::_M_parent>(korat::any_of(nodes.without_null(), top));
  bounds.set<&node_base::_M_color>(korat::enumerators<std::_S_red, std::_S_black>);
  bounds.set<&key>(korat::one_of(red_black::even_keys(n)));
  return {bounds, [n](const tree& t) { return is_set(t, static_cast<std::size_t>(n)); }};
}

std::string fault_of(const tree& t, const std::vector<int>& expected) {
  if (t.size() != expected.size()) return "the size is wrong";
  if (!std::ranges::equal(t, expected)) return "iterating finds something else";
  return red_black::fault_of<look>(t, expected);
}

std::vector<operation<tree>> operations(int n) {
  std::vector<operation<tree>> all;
  for (const int key : red_black::even_keys(n))
    all.push_back({"erase " + std::to_string(key), [=](tree& t) -> std::string {
                     if (t.erase(key) != 1) return "it is not found";
                     auto left_over = red_black::even_keys(n);
                     std::erase(left_over, key);
                     return fault_of(t, left_over);
                   }});
  for (int key = 1; key <= 2 * n + 1; key += 2)
    all.push_back({"insert " + std::to_string(key), [=](tree& t) -> std::string {
                     if (!t.insert(key).second) return "it is said to be there already";
                     auto more = red_black::even_keys(n);
                     more.insert(std::ranges::upper_bound(more, key), key);
                     auto fault = fault_of(t, more);
                     t.extract(key);  // its node is not the search's: out, and freed
                     return fault;
                   }});
  return all;
}

}  // namespace

int main() {
  bool ok = true;
  for (int n = 1; n <= 7; ++n) {
    const auto done = run_every_operation(sets(n), [n](const tree&) { return operations(n); });
    ok &= report("sets of numbers", n, done, red_black::number_of_trees[n]);
  }
  return ok ? 0 : 1;
}
