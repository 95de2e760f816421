// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Walking the space: to any candidate, forward and backward from it, within ranges, resumed. The model is a list of all
// candidates and an index into it.

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "samples.hpp"

namespace korat_test::walk_test {
namespace {

using korat::candidate_vector;
using korat::direction;
using korat::engine;
using korat::noncanonical;
using korat::search_options;

class Walk : public ::testing::TestWithParam<sample> {
 protected:
  const sequence truth_ = sequence_of(GetParam(), {.engine = engine::reexecute, .self_checks = 0});
  std::mt19937 random_{20081};

  std::size_t up_to(std::size_t last) { return std::uniform_int_distribution<std::size_t>(0, last)(random_); }
  const candidate_vector& any_vector() { return truth_[up_to(truth_.size() - 1)].vector; }
};

std::vector<sample> all_samples() {
  auto all = plain_samples();
  for (auto& s : std_samples()) all.push_back(std::move(s));
  return all;
}
INSTANTIATE_TEST_SUITE_P(Samples, Walk, ::testing::ValuesIn(all_samples()),
                         [](const auto& of) { return of.param.name; });

/// Ways to search that must make no difference.
std::vector<search_options> variants() {
  std::vector<search_options> all{{.engine = engine::reexecute},
                                  {.engine = engine::reexecute, .direction = direction::backward, .self_checks = 2}};
  if (engines().size() == 1) return all;
  all.push_back({.engine = engine::checkpoint, .self_checks = 0});
  all.push_back({.engine = engine::checkpoint, .self_checks = 4});
  all.push_back(
      {.engine = engine::checkpoint, .direction = direction::backward, .self_checks = 0, .checkpoint_distance = 3});
  return all;
}

std::string describe(const search_options& o) {
  return std::string(o.engine == engine::reexecute ? "re-executing" : "checkpoints") +
         (o.direction == direction::backward ? ", backward, " : ", ") + std::to_string(o.self_checks) + " self-checks";
}

/// A cursor over the list of all candidates, as a search should behave. -1: before the first; size: behind the last.
class model {
 public:
  model(const sequence& all, bool backward) : all_(all), step_(backward ? -1 : 1) { to_start(); }
  void to_start() { at_ = step_ > 0 ? -1 : size(); }
  void to_end() { at_ = step_ > 0 ? size() : -1; }
  void seek(std::size_t index) { at_ = static_cast<std::ptrdiff_t>(index); }
  bool move(int times) {
    const auto next = at_ + times * step_;
    at_ = std::clamp<std::ptrdiff_t>(next, -1, size());
    return at_ >= 0 && at_ < size();
  }
  bool move_to_valid(int times) {
    while (move(times))
      if (now().valid) return true;
    return false;
  }
  const candidate& now() const { return all_[static_cast<std::size_t>(at_)]; }

