// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The worked examples of Yelen's thesis on backward search (2017), chapter 5, on the binary trees of three nodes. It
// counts candidates from 1; the valid ones are 7, 16, 30, 39 and 51.

#include <gtest/gtest.h>

#include <algorithm>

#include "korat/korat.hpp"
#include "subjects/binary_tree.hpp"

namespace korat_test::thesis_test {
namespace {

using korat::candidate_vector;
using korat::subjects::binary_tree::tree;

class Thesis : public ::testing::Test {
 protected:
  Thesis() {
    while (search_.next()) all_.push_back(search_.vector());
  }
  korat::search<tree> new_search() const { return {korat::subjects::binary_tree::bounds(3), &tree::rep_ok}; }
  const candidate_vector& number(std::size_t n) const { return all_.at(n - 1); }
  std::size_t number_of(const candidate_vector& v) const {
    return static_cast<std::size_t>(std::ranges::find(all_, v) - all_.begin()) + 1;
  }

  korat::search<tree> search_ = new_search();
  std::vector<candidate_vector> all_;
};

TEST_F(Thesis, TheListIsTheOneOfFigure25) {
  ASSERT_EQ(all_.size(), 63u);
  EXPECT_EQ(number(20), (candidate_vector{1, 0, 0, 2, 3, 0, 1, 0}));
  EXPECT_EQ(number(41), (candidate_vector{1, 0, 2, 0, 3, 0, 0, 2}));
}

// Section 3.1 and Figure 3.3: with isomorphic copies there are 364 candidates, 22 of them between numbers 25 and 26.
TEST_F(Thesis, IsomorphismBreakingLeavesOut301Of364Candidates) {
  for (const auto engine : {korat::engine::checkpoint, korat::engine::reexecute}) {
    korat::search<tree> copies(korat::subjects::binary_tree::bounds(3), &tree::rep_ok,
                               {.engine = engine, .isomorphic = true, .count_reach = true});
    std::vector<candidate_vector> with_copies;
    std::size_t valid = 0;
    while (copies.next()) {
      with_copies.push_back(copies.vector());
      valid += copies.valid() ? 1 : 0;
    }
    EXPECT_EQ(with_copies.size(), 364u);
    EXPECT_EQ(valid, 5u * 6u) << "each tree in every order of its three nodes";
    EXPECT_EQ(std::ranges::find(with_copies, number(26)) - std::ranges::find(with_copies, number(25)), 23);
    EXPECT_EQ(copies.coverage().prune, "0");
  }
}

// Figure 3.5: from 26 to 25 the thesis needs four executions, from 25 to 24 one.
TEST_F(Thesis, BackwardNeedsNoIntermediateExecutions) {
  search_.seek(number(26));
  const auto before = search_.statistics().executions;
  ASSERT_TRUE(search_.previous());
  EXPECT_EQ(number_of(search_.vector()), 25u);
  ASSERT_TRUE(search_.previous());
  EXPECT_EQ(number_of(search_.vector()), 24u);
  EXPECT_EQ(search_.statistics().executions, before + 2);
}

// Figure 5.1: from a faulty structure to the nearest valid one.
TEST_F(Thesis, RepairFrom41IsTenCandidatesForwardAndTwoBackward) {
  search_.seek(number(41));
  const auto start = search_.statistics().explored;
  ASSERT_TRUE(search_.next_valid());
  EXPECT_EQ(number_of(search_.vector()), 51u);
  EXPECT_EQ(search_.statistics().explored - start, 10u);
  search_.seek(number(41));
  const auto again = search_.statistics().explored;
  ASSERT_TRUE(search_.previous_valid());
  EXPECT_EQ(number_of(search_.vector()), 39u);
  EXPECT_EQ(search_.statistics().explored - again, 2u);
}

TEST_F(Thesis, FromTheLastInfeasibleRangeOnlyTheWayBackLeadsToAValidOne) {
  search_.seek(number(57));
  EXPECT_FALSE(search_.next_valid());
  search_.seek(number(57));
  ASSERT_TRUE(search_.previous_valid());
  EXPECT_EQ(number_of(search_.vector()), 51u);
}

// Figures 5.2 and 5.3.
TEST_F(Thesis, TheInfeasibleRangeAround20LiesBetween16And30) {
  const auto range = korat::find_infeasible_range(search_, number(20));
  EXPECT_EQ(range.count, 13u);
  EXPECT_EQ(number_of(range.first), 17u);
  EXPECT_EQ(number_of(range.last), 29u);
  ASSERT_TRUE(range.valid_before && range.valid_after);
  EXPECT_EQ(number_of(*range.valid_before), 16u);
  EXPECT_EQ(number_of(*range.valid_after), 30u);
}

TEST_F(Thesis, TheFirstAndTheLastInfeasibleRangeReachTheEndsOfTheSpace) {
  const auto first = korat::find_infeasible_range(search_, number(1));
  EXPECT_EQ(first.count, 6u);
  EXPECT_EQ(number_of(first.first), 1u);
  EXPECT_FALSE(first.valid_before);
  const auto last = korat::find_infeasible_range(search_, number(57));
  EXPECT_EQ(last.count, 12u);
  EXPECT_EQ(number_of(last.last), 63u);
  EXPECT_FALSE(last.valid_after);
  EXPECT_EQ(korat::find_infeasible_range(search_, number(30)).count, 0u);
}

// Figures 5.4 and 5.5. (The caption says 30, the text and the drawing say 20.)
TEST_F(Thesis, TheFourNeighboursOf20Are16And30And7And39) {
  auto down = new_search();
  const auto near = korat::find_neighbours(search_, down, number(20), 4);
  ASSERT_EQ(near.size(), 4u);
  EXPECT_EQ(number_of(near[0].vector), 16u);
  EXPECT_EQ(near[0].distance, -4);
  EXPECT_EQ(number_of(near[1].vector), 30u);
  EXPECT_EQ(near[1].distance, 10);
  EXPECT_EQ(number_of(near[2].vector), 7u);
  EXPECT_EQ(number_of(near[3].vector), 39u);
}

// Both ends of the space are near enough to be met, which the pseudo-code of the thesis does not survive.
TEST_F(Thesis, AskedForMoreThanThereAreAllAreFound) {
  auto down = new_search();
  const auto near = korat::find_neighbours(search_, down, number(30), 100);
  std::vector<std::size_t> numbers;
  for (const auto& n : near) numbers.push_back(number_of(n.vector));
  EXPECT_EQ(numbers, (std::vector<std::size_t>{30, 39, 16, 51, 7}));
}

// Table 4.3 has 1,033,412 candidates for the binary trees of twelve nodes.
TEST_F(Thesis, TheEndOfTwelveNodesIsOneExecutionAway) {
  korat::search<tree> twelve(korat::subjects::binary_tree::bounds(12), &tree::rep_ok);
  ASSERT_TRUE(korat::find_end(twelve));
  EXPECT_EQ(twelve.statistics().executions, 1u);
  EXPECT_FALSE(twelve.next());
}

}  // namespace
}  // namespace korat_test::thesis_test
