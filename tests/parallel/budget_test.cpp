// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "parallel/budget.hpp"

#include <gtest/gtest.h>

#include <random>

namespace korat_test::budget_test {
namespace {

using korat::detail::budget;

TEST(Budget, WithoutALimitNothingIsCounted) {
  budget b(korat::search_options::unlimited);
  budget::share s;
  EXPECT_FALSE(b.limited());
  EXPECT_EQ(b.take(s, 0, 4), korat::search_options::unlimited);
  EXPECT_FALSE(b.exhausted());
}

TEST(Budget, WhatIsNotUsedComesBack) {
  budget b(100);
  budget::share mine, yours;
  EXPECT_EQ(b.take(mine, 0, 1), 50u);
  EXPECT_EQ(b.take(yours, 7, 1), 25u);
  b.give_back(yours, 10);  // of its 25, three
  b.give_back(mine, 50);
  EXPECT_FALSE(b.exhausted());
  std::uint64_t rest = 0, counted = 50;
  while (const auto more = b.take(mine, counted, 1)) rest += more, counted += more;
  EXPECT_EQ(rest, 47u);
  EXPECT_TRUE(b.exhausted());
}

// Whoever takes how much, in all it is what there was.
TEST(Budget, IsSpentToTheUnit) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    const std::uint64_t all = random() % 500;
    budget b(all);
    budget::share shares[5];
    std::uint64_t counted[5] = {}, sum = 0;
    while (!b.exhausted()) {
      const auto i = random() % 5;
      if (random() % 4 == 0)
        b.give_back(shares[i], counted[i]);
      else if (counted[i] == shares[i].end || random() % 8 == 0)
        b.take(shares[i], counted[i], 5);
      if (counted[i] < shares[i].end) ++counted[i];
    }
    for (const auto c : counted) sum += c;
    EXPECT_EQ(sum, all);
  }
}

}  // namespace
}  // namespace korat_test::budget_test
