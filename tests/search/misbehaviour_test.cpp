// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Predicates that misbehave: each is reported as what it is, with the candidate that shows it and what to do, and the
// process goes on as if nothing had happened.

#undef NDEBUG
#include <cassert>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include <gtest/gtest.h>

#include <chrono>
#include <exception>
#include <memory>
#include <new>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

#include "healthy.hpp"
#include "sanitized.hpp"
#include "undo/has_context.h"

namespace korat_test::misbehaviour_test {
namespace {

using korat::misbehaviour;

struct part {
  korat::field<part*> next;
  korat::field<int> weight;
  int plain = 0;
  bool visited = false;
};
struct thing {
  korat::field<int> key;
  korat::field<part*> first;
  korat::field<int> last;
  int plain = 0;
  part* plain_pointer = nullptr;
};

korat::finitization<thing> bounded() {
  korat::finitization<thing> bounds("thing");
  auto parts = bounds.objects<part>(2);
  bounds.set<&thing::key>(korat::between(0, 3))
      .set<&thing::first>(parts)
      .set<&thing::last>(korat::between(0, 1))
      .set<&thing::plain>(korat::between(0, 3))
      .set<&thing::plain_pointer>(parts)
      .set<&part::next>(parts)
      .set<&part::weight>(korat::between(0, 1))
      .set<&part::plain>(korat::between(0, 1));
  return bounds;
}

const korat::engine engines[] = {korat::engine::reexecute, korat::engine::checkpoint};

/// What the search says about the predicate. Afterwards the search is over, and another one works.
template <class Predicate>
korat::predicate_error::details fault_of(Predicate predicate, korat::search_options options = {}) {
  korat::predicate_error::details said{};
  said.reason = "nothing was reported";
  korat::search<thing> search(bounded(), predicate, options);
  try {
    for (int i = 0; i < 100'000 && search.next(); ++i) {
    }
  } catch (const korat::predicate_error& e) {
    said = e.why();
    const std::string what = e.what();
    EXPECT_NE(what.find(said.reason), std::string::npos) << what;
    EXPECT_NE(what.find(said.advice), std::string::npos) << what;
    EXPECT_NE(what.find(korat::to_text(said.vector)), std::string::npos) << what;
    EXPECT_NE(what.find(said.drawing), std::string::npos) << what;
    EXPECT_FALSE(said.reason.empty() || said.advice.empty());
    EXPECT_EQ(said.vector.size(), search.fields());
    EXPECT_EQ(said.vector, search.vector());
    EXPECT_TRUE(said.drawing.starts_with("thing")) << said.drawing;
    EXPECT_EQ(search.outcome(), korat::outcome::failed);
  }
  EXPECT_FALSE(search.next());
  EXPECT_FALSE(search.next_valid());
  expect_healthy_search();
  return said;
}

void expect_says(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in: " << text;
}

/// The same for both engines: the kind, words of the reason, words of the advice.
template <class Predicate>
korat::predicate_error::details expect_fault(misbehaviour kind, const std::string& reason, const std::string& advice,
                                             Predicate predicate, korat::search_options options = {}) {
  korat::predicate_error::details said{};
  for (const auto engine : engines) {
    options.engine = engine;
    said = fault_of(predicate, options);
    EXPECT_STREQ(korat::name_of(said.kind), korat::name_of(kind)) << said.reason;
    expect_says(said.reason, reason);
    expect_says(said.advice, advice);
  }
  return said;
}

TEST(Misbehaviour, AnExceptionIsReportedWithItsText) {
  const auto said = expect_fault(misbehaviour::threw, "a text to be found again", "return false", [](const thing& t) {
    if (t.key == 2 && t.last == 1) throw std::domain_error("a text to be found again");
    return false;
  });
  EXPECT_EQ(said.vector.at(0), 2u);
  EXPECT_EQ(said.vector.at(2), 1u);
}

TEST(Misbehaviour, AnExceptionOfAnyTypeIsReported) {
  const auto said = expect_fault(misbehaviour::threw, "no std::exception", "return false", [](const thing& t) {
    if (t.key == 1) throw 42;
    return false;
  });
  EXPECT_EQ(said.vector.at(0), 1u);
  expect_fault(misbehaviour::threw, "no std::exception", "return false",
               [](const thing& t) -> bool { return t.key == 1 ? throw "text" : false; });
}

TEST(Misbehaviour, AnExceptionLeavesNoTraceInTheThread) {
  fault_of([](const thing&) -> bool { throw std::runtime_error("x"); });
  EXPECT_EQ(std::uncaught_exceptions(), 0);
  EXPECT_EQ(std::current_exception(), nullptr);
}

TEST(Misbehaviour, RunningOutOfMemoryIsReported) {
  expect_fault(misbehaviour::out_of_memory, "memory", "container",
               [](const thing& t) -> bool { return t.key == 0 ? throw std::bad_alloc() : true; });
}

// The sanitizers' operator new ends the program instead.
#if !defined(KORAT_TEST_ASAN) && !defined(KORAT_TEST_TSAN)
TEST(Misbehaviour, AskingForAbsurdlyMuchMemoryIsReported) {
  expect_fault(misbehaviour::out_of_memory, "memory", "container", [](const thing& t) {
    volatile std::size_t absurd = std::size_t{1} << 60;
    const std::vector<char> block(absurd);
    return t.key == static_cast<int>(block[5]);
  });
}
#endif

// Documented: "its temporaries did not fit the memory limit". A container that grows without end must not take the
// machine with it.
TEST(Misbehaviour, ContainersThatGrowPastTheMemoryLimitAreReported) {
  constexpr std::size_t limit = std::size_t{16} << 20;
  const auto grows = [](auto container) {
    return [container](const thing& t) {
      auto growing = container;
      for (std::size_t i = 0; i < 4 * limit / sizeof(int); ++i) growing.push_back(static_cast<int>(i));
      return t.key == 0;
    };
  };
  expect_fault(misbehaviour::out_of_memory, "memory", "container", grows(korat::vector<int>()),
               {.memory_limit = limit});
}

KORAT_TEST_WRONG int plain_of(const part* p) { return p->plain; }

TEST(Misbehaviour, ANullDereferenceIsReported) {
  const auto said = expect_fault(misbehaviour::crashed, "null pointer", "check every pointer", [](const thing& t) {
    if (t.key != 3) return false;
    return plain_of(t.first) == 7;
  });
  EXPECT_EQ(said.vector.at(0), 3u);
  EXPECT_EQ(said.vector.at(1), 0u);
}

#ifndef KORAT_TEST_UBSAN
TEST(Misbehaviour, ANullDereferenceThroughAFieldIsReported) {
  expect_fault(misbehaviour::crashed, "null pointer", "check every pointer",
               [](const thing& t) { return t.first->weight == 1; });
}
#endif

KORAT_TEST_WRONG int content_of(const int* p) { return *p; }

TEST(Misbehaviour, APointerThatIsNoAddressIsNotCalledNull) {
  if (address_sanitized) GTEST_SKIP() << "its own question about the address faults elsewhere";
#if !defined(__x86_64__)
  GTEST_SKIP() << "only x86-64 Linux tells such a fault from others";
#endif
  expect_fault(misbehaviour::crashed, "cannot be an address", "debugger", [](const thing& t) {
    volatile std::uintptr_t data = 0xdead'beef'dead'beef;
    return t.key == 1 && content_of(reinterpret_cast<const int*>(data)) == 7;
  });
}

// What nobody has chosen is null more often than not.
TEST(Misbehaviour, ACrashOnAFieldThatWasNotNoticedIsNotBlamedOnANullPointer) {
  expect_fault(misbehaviour::missed_read, "thing.plain_pointer", "thing::plain_pointer",
               [](const thing& t) { return t.key == 1 && plain_of(t.plain_pointer) == 1; });
}

TEST(Misbehaviour, ALoopInALibraryNamesTheFunction) {
  if (address_sanitized) GTEST_SKIP() << "its runtime comes first";
  const auto said = expect_fault(misbehaviour::looped, "in std::_Rb_tree_increment of libstdc++.so", "library's binary",
                                 [](const thing& t) {
                                   std::_Rb_tree_node_base around{};
                                   around._M_left = around._M_right = &around;
                                   return t.key == 1 && std::_Rb_tree_increment(&around) == nullptr;
                                 },
                                 {.stuck_after = std::chrono::milliseconds(200)});
  EXPECT_EQ(said.vector.at(0), 1u);
}

TEST(Misbehaviour, AnExitIsReported) {
  for (void (*const ends)(int) : {std::exit, std::_Exit, std::quick_exit}) {
    const auto said = expect_fault(misbehaviour::exited, "ended the program", "return false", [ends](const thing& t) {
      if (t.key == 2) ends(0);
      return false;
    });
    EXPECT_EQ(said.vector.at(0), 2u);
  }
}

KORAT_TEST_WRONG int divide(int a, int b) {
  volatile int dividend = a, divisor = b;
  volatile int quotient = dividend / divisor;
  return quotient;
}

TEST(Misbehaviour, ADivisionByZeroIsReported) {
#if defined(__aarch64__)
  GTEST_SKIP() << "it is no fault of this processor, and gives zero";
#endif
  const auto said = expect_fault(misbehaviour::crashed, "crashed", "debugger",
                                 [](const thing& t) { return divide(10, t.key - 2) > 100; });
  EXPECT_EQ(said.vector.at(0), 2u);
  expect_says(said.reason, strsignal(SIGFPE));
}

TEST(Misbehaviour, AnAbortIsReported) {
  const auto said = expect_fault(misbehaviour::crashed, "crashed", "debugger", [](const thing& t) {
    if (t.key == 1) std::abort();
    return false;
  });
  EXPECT_EQ(said.vector.at(0), 1u);
  expect_says(said.reason, strsignal(SIGABRT));
}

TEST(Misbehaviour, AFailedAssertionIsReported) {
  expect_fault(misbehaviour::crashed, "crashed", "debugger", [](const thing& t) {
    assert(t.key != 1);
    return false;
  });
}

TEST(Misbehaviour, AnIllegalInstructionIsReported) {
  expect_fault(misbehaviour::crashed, "crashed", "debugger", [](const thing& t) {
    if (t.key == 1) __builtin_trap();
    return false;
  });
}

TEST(Misbehaviour, ABreakpointWithoutADebuggerIsReported) {
  const auto said = expect_fault(misbehaviour::crashed, "crashed", "debugger", [](const thing& t) {
    if (t.key == 1) std::raise(SIGTRAP);
    return false;
  });
  EXPECT_EQ(said.vector.at(0), 1u);
}

TEST(Misbehaviour, AnExceptionThatMeetsNoexceptIsReported) {
  const auto may_throw = [](int key) {
    if (key == 1) throw std::runtime_error("from a function that promised not to");
  };
  const auto fails = [may_throw](int key) noexcept { may_throw(key); };
  expect_fault(misbehaviour::crashed, "crashed", "debugger", [fails](const thing& t) {
    fails(t.key);
    return false;
  });
  EXPECT_EQ(std::uncaught_exceptions(), 0);
  EXPECT_EQ(std::current_exception(), nullptr);
}

TEST(Misbehaviour, ACrashWhileAnExceptionIsHandledLeavesNoTrace) {
  expect_fault(misbehaviour::crashed, "crashed", "debugger", [](const thing& t) {
    try {
      throw t.key.get();
    } catch (int key) {
      if (key == 1) std::abort();
    }
    return false;
  });
  EXPECT_EQ(std::uncaught_exceptions(), 0);
  EXPECT_EQ(std::current_exception(), nullptr);
}

// Frames of their own size, used on the way back: no compiler makes a loop of it.
KORAT_TEST_WRONG int depth_of(const part* p) {
  volatile char frame[512];
  frame[0] = 1;
  frame[511] = 1;
  return p == nullptr ? 0 : frame[0] + depth_of(p->next) + frame[511] - 1;
}

TEST(Misbehaviour, AnEndlessRecursionIsReported) {
  if (thread_sanitized) GTEST_SKIP() << "its own record of the stack overflows first";
  const auto goes_round = [](const thing& t) { return depth_of(t.first) > 2; };
#if KORAT_HAS_CONTEXT
  const auto said = expect_fault(misbehaviour::recursed, "ran out of stack", "visited", goes_round);
  EXPECT_NE(said.vector.at(1), 0u) << "the empty structure has no cycle";
#else
  const auto said = fault_of(goes_round);  // on the thread's own stack
  EXPECT_TRUE(said.kind == misbehaviour::recursed || said.kind == misbehaviour::crashed) << said.reason;
#endif
}

TEST(Misbehaviour, DeepRecursionThatEndsIsFine) {
  struct down {
    KORAT_TEST_WRONG static int by(int n) {
      volatile char frame[200];
      frame[0] = 1;
      return n == 0 ? 0 : frame[0] + by(n - 1);
    }
  };
  for (const auto engine : engines) {
    korat::search<thing> search(bounded(), [](const thing& t) { return down::by(1000 * t.key) == 2000; },
                                {.engine = engine, .max_valid = 1});
    EXPECT_TRUE(search.next_valid());
  }
}

TEST(Misbehaviour, AnEndlessLoopThatReadsIsReported) {
  if (thread_sanitized) GTEST_SKIP();
  const auto said = expect_fault(misbehaviour::looped, "no progress", "visited",
                                 [](const thing& t) {
                                   int length = 0;
                                   for (const part* p = t.first; p; p = p->next) length = (length + 1) % 1000;
                                   return length == 999;
                                 },
                                 {.stuck_after = std::chrono::milliseconds(80)});
  EXPECT_NE(said.vector.at(1), 0u) << "the empty structure has no cycle";
}

TEST(Misbehaviour, AnEndlessLoopThatDoesNotReadIsReported) {
  if (thread_sanitized) GTEST_SKIP();
  const auto said = expect_fault(misbehaviour::looped, "80 ms", "stuck_after",
                                 [](const thing& t) {
                                   volatile bool forever = t.key == 2;
                                   while (forever) {
                                   }
                                   return false;
                                 },
                                 {.stuck_after = std::chrono::milliseconds(80)});
  EXPECT_EQ(said.vector.at(0), 2u);
}

TEST(Misbehaviour, AnEndlessLoopInASelfCheckIsReported) {
  if (thread_sanitized) GTEST_SKIP();
  // The plain pointer is null in the search, and anything in the self-check.
  const auto said = fault_of(
      [](const thing& t) {
        volatile bool forever = t.plain_pointer != nullptr;
        while (forever) {
        }
        return t.key == 5;
      },
      {.stuck_after = std::chrono::milliseconds(80)});
  EXPECT_TRUE(said.kind == misbehaviour::missed_read || said.kind == misbehaviour::looped) << said.reason;
}

void work_for(std::chrono::milliseconds time) {
  const auto now = [] {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec);
  };
  for (const auto end = now() + time; now() < end;) {
  }
}

TEST(Misbehaviour, SlowPredicatesThatReadOnAreNotReported) {
  korat::search<thing> search(bounded(),
                              [](const thing& t) {
                                int sum = 0;
                                for (const auto* f : {&t.key, &t.last}) {
                                  work_for(std::chrono::milliseconds(90));
                                  sum += *f;
                                }
                                work_for(std::chrono::milliseconds(90));
                                return sum == 0;
                              },
                              {.max_explored = 1, .self_checks = 0, .stuck_after = std::chrono::milliseconds(200)});
  EXPECT_NO_THROW(search.next());
}

TEST(Misbehaviour, TimeSpentOutsideThePredicateIsNotItsFault) {
  korat::search<thing> search(bounded(), [](const thing& t) { return t.key == 1; },
                              {.stuck_after = std::chrono::milliseconds(40)});
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(search.next());
    work_for(std::chrono::milliseconds(80));
  }
}

