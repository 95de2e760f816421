// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Stop rules: where exactly they stop, what the search says then, and that it goes on when asked again.

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "healthy.hpp"
#include "sample.hpp"

namespace korat_test::stopping_test {
namespace {

using korat::outcome;

korat::search<list> lists(korat::search_options options = {}) {
  return {list_bounds(3, 2), is_list, std::move(options)};
}

TEST(Stopping, NothingStopsASearchUnasked) {
  auto search = lists();
  EXPECT_EQ(search.outcome(), outcome::running);
  while (search.next()) EXPECT_EQ(search.outcome(), outcome::running);
  EXPECT_EQ(search.outcome(), outcome::complete);
}

TEST(Stopping, AtANumberOfCandidates) {
  for (const std::uint64_t limit : {1u, 2u, 7u, 30u}) {
    for (const std::uint64_t checks : {0u, 100u}) {
      auto search = lists({.max_explored = limit, .self_checks = checks});
      std::uint64_t seen = 0;
      while (search.next()) ++seen;
      EXPECT_EQ(seen, limit);
      EXPECT_EQ(search.statistics().explored, limit);
      EXPECT_EQ(search.outcome(), outcome::max_explored);
    }
  }
}

TEST(Stopping, AtANumberOfCandidatesAlsoBetweenValidOnes) {
  for (const std::uint64_t limit : {1u, 2u, 7u, 20u}) {
    auto search = lists({.max_explored = limit, .self_checks = 0});
    while (search.next_valid()) {
    }
    EXPECT_EQ(search.statistics().explored, limit);
    EXPECT_EQ(search.outcome(), outcome::max_explored);
  }
}

TEST(Stopping, AtANumberOfValidOnes) {
  for (const std::uint64_t limit : {1u, 2u, 15u}) {
    auto search = lists({.max_valid = limit});
    std::uint64_t seen = 0;
    while (search.next_valid()) ++seen;
    EXPECT_EQ(seen, limit);
    EXPECT_EQ(search.statistics().valid, limit);
    EXPECT_EQ(search.outcome(), outcome::max_valid);
  }
}

TEST(Stopping, ALimitThatIsNotReachedDoesNotMatter) {
  auto search = lists({.max_valid = 16, .max_explored = 1'000'000});
  while (search.next_valid()) {
  }
  EXPECT_EQ(search.outcome(), outcome::complete);
  EXPECT_EQ(search.statistics().valid, 15u);
}

TEST(Stopping, ALimitOfZeroConsidersNothing) {
  auto by_explored = lists({.max_explored = 0});
  EXPECT_FALSE(by_explored.next());
  EXPECT_EQ(by_explored.statistics().explored, 0u);
  EXPECT_EQ(by_explored.outcome(), outcome::max_explored);
  auto by_valid = lists({.max_valid = 0});
  EXPECT_FALSE(by_valid.next());
  EXPECT_EQ(by_valid.statistics().explored, 0u);
  EXPECT_EQ(by_valid.outcome(), outcome::max_valid);
}

TEST(Stopping, TheCallersConditionIsAskedAsOftenAsItSays) {
  for (const std::uint64_t every : {1u, 3u, 10u}) {
    std::vector<std::uint64_t> asked_at;
    auto search = lists({.stop_when =
                             [&](const korat::statistics& s) {
                               asked_at.push_back(s.explored);
                               return false;
                             },
                         .poll_every = every});
    while (search.next()) {
    }
    ASSERT_GE(asked_at.size(), 2u);
    EXPECT_EQ(asked_at.front(), 1u) << "and from then on at multiples";
    for (std::size_t i = 1; i < asked_at.size(); ++i) EXPECT_EQ(asked_at[i], every == 1 ? i + 1 : i * every);
    EXPECT_LT(search.statistics().explored - asked_at.back(), every);
  }
}

TEST(Stopping, ByTheCallersCondition) {
  auto search = lists({.stop_when = [](const korat::statistics& s) { return s.valid >= 4; }, .poll_every = 1});
  while (search.next()) {
  }
  EXPECT_EQ(search.outcome(), outcome::condition);
  EXPECT_EQ(search.statistics().valid, 4u);
}

// Solutions that differ only in what the predicate did not read follow each other by a way of their own.
TEST(Stopping, ByTheCallersConditionAmongCompletions) {
  const auto anything = [](const list&) { return true; };
  korat::search<list> search(
      list_bounds(3, 2), anything,
      {.stop_when = [](const korat::statistics& s) { return s.explored >= 10; }, .poll_every = 10});
  while (search.next_valid()) {
  }
  EXPECT_EQ(search.outcome(), outcome::condition);
  EXPECT_EQ(search.statistics().valid, 10u);
}

TEST(Stopping, ByTime) {
  using clock = std::chrono::steady_clock;
  korat::finitization<list> large = list_bounds(20, 3);
  const auto begin = clock::now();
  korat::search<list> search(large, is_list, {.stop_when = korat::stop_after(std::chrono::milliseconds(50))});
  while (search.next_valid()) {
  }
  EXPECT_EQ(search.outcome(), outcome::condition);
  EXPECT_GE(clock::now() - begin, std::chrono::milliseconds(50));
  EXPECT_LT(clock::now() - begin, std::chrono::seconds(20));
}

TEST(Stopping, ByRequestAfterTheCandidateItIsAt) {
  auto search = lists();
  ASSERT_TRUE(search.next());
  search.request_stop();
  while (search.next()) {
  }
  EXPECT_EQ(search.outcome(), outcome::condition);
  EXPECT_LE(search.statistics().explored, 2u);
}

TEST(Stopping, ByRequestFromAnotherThread) {
  korat::search<list> search(list_bounds(20, 3), is_list);
  ASSERT_TRUE(search.next());
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    search.request_stop();
  });
  while (search.next_valid()) {
  }
  other.join();
  EXPECT_EQ(search.outcome(), outcome::condition);
  EXPECT_GT(search.statistics().explored, 1u);
}

// "A stopped search can be continued: call again", whatever stopped it.
void expect_continues(korat::search_options options) {
  const auto whole = [] {
    auto search = lists();
    return rest_of(search);
  }();
  auto search = lists(std::move(options));
  sequence found;
  int stops = 0;
  while (search.outcome() != outcome::complete && stops < 10'000) {
    if (search.next())
      found.push_back(current(search));
    else
      ++stops;
  }
  EXPECT_EQ(difference(whole, found), "");
  EXPECT_GT(stops, 1);
}

TEST(Stopping, ASearchStoppedAtANumberOfCandidatesGoesOn) { expect_continues({.max_explored = 5}); }
TEST(Stopping, ASearchStoppedAtANumberOfValidOnesGoesOn) { expect_continues({.max_valid = 2}); }
TEST(Stopping, ASearchStoppedByAConditionGoesOn) {
  expect_continues({.stop_when = [](const korat::statistics& s) { return s.explored % 3 == 0; }, .poll_every = 1});
}

TEST(Stopping, OutcomesHaveNames) {
  EXPECT_STREQ(korat::name_of(outcome::running), "running");
  EXPECT_STREQ(korat::name_of(outcome::complete), "complete");
  EXPECT_STREQ(korat::name_of(outcome::max_valid), "max-valid");
  EXPECT_STREQ(korat::name_of(outcome::max_explored), "max-explored");
  EXPECT_STREQ(korat::name_of(outcome::condition), "condition");
  EXPECT_STREQ(korat::name_of(outcome::failed), "failed");
}

}  // namespace
}  // namespace korat_test::stopping_test
