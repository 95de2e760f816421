// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/rules/balanced_tree.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <utility>

namespace korat::detail {

namespace {

constexpr std::uint32_t impossible = 0x3fff'ffff;

}  // namespace

void balanced_tree::propose() {
  if (!find_top()) return;
  const bool is_colored = nodes_.front().color_cell != nobody;
  if (!find_tree()) return;
  if (!is_colored && !how_.reshapes) {
    ledger_.is_unbalanced = is_nearly_avl();
    return;
  }
  constexpr std::size_t worth_it = 8;
  if (how_.reshapes && most_in_part() < worth_it) return;
  propose(tree_rule(is_colored ? tree_rule::kind::red_black : tree_rule::kind::avl));
}

/// The two sides of nearly every object are equally high, but for one, and of some they are not. Of a tree that is
/// not balanced, a third breaks the rule.
bool balanced_tree::is_nearly_avl() const {
  std::vector<int> height(nodes_.size());
  std::size_t broken = 0;
  for (auto i = nodes_.size(); i-- > 0;) {
    const auto high = [&](const link& l) { return l.child == nobody ? 0 : height[l.child]; };
    const int one = high(nodes_[i].links[0]), other = high(nodes_[i].links[1]);
    broken += std::abs(one - other) > 1 ? 1 : 0;
    height[i] = std::max(one, other) + 1;
  }
  return broken > 0 && static_cast<double>(broken) <= thresholds::unbalanced * static_cast<double>(nodes_.size());
}

void balanced_tree::propose(const tree_rule& rule) {
  count_below();
  const bool is_colored = rule.what == tree_rule::kind::red_black;
  const auto if_swapped = is_colored ? fewest_changes(rule, true) : impossible;
  const auto if_not = fewest_changes(rule, false);
  ledger_.has_other_colors = is_colored && std::max(if_swapped, if_not) <= 2 * std::min(if_swapped, if_not) &&
                             std::max(if_swapped, if_not) != impossible;
  const bool swapped = (if_swapped < if_not) != (is_colored && how_.other_colors);
  const auto least = swapped ? fewest_changes(rule, true) : if_not;
  ledger_.is_unbalanced = least == impossible;
  const auto most = (how_.reshapes ? 1 : 1 - thresholds::usual) * static_cast<double>(nodes_.size());
  if (least == 0 || static_cast<double>(least) > most) return;
  for (const auto& g : cheapest(rule, swapped)) {
    const bool is_so = g.value == (view_.is_reference(g.cell) ? view_.target(g.cell) : space_.bits_in_memory(g.cell));
    ledger_.drop(g.cell);
    if (!is_so) ledger_.add(g.cell, g.value);
  }
}

/// The first member with two values; or nobody.
std::uint32_t balanced_tree::color_cell(std::uint32_t object) const {
  const auto& o = space_.objects()[object];
  for (auto cell = o.first_cell; cell < o.end_cell; ++cell)
    if (!view_.is_reference(cell) && space_.domain(cell).bits.size() == 2 && space_.domain(cell).source.bitwise)
      return cell;
  return nobody;
}

/// The first member that answers those that lead to the object; or nobody.
std::uint32_t balanced_tree::parent_cell(std::uint32_t object) const {
  const auto& o = space_.objects()[object];
  for (auto cell = o.first_cell; cell < o.end_cell; ++cell)
    if (view_.is_reference(cell) && !view_.is_owning(cell) && view_.has_inverse(cell)) return cell;
  return nobody;
}

/// False: it is in the tree already, or has not two sides.
bool balanced_tree::add_node(std::uint32_t object) {
  if (in_tree_[object]) return false;
  in_tree_[object] = true;
  node n{object, color_cell(object), {}};
  std::size_t sides = 0;
  const auto& o = space_.objects()[object];
  for (auto cell = o.first_cell; cell < o.end_cell; ++cell) {
    if (!view_.is_reference(cell) || !view_.is_owning(cell)) continue;
    if (sides == 2) return false;
    n.links[sides++] = {cell, nobody};
  }
  nodes_.push_back(std::move(n));
  return sides == 2;
}

/// What the root refers to.
bool balanced_tree::find_top() {
  in_tree_.assign(space_.objects().size(), false);
  const auto& root = space_.objects()[0];
  for (auto cell = root.first_cell; cell < root.end_cell; ++cell) {
    if (!view_.is_reference(cell) || !view_.is_owning(cell) || ledger_.target(cell) == nobody) continue;
    if (!nodes_.empty() || !add_node(ledger_.target(cell))) return false;
    top_cell_ = cell;
  }
  return !nodes_.empty();
}

/// What hangs there, if it is a binary tree of objects of one class.
bool balanced_tree::find_tree() {
  constexpr std::size_t fewest = 4;
  const auto top_class = space_.objects()[nodes_[0].object].object_class;
  for (std::uint32_t i = 0; i < nodes_.size(); ++i)
    for (const int side : {0, 1}) {
      const auto to = ledger_.target(nodes_[i].links[side].cell);
      if (to == nobody) continue;
      nodes_[i].links[side].child = static_cast<std::uint32_t>(nodes_.size());
      if (space_.objects()[to].object_class != top_class || !add_node(to)) return false;
    }
  if (how_.reshapes) insert_strays();
  return nodes_.size() >= fewest;
}

// Objects that found no place in the tree, each between those with the next smaller and the next larger key.
void balanced_tree::insert_strays() {
  const auto& keys = keys_;
  if (!keys.has(nodes_[0].object)) return;
  std::size_t rising = 0, falling = 0;  // from an object to what hangs on its first side
  for (const auto& n : nodes_)
    if (const auto child = n.links[0].child; child != nobody)
      ++(keys.key_as_guessed(nodes_[child].object) < keys.key_as_guessed(n.object) ? falling : rising);
  const int smaller = falling >= rising ? 0 : 1;
  using place = std::pair<std::uint32_t, int>;  // a node and its side
  std::map<place, std::vector<std::uint32_t>> strays;
  const auto top_class = space_.objects()[nodes_[0].object].object_class;
  for (std::uint32_t o = 0; o < in_tree_.size(); ++o) {
    if (in_tree_[o] || space_.objects()[o].object_class != top_class || view_.is_fresh(o)) continue;
    const auto key = keys.key_as_guessed(o);
    place p{nobody, 0};
    constexpr int longest = 256;  // no way down through a balanced tree is
    int steps = 0;
    for (std::uint32_t i = 0; i != nobody; i = nodes_[i].links[p.second].child) {
      if (++steps > longest) return;
      p = {i, key < keys.key_as_guessed(nodes_[i].object) ? smaller : 1 - smaller};
    }
    strays[p].push_back(o);
  }
  for (auto& [p, objects] : strays) {
    std::ranges::stable_sort(objects, {}, [&](std::uint32_t o) { return keys.key_as_guessed(o); });
    if (smaller == 1) std::ranges::reverse(objects);
    const auto top = add_balanced(objects);
    nodes_[p.first].links[p.second].child = top;
  }
}

std::uint32_t balanced_tree::add_balanced(std::span<const std::uint32_t> in_order) {
  if (in_order.empty()) return nobody;
  const auto top = static_cast<std::uint32_t>(nodes_.size());
  const auto middle = in_order.size() / 2;
  add_node(in_order[middle]);
  const auto first = add_balanced(in_order.first(middle)), second = add_balanced(in_order.subspan(middle + 1));
  nodes_[top].links[0].child = first;
  nodes_[top].links[1].child = second;
  return top;
}

std::uint64_t balanced_tree::bits_of(const node& n, color c, bool swapped) const {
  return space_.domain(n.color_cell).bits[(c == tree_rule::red) != swapped ? 1 : 0];
}

std::uint16_t balanced_tree::recoloring(const node& n, color c, bool swapped) const {
  return n.color_cell == nobody || space_.bits_in_memory(n.color_cell) == bits_of(n, c, swapped) ? 0 : 1;
}

void balanced_tree::count_below() {
  for (auto i = nodes_.size(); i-- > 0;)
    for (const auto& l : nodes_[i].links)
      if (l.child != nobody) nodes_[i].below += nodes_[l.child].below;
}

/// The more nodes there are, the smaller parts must be: the time grows with the cube of their size.
std::size_t balanced_tree::most_in_part() const {
  constexpr double most_work = 8e6;
  const auto affordable = std::sqrt(most_work / static_cast<double>(nodes_.size()));
  return std::min(reshaping::most_objects, static_cast<std::size_t>(affordable));
}

std::uint32_t balanced_tree::fewest_changes(const tree_rule& rule, bool swapped) {
  parts_.clear();
  std::vector<std::uint32_t> tops;  // of what may get another shape
  const auto most = how_.reshapes ? most_in_part() : 0;
  if (nodes_[0].below <= most) tops.push_back(0);
  for (const auto& n : nodes_)
    for (const auto& l : n.links)
      if (n.below > most && l.child != nobody && nodes_[l.child].below <= most) tops.push_back(l.child);
  for (const auto top : tops) reshape(rule, top, swapped);
  for (auto i = nodes_.size(); i-- > 0;)
    if (nodes_[i].below > most) find_costs(rule, nodes_[i], swapped);
  return std::ranges::min(nodes_.front().costs);
}

std::uint32_t balanced_tree::cost_on_side(const node& n, int side, state s) const {
  if (n.links[side].child == nobody) return s == tree_rule::of_empty ? 0 : impossible;
  const auto& costs = nodes_[n.links[side].child].costs;
  return s < costs.size() ? costs[s] : impossible;
}

void balanced_tree::find_costs(const tree_rule& rule, node& n, bool swapped) const {
  const auto [first, last] = rule.states_of(n.below);
  n.costs.assign(last, impossible);
  for (auto s = first; s < last; ++s)
    for (const auto& [one, other] : rule.sides[s])
      n.costs[s] = std::min(
          n.costs[s], recoloring(n, rule.color_of(s), swapped) + cost_on_side(n, 0, one) + cost_on_side(n, 1, other));
}

void balanced_tree::add_in_order(std::uint32_t top, std::vector<std::uint32_t>& to) const {
  const auto& links = nodes_[top].links;
  if (links[0].child != nobody) add_in_order(links[0].child, to);
  to.push_back(top);
  if (links[1].child != nobody) add_in_order(links[1].child, to);
}

void balanced_tree::reshape(const tree_rule& rule, std::uint32_t top, bool swapped) {
  std::vector<std::uint32_t> in_order;
  add_in_order(top, in_order);
  std::unordered_map<std::uint32_t, std::uint8_t> places;  // by object
  for (const auto i : in_order) places.emplace(nodes_[i].object, static_cast<std::uint8_t>(places.size()));
  const auto place_led_to = [&](std::uint32_t cell) {
    const auto to = view_.target(cell);
    const auto found = places.find(to);
    return to == nobody ? reshaping::nobody : found == places.end() ? reshaping::somebody_else : found->second;
  };
  std::vector<reshaping::item> items;
  for (const auto i : in_order) {
    const auto& n = nodes_[i];
    const auto parent = parent_cell(n.object);
    items.push_back({{place_led_to(n.links[0].cell), place_led_to(n.links[1].cell)},
                     parent == nobody ? reshaping::any_parent : place_led_to(parent),
                     {recoloring(n, tree_rule::black, swapped), recoloring(n, tree_rule::red, swapped)}});
  }
  const auto top_now = places.at(nodes_[top].object);
  const auto made = parts_.emplace(top, part{std::move(in_order), {rule, std::move(items), top_now}});
  const auto& shapes = made.first->second.shapes;
  auto& costs = nodes_[top].costs;
  costs.clear();
  for (state s = 0; s < shapes.states(); ++s)
    costs.push_back(shapes.cost(s) == reshaping::impossible ? impossible : shapes.cost(s));
}

// From the root down, the colours and references that the costs stand for.
std::vector<proposal> balanced_tree::cheapest(const tree_rule& rule, bool swapped) const {
  std::vector<proposal> wanted;
  struct step {
    std::uint32_t node, leading;  // and the cell that leads there
    state own;
  };
  const auto& top = nodes_.front().costs;
  std::vector<step> work{{0, top_cell_, static_cast<state>(std::ranges::min_element(top) - top.begin())}};
  while (!work.empty()) {
    const auto [i, leading, own] = work.back();
    work.pop_back();
    if (const auto p = parts_.find(i); p != parts_.end()) {
      add_shape(p->second, own, leading, swapped, wanted);
      continue;
    }
    const auto& n = nodes_[i];
    if (how_.reshapes) wanted.push_back({leading, n.object});
    if (n.color_cell != nobody) wanted.push_back({n.color_cell, bits_of(n, rule.color_of(own), swapped)});
    const auto& sides = *std::ranges::min_element(rule.sides[own], {}, [&](const auto& s) {
      return std::min(impossible, cost_on_side(n, 0, s[0])) + std::min(impossible, cost_on_side(n, 1, s[1]));
    });
    for (const int side : {0, 1})
      if (const auto& l = n.links[side]; l.child != nobody)
        work.push_back({l.child, l.cell, sides[static_cast<std::size_t>(side)]});
      else if (how_.reshapes)
        wanted.push_back({l.cell, nobody});
  }
  return wanted;
}

void balanced_tree::add_shape(const part& p, state own, std::uint32_t leading, bool swapped,
                              std::vector<proposal>& to) const {
  const auto object_at = [&](std::uint8_t place) {
    return place == reshaping::nobody ? nobody : nodes_[p.in_order[place]].object;
  };
  const auto shape = p.shapes.cheapest(own);
  to.push_back({leading, object_at(shape.top)});
  for (std::size_t i = 0; i < p.in_order.size(); ++i) {
    const auto& n = nodes_[p.in_order[i]];
    if (n.color_cell != nobody) to.push_back({n.color_cell, bits_of(n, shape.places[i].color, swapped)});
    for (const int side : {0, 1}) to.push_back({n.links[side].cell, object_at(shape.places[i].child[side])});
  }
}

}  // namespace korat::detail