TEST(Misbehaviour, AWriteThroughAFieldIsReportedByName) {
  expect_fault(misbehaviour::wrote, "thing.key", "local variables", [](const thing& t) {
    const_cast<thing&>(t).key = 2;
    return false;
  });
  const auto said = expect_fault(misbehaviour::wrote, "part0.weight", "local variables", [](const thing& t) {
    if (t.first) t.first->weight = 1;
    return false;
  });
  EXPECT_EQ(said.vector.at(1), 1u);
  expect_fault(misbehaviour::wrote, "part0.weight", "local variables", [](const thing& t) {
    if (t.first) ++t.first->weight;
    return false;
  });
}

TEST(Misbehaviour, AWriteToAPlainMemberIsReportedByName) {
  expect_fault(misbehaviour::wrote, "part0.plain", "local variables", [](const thing& t) {
    if (t.first) t.first->plain = 1 - korat::read(t.first->plain);
    return false;
  });
}

TEST(Misbehaviour, AWriteToAMemberThatIsNotSearchedIsReported) {
  expect_fault(misbehaviour::wrote, "object", "local variables", [](const thing& t) {
    if (t.first) t.first->visited = !t.first->visited;
    return false;
  });
}

// The mark that is set and never taken back: written once, it looks the same ever after.
TEST(Misbehaviour, AMarkLeftInAnObjectIsReportedAsAWrite) {
  expect_fault(misbehaviour::wrote, "object", "local variables", [](const thing& t) {
    for (part* p = t.first; p; p = p->next) {
      if (p->visited) return false;
      p->visited = true;
    }
    return true;
  });
}