 private:
  std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(all_.size()); }
  const sequence& all_;
  std::ptrdiff_t step_;
  std::ptrdiff_t at_ = 0;
};

TEST_P(Walk, AnyMixOfStepsAndSeeksIsWhereTheModelIs) {
  for (const auto& options : variants()) {
    const auto search = GetParam().search(options);
    model expected(truth_, options.direction == direction::backward);
    for (int i = 0; i < 150; ++i) {
      bool there = false, should = false;
      switch (up_to(9)) {
        case 0:
        case 1:
        case 2: there = search->next(), should = expected.move(1); break;
        case 3:
        case 4:
        case 5: there = search->previous(), should = expected.move(-1); break;
        case 6: there = search->next_valid(), should = expected.move_to_valid(1); break;
        case 7: there = search->previous_valid(), should = expected.move_to_valid(-1); break;
        case 8: {
          const auto index = up_to(truth_.size() - 1);
          there = search->seek(truth_[index].vector);
          expected.seek(index);
          should = true;
          break;
        }
        default: {
          if (up_to(1) == 0)
            search->to_start(), expected.to_start();
          else
            search->to_end(), expected.to_end();
          continue;
        }
      }
      ASSERT_EQ(there, should) << "step " << i << ", " << describe(options);
      if (there) {
        ASSERT_EQ(difference({expected.now()}, {current(*search)}), "") << "step " << i << ", " << describe(options);
      }
    }
  }
}

TEST_P(Walk, FromAnywhereToEitherEnd) {
  for (const auto& options : variants()) {
    if (options.direction == direction::backward) continue;
    const auto index = up_to(truth_.size() - 1);
    const auto search = GetParam().search(options);
    ASSERT_TRUE(search->seek(truth_[index].vector));
    sequence up{current(*search)};
    while (search->next()) up.push_back(current(*search));
    EXPECT_EQ(difference({truth_.begin() + static_cast<std::ptrdiff_t>(index), truth_.end()}, up), "");
    sequence down;  // behind the last candidate, the way back begins with it
    while (search->previous()) down.push_back(current(*search));
    EXPECT_EQ(difference(truth_, reversed(down)), "");
  }
}

TEST_P(Walk, TheEndIsOneExecutionAway) {
  for (const auto& options : variants()) {
    if (options.direction == direction::backward) continue;
    const auto search = GetParam().search(options);
    search->to_end();
    ASSERT_TRUE(search->previous());
    EXPECT_EQ(difference({truth_.back()}, {current(*search)}), "");
    EXPECT_EQ(search->statistics().executions, 1u);
    EXPECT_FALSE(search->next());
  }
}

TEST_P(Walk, TheRangesOfAnyPartitionMakeUpTheWhole) {
  for (auto options : variants())
    for (const std::size_t parts : {1u, 2u, 3u, 7u}) {
      std::vector<std::size_t> cuts;
      for (std::size_t i = 1; i < parts; ++i) cuts.push_back(up_to(truth_.size() - 1));
      std::ranges::sort(cuts);
      sequence found;
      for (std::size_t i = 0; i < parts; ++i) {
        options.from.reset(), options.to.reset();
        if (i > 0) options.from = truth_[cuts[i - 1]].vector;
        if (i + 1 < parts) options.to = truth_[cuts[i]].vector;
        auto part = sequence_of(GetParam(), options);
        if (options.direction == direction::backward) part = reversed(part);
        found.insert(found.end(), part.begin(), part.end());
      }
      ASSERT_EQ(difference(truth_, found), "") << parts << " parts";
    }
}

TEST_P(Walk, ARangeIsLeftInNeitherDirection) {
  for (auto options : variants()) {
    auto first = up_to(truth_.size() - 1), end = up_to(truth_.size() - 1);
    if (first > end) std::swap(first, end);
    options.from = truth_[first].vector, options.to = truth_[end].vector;
    const sequence inside(truth_.begin() + static_cast<std::ptrdiff_t>(first),
                          truth_.begin() + static_cast<std::ptrdiff_t>(end));
    const auto search = GetParam().search(options);
    model expected(inside, options.direction == direction::backward);
    for (int i = 0; i < 100; ++i) {
      const int way = up_to(2) < 2 ? 1 : -1;
      const bool there = way > 0 ? search->next() : search->previous();
      ASSERT_EQ(there, expected.move(way)) << "step " << i;
      if (there) {
        ASSERT_EQ(difference({expected.now()}, {current(*search)}), "") << "step " << i;
      }
    }
    EXPECT_THROW(search->seek(truth_[end].vector), korat::position_error);
  }
}

TEST_P(Walk, AVectorTheSearchNeverVisitsIsRefusedOrMoved) {
  const auto search = GetParam().search({.engine = engine::checkpoint, .self_checks = 0});
  ASSERT_TRUE(search->next());
  for (int i = 0; i < 50; ++i) {
    auto v = any_vector();
    for (std::uint32_t field = 0; field < v.size(); ++field)
      if (up_to(2) == 0) v[field] = static_cast<std::uint32_t>(up_to(search->domain_size(field)));  // one too many
    const auto is = [](const candidate_vector& wanted) {
      return [&](const candidate& c) { return c.vector == wanted; };
    };
    const auto moved = search->canonical(v);
    ASSERT_TRUE(std::ranges::any_of(truth_, is(moved))) << "moved to where there is no candidate";
    ASSERT_EQ(search->canonical(moved, noncanonical::refuse), moved);
    ASSERT_EQ(difference({truth_.front()}, {current(*search)}), "") << "the search was moved";
    if (moved != v) {
      ASSERT_THROW(search->seek(v), korat::position_error);
      ASSERT_EQ(difference({truth_.front()}, {current(*search)}), "") << "the search was moved";
    }
  }
  const auto last = any_vector();
  ASSERT_TRUE(search->seek(last, noncanonical::move));
  EXPECT_EQ(search->vector(), last);
  EXPECT_THROW(search->seek(candidate_vector(last.size() + 1)), korat::position_error);
}

void expect_same_accounts(const korat::basic_search& a, const korat::basic_search& b) {
  const auto of_a = a.coverage(), of_b = b.coverage();
  EXPECT_EQ(of_a.reach, of_b.reach);
  EXPECT_EQ(of_a.prune, of_b.prune);
  EXPECT_EQ(of_a.covered, of_b.covered);
  EXPECT_EQ(a.distribution().by_space, b.distribution().by_space);
  EXPECT_EQ(a.distribution().by_explored, b.distribution().by_explored);
  const auto all = [](const korat::basic_search& s) {
    std::vector<std::array<std::uint64_t, 3>> result;
    for (const auto& r : s.rejections()) result.push_back({r.field, r.candidates, r.depths});
    return result;
  };
  EXPECT_EQ(all(a), all(b));
}

TEST_P(Walk, ASearchResumedAnywhereCountsWhatAnUndisturbedOneDoes) {
  for (auto options : variants()) {
    options.count_rejections = true;
    options.track = 3;
    const auto whole = GetParam().search(options);
    while (whole->next_valid()) {
    }
    korat::statistics counts;
    korat::tallies tallies;
    candidate_vector position;
    auto search = GetParam().search(options);
    for (std::size_t stop = up_to(5); search->next(); --stop) {
      if (stop != 0) continue;
      counts = search->statistics(), tallies = search->tallies(), position = search->vector();
      search = GetParam().search(options);
      EXPECT_THROW(search->resume(position, counts), korat::usage_error) << "nothing that was counted would be right";
      search->resume(position, counts, tallies);
      EXPECT_EQ(search->vector(), position);
      stop = 1 + up_to(20);
    }
    EXPECT_EQ(search->statistics().explored, whole->statistics().explored);
    EXPECT_EQ(search->statistics().valid, whole->statistics().valid);
    if (search->engine_used() == whole->engine_used()) {
      EXPECT_EQ(search->statistics().field_initializations, whole->statistics().field_initializations);
    }
    expect_same_accounts(*search, *whole);
    const auto again = GetParam().search(options);
    again->resume_at_end(search->statistics(), search->tallies());
    expect_same_accounts(*again, *whole);
    EXPECT_FALSE(again->next());
  }
}

// Looking elsewhere at any candidate, one that only completes another included, does not change where a search is and
// what follows.
TEST_P(Walk, LookingElsewhereLeavesTheSearchWhereItIs) {
  for (const auto& options : variants()) {
    SCOPED_TRACE(describe(options));
    const auto search = GetParam().search(options), undisturbed = GetParam().search(options);
    std::mt19937_64 random(1);
    while (undisturbed->next()) {
      ASSERT_TRUE(search->next());
      ASSERT_EQ(current(*search), current(*undisturbed));
      switch (up_to(3)) {
        case 0: ASSERT_EQ(search->canonical(any_vector()).size(), search->fields()); break;
        case 1: search->at_share(0.5); break;
        case 2: search->sample(random); break;
        default: break;
      }
      ASSERT_EQ(current(*search), current(*undisturbed));
    }
    EXPECT_FALSE(search->next());
    EXPECT_EQ(search->statistics().explored, undisturbed->statistics().explored);
    EXPECT_EQ(search->statistics().valid, undisturbed->statistics().valid);
    EXPECT_EQ(search->statistics().executions, undisturbed->statistics().executions);
  }
}

TEST_P(Walk, TheSnapshotOfACandidateLeadsBackToIt) {
  const auto search = GetParam().search({});
  const auto other = GetParam().search({});
  // What is read of an array beyond its length, or without it, is no part of the structure.
  bool has_array = false;
  for (std::size_t i = 0; i < search->fields(); ++i) has_array = has_array || search->field(i).member.ends_with(']');
  while (search->next()) {
    const auto snapshot = search->snapshot();
    try {
      const auto found = other->canonical(snapshot);
      EXPECT_TRUE(has_array || found == search->vector());
      ASSERT_TRUE(other->seek(found));
      ASSERT_EQ(to_text(other->snapshot()), to_text(snapshot));
    } catch (const korat::position_error& e) {
      ASSERT_TRUE(has_array) << e.what();
    }
  }
}

TEST_P(Walk, SharesOfTheSpaceLieInOrder) {
  const auto search = GetParam().search({});
  std::size_t before = 0;
  for (const double share : {0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0}) {
    const auto at = search->at_share(share);
    const auto index = static_cast<std::size_t>(std::ranges::find(truth_, at, &candidate::vector) - truth_.begin());
    ASSERT_LT(index, truth_.size());
    ASSERT_GE(index, before);
    before = index;
  }
  EXPECT_EQ(before, truth_.size() - 1);
}

}  // namespace
}  // namespace korat_test::walk_test
