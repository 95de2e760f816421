// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a search says it has done, against what can be computed from the candidates it visited.

#include <gtest/gtest.h>

#include "healthy.hpp"
#include "samples.hpp"
#include "undo/has_context.h"

namespace korat_test::statistics_test {
namespace {

using korat::engine;

/// As the papers count: re-execution initialises every field it reads; a checkpoint only the choice that changes and
/// what is read behind it.
std::uint64_t fields_initialised(const sequence& candidates, engine kind) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const auto& c = candidates[i];
    std::size_t kept = 0;
    if (kind == engine::checkpoint && i > 0) {
      const auto& before = candidates[i - 1];
      while (kept < c.accessed.size() && kept < before.accessed.size() && c.accessed[kept] == before.accessed[kept] &&
             c.vector[c.accessed[kept]] == before.vector[c.accessed[kept]])
        ++kept;
    }
    sum += c.accessed.size() - kept;
  }
  return sum;
}

korat::statistics statistics_of(const sample& s, korat::search_options options) {
  const auto search = s.search(std::move(options));
  while (search->next_valid()) {
  }
  return search->statistics();
}

class Statistics : public ::testing::TestWithParam<sample> {};
INSTANTIATE_TEST_SUITE_P(Samples, Statistics, ::testing::ValuesIn(plain_samples()),
                         [](const auto& of) { return of.param.name; });

TEST_P(Statistics, CountCandidatesAndFieldInitialisations) {
  const auto candidates = sequence_of(GetParam(), {.engine = engine::reexecute});
  for (const auto kind : engines())
    for (const std::uint64_t checks : {0u, 100u}) {
      const auto search = GetParam().search({.engine = kind, .self_checks = checks});
      while (search->next_valid()) {
      }
      const auto counts = search->statistics();
      EXPECT_EQ(counts.explored, candidates.size());
      EXPECT_EQ(counts.valid, valid_ones(candidates).size());
      EXPECT_EQ(counts.field_initializations, fields_initialised(candidates, search->engine_used()));
    }
}

TEST_P(Statistics, AreRightAtEveryStep) {
  const auto candidates = sequence_of(GetParam(), {.engine = engine::reexecute});
  for (const auto kind : engines()) {
    const auto search = GetParam().search({.engine = kind});
    sequence so_far;
    std::uint64_t valid = 0;
    while (search->next()) {
      so_far.push_back(candidates.at(so_far.size()));
      valid += search->valid() ? 1 : 0;
      const auto counts = search->statistics();
      ASSERT_EQ(counts.explored, so_far.size());
      ASSERT_EQ(counts.valid, valid);
      ASSERT_EQ(counts.field_initializations, fields_initialised(so_far, search->engine_used()));
      if (so_far.size() > 60) break;
    }
  }
}

TEST_P(Statistics, RepeatExactly) {
  for (const auto kind : engines())
    EXPECT_EQ(statistics_of(GetParam(), {.engine = kind}), statistics_of(GetParam(), {.engine = kind}));
}

TEST_P(Statistics, OfReexecutionShowNoCheckpoints) {
  const auto counts = statistics_of(GetParam(), {.engine = engine::reexecute});
  EXPECT_EQ(counts.checkpoints, 0u);
  EXPECT_EQ(counts.bytes_saved, 0u);
  EXPECT_EQ(counts.bytes_restored, 0u);
  EXPECT_EQ(counts.undo_operations, 0u);
}

TEST_P(Statistics, CountTheSelfChecks) {
  EXPECT_EQ(statistics_of(GetParam(), {.self_checks = 0}).self_checks, 0u);
  const auto counts = statistics_of(GetParam(), {.self_checks = 5});
  EXPECT_GE(counts.self_checks, 1u);
  EXPECT_LE(counts.self_checks, counts.explored);
}

TEST_P(Statistics, ALongerDistanceSavesNoMoreStates) {
  std::uint64_t before = ~std::uint64_t{0};
  for (const std::uint32_t distance : {1u, 2u, 4u, 1000u}) {
    const auto counts = statistics_of(GetParam(), {.self_checks = 0, .checkpoint_distance = distance});
    EXPECT_LE(counts.checkpoints, before) << "distance " << distance;
    before = counts.checkpoints;
  }
}