// Reads enough to make many candidates: a change of mind is then seen for certain.
bool always(const thing& t) { return t.key >= 0 && t.last >= 0 && (t.first == nullptr || t.first->weight >= 0); }

TEST(Misbehaviour, RandomAnswersAreReported) {
  const auto generator = std::make_shared<std::mt19937>(5);
  expect_fault(misbehaviour::changed_its_mind, "same candidate", "random",
               [generator](const thing& t) { return always(t) && (*generator)() % 2 == 0; });
  expect_fault(misbehaviour::changed_its_mind, "same candidate", "random",
               [](const thing& t) { return always(t) && std::rand() % 2 == 0; });
}

TEST(Misbehaviour, RandomReadsAreReported) {
  const auto generator = std::make_shared<std::mt19937>(5);
  expect_fault(misbehaviour::changed_its_mind, "same candidate", "random", [generator](const thing& t) {
    return always(t) && ((*generator)() % 2 == 0 ? t.key.get() : korat::read(t.plain)) == 77;
  });
}

TEST(Misbehaviour, ACounterThatChangesTheAnswerIsReported) {
  static int calls = 0;
  expect_fault(misbehaviour::changed_its_mind, "same candidate", "static",
               [](const thing& t) { return always(t) && ++calls % 3 == 0; });
}

