// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// std::list of libstdc++: a ring through the list's own header, which also keeps the size. Real lists, real nodes.

#include <algorithm>
#include <iterator>
#include <list>

#include "list_model.hpp"

namespace {

using std_list = std::list<int>;
using node_base = std::__detail::_List_node_base;
using node = std::_List_node<int>;

const node_base& header_of(const std_list& l) { return *l.end()._M_node; }
node_base& header(std_list& l) { return *l.end()._M_node; }
node_base*& first(std_list& l) { return header(l)._M_next; }
node_base*& last(std_list& l) { return header(l)._M_prev; }
std::size_t& kept_size(std_list& l) { return static_cast<std::__detail::_List_node_header&>(header(l))._M_size; }
int& value(node& n) { return *n._M_valptr(); }

struct library {
  using list = std_list;

  static korat::finitization<list> bounds(int n) {
    korat::finitization<list> bounds("std::list");
    const auto nodes = bounds.objects<node>(n, {.null = korat::null_value::excluded});
    const auto all = korat::any_of(nodes, bounds.root().part<&header>());
    bounds.set<&first>(all).set<&last>(all).set<&kept_size>(korat::between(0, n));
    bounds.set<&node_base::_M_next>(all).set<&node_base::_M_prev>(all).set<&value>(korat::one_of(1, 2));
    return bounds;
  }
  static bool rep_ok(const list& l, int size) {
    const node_base* n = &header_of(l);
    for (int count = 0; count <= size; ++count) {
      if (n->_M_next->_M_prev != n) return false;
      n = n->_M_next;
      if (n == &header_of(l)) return count == size && l.size() == static_cast<std::size_t>(size);
    }
    return false;
  }

  static values front_to_back(const list& l) {
    values found(l.begin(), l.end());
    if (found.size() != l.size()) found.push_back(-1);  // a size that is none
    return found;
  }
  static values back_to_front(const list& l) { return {l.rbegin(), l.rend()}; }
  static void take_back(list& l) { l.remove(added_value); }  // their nodes are not the search's: out, and freed
};

std_list::iterator at(std_list& l, int place) { return std::next(l.begin(), place); }

void changes() {
  hunt_lists<library>(
      "push_front", places::none, [](std_list& l, int) { l.push_front(added_value); }, insert_at);
  hunt_lists<library>(
      "push_back", places::none, [](std_list& l, int) { l.push_back(added_value); },
      [](values& v, int) { v.push_back(added_value); });
  hunt_lists<library>(
      "insert", places::gaps, [](std_list& l, int place) { l.insert(at(l, place), added_value); }, insert_at);
  hunt_lists<library>(
      "insert three", places::gaps, [](std_list& l, int place) { l.insert(at(l, place), 3, added_value); },
      [](values& v, int place) { v.insert(v.begin() + place, 3, added_value); });
  hunt_lists<library>(
      "erase", places::values, [](std_list& l, int place) { l.erase(at(l, place)); }, erase_at);
  hunt_lists<library>(
      "erase to the end", places::gaps, [](std_list& l, int place) { l.erase(at(l, place), l.end()); },
      [](values& v, int place) { v.resize(static_cast<std::size_t>(place)); });
  hunt_lists<library>(
      "resize", places::gaps, [](std_list& l, int place) { l.resize(static_cast<std::size_t>(place)); },
      [](values& v, int place) { v.resize(static_cast<std::size_t>(place)); });
}

void of_the_whole() {
  hunt_lists<library>(
      "reverse", places::none, [](std_list& l, int) { l.reverse(); }, [](values& v, int) { std::ranges::reverse(v); });
  hunt_lists<library>(
      "sort", places::none, [](std_list& l, int) { l.sort(); }, [](values& v, int) { std::ranges::sort(v); });
  hunt_lists<library>(
      "unique", places::none, [](std_list& l, int) { l.unique(); },
      [](values& v, int) { v.erase(std::unique(v.begin(), v.end()), v.end()); });
  hunt_lists<library>(
      "remove", places::none, [](std_list& l, int) { l.remove(1); }, [](values& v, int) { std::erase(v, 1); });
  hunt_lists<library>(
      "splice and merge", places::gaps,
      [](std_list& l, int place) {
        std_list other;
        other.splice(other.begin(), l, at(l, place), l.end());
        other.sort();
        l.sort();
        l.merge(other);
      },
      [](values& v, int) { std::ranges::sort(v); });
}

}  // namespace

int main() {
  count_lists<library>("lists");
  changes();
  of_the_whole();
}
