// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Which events a listener gets, in which order, how often, and what it may do meanwhile.

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "healthy.hpp"
#include "samples.hpp"

namespace korat_test::listener_test {
namespace {

/// Writes down everything, in ordinary containers: it must not matter that a predicate's states are being saved.
class diary : public korat::listener {
 public:
  void on_start(const korat::basic_search& search) override {
    events.push_back("start");
    EXPECT_EQ(search.statistics().explored, 0u);
  }
  void on_candidate(const korat::basic_search& search, bool valid) override {
    events.push_back(valid ? "valid candidate, in words long enough to need memory" : "candidate");
    EXPECT_EQ(search.valid(), valid);
    candidates.push_back(current(search));
    drawings.push_back(korat::to_text(search.snapshot()));
    EXPECT_EQ(search.statistics().explored, candidates.size());
  }
  void on_end(const korat::basic_search&, korat::outcome how) override {
    events.push_back(std::string("end: ") + korat::name_of(how));
  }

  std::size_t count(const std::string& prefix) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(events, [&](const std::string& e) { return e.starts_with(prefix); }));
  }

  std::vector<std::string> events;
  std::vector<std::string> drawings;
  sequence candidates;
};

class Listener : public ::testing::TestWithParam<sample> {};
std::vector<sample> samples_listened_to() {
  auto all = plain_samples();
  for (auto& s : std_samples()) all.push_back(std::move(s));
  return all;
}
INSTANTIATE_TEST_SUITE_P(Samples, Listener, ::testing::ValuesIn(samples_listened_to()),
                         [](const auto& of) { return of.param.name; });

TEST_P(Listener, HearsOfEveryCandidateOnceInOrder) {
  const auto expected = sequence_of(GetParam(), {.engine = korat::engine::reexecute});
  for (const auto kind : engines())
    for (const std::uint64_t checks : {0u, 100u}) {
      diary heard;
      const auto search = GetParam().search({.engine = kind, .listener = &heard, .self_checks = checks});
      while (search->next_valid()) {
      }
      EXPECT_EQ(difference(expected, heard.candidates), "");
      ASSERT_EQ(heard.events.size(), expected.size() + 2);
      EXPECT_EQ(heard.events.front(), "start");
      EXPECT_EQ(heard.events.back(), "end: complete");
      EXPECT_EQ(heard.count("start"), 1u);
      EXPECT_EQ(heard.count("end"), 1u);
    }
}

TEST(Listener, HearsOfTheStartWithTheFirstStepOnly) {
  diary heard;
  korat::search<list> search(list_bounds(2), is_list, {.listener = &heard});
  EXPECT_TRUE(heard.events.empty());
  search.next();
  search.next();
  EXPECT_EQ(heard.events, (std::vector<std::string>{"start", heard.events[1], heard.events[2]}));
}

TEST(Listener, HearsOfACandidateBeforeTheConsumerSeesIt) {
  diary heard;
  korat::search<list> search(list_bounds(2), is_list, {.listener = &heard});
  for (std::size_t seen = 1; search.next(); ++seen) {
    ASSERT_EQ(heard.candidates.size(), seen);
    EXPECT_EQ(heard.candidates.back(), current(search));
    EXPECT_EQ(heard.drawings.back(), korat::to_text(search.snapshot()));
  }
}

TEST(Listener, HearsOfTheEndOnceHoweverOftenItIsAskedFor) {
  for (const std::uint64_t limit : {std::uint64_t{3}, korat::search_options::unlimited}) {
    diary heard;
    korat::search<list> search(list_bounds(2), is_list, {.max_valid = limit, .listener = &heard});
    while (search.next_valid()) {
    }
    EXPECT_EQ(heard.events.back(), limit == 3 ? "end: max-valid" : "end: complete");
    EXPECT_EQ(heard.count("end"), 1u);
  }
  diary heard;
  korat::search<list> search(list_bounds(2), is_list, {.listener = &heard});
  while (search.next()) {
  }
  search.next();
  search.next_valid();
  EXPECT_EQ(heard.count("end"), 1u);
}

TEST(Listener, HearsOfAStopByEveryRule) {
  const auto end_of = [](korat::search_options options) {
    diary heard;
    options.listener = &heard;
    korat::for_each(
        list_bounds(3, 2), is_list, [](const list&) {}, std::move(options));
    EXPECT_EQ(heard.count("end"), 1u);
    return heard.events.back();
  };
  EXPECT_EQ(end_of({}), "end: complete");
  EXPECT_EQ(end_of({.max_valid = 2}), "end: max-valid");
  EXPECT_EQ(end_of({.max_explored = 4}), "end: max-explored");
  EXPECT_EQ(end_of({.stop_when = [](const korat::statistics&) { return true; }}), "end: condition");
}

