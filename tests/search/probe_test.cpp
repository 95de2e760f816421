// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Probes are unbiased: the mean of many is the number that the search counts, for every sample, of the whole space, of
// a range, and of what lies behind any candidate.

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "samples.hpp"

namespace korat_test::probe_test {
namespace {

using korat::engine;

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

/// Seeds are fixed, so this is no matter of luck; five errors is more than any of the samples shows.
void expect_mean(korat::basic_search& search, const korat::probe_options& options, double explored, double valid) {
  std::vector<double> all, good;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto p = random_probe(search, seed, options);
    all.push_back(p.explored);
    good.push_back(p.valid);
  }
  EXPECT_NEAR(of(all).value, explored, 5 * of(all).error + 1e-9 * explored);
  EXPECT_NEAR(of(good).value, valid, 5 * of(good).error + 1e-9 * valid);
}

class Probe : public ::testing::TestWithParam<sample> {};
INSTANTIATE_TEST_SUITE_P(Samples, Probe, ::testing::ValuesIn(plain_samples()),
                         [](const auto& of) { return of.param.name; });

TEST_P(Probe, EstimatesTheWholeSearch) {
  const auto truth = GetParam().search({});
  while (truth->next_valid()) {
  }
  const auto counts = truth->statistics();
  const auto search = GetParam().search({.engine = engine::reexecute});
  for (const std::uint32_t width : {1u, 8u})
    expect_mean(*search, {.width = width}, static_cast<double>(counts.explored), static_cast<double>(counts.valid));
}

TEST_P(Probe, EstimatesWhatLiesBehindACandidate) {
  for (const auto way : {korat::direction::forward, korat::direction::backward}) {
    const auto all = sequence_of(GetParam(), {.direction = way});
    const auto at = all.size() / 3;
    const auto behind = sequence(all.begin() + static_cast<std::ptrdiff_t>(at) + 1, all.end());
    const korat::candidate_position position{all[at].vector, all[at].accessed};
    const auto search = GetParam().search({.engine = engine::reexecute, .direction = way});
    expect_mean(*search, {.width = 8, .behind = &position}, static_cast<double>(behind.size()),
                static_cast<double>(valid_ones(behind).size()));
  }
}

TEST_P(Probe, EstimatesARangeAndWhatIsLeftOfIt) {
  const auto all = sequence_of(GetParam());
  const auto first = all.size() / 4, middle = all.size() / 2, end = all.size() * 3 / 4;
  if (all.size() < 8) GTEST_SKIP() << "too few candidates to cut";
  const auto expect_between = [&](std::size_t from, std::size_t to, korat::basic_search& search, auto* behind) {
    const auto in =
        sequence(all.begin() + static_cast<std::ptrdiff_t>(from), all.begin() + static_cast<std::ptrdiff_t>(to));
    expect_mean(search, {.width = 8, .behind = behind}, static_cast<double>(in.size()),
                static_cast<double>(valid_ones(in).size()));
  };
  const korat::candidate_position position{all[middle].vector, all[middle].accessed};
  const korat::candidate_position* const nowhere = nullptr;
  for (const auto way : {korat::direction::forward, korat::direction::backward}) {
    const auto search = GetParam().search(
        {.engine = engine::reexecute, .direction = way, .from = all[first].vector, .to = all[end].vector});
    expect_between(first, end, *search, nowhere);
    if (way == korat::direction::forward) expect_between(middle + 1, end, *search, &position);
    if (way == korat::direction::backward) expect_between(first, middle, *search, &position);
  }
}

TEST(ProbeOfBinaryTrees, IsExact) {
  const auto search = binary_tree(6).search({.engine = engine::reexecute});
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    EXPECT_EQ(random_probe(*search, seed).explored, 3653);
    EXPECT_EQ(random_probe(*search, seed).valid, 132);
  }
}

TEST(ProbeOfBinaryTrees, RepeatsWithItsSeedAndLeavesNoTrace) {
  const auto sample = plain_samples().at(4);
  const auto search = sample.search({.engine = engine::reexecute});
  const auto first = random_probe(*search, 1, {.width = 1});
  random_probe(*search, 2, {.width = 1});
  const auto again = random_probe(*search, 1, {.width = 1});
  EXPECT_EQ(first.explored, again.explored);
  EXPECT_EQ(difference(sequence_of(sample), rest_of(*search)), "")
      << "the search itself is as if nothing had been probed";
}

TEST(ProbeOfBinaryTrees, InTheMiddleOfASearchOfEitherEngineDisturbsNothing) {
  const auto sample = binary_tree(4);
  const auto expected = sequence_of(sample);
  for (const auto kind : engines()) {
    const auto search = sample.search({.engine = kind, .self_checks = 5});
    sequence found;
    while (search->next()) {
      found.push_back(current(*search));
      if (found.size() % 7 == 0) {
        EXPECT_GT(random_probe(*search, 1).explored, 0);
      }
    }
    EXPECT_EQ(difference(expected, found), "");
    EXPECT_EQ(search->statistics().explored, expected.size());
  }
}

TEST(ProbeOfBinaryTrees, ReportsAPredicateThatFails) {
  const auto broken = make_sample("broken", korat::finitization<int>("none"), [](const int&) -> bool { throw 1; });
  EXPECT_THROW(random_probe(*broken.search({.engine = engine::reexecute}), 1), korat::predicate_error);
}

}  // namespace
}  // namespace korat_test::probe_test
