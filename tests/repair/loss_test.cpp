// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a repair may cost: objects are not thrown away in silence, needless changes are undone, and what the options and
// the finitization bound stays within bounds.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <random>
#include <utility>

#include "korat/korat.hpp"
#include "korat/repair.hpp"
#include "tests/search/sanitized.hpp"

namespace korat_test::loss_test {
namespace {

using korat::between;
using korat::field;
using korat::repair_options;
using korat::repair_outcome;

struct node {
  field<node*> next;
  field<int> key;
};

struct sorted_list {
  field<node*> first;
  field<int> size;

  bool rep_ok() const {
    int count = 0;
    for (const node* n = first; n; n = n->next, ++count)
      if (n->next && n->key >= n->next->key) return false;
    return count == size;
  }
  bool is_short() const {
    int count = 0;
    for (const node* n = first; n; n = n->next)
      if (++count > 2) return false;
    return true;
  }
};

korat::finitization<sorted_list> bounds() {
  korat::finitization<sorted_list> space("sorted-list");
  const auto nodes = space.objects<node>(1);
  space.set<&sorted_list::first>(nodes).set<&sorted_list::size>(between(0, 1'000'000));
  space.set<&node::next>(nodes).set<&node::key>(between(0, 1'000'000));
  return space;
}

/// So many nodes, all of which belong to the list.
struct with_nodes {
  std::deque<node> nodes;
  sorted_list list;
  repair_options options;