TEST(Listener, HearsOfAPredicateThatFails) {
  diary heard;
  korat::search<list> search(list_bounds(2),
                             [](const list& l) -> bool { return l.size == 1 ? throw std::runtime_error("no") : false; },
                             {.listener = &heard});
  EXPECT_THROW(while (search.next()){}, korat::predicate_error);
  EXPECT_EQ(heard.events.back(), "end: failed");
  EXPECT_EQ(heard.count("end"), 1u);
  EXPECT_FALSE(search.next());
  EXPECT_EQ(heard.count("end"), 1u);
}

TEST(Listener, IsNotToldOfASearchThatIsJustDestroyed) {
  diary heard;
  {
    korat::search<list> search(list_bounds(2), is_list, {.listener = &heard});
    search.next();
  }
  EXPECT_EQ(heard.count("end"), 0u);
}

TEST(Listener, KnowsAMovedSearchByItsNewPlace) {
  struct remembers : korat::listener {
    void on_candidate(const korat::basic_search& search, bool) override { last = &search; }
    const korat::basic_search* last = nullptr;
  } heard;
  korat::search<list> first(list_bounds(2), is_list, {.listener = &heard});
  first.next();
  EXPECT_EQ(heard.last, &first);
  korat::search<list> second = std::move(first);
  second.next();
  EXPECT_EQ(heard.last, &second);
}

// Undoable containers that a listener makes are its own: they outlive the candidate.
TEST(Listener, MayKeepUndoableContainers) {
  struct keeps : korat::listener {
    void on_candidate(const korat::basic_search& search, bool) override {
      korat::vector<std::uint32_t> now;
      for (const auto f : search.accessed()) now.push_back(f);
      if (now.size() > longest.size()) longest = now;
      depths.insert(now.size());
    }
    korat::vector<std::uint32_t> longest;
    korat::set<std::size_t> depths;
  } heard;
  korat::search<list> search(list_bounds(3, 2), is_list, {.listener = &heard});
  std::vector<std::uint32_t> longest;
  while (search.next())
    if (search.accessed().size() > longest.size()) longest.assign(search.accessed().begin(), search.accessed().end());
  EXPECT_TRUE(std::ranges::equal(heard.longest, longest));
  EXPECT_GT(heard.depths.size(), 2u);
}

TEST(Listener, MaySearchOnItsOwn) {
  struct searches : korat::listener {
    void on_candidate(const korat::basic_search&, bool) override { expect_healthy_search(); }
  } heard;
  const auto counts = korat::for_each(list_bounds(2, 2), is_list, [](const list&) {}, {.listener = &heard});
  EXPECT_EQ(counts.valid, 7u);
}

TEST(Listener, MayThrowAndTheExceptionIsTheCallersOwn) {
  struct throws : korat::listener {
    void on_candidate(const korat::basic_search& search, bool) override {
      if (search.statistics().explored == 5) throw std::domain_error("enough, said at length so that it takes memory");
    }
  } heard;
  korat::search<list> search(list_bounds(3, 2), is_list, {.listener = &heard});
  EXPECT_THROW(while (search.next()){}, std::domain_error);
  while (search.next()) {
  }
  EXPECT_EQ(search.outcome(), korat::outcome::complete);
  EXPECT_EQ(search.statistics().valid, 15u);
  expect_healthy_search();
}

// The same holds for the stop condition.
TEST(StopCondition, MayKeepWhatItLikes) {
  std::vector<std::string> notes;
  korat::vector<std::uint64_t> numbers;
  korat::search<list> search(
      list_bounds(3, 2), is_list,
      {.stop_when =
           [&](const korat::statistics& s) {
             notes.push_back("explored so far, in words that need memory: " + std::to_string(s.explored));
             numbers.push_back(s.explored);
             return false;
           },
       .poll_every = 1});
  while (search.next_valid()) {
  }
  ASSERT_EQ(notes.size(), search.statistics().explored);
  for (std::size_t i = 0; i < notes.size(); ++i) {
    EXPECT_EQ(notes[i], "explored so far, in words that need memory: " + std::to_string(i + 1));
    EXPECT_EQ(numbers.at(i), i + 1);
  }
}

}  // namespace
}  // namespace korat_test::listener_test
