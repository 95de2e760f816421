// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Several threads find what one finds, and count what it counts: every sample, both engines, both ways. They start at
// the first candidate, so that as much as possible is given and taken.

#include "parallel/team.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <random>
#include <set>
#include <stdexcept>

#include "healthy.hpp"
#include "samples.hpp"

namespace korat_test::team_test {
namespace {

using korat::outcome;
using korat::search_options;
using namespace std::chrono_literals;

using vectors = std::vector<korat::candidate_vector>;

struct found {
  vectors all;  // in their order
  korat::team_report report;
};

/// By threads that start as soon as there is a candidate.
found found_by(unsigned threads, const sample& s, search_options options, std::chrono::nanoseconds alone_for = 0ns) {
  found result;
  std::mutex lock;
  options.threads = threads;
  options.poll_every = 1;
  const korat::team_request request{s.search, options, [&](korat::basic_search& at, unsigned) {
                                      const std::lock_guard guard(lock);
                                      result.all.push_back(at.vector());
                                      return true;
                                    }};
  result.report = korat::detail::team(request, alone_for).search();
  std::ranges::sort(result.all);
  return result;
}

void expect_same_numbers(const korat::team_report& team, const korat::basic_search& one) {
  const auto mine = team.counts, its = one.statistics();
  EXPECT_EQ(mine.explored, its.explored);
  EXPECT_EQ(mine.valid, its.valid);
  EXPECT_EQ(mine.executions, its.executions);
  if (team.engine_note == std::nullopt) {  // else some search has changed its engine midway
    EXPECT_EQ(mine.field_initializations, its.field_initializations);
  }
  const auto covered = one.coverage();
  EXPECT_EQ(team.coverage.space, covered.space);
  EXPECT_EQ(team.coverage.range, covered.range);
  EXPECT_EQ(team.coverage.covered, covered.covered);
  EXPECT_EQ(team.coverage.remaining, covered.remaining);
  EXPECT_EQ(team.coverage.reach, covered.reach);
  EXPECT_EQ(team.coverage.prune, covered.prune);
  const auto rejections = one.rejections();
  ASSERT_EQ(team.rejections.size(), rejections.size());
  for (std::size_t i = 0; i < rejections.size(); ++i) {
    EXPECT_EQ(team.rejections[i].field, rejections[i].field);
    EXPECT_EQ(team.rejections[i].candidates, rejections[i].candidates);
    EXPECT_EQ(team.rejections[i].depths, rejections[i].depths);
  }
}

void expect_the_same(unsigned threads, const sample& s, const search_options& options) {
  const auto team = found_by(threads, s, options);
  const auto one = s.search(options);
  vectors all;
  while (one->next_valid()) all.push_back(one->vector());
  std::ranges::sort(all);
  EXPECT_TRUE(team.all == all) << s.name << ": " << team.all.size() << " instead of " << all.size();
  EXPECT_EQ(team.report.outcome, outcome::complete);
  expect_same_numbers(team.report, *one);
}

class Team : public ::testing::TestWithParam<sample> {};

TEST_P(Team, FindsAndCountsWhatOneThreadDoes) {
  for (const auto engine : {korat::engine::checkpoint, korat::engine::reexecute})
    for (const auto direction : {korat::direction::forward, korat::direction::backward})
      for (const unsigned threads : {2u, 5u}) {
        SCOPED_TRACE(std::to_string(threads) + (engine == korat::engine::checkpoint ? " checkpoint" : " reexecute") +
                     (direction == korat::direction::forward ? " forward" : " backward"));
        expect_the_same(threads, GetParam(),
                        {.engine = engine, .direction = direction, .count_rejections = true, .self_checks = 0});
      }
}

TEST_P(Team, SearchesARangeAsOneThreadDoes) {
  const auto search = GetParam().search({});
  search_options options{.count_rejections = true, .self_checks = 0};
  try {
    options.from = search->at_share(0.3);
    options.to = search->at_share(0.8);
  } catch (const korat::predicate_error&) {
    return;
  }
  for (const auto direction : {korat::direction::forward, korat::direction::backward}) {
    options.direction = direction;
    expect_the_same(3, GetParam(), options);
  }
}

std::string sample_name(const ::testing::TestParamInfo<sample>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Plain, Team, ::testing::ValuesIn(plain_samples()), sample_name);
INSTANTIATE_TEST_SUITE_P(Standard, Team, ::testing::ValuesIn(std_samples()), sample_name);
INSTANTIATE_TEST_SUITE_P(Lockstep, Team, ::testing::ValuesIn(lockstep_samples()), sample_name);

// With self-checks, rehearsal and the closing check: what a user has.
TEST(TeamAsItComes, SharesOnceThePredicateIsTrusted) {
  const auto s = binary_tree(8);
  const auto team = found_by(3, s, {});
  EXPECT_EQ(team.all.size(), 1430u);
  EXPECT_EQ(team.report.counts.explored, 54'418u);
  EXPECT_EQ(team.report.threads, 3u);
}

TEST(TeamAsItComes, StartsNobodyForAShortSearch) {
  const auto team = found_by(8, binary_tree(4), {}, 1h);
  EXPECT_EQ(team.report.threads, 1u);
  EXPECT_EQ(team.all.size(), 14u);
}

/// The predicate looks at one field and accepts its last value only.
struct mostly_unread {
  korat::field<int> number, a, b, c, d, e;
  bool rep_ok() const { return number == 999; }
};

// All are ways to complete the last structure, and each takes a while to be looked at.
TEST(TeamAsItComes, SharesWaysToCompleteAStructure) {
  using type = mostly_unread;
  korat::finitization<type> bounds;
  const auto few = korat::between(0, 3);
  bounds.set<&type::number>(korat::between(0, 999)).set<&type::a>(few).set<&type::b>(few).set<&type::c>(few);
  bounds.set<&type::d>(few).set<&type::e>(few);
  const auto make = [&](search_options o) {
    return std::make_unique<korat::search<type>>(bounds, &type::rep_ok, std::move(o));
  };
  std::mutex lock;
  vectors all;
  std::set<unsigned> finders;
  const auto look = [&](korat::basic_search& at, unsigned thread) {
    std::this_thread::sleep_for(50us);
    const std::lock_guard guard(lock);
    all.push_back(at.vector());
    finders.insert(thread);
    return true;
  };
  const auto report =
      korat::detail::team({make, {.threads = 3, .poll_every = 1, .self_checks = 0}, look}, 0ns).search();
  EXPECT_GT(finders.size(), 1u);
  EXPECT_EQ(report.counts.explored, 999u + 1024u);
  EXPECT_EQ(report.coverage.covered, report.coverage.space);
  std::ranges::sort(all);
  EXPECT_EQ(all.size(), 1024u);
  EXPECT_TRUE(std::ranges::adjacent_find(all) == all.end());
}

// There is room for 128 searches at a time.
TEST(TeamAsItComes, GoesOnWithAsManyThreadsAsThereCanBe) {
  const auto team = found_by(1000, binary_tree(9), {});
  EXPECT_EQ(team.all.size(), 4862u);
  EXPECT_GT(team.report.threads, 1u);
  EXPECT_LE(team.report.threads, 128u);
}

TEST(TeamLimits, AreExact) {
  const auto s = binary_tree(7);  // 429 valid
  for (const std::uint64_t most : {0u, 1u, 2u, 10u, 100u, 428u, 429u}) {
    const auto team = found_by(4, s, {.max_valid = most, .self_checks = 0});
    EXPECT_EQ(team.all.size(), most);
    EXPECT_EQ(team.report.counts.valid, most);
    EXPECT_EQ(team.report.outcome, outcome::max_valid);
  }
  EXPECT_EQ(found_by(4, s, {.max_valid = 430, .self_checks = 0}).report.outcome, outcome::complete);
  for (const std::uint64_t most : {1u, 7u, 1000u, 5000u}) {
    const auto team = found_by(4, s, {.max_explored = most, .self_checks = 0});
    EXPECT_EQ(team.report.counts.explored, most);
    EXPECT_EQ(team.report.outcome, outcome::max_explored);
  }
}

TEST(TeamLimits, AVisitorOrAConditionEndsAll) {
  const auto s = binary_tree(9);
  std::atomic<int> visits = 0;
  const korat::team_request until_five{s.search,
                                       {.threads = 4, .poll_every = 1, .self_checks = 0},
                                       [&](korat::basic_search&, unsigned) { return ++visits < 5; }};
  const auto report = korat::detail::team(until_five, 0ns).search();
  EXPECT_EQ(report.outcome, outcome::condition);
  EXPECT_GE(visits.load(), 5);
  EXPECT_LE(visits.load(), 8);  // each of the others may have one in hand

  search_options some{.stop_when = [](const korat::statistics& all) { return all.explored > 2'000; }, .self_checks = 0};
  const auto stopped = found_by(4, s, some);
  EXPECT_EQ(stopped.report.outcome, outcome::condition);
  EXPECT_LT(stopped.all.size(), 4862u);
}

TEST(TeamFailure, OfThePredicateOrTheVisitorReachesTheCaller) {
  const auto s = binary_tree(8);
  const korat::team_request throwing{
      s.search, {.threads = 4, .poll_every = 1, .self_checks = 0}, [](korat::basic_search& at, unsigned) {
        if (at.vector().front() == 1 && at.vector().back() == 0) throw std::runtime_error("enough");
        return true;
      }};
  EXPECT_THROW(korat::detail::team(throwing, 0ns).search(), std::runtime_error);
  const auto failing = make_sample("failing", list_bounds(6, 6), [](const list& l) {
    if (l.size == 5 && is_list(l)) throw std::runtime_error("five");
    return is_list(l);
  });
  EXPECT_THROW(found_by(4, failing, {.self_checks = 0}), korat::predicate_error);
}

TEST(TeamFailure, WhatNeedsTheOrderOfOneThreadIsRefused) {
  const auto s = binary_tree(3);
  EXPECT_THROW(korat::search_in_parallel(
                   {s.search, {.threads = 2, .track = 10}, [](korat::basic_search&, unsigned) { return true; }}),
               korat::usage_error);
}

// Cancelled at any moment, however much is being given and taken: what was visited is valid and nothing twice.
TEST(TeamStress, RandomCancellation) {
  const auto s = binary_tree(7);
  std::mt19937 random(1);
  const auto whole = found_by(1, s, {}).all;
  for (int round = 0; round < 40; ++round) {
    const auto enough = random() % 20'000;
    search_options options{.stop_when = [&](const korat::statistics& all) { return all.explored >= enough; },
                           .self_checks = 0};
    const auto part = found_by(2 + static_cast<unsigned>(random() % 6), s, options).all;
    EXPECT_TRUE(std::ranges::includes(whole, part));
    EXPECT_EQ(std::ranges::adjacent_find(part), part.end());
  }
}

TEST(ParallelForEach, OperatesOnEachStructureInPlace) {
  std::atomic<int> visits = 0, left = 0;
  const auto counts = korat::parallel_for_each(list_bounds(5, 5), is_list, [&](list& l) {
    ++visits;
    l.size = 0;
    l.head = nullptr;
    left += is_list(l) ? 1 : 0;
  });
  const auto expected = korat::for_each(list_bounds(5, 5), is_list, [](const list&) {});
  EXPECT_EQ(counts.valid, expected.valid);
  EXPECT_EQ(counts.explored, expected.explored);
  EXPECT_EQ(static_cast<std::uint64_t>(visits.load()), expected.valid);
  EXPECT_EQ(left.load(), visits.load());
}

}  // namespace
}  // namespace korat_test::team_test
