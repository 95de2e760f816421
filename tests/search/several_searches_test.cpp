// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Many searches at a time: interleaved, nested, moved, in several threads, one in several threads.

#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "healthy.hpp"
#include "samples.hpp"
#include "sanitized.hpp"
#include "undo/heap.hpp"

namespace korat_test::several_searches_test {
namespace {

std::vector<sample> all_samples() {
  auto all = plain_samples();
  for (auto& s : std_samples()) all.push_back(std::move(s));
  return all;
}

TEST(SeveralSearches, InterleavedDoNotDisturbEachOther) {
  auto samples = all_samples();
  for (std::size_t i = samples.size(); i-- > 0;)
    if (i % 3 == 1) samples.erase(samples.begin() + static_cast<std::ptrdiff_t>(i));
  samples.erase(samples.begin() + 18, samples.end());
  std::vector<std::unique_ptr<korat::basic_search>> searches;
  std::vector<sequence> found(2 * samples.size());
  for (const auto& s : samples) {
    searches.push_back(s.search({.engine = korat::engine::checkpoint}));
    searches.push_back(s.search({.engine = korat::engine::reexecute, .direction = korat::direction::backward}));
  }
  for (bool more = true; more;) {
    more = false;
    for (std::size_t i = 0; i < searches.size(); ++i) {
      if (found[i].size() > 300 || !searches[i]->next()) continue;
      found[i].push_back(current(*searches[i]));
      more = true;
    }
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    auto expected = sequence_of(samples[i / 2], {.engine = korat::engine::reexecute});
    if (i % 2 == 1) expected = reversed(expected);
    if (expected.size() > 301) expected.resize(301);
    EXPECT_EQ(difference(expected, found[i]), "") << samples[i / 2].name;
  }
}

TEST(SeveralSearches, OneMayRunInTheVisitorOfAnother) {
  int outer = 0, inner = 0;
  korat::for_each(list_bounds(2, 2), is_list, [&](const list& l) {
    ++outer;
    const auto size = l.size.get();
    korat::for_each(list_bounds(size, 2), is_list, [&](const list& m) { inner += m.size == size ? 1 : 0; });
  });
  EXPECT_EQ(outer, 7);
  EXPECT_EQ(inner, 1 + 2 * 2 + 4 * 4);
}

TEST(SeveralSearches, OneMayRunInThePredicateOfAnother) {
  for (const auto kind : {korat::engine::reexecute, korat::engine::checkpoint}) {
    const auto as_many = [](const list& l) {
      if (!is_list(l)) return false;
      const auto counts = korat::for_each(list_bounds(l.size), is_list, [](const list&) {});
      return counts.valid == static_cast<std::uint64_t>(l.size + 1);
    };
    EXPECT_EQ(korat::for_each(list_bounds(2, 2), as_many, [](const list&) {}, {.engine = kind}).valid, 7u);
  }
}

TEST(SeveralSearches, ASearchMayBeMovedAtAnyTime) {
  const auto whole = [] {
    korat::search<list> search(list_bounds(3, 2), is_list);
    return rest_of(search);
  }();
  std::optional<korat::search<list>> search(std::in_place, list_bounds(3, 2), is_list);
  sequence found;
  for (bool more = true; more;) {
    std::optional<korat::search<list>> moved(std::move(search));
    search.reset();
    more = moved->next();
    if (more) found.push_back(current(*moved));
    search.emplace(std::move(*moved));
    if (more) {
      EXPECT_EQ(found.back(), current(*search));
    }
  }
  EXPECT_EQ(difference(whole, found), "");
}

TEST(SeveralSearches, AssigningASearchEndsTheOneThatWasThere) {
  korat::search<list> a(list_bounds(2, 2), is_list);
  a.next();
  a = korat::search<list>(list_bounds(3, 2), is_list);
  std::uint64_t valid = 0;
  while (a.next_valid()) ++valid;
  EXPECT_EQ(valid, 15u);
}

TEST(SeveralSearches, AMovedFromSearchMayBeDestroyedAndAssigned) {
  korat::search<list> a(list_bounds(2, 2), is_list);
  korat::search<list> b = std::move(a);
  a = korat::search<list>(list_bounds(1, 1), is_list);
  EXPECT_TRUE(a.next());
  EXPECT_TRUE(b.next());
  korat::search<list> c = std::move(b);
}

TEST(SeveralSearches, AMovedFromSearchSaysSo) {
  korat::search<list> a(list_bounds(2, 2), is_list);
  korat::search<list> b = std::move(a);
  const auto expect_said = [](const auto& use) {
    try {
      use();
      ADD_FAILURE() << "nothing was thrown";
    } catch (const korat::error& e) {
      EXPECT_NE(std::string(e.what()).find("moved"), std::string::npos) << e.what();
    }
  };
  expect_said([&] { a.next(); });
  expect_said([&] { a.outcome(); });
  expect_said([&] { a.structure(); });
  expect_said([&] { a.statistics(); });
  a.request_stop();
  korat::search<list> c = std::move(a);
  a = std::move(c);
  expect_said([&] { c.next(); });
  EXPECT_TRUE(b.next());
}

TEST(SeveralSearches, ThereIsRoomForAHundredAndAClearWordWhenThereIsNone) {
  std::vector<std::unique_ptr<korat::search<list>>> searches;
  const auto bounds = list_bounds(1, 1);
  bool refused = false;
  try {
    for (int i = 0; i < 1000; ++i) {
      searches.push_back(std::make_unique<korat::search<list>>(bounds, is_list));
      searches.back()->next();
    }
  } catch (const korat::resource_error& e) {
    refused = true;
    EXPECT_NE(std::string(e.what()).find("address space"), std::string::npos) << e.what();
  }
  EXPECT_TRUE(refused);
  EXPECT_GE(searches.size(), thread_sanitized ? 10u : 100u) << "it leaves programs less room";
  searches.clear();
  expect_healthy_search();
}

TEST(SeveralThreads, SearchAtTheSameTime) {
  const auto samples = all_samples();
  std::vector<sequence> expected;
  for (const auto& s : samples) expected.push_back(sequence_of(s, {.engine = korat::engine::reexecute}));
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto which = (i + 7 * t) % samples.size();
        const auto kind = t % 2 == 0 ? korat::engine::checkpoint : korat::engine::reexecute;
        if (!difference(expected[which], sequence_of(samples[which], {.engine = kind})).empty()) ++wrong;
      }
    });
  for (auto& t : threads) t.join();
  EXPECT_EQ(wrong, 0);
}

