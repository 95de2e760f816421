// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Sweeps are unbiased: the mean of many is the number that the search counts, for every sample, of the whole space, of
// a range, and of what lies behind any candidate, whatever the sweeps before have met.

#include <gtest/gtest.h>

#include <cmath>

#include "samples.hpp"

namespace korat_test::sweep_test {
namespace {

using korat::direction;
using korat::engine;
using korat::sweep_memory;

struct mean {
  double value = 0, error = 0;
};
mean of(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (const double v : values) sum += v;
  for (const double v : values) squares += (v - sum / n) * (v - sum / n);
  return {sum / n, std::sqrt(squares / (n - 1) / n)};
}

enum class memories { one_for_all, one_each };

/// Seeds are fixed, so this is no matter of luck; five errors is more than any of the samples shows.
void expect_mean(korat::basic_search& search, const korat::probe_options& options, double explored, double valid,
                 memories kept = memories::one_for_all) {
  std::vector<double> all, good;
  sweep_memory memory;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    if (kept == memories::one_each) memory = {};
    const auto p = random_sweep(search, seed, options, memory);
    all.push_back(p.explored);
    good.push_back(p.valid);
  }
  EXPECT_NEAR(of(all).value, explored, 5 * of(all).error + 1e-9 * explored);
  EXPECT_NEAR(of(good).value, valid, 5 * of(good).error + 1e-9 * valid);
}

class Sweep : public ::testing::TestWithParam<sample> {};
INSTANTIATE_TEST_SUITE_P(Samples, Sweep, ::testing::ValuesIn(plain_samples()),
                         [](const auto& of) { return of.param.name; });

TEST_P(Sweep, EstimatesTheWholeSearch) {
  const auto truth = GetParam().search({});
  while (truth->next_valid()) {
  }
  const auto counts = truth->statistics();
  const auto search = GetParam().search({.engine = engine::checkpoint, .self_checks = 0});
  for (const std::uint32_t width : {1u, 8u})
    for (const auto kept : {memories::one_for_all, memories::one_each})
      expect_mean(*search, {.width = width}, static_cast<double>(counts.explored), static_cast<double>(counts.valid),
                  kept);
}

TEST_P(Sweep, EstimatesWhatLiesBehindACandidate) {
  for (const auto way : {direction::forward, direction::backward}) {
    const auto all = sequence_of(GetParam(), {.direction = way});
    const auto at = all.size() / 3;
    const auto behind = sequence(all.begin() + static_cast<std::ptrdiff_t>(at) + 1, all.end());
    const korat::candidate_position position{all[at].vector, all[at].accessed};
    const auto search = GetParam().search({.engine = engine::checkpoint, .direction = way, .self_checks = 0});
    expect_mean(*search, {.width = 2, .behind = &position}, static_cast<double>(behind.size()),
                static_cast<double>(valid_ones(behind).size()));
  }
}

TEST_P(Sweep, EstimatesARangeAndWhatIsLeftOfIt) {
  const auto all = sequence_of(GetParam());
  const auto first = all.size() / 4, middle = all.size() / 2, end = all.size() * 3 / 4;
  if (all.size() < 8) GTEST_SKIP() << "too few candidates to cut";
  const auto expect_between = [&](std::size_t from, std::size_t to, korat::basic_search& search, auto* behind) {
    const auto in =
        sequence(all.begin() + static_cast<std::ptrdiff_t>(from), all.begin() + static_cast<std::ptrdiff_t>(to));
    expect_mean(search, {.width = 2, .behind = behind}, static_cast<double>(in.size()),
                static_cast<double>(valid_ones(in).size()));
  };
  const korat::candidate_position position{all[middle].vector, all[middle].accessed};
  const korat::candidate_position* const nowhere = nullptr;
  for (const auto way : {direction::forward, direction::backward}) {
    const auto search =
        GetParam().search({.direction = way, .from = all[first].vector, .to = all[end].vector, .self_checks = 0});
    expect_between(first, end, *search, nowhere);
    if (way == direction::forward) expect_between(middle + 1, end, *search, &position);
    if (way == direction::backward) expect_between(first, middle, *search, &position);
  }
}

TEST_P(Sweep, IsExactWhenNothingIsLeftOut) {
  const auto truth = GetParam().search({});
  while (truth->next_valid()) {
  }
  if (truth->statistics().explored > 64) GTEST_SKIP() << "of low subtrees some may be left out";
  for (const auto kind : engines()) {
    sweep_memory memory;
    const auto found =
        random_sweep(*GetParam().search({.engine = kind, .self_checks = 0}), 1, {.width = 1u << 20}, memory);
    EXPECT_EQ(found.explored, static_cast<double>(truth->statistics().explored));
    EXPECT_EQ(found.valid, static_cast<double>(truth->statistics().valid));
  }
}

TEST_P(Sweep, IsTheSameByEitherEngine) {
  const auto sweeps = [&](engine kind) {
    const auto search = GetParam().search({.engine = kind, .self_checks = 0});
    sweep_memory memory;
    std::vector<double> explored;
    for (std::uint64_t seed = 1; seed <= 5; ++seed)
      explored.push_back(random_sweep(*search, seed, {.width = 2}, memory).explored);
    return explored;
  };
  const auto one = sweeps(engine::reexecute), other = sweeps(engine::checkpoint);
  for (std::size_t i = 0; i < one.size(); ++i)
    EXPECT_NEAR(one[i], other[i], 1e-9 * one[i]);  // added up in another order
}

TEST_P(Sweep, LeavesNoTrace) {
  const auto search = GetParam().search({.self_checks = 0});
  sweep_memory memory;
  random_sweep(*search, 1, {.width = 2}, memory);
  EXPECT_EQ(search->statistics().explored, 0u);
  EXPECT_EQ(difference(sequence_of(GetParam()), rest_of(*search)), "");
}

TEST(SweepOfBinaryTrees, InTheMiddleOfASearchOfEitherEngineDisturbsNothing) {
  const auto sample = binary_tree(4);
  const auto expected = sequence_of(sample);
  for (const auto kind : engines()) {
    const auto search = sample.search({.engine = kind, .self_checks = 5});
    sweep_memory memory;
    sequence found;
    while (search->next()) {
      found.push_back(current(*search));
      if (found.size() % 7 == 0) {
        EXPECT_GT(random_sweep(*search, 1, {.width = 4}, memory).explored, 0);
      }
    }
    EXPECT_EQ(difference(expected, found), "");
    EXPECT_EQ(search->statistics().explored, expected.size());
  }
}

TEST(SweepOfBinaryTrees, KnowsHowManyKindsOfNodesThereAreAndWhatAWidthCosts) {
  const auto search = binary_tree(6).search({.self_checks = 0});
  sweep_memory memory;
  EXPECT_EQ(memory.strata_met(), 0u);
  random_sweep(*search, 1, {.width = 64}, memory);
  const auto met = memory.strata_met();
  EXPECT_GT(met, 10u);
  random_sweep(*search, 2, {.width = 64}, memory);
  EXPECT_EQ(memory.strata_met(), met) << "nodes of a stratum are all alike";
  EXPECT_LT(memory.effort(8), memory.effort(64));
  EXPECT_LE(memory.effort(64), 3653);
}

TEST(SweepOfBinaryTrees, ReportsAPredicateThatFails) {
  const auto broken = make_sample("broken", korat::finitization<int>("none"), [](const int&) -> bool { throw 1; });
  sweep_memory memory;
  EXPECT_THROW(random_sweep(*broken.search({.self_checks = 0}), 1, {}, memory), korat::predicate_error);
}

}  // namespace
}  // namespace korat_test::sweep_test
