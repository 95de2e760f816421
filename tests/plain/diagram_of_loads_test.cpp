// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Compiled through the pass: diagrams of predicates that read several fields by one load, one copy or one function of
// the C library. A field that is noticed and not yet loaded when the next one is noticed would merge states that
// differ.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "korat/diagram.hpp"
#include "korat/korat.hpp"
#include "undo/has_context.h"

#if KORAT_HAS_CONTEXT

namespace {

struct pair {
  std::int32_t first, second;
};
struct triple {
  std::int64_t a, b, c;
};
struct row {
  pair left, right;
  triple many;
};

template <auto Member>
auto& left_part(row& r) {
  return r.left.*Member;
}
template <auto Member>
auto& right_part(row& r) {
  return r.right.*Member;
}
template <auto Member>
auto& part_of_many(row& r) {
  return r.many.*Member;
}

korat::finitization<row> bounds() {
  korat::finitization<row> all("row");
  const auto few = korat::between(0, 2);
  all.set<&left_part<&pair::first>>(few).set<&left_part<&pair::second>>(few);
  all.set<&right_part<&pair::first>>(few).set<&right_part<&pair::second>>(few);
  all.set<&part_of_many<&triple::a>>(few).set<&part_of_many<&triple::b>>(few).set<&part_of_many<&triple::c>>(few);
  return all;
}

[[gnu::noinline]] std::int32_t sum(pair p) { return p.first + p.second; }
[[gnu::noinline]] std::int64_t sum(triple t) { return t.a + t.b + t.c; }
[[gnu::noinline]] bool crossed(pair p, pair q) { return p.first == q.second && p.second == q.first; }

bool by_value(const row& r) { return sum(r.left) < sum(r.right) && sum(r.many) == 4; }
bool two_by_value(const row& r) { return crossed(r.left, r.right) && sum(r.many) == 2; }
bool copied(const row& r) {
  const pair left = r.left, right = r.right;
  const triple many = r.many;
  return left.first <= right.second && many.a < many.b && many.c == right.first;
}
bool copied_by_memcpy(const row& r) {
  triple many;
  std::memcpy(&many, &r.many, sizeof many);
  return many.a != many.c && many.b == r.left.second;
}
bool compared_by_memcmp(const row& r) {
  return std::memcmp(&r.left, &r.right, sizeof r.left) < 0 && r.many.a == r.left.first;
}
bool in_one_expression(const row& r) { return r.left.first + r.right.first == r.many.a + r.many.b; }

using predicate = bool (*)(const row&);

class DiagramOfLoads : public ::testing::TestWithParam<predicate> {};

TEST_P(DiagramOfLoads, IsTheSearch) {
  korat::diagram<row> d(bounds(), GetParam());
  korat::basic_search search(korat::describe(bounds(), GetParam()), {.engine = korat::engine::reexecute});
  while (search.next_valid()) {
    ASSERT_TRUE(d.next());
    ASSERT_EQ(d.vector(), search.vector());
  }
  EXPECT_FALSE(d.next());
  EXPECT_EQ(d.explored(), korat::big_integer(search.statistics().explored));
}

// A check in lockstep may stop in the middle of a copy, and others run before it goes on: by all engines the same, or
// no diagram.
TEST(LoadsInLockstep, AreThoseOfTheConjunction) {
  const auto checks = korat::all_of(copied, korat::early(by_value), korat::early(copied_by_memcpy));
  korat::search<row> one(bounds(), [](const row& r) { return copied(r) && by_value(r) && copied_by_memcpy(r); });
  std::vector<korat::candidate_vector> expected;
  while (one.next_valid()) expected.push_back(one.vector());
  ASSERT_FALSE(expected.empty());
  std::ranges::sort(expected);
  for (const auto engine : {korat::engine::reexecute, korat::engine::checkpoint, korat::engine::diagram}) {
    korat::search<row> search(bounds(), checks, {.engine = engine});
    std::vector<korat::candidate_vector> found;
    while (search.next_valid()) found.push_back(search.vector());
    std::ranges::sort(found);
    EXPECT_EQ(found, expected);
  }
  EXPECT_THROW(korat::diagram<row>(bounds(), checks), korat::diagram_error);
}

INSTANTIATE_TEST_SUITE_P(Rows, DiagramOfLoads,
                         ::testing::Values(by_value, two_by_value, copied, copied_by_memcpy, compared_by_memcmp,
                                           in_one_expression));

}  // namespace

#endif
