// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// array<T>: an array of its own outside a search, lent room inside one.

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "korat/korat.hpp"

namespace korat_test::array_test {
namespace {

static_assert(!std::is_copy_constructible_v<korat::array<int>> && !std::is_copy_assignable_v<korat::array<int>>);
static_assert(std::is_same_v<korat::array<int>::value_type, korat::field<int>>);

TEST(Array, StartsEmpty) {
  const korat::array<int> a;
  EXPECT_EQ(a.size(), 0);
  EXPECT_TRUE(a.empty());
  EXPECT_EQ(a.begin(), a.end());
  EXPECT_THROW((void)a[0], korat::out_of_range);
}

TEST(Array, ResizedHoldsDefaultElementsToChange) {
  korat::array<int> a;
  a.resize(3);
  EXPECT_EQ(a.size(), 3);
  EXPECT_FALSE(a.empty());
  EXPECT_TRUE(std::all_of(a.begin(), a.end(), [](int v) { return v == 0; }));
  for (std::int32_t i = 0; i < 3; ++i) a[i] = 10 * i;
  EXPECT_EQ(std::accumulate(a.begin(), a.end(), 0), 30);
  ++a[1];
  EXPECT_EQ(a[1], 11);
}

TEST(Array, ResizedAgainStartsAfresh) {
  korat::array<std::string> a;
  a.resize(1);
  a[0] = "a string too long for the small-string optimisation";
  a.resize(2);
  EXPECT_EQ(a.size(), 2);
  EXPECT_EQ(a[0], "");
  a.resize(0);
  EXPECT_TRUE(a.empty());
}

TEST(Array, IndexOutOfBoundsThrowsAndSaysWhich) {
  korat::array<int> a;
  a.resize(3);
  EXPECT_NO_THROW((void)a[2]);
  EXPECT_THROW((void)a[-1], korat::out_of_range);
  try {
    (void)a[3];
    FAIL() << "no exception";
  } catch (const korat::out_of_range& e) {
    EXPECT_NE(std::string(e.what()).find("index 3"), std::string::npos) << e.what();
  }
}

struct holder {
  korat::array<int> items;
};

korat::finitization<holder> at_most(int length) {
  korat::finitization<holder> bounds("holder");
  bounds.set<&holder::items>(korat::array_of(korat::between(0, 1)).with_length(korat::between(0, length)));
  return bounds;
}

using vectors = std::vector<std::vector<int>>;

TEST(Array, IsSearchedByLengthThenElements) {
  vectors found;
  korat::for_each(
      at_most(2), [](const holder&) { return true; },
      [&](const holder& h) { found.emplace_back(h.items.begin(), h.items.end()); });
  EXPECT_EQ(found, (vectors{{}, {0}, {1}, {0, 0}, {0, 1}, {1, 0}, {1, 1}}));
}

TEST(Array, ElementsMayBeReadBeforeTheLength) {
  vectors found;
  korat::for_each(
      at_most(2), [](const holder& h) { return h.items[1] == 1 && h.items.size() == 2; },
      [&](const holder& h) { found.emplace_back(h.items.begin(), h.items.end()); });
  EXPECT_EQ(found, (vectors{{0, 1}, {1, 1}}));
}

// The predicate looks behind the length: what it reads there is a choice, but no part of the structure.
TEST(Array, ElementsBehindTheLengthAreNoPartOfTheStructure) {
  korat::search<holder> search(at_most(2), [](const holder& h) { return h.items.size() == 1 && h.items[1] == 1; });
  ASSERT_TRUE(search.next_valid());
  const auto shown = search.snapshot();
  ASSERT_EQ(shown.objects.size(), 1u);
  ASSERT_EQ(shown.objects[0].fields.size(), 2u);
  EXPECT_EQ(shown.objects[0].fields[0].name, "items.length");
  EXPECT_EQ(shown.objects[0].fields[1].name, "items[0]");
}

TEST(Array, IndexBehindTheLongestLengthIsReportedAsTheExceptionItIs) {
  korat::search<holder> search(at_most(2), [](const holder& h) { return h.items[2] == 1; });
  try {
    search.next();
    FAIL() << "no exception";
  } catch (const korat::predicate_error& e) {
    EXPECT_EQ(e.why().kind, korat::misbehaviour::threw);
    EXPECT_NE(std::string(e.what()).find("index 2"), std::string::npos) << e.what();
  }
}

TEST(Array, OfStringsAndOfPointersIsSearchedToo) {
  struct node {
    korat::array<node*> children;
  };
  struct tree {
    korat::array<std::string> names;
    korat::array<node*> roots;
  };
  korat::finitization<tree> bounds("tree");
  auto nodes = bounds.objects<node>(2);
  bounds
      .set<&tree::names>(korat::array_of(korat::one_of("x", "a name that does not fit the small string"))
                             .with_length(korat::between(1, 1)))
      .set<&tree::roots>(korat::array_of(nodes.without_null()).with_length(korat::between(2, 2)))
      .set<&node::children>(korat::array_of(nodes).with_length(korat::between(0, 1)));
  std::vector<std::string> found;
  const auto counts = korat::for_each(
      bounds,
      [](const tree& t) {
        return t.roots[0] != t.roots[1] && t.names[0]->size() > 1 && t.roots[0]->children.size() == 1 &&
               t.roots[0]->children[0] == t.roots[1] && t.roots[1]->children.empty() &&
               t.names.size() + t.roots.size() == 3;
      },
      [&](const tree& t) { found.push_back(t.names[0]); });
  EXPECT_EQ(counts.valid, 1u);
  EXPECT_EQ(found, std::vector<std::string>{"a name that does not fit the small string"});
}

}  // namespace
}  // namespace korat_test::array_test