// The papers' own numbers.
TEST(PaperCounts, OfBinaryTree9) {
  const auto again = statistics_of(binary_tree(9), {.engine = engine::reexecute});
  EXPECT_EQ(again.explored, 210'444u);
  EXPECT_EQ(again.valid, 4'862u);
  EXPECT_EQ(again.field_initializations, 3'556'640u);
#if KORAT_HAS_CONTEXT
  const auto resumed = statistics_of(binary_tree(9), {.engine = engine::checkpoint});
  EXPECT_EQ(resumed.explored, 210'444u);
  EXPECT_EQ(resumed.valid, 4'862u);
  EXPECT_EQ(resumed.field_initializations, 241'074u);
  EXPECT_GT(resumed.checkpoints, 0u);
  EXPECT_GT(resumed.bytes_saved, resumed.checkpoints);
  EXPECT_GT(resumed.bytes_restored, 0u);
#endif
}

TEST(Executions, CountHowOftenThePredicateWasRun) {
  std::uint64_t calls = 0;
  const auto counts = korat::for_each(
      list_bounds(2, 2),
      [&calls](const list& l) {
        ++calls;
        return is_list(l);
      },
      [](const list&) {}, {.engine = engine::reexecute, .self_checks = 0});
  EXPECT_EQ(counts.executions, calls);
  EXPECT_LT(counts.executions, counts.explored);  // unread keys are completed without running it
}

// A candidate that the predicate failed on is not explored, but its fields were initialised.
TEST(FieldInitializations, OfASearchThatFailsAreThoseMade) {
  const auto made_by = [](engine kind, int reads, bool on_second) {
    korat::search<list> search(list_bounds(2, 2),
                               [=](const list& l) -> bool {
                                 if (reads > 0 && l.size < 0) return false;
                                 if (reads > 1 && l.head == nullptr && on_second) return false;
                                 throw std::runtime_error("no");
                               },
                               {.engine = kind});
    EXPECT_THROW(search.next_valid(), korat::predicate_error);
    EXPECT_EQ(search.statistics().explored, on_second ? 1u : 0u);
    return search.statistics().field_initializations;
  };
  for (const auto kind : engines()) {
    EXPECT_EQ(made_by(kind, 0, false), 0u);
    EXPECT_EQ(made_by(kind, 1, false), 1u);
  }
  EXPECT_EQ(made_by(engine::reexecute, 2, true), 4u);
#if KORAT_HAS_CONTEXT
  EXPECT_EQ(made_by(engine::checkpoint, 2, true), 3u);
#endif
}

#if KORAT_HAS_CONTEXT
TEST(Memory, StaysWithinItsLimit) {
  for (const std::size_t limit : {1'000u, 10'000u, 100'000u}) {
    const auto counts = statistics_of(binary_tree(6), {.self_checks = 0, .memory_limit = limit});
    EXPECT_LE(counts.peak_memory, limit + 100'000) << "beside saved states: the temporaries of one run";
    EXPECT_EQ(counts.explored, 3653u);
    EXPECT_EQ(counts.valid, 132u);
  }
  EXPECT_GT(statistics_of(binary_tree(6), {}).peak_memory, 0u);
}

TEST(Memory, MoreOfItMeansLessWork) {
  const auto little = statistics_of(binary_tree(6), {.self_checks = 0, .memory_limit = 1'000});
  const auto plenty = statistics_of(binary_tree(6), {.self_checks = 0});
  EXPECT_EQ(little.field_initializations, plenty.field_initializations);
  EXPECT_LT(little.checkpoints, plenty.checkpoints);
}

TEST(UndoOperations, AreCountedWhenContainersOverwrite) {
  struct row {
    korat::field<bool> bits[6];
  };
  korat::finitization<row> bounds("row");
  bounds.set<&row::bits>(korat::any_bool);
  const auto counts = korat::for_each(
      bounds,
      [](const row& r) {
        korat::vector<int> last{0};
        for (const bool b : r.bits) last[0] = last[0] + (b ? 1 : 0);
        return last[0] == 3;
      },
      [](const row&) {}, {.engine = engine::checkpoint, .self_checks = 0});
  EXPECT_EQ(counts.valid, 20u);
  EXPECT_GT(counts.undo_operations, 0u);
}
#endif

}  // namespace
}  // namespace korat_test::statistics_test
