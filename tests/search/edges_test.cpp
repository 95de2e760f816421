// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Before the first candidate, after the last; options at the edge of sense; structures far deeper than wide.

#include <gtest/gtest.h>

#include <chrono>

#include "healthy.hpp"
#include "sample.hpp"
#include "undo/has_context.h"

namespace korat_test::edges_test {
namespace {

using korat::engine;

sequence lists(korat::search_options options) {
  return sequence_of(make_sample("list", list_bounds(3, 2), is_list), std::move(options));
}

TEST(Edges, BeforeTheFirstCandidateThereIsAnEmptyOne) {
  const korat::search<list> search(list_bounds(2), is_list);
  EXPECT_EQ(search.vector(), std::vector<std::uint32_t>(search.fields()));
  EXPECT_TRUE(search.accessed().empty());
  EXPECT_FALSE(search.valid());
  EXPECT_EQ(search.structure().head, nullptr);
  EXPECT_EQ(search.snapshot().objects.size(), 1u);
  EXPECT_EQ(search.statistics().explored, 0u);
  EXPECT_EQ(search.outcome(), korat::outcome::running);
}

TEST(Edges, AfterTheLastCandidateTheSearchMayStillBeLookedAt) {
  korat::search<list> search(list_bounds(2), is_list);
  while (search.next()) {
  }
  (void)search.vector(), (void)search.accessed(), (void)search.snapshot(), search.restore();
  (void)search.structure().size.get();
  EXPECT_EQ(search.outcome(), korat::outcome::complete);
}

TEST(Edges, ReadingTheStructureBeforeTheFirstStepIsNoChoice) {
  korat::search<list> search(list_bounds(2), is_list);
  (void)search.structure().size.get();
  EXPECT_EQ(rest_of(search), rest_of(*make_sample("list", list_bounds(2), is_list).search({})));
}

TEST(Edges, ADistanceOfZeroIsADistanceOfOne) {
  EXPECT_EQ(difference(lists({}), lists({.self_checks = 0, .checkpoint_distance = 0})), "");
}

TEST(Edges, PollingEveryZeroCandidatesIsPollingAtEachOne) {
  std::uint64_t asked = 0;
  const auto found = lists({.stop_when =
                                [&](const korat::statistics&) {
                                  ++asked;
                                  return false;
                                },
                            .poll_every = 0});
  EXPECT_EQ(asked, found.size());
}

TEST(Edges, AMemoryLimitOfZeroLeavesReexecution) {
  korat::search<list> search(list_bounds(3, 2), [](const list& l) { return l.size == 2; },
                             {.self_checks = 0, .memory_limit = 0});
  std::uint64_t valid = 0;
  while (search.next_valid()) ++valid;
  korat::search<list> same(list_bounds(3, 2), [](const list& l) { return l.size == 2; }, {.engine = engine::reexecute});
  while (same.next_valid()) --valid;
  EXPECT_EQ(valid, 0u);
}

TEST(Edges, WithoutAWatchEndlessLoopsAreNotLookedFor) {
  EXPECT_EQ(difference(lists({}), lists({.stuck_after = std::chrono::milliseconds(0)})), "");
}

// A list of exactly n nodes: n choices deep at the least, and nearly all saved states are thinned out.
TEST(Edges, DeepStructuresAreFoundAlikeWithLittleMemory) {
  constexpr int nodes = KORAT_HAS_CONTEXT ? 1500 : 300;  // re-executing, it takes the square of it
  korat::finitization<list> bounds("list");
  auto set = bounds.objects<list_node>(nodes);
  bounds.set<&list::head>(set)
      .set<&list::size>(korat::exactly(nodes))
      .set<&list_node::next>(set)
      .set<&list_node::key>(korat::between(0, 1));
  const auto ordered = [](const list& l) {
    korat::set<const list_node*> seen;
    const list_node* before = nullptr;
    for (const list_node* n = l.head; n; n = n->next) {
      if (!seen.insert(n).second || (before != nullptr && before->key > n->key)) return false;
      before = n;
    }
    return static_cast<int>(seen.size()) == l.size;
  };
  const auto first_ones = [&](korat::search_options options) {
    options.max_valid = 3;
    korat::search<list> search(bounds, ordered, std::move(options));
    sequence found;
    while (search.next_valid()) found.push_back(current(search));
    return std::pair(found, search.statistics());
  };
  const auto [truth, counts] = first_ones({.engine = engine::checkpoint, .self_checks = 0});
  ASSERT_EQ(truth.size(), 3u);
  for (const std::size_t limit : {200'000u, 1'000'000u}) {
    const auto [found, little] = first_ones({.engine = engine::checkpoint, .self_checks = 2, .memory_limit = limit});
    EXPECT_EQ(difference(truth, found), "") << limit;
    EXPECT_EQ(little.explored, counts.explored);
    EXPECT_LE(little.peak_memory, 3 * limit) << "temporaries, allocations and saved states may take as much each";
  }
}

}  // namespace
}  // namespace korat_test::edges_test