  explicit with_nodes(int count) {
    for (int i = 0; i < count; ++i) {
      nodes.emplace_back().key = 10 * i;
      if (i > 0) nodes[static_cast<std::size_t>(i) - 1].next = &nodes.back();
      options.with_object(nodes.back());
    }
    list.first = &nodes[0];
    list.size = count;
  }
};

TEST(Loss, IsNoWayToMendALinkThatWasExchanged) {
  for (const int count : {12, 100, 1'000}) {
    if (korat_test::address_sanitized && count > 100) break;  // without saved states it takes too long
    SCOPED_TRACE(count);
    with_nodes l(count);
    auto& one = l.nodes[static_cast<std::size_t>(count) / 3].next;
    auto& other = l.nodes[static_cast<std::size_t>(count) / 2].next;
    node* const was = one;
    one = other;
    other = was;
    const auto result = korat::repair(l.list, bounds(), &sorted_list::rep_ok, l.options);
    ASSERT_EQ(result.outcome, repair_outcome::repaired) << result.why.value_or("");
    EXPECT_TRUE(result.lost.empty());
    EXPECT_EQ(l.list.size, count);
    EXPECT_LE(result.changes.size(), 2U);
    EXPECT_TRUE(l.list.rep_ok());
  }
}

struct unsorted_list : sorted_list {
  bool rep_ok() const {
    korat::set<const node*> met;
    for (const node* n = first; n; n = n->next)
      if (!met.insert(n).second) return false;
    return static_cast<int>(met.size()) == size;
  }
};

// After the first cut the list seems to be whole if its size is changed; the parts behind it are found one by one.
TEST(Loss, IsNoWayToMendAListThatIsCutInSeveralPlaces) {
  with_nodes l(30);
  unsorted_list list;
  list.first = &l.nodes[0];
  list.size = 30;
  l.nodes[20].next = &l.nodes[3];
  for (const std::size_t cut : {8U, 13U, 25U}) l.nodes[cut].next = nullptr;
  korat::finitization<unsorted_list> space("list");
  const auto nodes = space.objects<node>(1);
  space.set<&sorted_list::first>(nodes).set<&sorted_list::size>(between(0, 1'000'000));
  space.set<&node::next>(nodes).set<&node::key>(between(0, 1'000'000));
  l.options.max_executions = 20'000;
  const auto result = korat::repair(list, space, &unsorted_list::rep_ok, l.options);
  ASSERT_EQ(result.outcome, repair_outcome::repaired) << result.why.value_or("");
  EXPECT_EQ(result.lost, std::vector<std::string>());
  EXPECT_EQ(list.size, 30);
}

TEST(Loss, OfMoreObjectsThanChangesIsOnlyOffered) {
  with_nodes l(7);
  korat::live_repair work(l.list, bounds(), &sorted_list::is_short, l.options);
  const auto result = work.run();
  EXPECT_EQ(result.outcome, repair_outcome::not_repaired);
  EXPECT_NE(result.why.value().find("loses 5 objects"), std::string::npos) << result.why.value_or("");
  EXPECT_TRUE(result.changes.empty() && result.lost.empty());
  EXPECT_EQ(work.after(), work.before());
  ASSERT_GE(work.choices(), 1U);
  EXPECT_EQ(work.choose(0).lost.size(), 5U);
  work.commit();
  EXPECT_TRUE(l.list.is_short());
}

TEST(Loss, IsListedWhereItIsAllowed) {
  with_nodes l(7);
  l.options.max_lost = 5;
  const auto result = korat::repair(l.list, bounds(), &sorted_list::is_short, l.options);
  ASSERT_EQ(result.outcome, repair_outcome::repaired) << result.why.value_or("");
  EXPECT_EQ(result.lost.size(), 5U);
  EXPECT_EQ(result.changes.size(), 1U);
}

struct item {};

struct shelf {
  field<item*> first;
  bool is_used() const { return first != nullptr; }
};

TEST(Loss, CountsObjectsWithoutFieldsThatTheCallerVouchesFor) {
  korat::finitization<shelf> space("shelf");
  space.set<&shelf::first>(space.objects<item>(1));
  item items[3];
  shelf s;
  repair_options options{.max_lost = 2};
  for (auto& i : items) options.with_object(i);
  const auto result = korat::repair(s, space, &shelf::is_used, options);
  ASSERT_TRUE(result.ok()) << result.why.value_or("");
  EXPECT_EQ(result.lost.size(), 2U);
}

struct table {
  korat::array<node*> slots;
  bool is_short() const { return slots.size() <= 2; }
};

TEST(Loss, IsListedWhereAnArrayBecomesShorter) {
  korat::finitization<table> space("table");
  const auto nodes = space.objects<node>(1);
  space.set<&table::slots>(korat::array_of(nodes).with_length(between(0, 8)));
  space.set<&node::next>(nodes).set<&node::key>(between(0, 9));
  std::deque<node> held(5);
  table t;
  t.slots.resize(5);
  for (int i = 0; i < 5; ++i) t.slots[i] = &held[static_cast<std::size_t>(i)];
  const auto offered = korat::repair(t, space, &table::is_short);
  EXPECT_EQ(offered.outcome, repair_outcome::not_repaired);
  EXPECT_EQ(t.slots.size(), 5);
  const auto result = korat::repair(t, space, &table::is_short, {.max_lost = 5});
  ASSERT_TRUE(result.ok()) << result.why.value_or("");
  EXPECT_EQ(result.lost.size(), static_cast<std::size_t>(5 - t.slots.size()));
  EXPECT_LE(t.slots.size(), 2);
}

struct readings {
  korat::array<int> values;
  bool is_short() const { return values.size() <= 2; }
};

TEST(Loss, CountsValuesThatAnArrayHasNoMore) {
  korat::finitization<readings> space("readings");
  space.set<&readings::values>(korat::array_of(between(0, 9)).with_length(between(0, 8)));
  readings r;
  r.values.resize(5);
  for (int i = 0; i < 5; ++i) r.values[i] = i;
  const auto offered = korat::repair(r, space, &readings::is_short);
  EXPECT_EQ(offered.outcome, repair_outcome::not_repaired);
  EXPECT_EQ(offered.why,
            "the best repair found loses 3 array elements and changes 1 field, more than may be lost "
            "(max_lost)");
  EXPECT_EQ(r.values.size(), 5);
  const auto result = korat::repair(r, space, &readings::is_short, {.max_lost = 3});
  ASSERT_TRUE(result.ok()) << result.why.value_or("");
  EXPECT_EQ(r.values.size(), 2);
  EXPECT_TRUE(result.lost.empty());
  EXPECT_EQ(losses(result), "3 array elements");
  EXPECT_EQ(result.lost_elements,
            (std::vector<std::string>{"readings.values[2]", "readings.values[3]", "readings.values[4]"}));
}

// The node after the last was lost before the repair began.
TEST(Loss, CountsObjectsThatTheBrokenRootDidNotReach) {
  with_nodes l(7);
  l.nodes[5].next = nullptr;
  l.options.keep = {korat::member<&node::next>()};
  const auto result = korat::repair(l.list, bounds(), &sorted_list::rep_ok, l.options);
  ASSERT_EQ(result.outcome, repair_outcome::repaired) << result.why.value_or("");
  EXPECT_EQ(l.list.size, 6);
  EXPECT_EQ(result.lost, std::vector<std::string>{"node6"});
}

// Most entries say who comes before them; the predicate lets them be silent.
struct entry {
  field<entry*> next, previous;
};
struct chain {
  field<entry*> first;
  field<int> size;

  bool rep_ok() const {
    korat::set<const entry*> met;
    for (const entry* e = first; e; e = e->next)
      if (!met.insert(e).second || (e->next && e->next->previous && e->next->previous != e)) return false;
    return static_cast<int>(met.size()) == size;
  }
};

TEST(Shrinking, UndoesWhatWasGuessedAndNotNeeded) {
  korat::finitization<chain> space("chain");
  const auto set = space.objects<entry>(1);
  space.set<&chain::first>(set).set<&chain::size>(between(0, 1'000));
  space.set<&entry::next>(set).set<&entry::previous>(set);
  std::deque<entry> entries;
  chain c;
  for (int i = 0; i < 100; ++i) {
    auto& added = entries.emplace_back();
    if (i > 0)
      entries[static_cast<std::size_t>(i) - 1].next = &added,
                                            added.previous = &entries[static_cast<std::size_t>(i) - 1];
  }
  c.first = &entries[0];
  c.size = 100;
  for (const std::size_t silent : {20U, 50U, 70U}) entries[silent].previous = nullptr;
  ASSERT_TRUE(c.rep_ok());
  entries[60].previous = &entries[10];
  const auto result = korat::repair(c, space, &chain::rep_ok, {.exhaustive_executions = 0});
  ASSERT_EQ(result.outcome, repair_outcome::repaired) << result.why.value_or("");
  ASSERT_EQ(result.changes.size(), 1U);
  EXPECT_EQ(result.changes[0].object, "entry60");
  EXPECT_EQ(result.changes[0].field, "previous");
}

// What was tried in objects that the root does not reach in the end is not left in them: it would be written to the
// caller's objects, and may lead to one that was never made.
TEST(Shrinking, LeavesNoChangeInWhatTheRootDoesNotReach) {
  korat::finitization<chain> space("chain");
  const auto set = space.objects<entry>(1);
  space.set<&chain::first>(set).set<&chain::size>(between(0, 100));
  space.set<&entry::next>(set).set<&entry::previous>(set);
  std::mt19937 random(1);
  int lossy = 0;
  for (int round = 0; round < 100; ++round) {
    std::array<entry, 8> entries;
    std::deque<entry> made;
    for (auto& e : entries)
      e.next = &entries[random() % 8], e.previous = random() % 2 ? &entries[random() % 8] : nullptr;
    chain c;
    c.first = &entries[0];
    c.size = static_cast<int>(random() % 8);
    repair_options options{
        .max_executions = 2'000, .exhaustive_executions = round % 2 ? 0U : 1'000U, .keep = {"size"}, .max_lost = 8};
    for (auto& e : entries) options.with_object(e);
    options.with_factory<entry>([&] { return &made.emplace_back(); });
    const auto result = korat::repair(c, space, &chain::rep_ok, options);
    EXPECT_EQ(result.ok(), c.rep_ok());
    for (const auto& changed : result.changes)
      EXPECT_EQ(std::ranges::count(result.lost, changed.object), 0) << changed.object << '.' << changed.field;
    lossy += result.ok() && !result.lost.empty();
  }
  EXPECT_GT(lossy, 10);
}

struct numbers {
  field<int> a, b;
};

TEST(Limits, HoldForFieldsThatThePredicateAccepts) {
  korat::finitization<numbers> space("numbers");
  space.set<&numbers::a>(between(0, 99)).set<&numbers::b>(between(0, 99));
  numbers n{{5}, {30}};
  const auto rises = [](const numbers& x) { return x.a < x.b; };
  ASSERT_TRUE(rises(n));
  const auto result = korat::repair(n, space, rises, {.ranges = {{korat::member<&numbers::a>(), 10, 20}}});
  ASSERT_EQ(result.outcome, repair_outcome::repaired) << result.why.value_or("");
  EXPECT_EQ(n.a, 10);
  EXPECT_EQ(n.b, 30);
  const auto kept = korat::repair(n, space, rises, {.ranges = {{"a", 50, 60}}, .keep = {"a"}});
  EXPECT_NE(kept.why.value().find("out of its range"), std::string::npos) << kept.why.value_or("");
}

TEST(Limits, MayBeThoseOfTheFinitization) {
  korat::finitization<numbers> space("numbers");
  space.set<&numbers::a>(between(0, 9)).set<&numbers::b>(between(0, 9));
  const auto rises = [](const numbers& x) { return x.a < x.b; };
  numbers free{{9}, {9}}, within{{9}, {9}};
  ASSERT_TRUE(korat::repair(free, space, rises, {.keep = {"a"}}).ok());
  EXPECT_EQ(free.b, 10);
  EXPECT_FALSE(korat::repair(within, space, rises, {.keep = {"a"}, .within_bounds = true}).ok());
  ASSERT_TRUE(korat::repair(within, space, rises, {.within_bounds = true}).ok());
  EXPECT_EQ(within.a, 8);
}

struct slots {
  korat::array<int> values;
  field<int> used;
  bool rep_ok() const { return used == values.size(); }
};

TEST(Limits, MayKeepTheLengthOfAnArrayAlone) {
  korat::finitization<slots> space("slots");
  space.set<&slots::values>(korat::array_of(between(0, 9)).with_length(between(0, 8)))
      .set<&slots::used>(between(0, 99));
  slots s;
  s.values.resize(5);
  s.used = 4;
  const auto result = korat::repair(s, space, &slots::rep_ok, {.keep = {"values.length"}});
  ASSERT_TRUE(result.ok()) << result.why.value_or("");
  EXPECT_EQ(s.values.size(), 5);
  EXPECT_EQ(s.used, 5);
}

TEST(Limits, ThatNameNothingAreMistakesOfTheirOwn) {
  numbers n;
  korat::finitization<numbers> space("numbers");
  space.set<&numbers::a>(between(0, 9)).set<&numbers::b>(between(0, 9));
  const auto always = [](const numbers& x) { return x.a == x.a; };
  EXPECT_THROW(korat::repair(n, space, always, {.keep = {"c"}}), korat::repair_option_error);
  EXPECT_THROW(korat::repair(n, space, always, {.ranges = {{"a", 3, 2}}}), korat::repair_option_error);
}

struct gauge {
  field<double> level;
  field<int> marks;
  bool rep_ok() const { return level < 2; }
};

korat::structure gauge_that_shows(korat::field_value level, bool marks_are_read) {
  korat::structure s;
  s.objects.push_back({"gauge", "gauge", {{"level", std::move(level)}, {"marks", std::int64_t{0}, marks_are_read}}});
  return s;
}

korat::description gauges() {
  korat::finitization<gauge> space("gauge");
  space.set<&gauge::level>(korat::one_of(0.5, 1.5)).set<&gauge::marks>(between(3, 5));
  return describe(space, &gauge::rep_ok);
}

TEST(Files, MayHoldRealNumbersThatAreNotListed) {
  korat::basic_repair work(gauges(), gauge_that_shows(2.25, true));
  EXPECT_EQ(work.before().objects[0].fields[0].value, korat::field_value(2.25));
  const auto result = work.run();
  ASSERT_EQ(result.outcome, repair_outcome::repaired) << result.why.value_or("");
  ASSERT_EQ(result.changes.size(), 1U);
  EXPECT_EQ(result.changes[0].before, korat::field_value(2.25));
  EXPECT_EQ(korat::basic_repair(gauges(), gauge_that_shows(0.25, true)).run().outcome, repair_outcome::fine);
  EXPECT_THROW(korat::basic_repair(gauges(), gauge_that_shows(std::string("high"), true)), korat::finitization_error);
}

TEST(Files, HoldNothingInAFieldThatWasNotRead) {
  const auto marks = [](bool are_read) {
    return korat::basic_repair(gauges(), gauge_that_shows(0.5, are_read)).before().objects[0].fields[1].value;
  };
  EXPECT_EQ(marks(true), korat::field_value(std::int64_t{0}));
  EXPECT_EQ(marks(false), korat::field_value(std::int64_t{3}));
}

}  // namespace
}  // namespace korat_test::loss_test
