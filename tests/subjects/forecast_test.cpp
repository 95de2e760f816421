// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Forecasts hold what they promise: the true numbers are within the range in more than nine of ten cases. And the
// estimate of what is left, at a tenth of a search, is within a factor of two.

#include "report/forecast.hpp"

#include <gtest/gtest.h>

#include "korat/walk.hpp"
#include "report/work_left.hpp"
#include "subjects/subject.hpp"

namespace korat_test::forecast_test {
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

const std::vector<work> ten_subjects = {
    {"binary-tree", {8}},        {"search-tree", {5, 6}},       {"red-black-tree", {6}}, {"binomial-heap", {5}},
    {"fibonacci-heap", {4}},     {"heap-array", {5}},           {"avl-tree", {7}},       {"disj-set", {4}},
    {"singly-linked-list", {7}}, {"sorted-list", {6, 6, 7, 7}},
};

const std::vector<work> every_subject = {
    {"binary-tree", {8}},
    {"search-tree", {6}},
    {"red-black-tree", {7}},
    {"binomial-heap", {6}},
    {"binomial-heap", {7}},  // one shape among hundreds leads to most candidates
    {"fibonacci-heap", {5}},
    {"disj-set", {4}},
    {"heap-array", {6}},
    {"singly-linked-list", {7}},
    {"doubly-linked-list", {8}},
    {"sorted-list", {6, 6, 7, 7}},
    {"dag", {5}},
    {"fault-tree", {4}},
    {"avl-tree", {8}},
    {"ternary-tree", {5}},
    {"linked-disj-set", {6}},
};

bool holds(const korat::report::estimate& e, std::uint64_t truth) {
  return e.low <= static_cast<double>(truth) && static_cast<double>(truth) <= e.high;
}

TEST(Forecast, IsWithinItsRangeInNineOfTenCases) {
  int cases = 0, right = 0;
  for (const auto& w : ten_subjects) {
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

/// In proportion to the truth, from such sweeps as have time at the beginning of a search.
double said_to_be_left(const work& w, const search_options& range, std::uint64_t total, std::uint64_t seed) {
  auto piece = range;
  piece.max_explored = total / 10 + 1;
  const auto begun = w.start(piece);
  while (begun->next_valid()) {
  }
  const auto same_range = [&](search_options how) {
    how.direction = range.direction;
    how.from = range.from;
    how.to = range.to;
    return w.start(std::move(how));
  };
  korat::report::work_left left(same_range, seed);
  EXPECT_FALSE(left.estimate(0)) << "nothing was looked at";
  for (const std::uint32_t width : {8u, 8u, 1024u}) left.sweep(left.standing_of(*begun), width);
  const auto explored = begun->statistics().explored;
  return left.estimate(explored).value() / static_cast<double>(total - explored);
}

TEST(WorkLeft, AtATenthOfTheSearchIsWithinAFactorOfTwo) {
  for (const auto& w : every_subject) {
    const auto total = w.counts().explored;
    for (std::uint64_t seed = 100; seed < 400; seed += 100) {
      const double ratio = said_to_be_left(w, {}, total, seed);
      EXPECT_GT(ratio, 0.5) << w.subject << ' ' << w.arguments[0];
      EXPECT_LT(ratio, 2) << w.subject << ' ' << w.arguments[0];
    }
  }
}

TEST(WorkLeft, OfARangeIsNotThatOfTheWholeSpace) {
  for (const auto way : {korat::direction::forward, korat::direction::backward})
    for (const auto& w : ten_subjects) {
      const auto cuts = korat::cut_by_count(*w.start({}), 4);
      const search_options middle{.direction = way, .from = cuts[0], .to = cuts[2]};
      const auto whole = w.start(middle);
      while (whole->next_valid()) {
      }
      const double ratio = said_to_be_left(w, middle, whole->statistics().explored, 1);
      EXPECT_GT(ratio, 0.5) << w.subject;
      EXPECT_LT(ratio, 2) << w.subject;
    }
}

}  // namespace
}  // namespace korat_test::forecast_test