TEST(SeveralThreads, TakeTurnsWithOneSearch) {
  for (const auto& s : all_samples()) {
    const auto expected = sequence_of(s, {.engine = korat::engine::reexecute});
    const auto search = s.search({});
    sequence found;
    for (bool more = true; more && found.size() < 40;) {
      std::thread([&] {
        for (int i = 0; i < 5 && more; ++i) {
          more = search->next();
          if (more) found.push_back(current(*search));
        }
      }).join();
    }
    EXPECT_EQ(difference({expected.begin(),
                          expected.begin() + static_cast<std::ptrdiff_t>(std::min(found.size(), expected.size()))},
                         found),
              "")
        << s.name;
  }
}

TEST(SeveralThreads, ASearchMayEndInAnotherThreadThanItBegan) {
  auto search = std::make_unique<korat::search<list>>(list_bounds(3, 2), is_list);
  search->next();
  std::thread([other = std::move(search)]() mutable {
    while (other->next()) {
    }
    EXPECT_EQ(other->statistics().valid, 15u);
    other.reset();
  }).join();
  expect_healthy_search();
}

// While checks run in lockstep, their thread takes memory from the predicate's. That must not be the thread in which
// their state was saved.
TEST(SeveralThreads, ChecksThatGoOnInAnotherThreadLeaveTheFirstItsMemory) {
  for (const auto& s : lockstep_samples()) {
    const auto expected = sequence_of(s, {.engine = korat::engine::reexecute});
    const auto search = s.search({.engine = korat::engine::checkpoint, .self_checks = 0});
    sequence found;
    const auto search_on = [&] {
      for (int i = 0; i < 100 && search->next(); ++i) found.push_back(current(*search));
    };
    search_on();
    std::thread(search_on).join();
    EXPECT_EQ(std::exchange(korat::detail::current_heap, nullptr), nullptr) << s.name;
    search_on();
    const auto first = expected.begin();
    const auto so_many = std::min<std::ptrdiff_t>(300, expected.end() - first);
    EXPECT_EQ(difference(sequence(first, first + so_many), found), "") << s.name;
  }
}

