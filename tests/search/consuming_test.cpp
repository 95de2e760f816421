// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The ways to consume results: a cursor, a lazy range, a callback. All see the same structures.

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <ranges>
#include <stdexcept>

#include "healthy.hpp"

namespace korat_test::consuming_test {
namespace {

using key_lists = std::vector<std::vector<int>>;

const auto bounds = list_bounds(2, 2);
const key_lists expected{{}, {0}, {1}, {0, 0}, {0, 1}, {1, 0}, {1, 1}};

key_lists sorted(key_lists lists) {
  std::ranges::sort(lists);
  return lists;
}

TEST(Consuming, ByCursor) {
  korat::search<list> search(bounds, is_list);
  key_lists found;
  while (search.next_valid()) found.push_back(keys_of(search.structure()));
  EXPECT_EQ(sorted(found), sorted(expected));
}

TEST(Consuming, ByRange) {
  key_lists found;
  for (const list& l : korat::generate(bounds, is_list)) found.push_back(keys_of(l));
  EXPECT_EQ(sorted(found), sorted(expected));
}

// Clang before 16 cannot digest the standard library's own views.
#if !defined(__clang__) || __clang_major__ >= 16
static_assert(std::ranges::input_range<korat::generated<list>>);
static_assert(std::ranges::view<korat::generated<list>>);

TEST(Consuming, ByRangeThroughViews) {
  auto sizes = korat::generate(bounds, is_list) | std::views::transform([](const list& l) { return l.size.get(); }) |
               std::views::filter([](int size) { return size > 0; }) | std::views::take(3);
  std::vector<int> found;
  for (const int size : sizes) found.push_back(size);
  EXPECT_EQ(found.size(), 3u);
  EXPECT_TRUE(std::ranges::all_of(found, [](int size) { return size == 1 || size == 2; }));
}
#endif

TEST(Consuming, ARangeIsLazy) {
  int asked = 0;
  auto lists = korat::generate(bounds,
                               [&asked](const list& l) {
                                 ++asked;
                                 return is_list(l);
                               },
                               {.engine = korat::engine::reexecute, .self_checks = 0});
  EXPECT_EQ(asked, 0);
  auto at = lists.begin();
  const int for_the_first = asked;
  EXPECT_GE(for_the_first, 1);
  EXPECT_TRUE(keys_of(*at).empty());
  ++at;
  EXPECT_GT(asked, for_the_first);
  EXPECT_LT(lists.search().statistics().explored, 10u);
}

TEST(Consuming, ARangeOverNothingIsEmpty) {
  auto none = korat::generate(bounds, [](const list& l) { return l.size > 1000; });
  EXPECT_TRUE(none.begin() == none.end());
}

TEST(Consuming, ByVisitor) {
  key_lists found;
  const auto counts = korat::for_each(bounds, is_list, [&](const list& l) { found.push_back(keys_of(l)); });
  EXPECT_EQ(sorted(found), sorted(expected));
  EXPECT_EQ(counts.valid, expected.size());
}

TEST(Consuming, AVisitorThatReturnsFalseStopsTheSearch) {
  int visits = 0;
  const auto counts = korat::for_each(bounds, is_list, [&](const list&) { return ++visits < 3; });
  EXPECT_EQ(visits, 3);
  EXPECT_EQ(counts.valid, 3u);
}

TEST(Consuming, AVisitorsOtherResultsMeanNothing) {
  int visits = 0;
  korat::for_each(bounds, is_list, [&](const list&) {
    ++visits;
    return 0;
  });
  EXPECT_EQ(visits, static_cast<int>(expected.size()));
}

// Whatever the visitor does to the structure, the search goes on as if it had not.
void wreck(list& l) {
  for (list_node* n = l.head; n;) {
    list_node* const next = n->next;
    n->key = 99;
    n->next = l.head;
    n = next;
  }
  l.size = -5;
  l.head = nullptr;
}

TEST(Consuming, AVisitorMayChangeTheStructureInPlace) {
  for (const auto kind : {korat::engine::reexecute, korat::engine::checkpoint}) {
    key_lists found;
    const auto counts = korat::for_each(bounds, is_list,
                                        [&](list& l) {
                                          found.push_back(keys_of(l));
                                          wreck(l);
                                        },
                                        {.engine = kind});
    EXPECT_EQ(sorted(found), sorted(expected));
    EXPECT_EQ(counts.explored, korat::for_each(bounds, is_list, [](const list&) {}, {.engine = kind}).explored);
  }
}

TEST(Consuming, ACursorMayChangeTheStructureAndPutItBack) {
  korat::search<list> search(bounds, is_list);
  key_lists found;
  while (search.next_valid()) {
    found.push_back(keys_of(search.structure()));
    wreck(search.structure_to_change());
    search.restore();
    EXPECT_EQ(keys_of(search.structure()), found.back());
  }
  EXPECT_EQ(sorted(found), sorted(expected));
}

TEST(Consuming, AnExceptionOfTheVisitorIsTheCallersOwn) {
  EXPECT_THROW(korat::for_each(bounds, is_list, [](const list&) { throw std::range_error("mine"); }), std::range_error);
  expect_healthy_search();
}

TEST(Consuming, APredicateMayBeAMemberFunctionOrAnyCallable) {
  struct thing {
    korat::field<int> x;
    bool positive() const { return x > 0; }
    bool is(int n) const { return x == n; }
  };
  korat::finitization<thing> things("things");
  things.set<&thing::x>(korat::between(-2, 2));
  const auto count = [&](auto predicate) { return korat::for_each(things, predicate, [](const thing&) {}).valid; };
  EXPECT_EQ(count(&thing::positive), 2u);
  EXPECT_EQ(count(std::bind_front([](int n, const thing& t) { return t.is(n); }, 1)), 1u);
  EXPECT_EQ(count([state = std::vector<int>{-2, 2}](const thing& t) {
              return std::ranges::find(state, t.x.get()) != state.end();
            }),
            2u);
  struct functor {
    int limit;
    bool operator()(const thing& t) const { return t.x <= limit; }
  };
  EXPECT_EQ(count(functor{0}), 3u);
  EXPECT_EQ(count(&thing::x), 4u);  // a pointer to a member converts to bool as well
}

TEST(Consuming, AVisitorMayAskTheSearch) {
  std::vector<korat::candidate_vector> vectors;
  const auto all = korat::for_each(bounds, is_list, [&](list& l, const korat::basic_search& found) {
    const auto before = found.snapshot();
    l.size = 77;
    EXPECT_EQ(found.snapshot(), before);
    vectors.push_back(found.vector());
  });
  EXPECT_EQ(all.outcome, korat::outcome::complete);
  EXPECT_EQ(vectors.size(), expected.size());
  korat::search<list> search(bounds, is_list);
  for (std::size_t i = 0; search.next_valid(); ++i) EXPECT_EQ(vectors[i], search.vector());
}

TEST(Consuming, ForEachTellsHowItEnded) {
  EXPECT_EQ(korat::for_each(bounds, is_list, [](const list&) {}, {.max_valid = 2}).outcome, korat::outcome::max_valid);
  EXPECT_EQ(korat::for_each(bounds, is_list, [](const list&) { return false; }).outcome, korat::outcome::running);
}

TEST(Consuming, ASnapshotStaysWhatItWas) {
  korat::search<list> search(bounds, is_list);
  std::vector<korat::structure> kept;
  while (search.next_valid()) kept.push_back(search.snapshot());
  ASSERT_EQ(kept.size(), expected.size());
  EXPECT_EQ(kept.front().objects.size(), 1u);
  EXPECT_EQ(kept.back().objects.size(), 3u);
  EXPECT_EQ(kept.back().objects[0].class_name, "list");
  EXPECT_EQ(kept.back().objects[1].name, "list_node0");
  EXPECT_EQ(kept.back().objects[1].fields[1].value, korat::field_value(std::int64_t{1}));
  for (std::size_t i = 1; i < kept.size(); ++i) EXPECT_NE(kept[i - 1], kept[i]);
}

TEST(Consuming, ASnapshotSaysWhichFieldsThePredicateDidNotRead) {
  korat::search<list> search(bounds, [](const list& l) { return l.size == 1; });
  while (search.next() && !search.valid()) {
    const auto shown = search.snapshot();
    for (const auto& f : shown.objects[0].fields) EXPECT_EQ(f.read, f.name == "size");
  }
}

}  // namespace
}  // namespace korat_test::consuming_test
