// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The runtime assertion that falls back on repair.

#include "korat/ensure.hpp"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "korat/korat.hpp"
#include "tests/search/sanitized.hpp"

namespace korat_test::ensure_test {
namespace {

struct node {
  korat::field<node*> next;
  korat::field<int> key;
};

struct sorted_list {
  korat::field<node*> first;
  korat::field<int> size;

  /// Follows any pointer, also one to nowhere.
  bool trusting() const {
    int count = 1;
    for (const node* n = first; count < 10 && n->key != 3; n = n->next) ++count;
    return count == size;
  }
  bool rep_ok() const {
    int count = 0;
    for (const node* n = first; n; n = n->next, ++count)
      if (n->next && n->key >= n->next->key) return false;
    return count == size;
  }
  bool throws() const {
    if (!rep_ok()) throw std::runtime_error("broken");
    return true;
  }

  static int asked;
  static korat::finitization<sorted_list> bounds() {
    ++asked;
    korat::finitization<sorted_list> space("sorted_list");
    const auto nodes = space.objects<node>(4);
    space.set<&sorted_list::first>(nodes).set<&sorted_list::size>(korat::between(0, 4));
    space.set<&node::next>(nodes).set<&node::key>(korat::between(0, 9));
    return space;
  }
};
int sorted_list::asked = 0;

struct Ensure : testing::Test {
  std::array<node, 3> nodes;
  sorted_list list;
  std::vector<korat::ensure_report> repaired, failed;
  korat::ensure_options options{.on_repair = [this](const auto& report) { repaired.push_back(report); }};

  Ensure() {
    for (int i = 0; i < 3; ++i) nodes[static_cast<std::size_t>(i)].key = i + 1;
    nodes[0].next = &nodes[1];
    nodes[1].next = &nodes[2];
    list.first = &nodes[0];
    list.size = 3;
    sorted_list::asked = 0;
  }
};

TEST_F(Ensure, OnlyCallsAPredicateThatHolds) {
  int calls = 0;
  const auto counted = [&](const sorted_list& l) { return ++calls, l.rep_ok(); };
  EXPECT_TRUE(korat::ensure(list, &sorted_list::bounds, counted, options));
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(sorted_list::asked, 0) << "bounds are not made where they are not needed";
  EXPECT_TRUE(repaired.empty());
}

TEST_F(Ensure, RepairsAndReportsWhatItChanged) {
  list.size = 7;
  const auto line = __LINE__ + 1;
  EXPECT_TRUE(korat::ensure(list, &sorted_list::bounds, &sorted_list::rep_ok, options));
  EXPECT_EQ(list.size, 3);
  EXPECT_TRUE(list.rep_ok());
  ASSERT_EQ(repaired.size(), 1U);
  EXPECT_EQ(repaired[0].structure, "sorted_list");
  EXPECT_EQ(static_cast<int>(repaired[0].where.line), line);
  ASSERT_EQ(repaired[0].result.changes.size(), 1U);
  EXPECT_EQ(repaired[0].result.changes[0].field, "size");
  EXPECT_EQ(describe(repaired[0]), std::string(__FILE__) + ":" + std::to_string(line) +
                                       ": sorted_list breaks its predicate; repaired, 1 field changed\n"
                                       "`size` was 7, is now 3.\n");
}

TEST_F(Ensure, TakesBoundsThatAreThere) {
  const auto bounds = sorted_list::bounds();
  list.size = 0;
  EXPECT_TRUE(korat::ensure(list, bounds, &sorted_list::rep_ok, options));
  EXPECT_EQ(list.size, 3);
}

TEST_F(Ensure, WritesToStandardErrorByDefault) {
  list.size = 2;
  testing::internal::CaptureStderr();
  EXPECT_TRUE(korat::ensure(list, &sorted_list::bounds, &sorted_list::rep_ok));
  EXPECT_NE(testing::internal::GetCapturedStderr().find("`size` was 2, is now 3."), std::string::npos);
}

TEST_F(Ensure, TakesAnExceptionForANo) {
  list.size = 1;
  EXPECT_TRUE(korat::ensure(list, &sorted_list::bounds, &sorted_list::throws, options));
  EXPECT_EQ(list.size, 3);
}

TEST_F(Ensure, TellsWhatWasLost) {
  options.repair.keep = {"size", "next", "key"};
  list.size = 2;
  EXPECT_TRUE(korat::ensure(list, &sorted_list::bounds, &sorted_list::rep_ok, options));
  EXPECT_EQ(list.first, &nodes[1]);
  ASSERT_EQ(repaired.size(), 1U);
  EXPECT_NE(describe(repaired[0]).find("\n1 object lost: node0\n"), std::string::npos) << describe(repaired[0]);
}

TEST_F(Ensure, ThrowsWhereThereIsNoRepair) {
  list.size = 5;
  options.repair.keep = {"size", "first", "next", "key"};
  try {
    korat::ensure(list, &sorted_list::bounds, &sorted_list::rep_ok, options);
    FAIL() << "nothing was thrown";
  } catch (const korat::broken_structure& e) {
    EXPECT_NE(std::string(e.what()).find("sorted_list breaks its predicate; it was not repaired and is as it was: "),
              std::string::npos)
        << e.what();
    EXPECT_EQ(e.report().result.outcome, korat::repair_outcome::not_repaired);
  }
  EXPECT_EQ(list.size, 5) << "it stays as it was";
}

TEST_F(Ensure, LetsAHandlerDecideInstead) {
  list.size = 5;
  options.repair.keep = {"size", "first", "next", "key"};
  options.on_failure = [this](const auto& report) { failed.push_back(report); };
  EXPECT_FALSE(korat::ensure(list, &sorted_list::bounds, &sorted_list::rep_ok, options));
  EXPECT_EQ(failed.size(), 1U);
  EXPECT_TRUE(repaired.empty());
}

TEST_F(Ensure, SurvivesCrashesAndWildPointersWhereItIsGuarded) {
  if (korat_test::address_sanitized) GTEST_SKIP() << "its predicate follows null, and the sanitizers end the program";
  options.call = korat::predicate_call::guarded;
  EXPECT_TRUE(korat::ensure(list, &sorted_list::bounds, &sorted_list::trusting, options));
  EXPECT_TRUE(repaired.empty()) << "it held";
  nodes[2].key = 4;  // behind it there is null
  EXPECT_TRUE(korat::ensure(list, &sorted_list::bounds, &sorted_list::trusting, options));
  EXPECT_TRUE(list.trusting());
  nodes[1].next = reinterpret_cast<node*>(0x1234'5678);
  EXPECT_TRUE(korat::ensure(list, &sorted_list::bounds, &sorted_list::trusting, options));
  EXPECT_TRUE(list.trusting());
  EXPECT_EQ(repaired.size(), 2U);
}

/// An operation may make sure of its structure while a search runs it on structures of its own.
TEST_F(Ensure, WorksOnStructuresOfASearch) {
  const auto counts = korat::for_each(sorted_list::bounds(), &sorted_list::rep_ok, [this](sorted_list& l) {
    l.size = l.size + 1;
    EXPECT_TRUE(korat::ensure(l, &sorted_list::bounds, &sorted_list::rep_ok, options));
    EXPECT_TRUE(l.rep_ok());
  });
  EXPECT_EQ(repaired.size(), counts.valid);
}

}  // namespace
}  // namespace korat_test::ensure_test