// What a thread needs for itself when it first saves many states is not taken for the predicate's, of which no state
// could be saved.
TEST(SeveralThreads, SaveTheSameStates) {
  const auto by = [](auto run) {
    korat::search<list> search(list_bounds(400, 2), is_list,
                               {.direction = korat::direction::backward, .max_explored = 20'000});
    run([&] {
      while (search.next_valid()) continue;
    });
    return search.statistics();
  };
  const auto here = by([](auto work) { work(); });
  const auto there = by([](auto work) { std::thread(work).join(); });
  EXPECT_EQ(here.checkpoints, there.checkpoints);
  EXPECT_EQ(here.bytes_restored, there.bytes_restored);
  EXPECT_EQ(here.executions, there.executions);
}

// The thread-local variables that the search has watched go with the thread, if the system keeps no memory as large as
// its stack.
TEST(SeveralThreads, AreNeededByASearchNoLongerThanTheyRun) {
  korat::search<list> search(list_bounds(10, 3), is_list);
  const auto some = [](void* of) -> void* {
    for (int i = 0; i < 80'000; ++i) static_cast<korat::search<list>*>(of)->next();
    return nullptr;
  };
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, std::size_t{128} << 20);
  pthread_t thread;
  ASSERT_EQ(pthread_create(&thread, &attributes, some, &search), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  while (search.next()) continue;
  EXPECT_EQ(search.statistics().valid, 88573u);
}

// A thread that has ended leaves its place in memory to the next one, which is another thread all the same.
TEST(SeveralThreads, GuardASearchOneAfterTheOther) {
  if (thread_sanitized) GTEST_SKIP() << "an endless loop never hears of its end";
  const auto in_a_thread_of_its_own = [](auto action) { std::thread(action).join(); };
  for (const bool loops : {false, true}) {
    const auto fails_on_long_lists = [loops](const list& l) {
      if (l.size == 3 && loops)
        for (volatile bool forever = true; forever;) continue;
      if (l.size == 3) std::abort();
      return is_list(l);
    };
    korat::search<list> search(list_bounds(3), fails_on_long_lists,
                               {.self_checks = 0, .stuck_after = std::chrono::milliseconds(40)});
    for (int i = 0; i < 3; ++i) in_a_thread_of_its_own([&] { search.next(); });
    in_a_thread_of_its_own([&] { EXPECT_THROW(while (search.next()) continue, korat::predicate_error); });
  }
  expect_healthy_search();
}

// The guard page of the predicate's stack needs another stack for the handler, one for each thread.
TEST(SeveralThreads, GuardTheStackOfASearchOneAfterTheOther) {
  if (thread_sanitized || address_sanitized) GTEST_SKIP();
  struct down {
    KORAT_TEST_WRONG static int from(const list_node* n) {
      volatile char frame[512];
      frame[0] = 1;
      return n == nullptr ? 0 : frame[0] + from(n->next) + frame[0];
    }
  };
  korat::search<list> search(list_bounds(3), [](const list& l) { return down::from(l.head) == 2 * l.size; },
                             {.self_checks = 0});
  std::thread([&] { search.next(); }).join();
  std::thread([&] { EXPECT_THROW(while (search.next()) continue, korat::predicate_error); }).join();
  expect_healthy_search();
}

}  // namespace
}  // namespace korat_test::several_searches_test
