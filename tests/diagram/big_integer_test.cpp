// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "korat/big_integer.hpp"

#include <gtest/gtest.h>

#include <random>

#include "korat/error.hpp"

namespace korat_test::big_integer_test {
namespace {

using korat::big_integer;

const std::string large = "123456789012345678901234567890123456789012345678901234567890";

TEST(BigInteger, IsReadAndWrittenInDecimal) {
  for (const std::string digits :
       {"0", "7", "18446744073709551616", "340282366920938463463374607431768211456", large.c_str()})
    EXPECT_EQ(big_integer::parse(digits).decimal(), digits);
  EXPECT_THROW(big_integer::parse(""), korat::usage_error);
  EXPECT_THROW(big_integer::parse("12x"), korat::usage_error);
}

TEST(BigInteger, GrowsPastEveryWord) {
  big_integer power = 1;
  for (int i = 0; i < 200; ++i) power += power;
  EXPECT_EQ(power.decimal(), "1606938044258990275541962092341162602522202993782792835301376");
  for (int i = 0; i < 200; ++i) power /= 2;
  EXPECT_EQ(power, big_integer(1));
}

TEST(BigInteger, SubtractsToSmallNumbers) {
  const auto n = big_integer::parse(large);
  auto more = n;
  more += 5;
  EXPECT_EQ(more - n, big_integer(5));
  EXPECT_TRUE((n - n).is_zero());
  EXPECT_LT(n, more);
  EXPECT_EQ(n.remainder(1000), 890u);
}

TEST(BigInteger, MultipliesNumbersOfAllSizes) {
  for (std::uint32_t a : {0u, 1u, 7u, 4'000'000'000u})
    for (int times = 0; times < 9; ++times) {
      auto expected = big_integer::parse(large), factor = big_integer(1);
      for (int i = 0; i < times; ++i) expected *= a, factor *= a;
      auto product = big_integer::parse(large), other = factor;
      EXPECT_EQ(product *= factor, expected);
      EXPECT_EQ(other *= big_integer::parse(large), expected);
    }
}

TEST(BigInteger, MultipliesByZero) {
  auto n = big_integer::parse(large);
  n *= 0;
  EXPECT_TRUE(n.is_zero());
}

TEST(BigInteger, DrawsEveryNumberBelow) {
  std::mt19937_64 random(3);
  std::vector<int> drawn(5);
  for (int i = 0; i < 500; ++i) ++drawn[big_integer(5).random_below(random).or_largest()];
  for (const int times : drawn) EXPECT_GT(times, 60);
  const auto limit = big_integer::parse(large);
  bool above_half = false;
  for (int i = 0; i < 50; ++i) {
    auto n = limit.random_below(random);
    ASSERT_LT(n, limit);
    above_half |= (n += n) >= limit;
  }
  EXPECT_TRUE(above_half);
}

}  // namespace
}  // namespace korat_test::big_integer_test
