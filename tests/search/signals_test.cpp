// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Signal handlers belong to the program. A search borrows them, while it exists and its predicate runs, and no longer.

#include <csetjmp>
#include <csignal>
#include <cstdlib>

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <optional>

#include "healthy.hpp"
#include "sanitized.hpp"

namespace korat_test::signals_test {
namespace {

using handler = void (*)(int);

std::vector<handler> all_handlers() {
  std::vector<handler> result;
  for (int s = 1; s <= SIGRTMAX; ++s) {
    struct sigaction action {};
    if (sigaction(s, nullptr, &action) == 0) result.push_back(action.sa_handler);
  }
  return result;
}

TEST(Signals, AreLeftAloneWhenCrashesAreNotToBeCaught) {
  const auto before = all_handlers();
  korat::search<list> search(list_bounds(2, 2), is_list, {.catch_crashes = false});
  EXPECT_EQ(all_handlers(), before);
  while (search.next()) EXPECT_EQ(all_handlers(), before);
}

TEST(Signals, HaveTheirOldHandlersWhenTheLastSearchIsGone) {
  const auto before = all_handlers();
  {
    std::optional<korat::search<list>> a(std::in_place, list_bounds(2), is_list);
    std::optional<korat::search<list>> b(std::in_place, list_bounds(2), is_list);
    a->next(), b->next();
    EXPECT_NE(all_handlers(), before);
    a.reset();
    EXPECT_NE(all_handlers(), before);
    b->next();
  }
  EXPECT_EQ(all_handlers(), before);
}

volatile std::sig_atomic_t heard = 0;
void hears(int signal) { heard = signal; }

TEST(Signals, RaisedOutsideThePredicateReachTheProgramsHandler) {
  struct sigaction mine {
  }, old{};
  mine.sa_handler = hears;
  sigaction(SIGFPE, &mine, &old);
  {
    korat::search<list> search(list_bounds(2), is_list);
    search.next();
    heard = 0;
    std::raise(SIGFPE);
    EXPECT_EQ(heard, SIGFPE);
    search.next();
  }
  heard = 0;
  std::raise(SIGFPE);
  EXPECT_EQ(heard, SIGFPE);
  sigaction(SIGFPE, &old, nullptr);
}

TEST(Signals, RaisedInAListenerReachTheProgramsHandler) {
  struct raises : korat::listener {
    void on_candidate(const korat::basic_search&, bool) override { std::raise(SIGFPE); }
  } listener;
  struct sigaction mine {
  }, old{};
  mine.sa_handler = hears;
  sigaction(SIGFPE, &mine, &old);
  heard = 0;
  EXPECT_NO_THROW(korat::for_each(list_bounds(2), is_list, [](const list&) {}, {.listener = &listener}));
  EXPECT_EQ(heard, SIGFPE);
  sigaction(SIGFPE, &old, nullptr);
}

// What the kernel keeps is in no saved state: resumed behind signal(), the predicate would be killed by what it raises.
TEST(Signals, RaisedByAPredicateReachTheHandlerThatItInstalls) {
  const auto two_ones = [](const list& l) {
    static volatile std::sig_atomic_t ones;
    ones = 0;
    const auto before = std::signal(SIGUSR1, [](int) { ones = ones + 1; });
    int length = 0;
    for (const list_node* n = l.head; n != nullptr && length <= 5; n = n->next, ++length)
      if (n->key == 1) std::raise(SIGUSR1);
    std::signal(SIGUSR1, before);
    return length == l.size && ones == 2;
  };
  const auto count = [&](korat::engine engine) {
    return korat::for_each(list_bounds(5, 3), two_ones, [](const list&) {}, {.engine = engine}).valid;
  };
  // A list of n items, two of which are 1: n over 2 times 2 to the other n - 2.
  EXPECT_EQ(count(korat::engine::reexecute), 1 + 3 * 2 + 6 * 4 + 10 * 8u);
  EXPECT_EQ(count(korat::engine::checkpoint), 1 + 3 * 2 + 6 * 4 + 10 * 8u);
}

TEST(Signals, AreNotBlockedAfterACrash) {
  for (int i = 0; i < 3; ++i) {
    korat::search<list> search(list_bounds(2), [](const list&) -> bool { std::abort(); });
    EXPECT_THROW(search.next(), korat::predicate_error);
  }
  sigset_t blocked;
  pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  for (const int s : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGRTMAX - 3})
    EXPECT_EQ(sigismember(&blocked, s), 0) << s;
}

#ifndef KORAT_TEST_TSAN
TEST(Signals, OfACrashInAVisitorEndTheProgram) {
  EXPECT_DEATH(korat::for_each(list_bounds(2), is_list, [](const list&) { std::abort(); }), "");
}

TEST(Signals, ThatAreRaisedInAVisitorEndTheProgram) {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP})
    EXPECT_EXIT(
        korat::for_each(list_bounds(2), is_list, [signal](const list&) { std::raise(signal); }),
        [signal](int status) { return WIFSIGNALED(status) ? WTERMSIG(status) == signal : address_sanitized; }, "");
}

TEST(Signals, OfACrashInThePredicateEndTheProgramIfNotCaught) {
  EXPECT_DEATH(
      korat::for_each(
          list_bounds(2), [](const list&) -> bool { std::abort(); }, [](const list&) {}, {.catch_crashes = false}),
      "");
}
#endif

// The watch over endless loops counts processor time; it must not interrupt what the program waits for.
TEST(Signals, OfTheWatchDoNotDisturbTheProgram) {
  korat::search<list> search(list_bounds(3, 2), is_list, {.stuck_after = std::chrono::milliseconds(4)});
  std::uint64_t valid = 0;
  for (; search.next_valid(); ++valid) {
    timespec left{}, wanted{0, 2'000'000};
    EXPECT_EQ(nanosleep(&wanted, &left), 0);
  }
  EXPECT_EQ(valid, 15u);
}

}  // namespace
}  // namespace korat_test::signals_test
