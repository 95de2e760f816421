// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Forecasts hold what they promise: the true numbers are within the range in more than nine of ten cases. And the
// estimate of what is left, at a tenth of a search, is within a factor of two.

#include "report/forecast.hpp"

#include <gtest/gtest.h>

#include "report/work_left.hpp"
#include "search/has_context.h"
#include "subjects/subject.hpp"

namespace {

namespace subjects = korat::subjects;
using korat::engine;
using korat::search_options;

struct work {
  std::string subject;
  subjects::arguments arguments;

  std::unique_ptr<korat::basic_search> start(search_options options) const {
    return subjects::find(subject)->search(arguments, std::move(options));
  }
  korat::statistics counts() const {
    const auto search = start({});
    while (search->next_valid()) {
    }
    return search->statistics();
  }
};

const std::vector<work> all_work = {
    {"binary-tree", {8}},       {"search-tree", {5, 6}},        {"red-black-tree", {6}}, {"binomial-heap", {5}},
    {"fibonacci-heap", {4}},    {"heap-array", {5}},            {"avl-tree", {7}},       {"disj-set", {4}},
    {"singly-linked-list", {7}}, {"sorted-list", {6, 6, 7, 7}},
};

bool holds(const korat::report::estimate& e, std::uint64_t truth) {
  return e.low <= static_cast<double>(truth) && static_cast<double>(truth) <= e.high;
}

TEST(Forecast, IsWithinItsRangeInNineOfTenCases) {
  int cases = 0, right = 0;
  for (const auto& w : all_work) {
    const auto truth = w.counts();
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const auto found = korat::report::make_forecast([&](search_options o) { return w.start(std::move(o)); },
                                                      {.seconds = 1e-6, .seed = seed, .probes = 8});
      ++cases;
      right += holds(found.explored, truth.explored) && holds(found.valid, truth.valid) ? 1 : 0;
    }
  }
  EXPECT_EQ(cases, 40);
  EXPECT_GE(right, 36);
}

TEST(WorkLeft, AtATenthOfTheSearchIsWithinAFactorOfTwo) {
  if (!KORAT_HAS_CONTEXT) GTEST_SKIP() << "under a sanitizer there are too few probes in the time";
  for (const auto& w : all_work) {
    const auto total = w.counts().explored;
    const auto begun = w.start({.max_explored = total / 10 + 1});
    while (begun->next_valid()) {
    }
    korat::report::work_left left([&] { return w.start({.engine = engine::reexecute}); });
    EXPECT_FALSE(left.estimate(0)) << "nothing was looked at";
    left.look(*begun, 40);
    const auto explored = begun->statistics().explored;
    const double truth = static_cast<double>(total - explored), found = left.estimate(explored).value();
    EXPECT_GT(found, truth / 2) << w.subject;
    EXPECT_LT(found, truth * 2) << w.subject;
  }
}

}  // namespace
