// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A search by several threads that is stopped somewhere, and gone on with, until nothing is left: every structure once,
// and all that one thread counts, to the unit. Every sample, both engines, both ways, stopped at random.

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <random>

#include "healthy.hpp"
#include "parallel/team.hpp"
#include "samples.hpp"
#include "search/natural.hpp"
#include "subjects/subject.hpp"

namespace korat_test::left_over_test {
namespace {

using korat::search_options;
using korat::detail::natural;

struct in_pieces {
  std::vector<korat::candidate_vector> all;
  korat::team_report end;
  int stops = 0;
};

/// What is covered and what is left are the whole.
void expect_to_add_up(const korat::coverage& c) {
  if (c.space) {
    EXPECT_EQ((natural::from_decimal(c.covered.value()) += natural::from_decimal(c.remaining.value())).decimal(),
              c.range);
  }
}

/// Each piece is stopped after some candidates: by a condition, or exactly by a limit.
in_pieces search_in_pieces(const sample& s, search_options options, std::uint64_t about, std::mt19937& random) {
  in_pieces result;
  std::mutex lock;
  korat::team_request request{s.search, options, [&](korat::basic_search& at, unsigned) {
                                const std::lock_guard guard(lock);
                                result.all.push_back(at.vector());
                                return true;
                              }};
  request.options.poll_every = 1;
  do {
    const auto before = result.end.counts.explored;
    const auto more = random() % (2 * about) + 1;
    request.options.threads = 1 + static_cast<unsigned>(random() % 5);
    request.leave_in = 1 + static_cast<unsigned>(random() % 4);
    request.options.max_explored = random() % 2 == 0 ? before + more : search_options::unlimited;
    request.options.stop_when = [=](const korat::statistics& now) { return now.explored >= before + more; };
    result.end = korat::detail::team(request, std::chrono::nanoseconds(0)).search();
    expect_to_add_up(result.end.coverage);
    request.go_on = {result.end.left, result.end.counts, result.end.tallies};
    ++result.stops;
  } while (result.end.outcome != korat::outcome::complete && result.stops < 200);
  std::ranges::sort(result.all);
  return result;
}

void expect_the_whole(const sample& s, const search_options& options, std::mt19937& random) {
  const auto one = s.search(options);
  std::vector<korat::candidate_vector> all;
  while (one->next_valid()) all.push_back(one->vector());
  std::ranges::sort(all);
  const auto its = one->statistics();
  const auto pieces = search_in_pieces(s, options, its.explored / 6 + 1, random);
  EXPECT_TRUE(pieces.all == all) << pieces.all.size() << " instead of " << all.size();
  const auto& mine = pieces.end.counts;
  EXPECT_EQ(mine.explored, its.explored);
  EXPECT_EQ(mine.valid, its.valid);
  EXPECT_EQ(mine.executions, its.executions);
  if (one->engine_note() == std::nullopt) {  // else searches have changed their engine midway
    EXPECT_EQ(mine.field_initializations, its.field_initializations);
  }
  const auto covered = one->coverage();
  EXPECT_EQ(pieces.end.coverage.covered, covered.covered);
  EXPECT_EQ(pieces.end.coverage.range, covered.range);
  EXPECT_EQ(pieces.end.coverage.reach, covered.reach);
  EXPECT_EQ(pieces.end.coverage.prune, covered.prune);
  EXPECT_TRUE(pieces.end.left.empty());
  std::uint64_t rejected = 0;
  for (const auto& r : pieces.end.rejections) rejected += r.candidates;
  EXPECT_EQ(rejected, its.explored - its.valid);
}

class LeftOver : public ::testing::TestWithParam<sample> {};

TEST_P(LeftOver, IsTheRestOfTheSearch) {
  std::mt19937 random(3);
  for (const auto engine : {korat::engine::checkpoint, korat::engine::reexecute})
    for (const auto direction : {korat::direction::forward, korat::direction::backward}) {
      SCOPED_TRACE(std::string(engine == korat::engine::checkpoint ? "checkpoint" : "reexecute") +
                   (direction == korat::direction::forward ? " forward" : " backward"));
      expect_the_whole(GetParam(),
                       {.engine = engine, .direction = direction, .count_rejections = true, .self_checks = 0}, random);
    }
}

TEST_P(LeftOver, OfARangeStaysInTheRange) {
  const auto search = GetParam().search({});
  search_options options{.count_rejections = true, .self_checks = 0};
  try {
    options.from = search->at_share(0.3);
    options.to = search->at_share(0.8);
  } catch (const korat::predicate_error&) {
    return;
  }
  std::mt19937 random(4);
  for (const auto direction : {korat::direction::forward, korat::direction::backward}) {
    SCOPED_TRACE(direction == korat::direction::forward ? "forward" : "backward");
    options.direction = direction;
    expect_the_whole(GetParam(), options, random);
  }
}

std::string name_of_sample(const ::testing::TestParamInfo<sample>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Plain, LeftOver, ::testing::ValuesIn(plain_samples()), name_of_sample);
INSTANTIATE_TEST_SUITE_P(Standard, LeftOver, ::testing::ValuesIn(std_samples()), name_of_sample);
INSTANTIATE_TEST_SUITE_P(Lockstep, LeftOver, ::testing::ValuesIn(lockstep_samples()), name_of_sample);

TEST(LeftOverOfATeam, OfEverySubject) {
  std::mt19937 random(6);
  int sizes = 0, stops = 0;
  for (const auto& subject : korat::subjects::all())
    for (const auto& known : subject.known) {
      if (known.explored == 0 || known.explored > 100'000) continue;
      SCOPED_TRACE(subject.name + " " + std::to_string(known.arguments.front()));
      const sample s{
          subject.name, [&](search_options o) { return subject.search(known.arguments, std::move(o)); }, 0, 0, {}};
      const auto pieces = search_in_pieces(s, {}, known.explored / 6 + 1, random);
      EXPECT_EQ(pieces.end.counts.explored, known.explored);
      EXPECT_EQ(pieces.all.size(), known.valid);
      EXPECT_EQ(std::ranges::adjacent_find(pieces.all), pieces.all.end());
      stops += pieces.stops;
      ++sizes;
    }
  EXPECT_GT(sizes, 15);
  EXPECT_GT(stops, 2 * sizes);
}

TEST(LeftOverOfATeam, WithSelfChecksAndRehearsal) {
  std::mt19937 random(5);
  for (int round = 0; round < 5; ++round) expect_the_whole(binary_tree(7), {.count_rejections = true}, random);
}

TEST(LeftOverOfATeam, BeforeAnythingWasSearched) {
  const auto s = binary_tree(4);
  const auto nothing =
      korat::detail::team({s.search, {.max_valid = 0}, [](korat::basic_search&, unsigned) { return true; }}).search();
  EXPECT_EQ(nothing.left, std::vector<korat::open_range>{{}});
  EXPECT_EQ(nothing.coverage.remaining, nothing.coverage.space);
}

TEST(LeftOverOfATeam, OfSomethingElseIsRefused) {
  const auto s = binary_tree(4);
  const auto go_on = [&](korat::open_range left, search_options options = {}) {
    korat::team_request request{s.search, std::move(options), [](korat::basic_search&, unsigned) { return true; }};
    request.go_on = {{std::move(left)}, {.explored = 1}};
    return korat::search_in_parallel(request);
  };
  const auto search = s.search({});
  const auto early = search->at_share(0.1), middle = search->at_share(0.5), late = search->at_share(0.9);
  EXPECT_EQ(go_on({early, late}).outcome, korat::outcome::complete);
  EXPECT_THROW(go_on({late, early}), korat::position_error);                        // ends before it begins
  EXPECT_THROW(go_on({early, {}}, {.from = middle}), korat::position_error);        // not in the range
  EXPECT_THROW(go_on({korat::candidate_vector{1, 2}, {}}), korat::position_error);  // of another space
  EXPECT_THROW(go_on({early, late}, {.count_reach = true}), korat::usage_error);    // without what was counted
}

}  // namespace
}  // namespace korat_test::left_over_test
