// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Another shape for a part of a balanced tree: compared with all shapes there are, made and judged in another way.

#include "repair/rules/reshaping.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <vector>

namespace korat_test::reshaping_test {
namespace {

using korat::detail::reshaping;
using korat::detail::tree_rule;

struct tree {
  std::uint8_t top = reshaping::nobody;
  std::vector<reshaping::shape::place> places;
};

/// Every binary tree of the objects from `begin` on, before `end`, in this order.
void each_shape(tree& t, std::size_t begin, std::size_t end, const std::function<void(std::uint8_t top)>& use) {
  if (begin == end) return use(reshaping::nobody);
  for (auto top = begin; top < end; ++top)
    each_shape(t, begin, top, [&, top](std::uint8_t left) {
      each_shape(t, top + 1, end, [&, top, left](std::uint8_t right) {
        t.places[top].child[0] = left;
        t.places[top].child[1] = right;
        use(static_cast<std::uint8_t>(top));
      });
    });
}

/// Or nothing: the heights of the two sides of an object differ by more than one.
std::optional<int> avl_height(const tree& t, std::uint8_t top) {
  if (top == reshaping::nobody) return 0;
  const auto one = avl_height(t, t.places[top].child[0]), other = avl_height(t, t.places[top].child[1]);
  if (!one || !other || std::abs(*one - *other) > 1) return std::nullopt;
  return 1 + std::max(*one, *other);
}

/// Or nothing: a red object has a red child, or the ways down differ.
std::optional<int> blacks(const tree& t, std::uint8_t top) {
  if (top == reshaping::nobody) return 0;
  const auto& p = t.places[top];
  for (const auto child : p.child)
    if (child != reshaping::nobody && p.color == tree_rule::red && t.places[child].color == tree_rule::red)
      return std::nullopt;
  const auto one = blacks(t, p.child[0]), other = blacks(t, p.child[1]);
  if (!one || one != other) return std::nullopt;
  return *one + (p.color == tree_rule::black ? 1 : 0);
}

/// The state of the whole, if it keeps the rule.
std::optional<int> state_of(const tree_rule& rule, const tree& t) {
  if (rule.what == tree_rule::kind::avl) return avl_height(t, t.top);
  const auto b = blacks(t, t.top);
  return b ? std::optional(2 * *b + (t.places[t.top].color == tree_rule::red ? 1 : 0)) : std::nullopt;
}

int fields_changed(const std::vector<reshaping::item>& items, std::uint8_t top, const tree& t) {
  int changed = t.top == top ? 0 : 1;
  for (std::size_t i = 0; i < items.size(); ++i) {
    changed += items[i].recolor[t.places[i].color];
    for (const int side : {0, 1}) {
      const auto child = t.places[i].child[side];
      changed += child == items[i].child[side] ? 0 : 1;
      if (child != reshaping::nobody && items[child].parent != reshaping::any_parent)
        changed += items[child].parent == i ? 0 : 1;
    }
  }
  return changed;
}

std::vector<reshaping::item> random_items(std::size_t count, bool colored, bool with_parents, std::mt19937& random) {
  const auto anybody = [&]() -> std::uint8_t {
    const auto n = random() % (count + 2);
    return n < count ? static_cast<std::uint8_t>(n) : n == count ? reshaping::nobody : reshaping::somebody_else;
  };
  std::vector<reshaping::item> items;
  for (std::size_t i = 0; i < count; ++i) {
    const auto to_black = static_cast<std::uint16_t>(colored ? random() % 2 : 0);
    const auto to_red = static_cast<std::uint16_t>(colored ? 1 - to_black : 0);
    items.push_back({{anybody(), anybody()}, with_parents ? anybody() : reshaping::any_parent, {to_black, to_red}});
  }
  return items;
}

void compare_with_all(tree_rule::kind kind, std::size_t count, bool with_parents, std::mt19937& random) {
  const tree_rule rule(kind);
  const bool colored = kind == tree_rule::kind::red_black;
  const auto items = random_items(count, colored, with_parents, random);
  const auto top = static_cast<std::uint8_t>(random() % count);
  std::vector<int> least(rule.sides.size(), reshaping::impossible);
  tree t{0, std::vector<reshaping::shape::place>(count)};
  each_shape(t, 0, count, [&](std::uint8_t shape_top) {
    t.top = shape_top;
    for (unsigned colors = 0; colors < (colored ? 1U << count : 1U); ++colors) {
      for (std::size_t i = 0; i < count; ++i)
        t.places[i].color = (colors >> i & 1) != 0 ? tree_rule::red : tree_rule::black;
      if (const auto state = state_of(rule, t))
        least[static_cast<std::size_t>(*state)] =
            std::min(least[static_cast<std::size_t>(*state)], fields_changed(items, top, t));
    }
  });
  const reshaping shapes(rule, items, top);
  for (std::size_t state = 1; state < least.size(); ++state) {
    SCOPED_TRACE("state " + std::to_string(state));
    const auto s = static_cast<tree_rule::state>(state);
    const auto cost = state < shapes.states() ? shapes.cost(s) : reshaping::impossible;
    ASSERT_EQ(cost, least[state]);
    if (cost == reshaping::impossible) continue;
    const auto found = shapes.cheapest(s);
    const tree made{found.top, found.places};
    EXPECT_EQ(state_of(rule, made), static_cast<int>(state));
    EXPECT_EQ(fields_changed(items, top, made), cost);
  }
}

TEST(Reshaping, ChangesAsFewFieldsAsAnyShapeThatKeepsTheRule) {
  std::mt19937 random(1);
  for (std::size_t count = 1; count <= 7; ++count)
    for (int round = 0; round < (count < 6 ? 20 : 2); ++round)
      for (const bool with_parents : {false, true})
        for (const auto kind : {tree_rule::kind::avl, tree_rule::kind::red_black}) {
          SCOPED_TRACE(std::to_string(count) + " objects, round " + std::to_string(round));
          compare_with_all(kind, count, with_parents, random);
        }
}

// The largest part there may be, from a list: one state at least is possible, and its shape is in order.
TEST(Reshaping, MakesATreeOfTheLargestList) {
  for (const auto kind : {tree_rule::kind::avl, tree_rule::kind::red_black}) {
    const tree_rule rule(kind);
    std::vector<reshaping::item> items;
    for (std::size_t i = 0; i < reshaping::most_objects; ++i) {
      const auto next = i + 1 < reshaping::most_objects ? static_cast<std::uint8_t>(i + 1) : reshaping::nobody;
      items.push_back({{reshaping::nobody, next}, reshaping::any_parent, {0, 1}});
    }
    const reshaping shapes(rule, items, 0);
    tree_rule::state best = 1;
    for (tree_rule::state s = 1; s < shapes.states(); ++s)
      if (shapes.cost(s) < shapes.cost(best)) best = s;
    ASSERT_LT(shapes.cost(best), reshaping::impossible);
    const auto found = shapes.cheapest(best);
    const tree made{found.top, found.places};
    EXPECT_EQ(state_of(rule, made), best);
    EXPECT_EQ(fields_changed(items, 0, made), shapes.cost(best));
    std::vector<std::uint8_t> in_order;
    const std::function<void(std::uint8_t)> walk = [&](std::uint8_t top) {
      if (top == reshaping::nobody) return;
      walk(made.places[top].child[0]);
      in_order.push_back(top);
      walk(made.places[top].child[1]);
    };
    walk(made.top);
    EXPECT_EQ(in_order.size(), reshaping::most_objects);
    EXPECT_TRUE(std::ranges::is_sorted(in_order));
  }
}

}  // namespace
}  // namespace korat_test::reshaping_test
