// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// engine::diagram: a search that ends in its diagram is the search it was, in every number and in both directions.

#include <gtest/gtest.h>

#include <cstdio>

#include "diagram/diagram_file.hpp"
#include "diagram/listing.hpp"
#include "korat/korat.hpp"
#include "subjects/subject.hpp"
#include "undo/has_context.h"

#if KORAT_HAS_CONTEXT

namespace korat_test::listing_test {
namespace {

namespace subjects = korat::subjects;
using korat::basic_search;
using korat::direction;
using korat::engine;

korat::description described(const std::string& name, const subjects::arguments& a) {
  for (const auto& s : subjects::all())
    if (s.name == name) return s.describe(a);
  throw std::invalid_argument(name);
}

void expect_same_search(const std::string& name, const subjects::arguments& a, direction d, engine ends_with) {
  SCOPED_TRACE(name);
  basic_search merging(described(name, a), {.engine = engine::diagram, .direction = d});
  basic_search plain(described(name, a), {.engine = engine::checkpoint, .direction = d});
  while (plain.next_valid()) {
    ASSERT_TRUE(merging.next_valid());
    ASSERT_EQ(merging.vector(), plain.vector());
    const auto read = merging.accessed(), expected = plain.accessed();
    ASSERT_TRUE(std::equal(read.begin(), read.end(), expected.begin(), expected.end()));
    if (plain.statistics().valid % 97 != 0) continue;
    ASSERT_EQ(merging.statistics().valid, plain.statistics().valid);
    ASSERT_EQ(merging.statistics().explored, plain.statistics().explored);
    ASSERT_EQ(merging.statistics().field_initializations, plain.statistics().field_initializations);
    ASSERT_EQ(merging.coverage().covered, plain.coverage().covered);
  }
  EXPECT_FALSE(merging.next_valid());
  EXPECT_EQ(merging.outcome(), korat::outcome::complete);
  EXPECT_EQ(merging.statistics().explored, plain.statistics().explored);
  EXPECT_EQ(merging.statistics().field_initializations, plain.statistics().field_initializations);
  EXPECT_EQ(merging.engine_used(), ends_with);
}

TEST(SearchWithDiagram, IsTheSameInBothDirections) {
  for (const auto d : {direction::forward, direction::backward}) {
    expect_same_search("binary-tree", {9}, d, engine::diagram);
    expect_same_search("ternary-tree", {6}, d, engine::diagram);
    expect_same_search("singly-linked-list", {9}, d, engine::diagram);
    expect_same_search("red-black-tree", {7}, d, engine::checkpoint);
    expect_same_search("search-tree", {6}, d, engine::checkpoint);
  }
}

/// Where a search stands when its diagram is complete depends on how the work was shared: it may be any candidate.
TEST(Listing, GoesOnFromAnyCandidate) {
  const auto path = testing::TempDir() + "korat-from-any-candidate.diagram";
  korat::basic_diagram(described("binary-tree", {5})).save(path);
  const korat::detail::space space(korat::detail::erasure::of(described("binary-tree", {5})).bounds);
  const auto graph = korat::detail::read_diagram(path, space);
  std::remove(path.c_str());
  korat::detail::listing list(graph, space);
  const auto steps = [&](auto step) {
    int count = 0;
    while (step()) ++count;
    return count;
  };
  basic_search candidates(described("binary-tree", {5}), {.engine = engine::checkpoint});
  constexpr int all = 42;
  for (int before = 0; candidates.next();) {
    std::vector<korat::detail::choice> path_there;
    const auto vector = candidates.vector();
    for (const auto cell : candidates.accessed()) path_there.push_back({cell, vector[cell], 0, 0});
    list.seek(path_there, korat::detail::listing::towards::previous);
    ASSERT_EQ(steps([&] { return list.previous(); }), before);
    before += candidates.valid() ? 1 : 0;
    list.seek(path_there, korat::detail::listing::towards::next);
    ASSERT_EQ(steps([&] { return list.next(); }), all - before);
  }
}

TEST(SearchWithDiagram, SaysWhatBecameOfIt) {
  basic_search trees(described("binary-tree", {9}), {.engine = engine::diagram});
  while (trees.next_valid()) {
  }
  const auto summary = trees.diagram();
  ASSERT_TRUE(summary.has_value());
  EXPECT_TRUE(summary->complete);
  EXPECT_LT(summary->runs, 2'000u);
  EXPECT_FALSE(basic_search(described("binary-tree", {9}), {.engine = engine::checkpoint}).diagram().has_value());
}

TEST(SearchWithDiagram, StopsAtALimitAndGoesOn) {
  basic_search trees(described("binary-tree", {9}), {.engine = engine::diagram, .max_valid = 1'000});
  basic_search plain(described("binary-tree", {9}), {.engine = engine::checkpoint, .max_valid = 1'000});
  for (int round = 0; round < 4; ++round) {
    int found = 0;
    while (trees.next_valid()) ++found;
    EXPECT_EQ(found, 1'000);
    EXPECT_EQ(trees.outcome(), korat::outcome::max_valid);
    while (plain.next_valid()) {
    }
    EXPECT_EQ(trees.statistics().explored, plain.statistics().explored);
  }
}

TEST(SearchWithDiagram, GoesOnByCandidatesWhenAskedTo) {
  basic_search trees(described("binary-tree", {9}), {.engine = engine::diagram});
  basic_search plain(described("binary-tree", {9}), {.engine = engine::checkpoint});
  for (int i = 0; i < 4'000; ++i) {
    ASSERT_TRUE(trees.next_valid());
    ASSERT_TRUE(plain.next_valid());
  }
  ASSERT_EQ(trees.engine_used(), engine::diagram);
  for (int i = 0; i < 1'000; ++i) {
    ASSERT_TRUE(trees.next());
    ASSERT_TRUE(plain.next());
    ASSERT_EQ(trees.vector(), plain.vector());
    ASSERT_EQ(trees.valid(), plain.valid());
  }
  EXPECT_EQ(trees.statistics().explored, plain.statistics().explored);
  EXPECT_EQ(trees.statistics().field_initializations, plain.statistics().field_initializations);
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(trees.previous_valid());
    ASSERT_TRUE(plain.previous_valid());
    ASSERT_EQ(trees.vector(), plain.vector());
  }
}

TEST(SearchWithDiagram, LendsItsStructuresToBeChanged) {
  struct node {
    korat::field<node*> next;
    korat::field<int> value;
  };
  struct list {
    korat::field<node*> first;
  };
  korat::finitization<list> bounds("list");
  const auto nodes = bounds.objects<node>(6);
  bounds.set<&list::first>(nodes).set<&node::next>(nodes).set<&node::value>(korat::between(0, 3));
  const auto proper = [](const list& l) {
    korat::set<const node*> met;
    for (const node* n = l.first; n != nullptr; n = n->next)
      if (!met.insert(n).second || n->value == 3) return false;
    return true;
  };
  korat::search<list> changed(bounds, proper, {.engine = engine::diagram});
  korat::search<list> plain(bounds, proper, {.engine = engine::checkpoint});
  while (plain.next_valid()) {
    ASSERT_TRUE(changed.next_valid());
    ASSERT_EQ(changed.vector(), plain.vector());
    ASSERT_TRUE(proper(changed.structure()));
    if (node* const first = changed.structure_to_change().first) first->next = first, first->value = 3;
    changed.restore();
  }
  EXPECT_FALSE(changed.next_valid());
}

}  // namespace

}  // namespace korat_test::listing_test

#endif
