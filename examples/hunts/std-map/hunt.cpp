// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The red-black tree behind std::map and std::set (libstdc++, std::_Rb_tree_node_base). The objects of the search are
// real std::map objects and their real nodes.

#include <map>

#include "red_black.hpp"
#include "set_model.hpp"

namespace {

using map = std::map<int, int>;
using node_base = std::_Rb_tree_node_base;
using node = std::_Rb_tree_node<map::value_type>;

// The header, which an iterator to the end points to: its parent is the root, its children are the first and last node.
const node_base& header_of(const map& m) { return *m.end()._M_node; }
node_base& header(map& m) { return const_cast<node_base&>(header_of(m)); }
node_base*& root(map& m) { return header(m)._M_parent; }
node_base*& first(map& m) { return header(m)._M_left; }
node_base*& last(map& m) { return header(m)._M_right; }
std::size_t& node_count(map& m) { return reinterpret_cast<std::_Rb_tree_header&>(header(m))._M_node_count; }
int& key(node& n) { return const_cast<int&>(n._M_valptr()->first); }
int& mapped(node& n) { return n._M_valptr()->second; }

struct look {
  static const node_base* root(const map& m) { return header_of(m)._M_parent; }
  static const node_base* above_root(const map& m) { return &header_of(m); }
  static const node_base* left(const node_base* n) { return n->_M_left; }
  static const node_base* right(const node_base* n) { return n->_M_right; }
  static const node_base* parent(const node_base* n) { return n->_M_parent; }
  static bool is_red(const node_base* n) { return n->_M_color == std::_S_red; }
  static int key(const node_base* n) { return static_cast<const node*>(n)->_M_valptr()->first; }
};

struct library {
  using tree = map;

  static korat::finitization<tree> bounds(int n) {
    korat::finitization<tree> bounds("std::map");
    const auto nodes = bounds.objects<node>(n);
    const auto top = bounds.root().part<&header>();
    bounds.set<&root>(nodes).set<&first>(korat::any_of(nodes.without_null(), top));
    bounds.set<&last>(korat::any_of(nodes.without_null(), top)).set<&node_count>(korat::exactly(n));
    bounds.set<&node_base::_M_left>(nodes).set<&node_base::_M_right>(nodes);
    bounds.set<&node_base::_M_parent>(korat::any_of(nodes.without_null(), top));
    bounds.set<&node_base::_M_color>(korat::enumerators<std::_S_red, std::_S_black>);
    bounds.set<&key>(korat::one_of(even_keys(n))).set<&mapped>(korat::exactly(0));
    return bounds;
  }
  static bool rep_ok(const tree& m, int n) {
    const auto size = static_cast<std::size_t>(n);
    if (!red_black::rep_ok<look>(m, size)) return false;
    const node_base* const top = look::root(m);
    return header_of(m)._M_left == node_base::_S_minimum(top) && header_of(m)._M_right == node_base::_S_maximum(top) &&
           m.size() == size;
  }

  static bool insert(tree& m, int key) { return m.insert({key, key}).second; }
  static void take_back(tree& m, int key) { m.extract(key); }  // its node is not the search's: out, and freed
  static bool erase(tree& m, int key) { return m.erase(key) == 1; }
  static bool holds(const tree& m, const std::vector<int>& expected) {
    std::vector<int> forward;
    for (const auto& [key, mapped] : m) forward.push_back(key);
    return m.size() == expected.size() && forward == expected && red_black::holds<look>(m, expected);
  }
};

}  // namespace

int main() { hunt_sets<library>("maps", 7, red_black::number_of_trees); }