TEST(Misbehaviour, AClockThatChangesTheAnswerIsReported) {
  expect_fault(misbehaviour::changed_its_mind, "same candidate", "clock", [](const thing& t) {
    const auto now = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    return always(t) && (now * 0x9e37'79b9'7f4a'7c15) >> 63 == 0;  // not in step with how long a run takes
  });
}

TEST(Misbehaviour, APlainMemberLookedAtUnnoticedIsReportedByName) {
  const auto said = expect_fault(misbehaviour::missed_read, "thing.plain", "korat::read",
                                 [](const thing& t) { return t.key == 1 && t.plain == 2; });
  expect_says(said.advice, "thing::plain");
  expect_says(said.advice, "korat::field");
}

TEST(Misbehaviour, APlainMemberWhoseFirstValueIsAcceptedIsReportedToo) {
  expect_fault(misbehaviour::missed_read, "thing.plain", "korat::read", [](const thing& t) { return t.plain == 0; });
  expect_fault(misbehaviour::missed_read, "thing.plain", "korat::read",
               [](const thing& t) { return t.key == 0 && t.plain == 0; });
}

TEST(Misbehaviour, APlainPointerFollowedUnnoticedIsReportedByName) {
  expect_fault(misbehaviour::missed_read, "thing.plain_pointer", "korat::read",
               [](const thing& t) { return t.plain_pointer != nullptr && t.plain_pointer->weight == 1; });
}

TEST(Misbehaviour, AMissedReadInAnObjectIsReportedByName) {
  expect_fault(misbehaviour::missed_read, "part0.plain", "part::plain",
               [](const thing& t) { return t.first && t.first->plain == 1; });
}

TEST(Misbehaviour, WithoutSelfChecksNothingIsChecked) {
  korat::search<thing> search(bounded(), [](const thing& t) { return t.key == 1 && t.plain == 2; }, {.self_checks = 0});
  EXPECT_NO_THROW(while (search.next()){});
  EXPECT_EQ(search.statistics().self_checks, 0u);
}

TEST(Misbehaviour, IsReportedInAnyThreadWhileOthersGoOn) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([t] {
      for (int i = 0; i < 5; ++i) {
        if (t % 2 == 0) {
          expect_healthy_search();
        } else {
          const auto said = fault_of([](const thing& x) { return plain_of(x.first) == 7; });
          EXPECT_EQ(said.kind, misbehaviour::crashed);
        }
      }
    });
  for (auto& t : threads) t.join();
}

