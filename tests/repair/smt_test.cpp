// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Predicates whose conditions are neither bounds nor differences: repaired and searched with Z3, and not, or by trying
// values, without.

#include "korat/smt.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <utility>

#include "korat/korat.hpp"
#include "korat/repair.hpp"

namespace korat_test::smt_test {
namespace {

using korat::between;
using korat::field;
using korat::finitization;
using korat::symbolic;

struct factors {
  field<int> a = 1, b = 1;

  bool rep_ok() const { return symbolic(a) * b == 391 && a > 1 && b > 1; }
};

finitization<factors> bounds_of_factors() {
  finitization<factors> space("factors");
  space.set<&factors::a>(between(0, 400)).set<&factors::b>(between(0, 400));
  return space;
}

/// A record with a checksum of its contents.
struct record {
  field<std::uint32_t> x = 0, y = 0, checksum = 0;

  bool rep_ok() const { return (symbolic(checksum) ^ x) * 31U == y; }
};

finitization<record> bounds_of_records() {
  finitization<record> space("record");
  space.set<&record::x>(between(0, 1)).set<&record::y>(between(0, 1)).set<&record::checksum>(between(0, 1));
  return space;
}

korat::repair_options options(bool with_z3) {
  korat::repair_options o;
  o.max_executions = 20'000;
  if (with_z3) o.solver = korat::smt::solver();
  return o;
}

TEST(Smt, RepairsWhatDifferencesCannot) {
  factors broken;
  broken.a = 17;
  broken.b = 311;
  const auto without = korat::repair(broken, bounds_of_factors(), &factors::rep_ok, options(false));
  EXPECT_EQ(without.outcome, korat::repair_outcome::not_repaired);
  EXPECT_EQ(broken.a, 17);
  EXPECT_EQ(broken.b, 311);

  const auto with = korat::repair(broken, bounds_of_factors(), &factors::rep_ok, options(true));
  ASSERT_EQ(with.outcome, korat::repair_outcome::repaired) << with.why.value_or("");
  EXPECT_EQ(broken.a, 17);
  EXPECT_EQ(broken.b, 23);
}

/// Neither factor alone can be kept.
TEST(Smt, RepairsTwoFieldsThatDependOnEachOther) {
  factors broken;
  broken.a = 5;
  broken.b = 11;
  auto in_range = options(true);
  in_range.ranges = {{"a", 0, 400}, {"b", 0, 400}};
  const auto result = korat::repair(broken, bounds_of_factors(), &factors::rep_ok, in_range);
  ASSERT_EQ(result.outcome, korat::repair_outcome::repaired) << result.why.value_or("");
  EXPECT_EQ(broken.a * broken.b, 391);
  EXPECT_GT(broken.a, 1);
  EXPECT_GT(broken.b, 1);
}

TEST(Smt, RepairsAChecksum) {
  record broken;
  broken.x = 0xdead'beef;
  broken.y = 0x1234'5678;
  broken.checksum = 77;
  auto keep = options(false);
  keep.keep = {"x", "y"};
  EXPECT_EQ(korat::repair(broken, bounds_of_records(), &record::rep_ok, keep).outcome,
            korat::repair_outcome::not_repaired);
  keep.solver = korat::smt::solver();
  const auto result = korat::repair(broken, bounds_of_records(), &record::rep_ok, keep);
  ASSERT_EQ(result.outcome, korat::repair_outcome::repaired) << result.why.value_or("");
  EXPECT_TRUE(broken.rep_ok());
  EXPECT_EQ(result.changes.size(), 1u);
}

/// With Z3 there is one structure, without it every one that goes this way.
TEST(Smt, DecidesInASearch) {
  const auto predicate = [](const factors& f) { return symbolic(f.a) * f.b > 9'000 && f.a > 1; };
  finitization<factors> space("factors");
  space.set<&factors::a>(between(0, 100)).set<&factors::b>(between(0, 100));
  int expected = 0;
  for (int a = 2; a <= 100; ++a)
    for (int b = 0; b <= 100; ++b) expected += a * b > 9'000 ? 1 : 0;

  korat::search without(space, predicate, {.symbolic = {"*"}});
  while (without.next_valid()) {
  }
  EXPECT_EQ(without.statistics().valid, static_cast<unsigned>(expected));

  korat::search with(space, predicate, {.symbolic = {"*"}, .solver = korat::smt::solver()});
  while (with.next_valid()) EXPECT_GT(with.structure().a * with.structure().b, 9'000);
  EXPECT_EQ(with.statistics().valid, 1u);
  EXPECT_LT(with.statistics().explored, 10u);
}

/// Questions that are too hard for the effort allowed are answered by trying values.
TEST(Smt, ThatGivesUpMakesNoDifference) {
  finitization<factors> space("factors");
  space.set<&factors::a>(between(0, 40)).set<&factors::b>(between(0, 40));
  korat::search search(space, &factors::rep_ok, {.symbolic = {"*"}, .solver = korat::smt::solver({.effort = 1})});
  std::set<std::pair<int, int>> found;
  while (search.next_valid()) found.emplace(search.structure().a, search.structure().b);
  EXPECT_EQ(found, (std::set<std::pair<int, int>>{{17, 23}, {23, 17}}));
}

}  // namespace
}  // namespace korat_test::smt_test
