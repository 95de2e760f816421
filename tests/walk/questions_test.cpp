// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Infeasible ranges, neighbours and cuts of every sample, against the list of all candidates.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "samples.hpp"

namespace korat_test::questions_test {
namespace {

using korat::candidate_vector;

class Questions : public ::testing::TestWithParam<sample> {
 protected:
  const sequence truth_ = sequence_of(GetParam(), {.engine = korat::engine::reexecute});
  std::mt19937 random_{5};
  std::ptrdiff_t any() {
    return std::uniform_int_distribution<std::ptrdiff_t>(0, static_cast<std::ptrdiff_t>(truth_.size()) - 1)(random_);
  }
  const candidate& at(std::ptrdiff_t i) const { return truth_[static_cast<std::size_t>(i)]; }
  std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(truth_.size()); }
  std::size_t index_of(const candidate_vector& v) const {
    return static_cast<std::size_t>(std::ranges::find(truth_, v, &candidate::vector) - truth_.begin());
  }
};
INSTANTIATE_TEST_SUITE_P(Samples, Questions, ::testing::ValuesIn(plain_samples()),
                         [](const auto& of) { return of.param.name; });

TEST_P(Questions, InfeasibleRanges) {
  const auto search = GetParam().search({});
  for (int i = 0; i < 20; ++i) {
    const auto around = any();
    auto first = around, last = around;
    while (first > 0 && !at(first - 1).valid) --first;
    while (last + 1 < size() && !at(last + 1).valid) ++last;
    const auto range = korat::find_infeasible_range(*search, at(around).vector);
    if (at(around).valid) {
      ASSERT_EQ(range.count, 0u);
      continue;
    }
    ASSERT_EQ(range.count, static_cast<std::uint64_t>(last - first + 1));
    ASSERT_EQ(range.first, at(first).vector);
    ASSERT_EQ(range.last, at(last).vector);
    ASSERT_EQ(range.valid_before.has_value(), first > 0);
    ASSERT_EQ(range.valid_after.has_value(), last + 1 < size());
    if (range.valid_after) {
      ASSERT_EQ(*range.valid_after, at(last + 1).vector);
    }
  }
}

TEST_P(Questions, Neighbours) {
  const auto up = GetParam().search({}), down = GetParam().search({});
  for (const std::size_t count : {0u, 1u, 2u, 5u, 1000u}) {
    const auto around = any();
    std::vector<std::ptrdiff_t> expected;
    for (std::ptrdiff_t i = 0; i < size(); ++i)
      if (at(i).valid) expected.push_back(i);
    const auto later_first = [&](std::ptrdiff_t a, std::ptrdiff_t b) {
      return std::pair(std::abs(a - around), -a) < std::pair(std::abs(b - around), -b);
    };
    std::ranges::sort(expected, later_first);
    if (expected.size() > count) expected.resize(count);
    const auto found = korat::find_neighbours(*up, *down, at(around).vector, count);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_EQ(found[i].vector, at(expected[i]).vector);
      ASSERT_EQ(found[i].distance, expected[i] - around);
    }
  }
}

TEST_P(Questions, CutsByCountAreEquidistant) {
  const auto search = GetParam().search({});
  for (const std::size_t parts : {1u, 2u, 3u, 10u, 64u}) {
    const auto cuts = korat::cut_by_count(*search, parts);
    ASSERT_EQ(cuts.size(), parts - 1);
    for (std::size_t i = 0; i < cuts.size(); ++i)
      ASSERT_EQ(index_of(cuts[i]), std::min(truth_.size() - 1, truth_.size() * (i + 1) / parts));
  }
}

TEST_P(Questions, AllCutsLieInOrderAndAreCandidates) {
  const auto search = GetParam().search({});
  for (const std::size_t parts : {1u, 2u, 7u, 40u})
    for (const auto& cuts :
         {korat::cut_by_space(*search, parts), korat::cut_by_probing(*search, parts, {.places = 100})}) {
      ASSERT_EQ(cuts.size(), parts - 1);
      std::size_t before = 0;
      for (const auto& cut : cuts) {
        ASSERT_LT(index_of(cut), truth_.size());
        ASSERT_GE(index_of(cut), before);
        before = index_of(cut);
      }
    }
}

TEST_P(Questions, SamplesStandForTheNumberOfCandidates) {
  const auto search = GetParam().search({});
  std::mt19937_64 random(7);
  double sum = 0, squares = 0;
  constexpr int samples = 20'000;
  for (int i = 0; i < samples; ++i) {
    const auto weight = std::exp(search->sample(random).log_weight);
    sum += weight;
    squares += weight * weight;
  }
  const double mean = sum / samples;
  const double deviation = std::sqrt(std::max(0.0, squares / samples - mean * mean) / samples);
  EXPECT_NEAR(mean, static_cast<double>(truth_.size()), 5 * deviation + 1e-6 * mean);
}

TEST(Cuts, ByProbingAreTheSameForTheSameSeedAndSpreadTheWork) {
  const auto eight = binary_tree(8);
  const auto cuts = korat::cut_by_probing(*eight.search({}), 4);
  EXPECT_EQ(cuts, korat::cut_by_probing(*eight.search({}), 4));
  EXPECT_NE(cuts, korat::cut_by_probing(*eight.search({}), 4, {.seed = 2}));
  for (std::size_t i = 0; i < 4; ++i) {
    korat::search_options range;
    if (i > 0) range.from = cuts[i - 1];
    if (i < 3) range.to = cuts[i];
    const auto part = eight.search(range);
    while (part->next_valid()) {
    }
    EXPECT_GT(part->statistics().explored, 54'418u / 8);
    EXPECT_LT(part->statistics().explored, 54'418u / 2);
  }
}

}  // namespace
}  // namespace korat_test::questions_test