TEST(Misbehaviour, OfASearchWithinAPredicateIsThePredicatesToHandle) {
  for (const auto engine : engines) {
    korat::search<list> search(list_bounds(2, 2),
                               [](const list& l) {
                                 if (!is_list(l)) return false;
                                 try {
                                   korat::for_each(
                                       bounded(), [](const thing& t) { return plain_of(t.first) == 7; },
                                       [](const thing&) {});
                                 } catch (const korat::predicate_error&) {
                                   return true;
                                 }
                                 return false;
                               },
                               {.engine = engine});
    std::uint64_t valid = 0;
    while (search.next_valid()) ++valid;
    EXPECT_EQ(valid, 7u);
  }
}

TEST(Misbehaviour, HappensAgainAndAgainWithoutLeaks) {
  for (int i = 0; i < 200; ++i) {
    const auto kind = i % 2 == 0 ? misbehaviour::crashed : misbehaviour::threw;
    const auto said = fault_of([kind](const thing& t) -> bool {
      korat::set<int> some{1, 2, 3};
      if (kind == misbehaviour::threw) throw std::runtime_error("again");
      return plain_of(t.first) + static_cast<int>(some.size()) == 7;
    });
    ASSERT_EQ(said.kind, kind);
  }
}

TEST(Misbehaviour, HasNames) {
  EXPECT_STREQ(korat::name_of(misbehaviour::threw), "threw");
  EXPECT_STREQ(korat::name_of(misbehaviour::crashed), "crashed");
  EXPECT_STREQ(korat::name_of(misbehaviour::recursed), "recursed");
  EXPECT_STREQ(korat::name_of(misbehaviour::looped), "looped");
  EXPECT_STREQ(korat::name_of(misbehaviour::wrote), "wrote");
  EXPECT_STREQ(korat::name_of(misbehaviour::changed_its_mind), "changed-its-mind");
  EXPECT_STREQ(korat::name_of(misbehaviour::missed_read), "missed-read");
  EXPECT_STREQ(korat::name_of(misbehaviour::out_of_memory), "out-of-memory");
  EXPECT_STREQ(korat::name_of(misbehaviour::keeps_state), "keeps-state");
  EXPECT_STREQ(korat::name_of(misbehaviour::exited), "exited");
}

}  // namespace
}  // namespace korat_test::misbehaviour_test
