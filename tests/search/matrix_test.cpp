// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Every sample x engine x checkpoint distance x direction: exactly the same candidates, in the same order, backward in
// reverse. And however a search is stopped and continued, whatever the memory limit, it visits the same.

#include <gtest/gtest.h>

#include <sstream>

#include "samples.hpp"

namespace korat_test::matrix_test {
namespace {

using korat::direction;
using korat::engine;

class Matrix : public ::testing::TestWithParam<sample> {
 protected:
  /// The order by definition: re-execution, forward, nothing checked on the way.
  const sequence& truth() {
    if (truth_.empty()) truth_ = sequence_of(GetParam(), {.engine = engine::reexecute, .self_checks = 0});
    return truth_;
  }
  void expect_truth(const sequence& found) { EXPECT_EQ(difference(truth(), found), ""); }

 private:
  sequence truth_;
};

std::vector<sample> all_samples() {
  auto all = plain_samples();
  for (auto& s : std_samples()) all.push_back(std::move(s));
  return all;
}
INSTANTIATE_TEST_SUITE_P(Samples, Matrix, ::testing::ValuesIn(all_samples()),
                         [](const auto& of) { return of.param.name; });

TEST_P(Matrix, HasTheKnownCounts) {
  const auto valid = valid_ones(truth()).size();
  EXPECT_FALSE(truth().empty());
  if (GetParam().explored != 0) {
    EXPECT_EQ(truth().size(), GetParam().explored);
  }
  if (GetParam().explored != 0 || GetParam().valid != 0) {
    EXPECT_EQ(valid, GetParam().valid);
  }
}

TEST_P(Matrix, NoCandidateIsVisitedTwice) {
  auto vectors = truth();
  std::ranges::sort(vectors, {}, &candidate::vector);
  EXPECT_EQ(std::ranges::adjacent_find(vectors, {}, &candidate::vector), vectors.end());
}

/// A distance matters where states are saved.
std::vector<std::uint32_t> distances(engine kind) {
  if (kind == engine::reexecute) return {1};
  if (emulated) return {1, 3, 1000};
  return {1, 2, 3, 7, 1000};
}

std::vector<std::uint64_t> numbers_of_checks() {
  if (emulated) return {0, 100};
  return {0, 3, 100, korat::search_options::unlimited};
}

TEST_P(Matrix, EveryEngineDistanceAndDirectionVisitsTheSame) {
  for (const auto kind : engines())
    for (const auto distance : distances(kind))
      for (const auto way : {direction::forward, direction::backward})
        for (const auto checks : numbers_of_checks()) {
          const auto found = sequence_of(
              GetParam(), {.engine = kind, .direction = way, .self_checks = checks, .checkpoint_distance = distance});
          const auto wrong = difference(truth(), way == direction::forward ? found : reversed(found));
          ASSERT_EQ(wrong, "") << (kind == engine::reexecute ? "re-executing" : "checkpoints") << ", distance "
                               << distance << (way == direction::forward ? ", forward, " : ", backward, ") << checks
                               << " self-checks";
        }
}

TEST_P(Matrix, CheckpointsAreUsedWhenAskedForUnlessTheSearchSaysWhyNot) {
  const auto search = GetParam().search({.engine = engine::checkpoint});
  while (search->next()) {
  }
  EXPECT_EQ(search->engine_used() == engine::checkpoint, search->engine_note() == std::nullopt)
      << search->engine_note().value_or("");
  const auto other = GetParam().search({.engine = engine::reexecute});
  while (other->next()) {
  }
  EXPECT_EQ(other->engine_used(), engine::reexecute);
  EXPECT_EQ(other->engine_note(), std::nullopt);
}

TEST_P(Matrix, AMemoryLimitChangesNothingButTheCost) {
  for (const std::size_t limit : {1u, 1000u, 2000u, 5000u, 10'000u, 20'000u, 50'000u})
    for (const std::uint32_t distance : {1u, 3u}) try {
        const auto found =
            sequence_of(GetParam(), {.self_checks = 0, .checkpoint_distance = distance, .memory_limit = limit});
        ASSERT_EQ(difference(truth(), found), "") << "limit " << limit << ", distance " << distance;
      } catch (const korat::predicate_error& e) {  // its own containers did not fit
        ASSERT_EQ(e.why().kind, korat::misbehaviour::out_of_memory) << e.what();
        ASSERT_LT(limit, 20'000u);
      }
}

TEST_P(Matrix, StoppedAfterEveryFewCandidatesItGoesOnWhereItWas) {
  for (const auto kind : engines())
    for (const std::uint64_t every : {1u, 2u, 5u}) {
      const auto search = GetParam().search(
          {.engine = kind, .stop_when = [](const korat::statistics&) { return true; }, .poll_every = every});
      sequence found;
      std::uint64_t stops = 0;
      while (search->outcome() != korat::outcome::complete && stops < 100'000) {
        if (search->next())
          found.push_back(current(*search));
        else
          ++stops;
      }
      expect_truth(found);
      EXPECT_GE(stops, found.size() / every) << "it was not stopped";
    }
}

TEST_P(Matrix, StoppedByRequestAfterEveryCandidateItGoesOnWhereItWas) {
  const auto search = GetParam().search({});
  sequence found;
  while (search->outcome() != korat::outcome::complete && found.size() < 100'000) {
    search->request_stop();
    if (search->next()) found.push_back(current(*search));
  }
  expect_truth(found);
}

TEST_P(Matrix, OnlyTheValidOnesAreTheValidOnesOfAll) {
  for (const auto kind : engines()) {
    const auto search = GetParam().search({.engine = kind});
    sequence found;
    while (search->next_valid()) found.push_back(current(*search));
    EXPECT_EQ(difference(valid_ones(truth()), found), "");
    EXPECT_EQ(search->statistics().explored, truth().size());
    EXPECT_EQ(search->statistics().valid, found.size());
  }
}

TEST_P(Matrix, SteppingByCandidateAndByValidOneMayAlternate) {
  const auto search = GetParam().search({});
  std::size_t at = 0;  // in the truth
  for (bool more = true; more && at < 1'000'000;) {
    more = search->next();
    if (more) {
      ASSERT_EQ(current(*search), truth().at(at++));
    }
    more = more && search->next_valid();
    while (at < truth().size() && !truth()[at].valid) ++at;
    if (more) {
      ASSERT_EQ(current(*search), truth().at(at++));
    }
  }
  EXPECT_EQ(at, truth().size());
}

// The structure in memory is the candidate: changed in place and put back, or looked at through a snapshot.
TEST_P(Matrix, RestoringBetweenStepsChangesNothing) {
  const auto search = GetParam().search({});
  sequence found;
  while (search->next()) {
    const auto before = search->snapshot();
    search->restore();
    EXPECT_EQ(search->snapshot(), before);
    found.push_back(current(*search));
  }
  expect_truth(found);
}

TEST_P(Matrix, AskedAgainAfterTheEndThereIsNothingMore) {
  const auto search = GetParam().search({});
  while (search->next()) {
  }
  EXPECT_EQ(search->outcome(), korat::outcome::complete);
  EXPECT_FALSE(search->next());
  EXPECT_FALSE(search->next_valid());
  EXPECT_EQ(search->statistics().explored, truth().size());
}

}  // namespace
}  // namespace korat_test::matrix_test
