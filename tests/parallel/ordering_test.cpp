// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What several threads find, in the order of one.

#include "parallel/ordering.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <stdexcept>
#include <thread>

#include "parallel/team.hpp"
#include "samples.hpp"

namespace korat_test::ordering_test {
namespace {

using korat::ordered_results;
using korat::search_options;
using korat::detail::ordering;

ordered_results into(std::vector<std::string>& all, std::size_t memory = 1 << 20) {
  return {{}, [&all](const std::string& s) { all.push_back(s); }, memory};
}

TEST(Ordering, PutsTheFirstPieceAtOnceAndOthersInTheirTurn) {
  std::vector<std::string> all;
  const auto results = into(all);
  ordering order(results);
  const auto first = order.whole();
  const auto last = order.behind(first);
  const auto middle = order.behind(first);
  EXPECT_TRUE(order.comes_before(first, middle));
  EXPECT_TRUE(order.comes_before(middle, last));
  EXPECT_FALSE(order.comes_before(last, middle));
  order.add(last, "5");
  order.end(last);
  order.add(middle, "3");
  order.add(first, "1");
  EXPECT_EQ(all, (std::vector<std::string>{"1"}));
  order.add(first, "2");
  order.end(first);
  EXPECT_EQ(all, (std::vector<std::string>{"1", "2", "3"}));
  order.add(middle, "4");
  order.end(middle);
  EXPECT_EQ(all, (std::vector<std::string>{"1", "2", "3", "4", "5"}));
}

TEST(Ordering, WhoHasFoundTooMuchWaitsForItsTurn) {
  std::vector<std::string> all;
  const auto results = into(all, 0);
  ordering order(results);
  const auto first = order.whole();
  const auto next = order.behind(first);
  std::atomic<bool> through = false;
  std::thread early([&] {
    order.add(next, "2");
    through = true;
    order.end(next);
  });
  order.add(first, "1");
  EXPECT_FALSE(through);
  order.end(first);
  early.join();
  EXPECT_EQ(all, (std::vector<std::string>{"1", "2"}));
}

TEST(Ordering, OfAStoppedSearchHasWhatWasFound) {
  std::vector<std::string> all;
  const auto results = into(all, 0);
  ordering order(results);
  const auto next = order.behind(order.whole());
  std::thread early([&] { order.add(next, "2"); });
  order.let_go();
  early.join();
  order.finish();
  EXPECT_EQ(all, (std::vector<std::string>{"2"}));
}

std::string text_of(const korat::basic_search& at) {
  std::string text;
  for (const auto v : at.vector()) text += std::to_string(v) + ' ';
  return text;
}

std::vector<std::string> in_order(const sample& s, search_options options, unsigned threads, std::size_t memory) {
  std::vector<std::string> all;
  options.threads = threads;
  options.poll_every = 1;
  korat::team_request request{s.search, options, [](korat::basic_search&, unsigned) { return true; }};
  request.ordered = into(all, memory);
  request.ordered->render = text_of;
  const auto done = korat::detail::team(request, std::chrono::nanoseconds(0)).search();
  EXPECT_EQ(done.counts.valid, all.size());
  return all;
}

class Ordered : public ::testing::TestWithParam<sample> {};

TEST_P(Ordered, AsByOneThread) {
  for (const auto direction : {korat::direction::forward, korat::direction::backward})
    for (const std::size_t memory : {std::size_t{0}, std::size_t{1} << 30}) {
      const search_options options{.direction = direction, .self_checks = 0};
      const auto one = GetParam().search(options);
      std::vector<std::string> all;
      while (one->next_valid()) all.push_back(text_of(*one));
      EXPECT_TRUE(in_order(GetParam(), options, 4, memory) == all);
    }
}

std::string ordered_sample(const ::testing::TestParamInfo<sample>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Plain, Ordered, ::testing::ValuesIn(plain_samples()), ordered_sample);

TEST(OrderedTeam, StoppedAtRandomKeepsTheOrder) {
  const auto s = binary_tree(7);
  const auto whole = in_order(s, {.self_checks = 0}, 1, 1 << 20);
  std::mt19937 random(1);
  for (int round = 0; round < 20; ++round) {
    const auto enough = random() % 15'000;
    search_options options{.stop_when = [=](const korat::statistics& all) { return all.explored >= enough; },
                           .self_checks = 0};
    const auto part = in_order(s, options, 2 + static_cast<unsigned>(random() % 5), random() % 2000);
    auto at = whole.begin();
    for (const auto& one : part) {
      at = std::find(at, whole.end(), one);
      ASSERT_NE(at, whole.end());
    }
  }
}

TEST(OrderedTeam, AReceiverThatThrowsEndsTheSearch) {
  const auto s = binary_tree(8);
  int put = 0;
  korat::team_request request{
      s.search, {.threads = 3, .poll_every = 1, .self_checks = 0}, [](korat::basic_search&, unsigned) { return true; }};
  request.ordered = {text_of, [&](const std::string&) {
                       if (++put == 10) throw std::runtime_error("full");
                     }};
  EXPECT_THROW(korat::detail::team(request, std::chrono::nanoseconds(0)).search(), std::runtime_error);
  EXPECT_EQ(put, 10);
}

TEST(OrderedTeam, TheFirstFewAreLeftToOneThread) {
  const auto s = binary_tree(3);
  korat::team_request request{s.search, {.max_valid = 2}, [](korat::basic_search&, unsigned) { return true; }};
  request.ordered = {text_of, [](const std::string&) {}};
  EXPECT_THROW(korat::search_in_parallel(request), korat::usage_error);
}

// Pressed before, while it runs, and by another thread that knows nothing of it.
TEST(StopButton, EndsAllThreads) {
  const auto s = binary_tree(9);
  for (const std::size_t enough : {0u, 1u, 100u}) {
    korat::stop_button button;
    if (enough == 0) button.press();
    std::atomic<std::size_t> visits = 0, when_pressed = 0;
    korat::team_request request{
        s.search, {.threads = 4, .poll_every = 1 << 30, .self_checks = 0}, [&](korat::basic_search&, unsigned) {
          if (++visits != enough) return true;
          std::thread([&] { button.press(); }).join();
          when_pressed = visits.load();
          return true;
        }};
    request.stop = &button;
    const auto done = korat::detail::team(request, std::chrono::nanoseconds(0)).search();
    EXPECT_EQ(done.outcome, korat::outcome::condition);
    EXPECT_LE(visits.load(), when_pressed + 5);  // each may have one in hand
    EXPECT_FALSE(done.left.empty());
  }
}

}  // namespace
}  // namespace korat_test::ordering_test
