// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "report/numbers.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace korat::report {
namespace korat_test::numbers_test {
namespace {

TEST(numbers, are_grouped_by_thousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(123456), "123,456");
  EXPECT_EQ(grouped(std::numeric_limits<std::uint64_t>::max()), "18,446,744,073,709,551,615");
}

TEST(numbers, agree_with_their_noun) {
  EXPECT_EQ(counted(0, "candidate"), "0 candidates");
  EXPECT_EQ(counted(1, "candidate"), "1 candidate");
  EXPECT_EQ(counted(1234, "candidate"), "1,234 candidates");
}

TEST(numbers, tell_small_steps_of_progress) {
  EXPECT_EQ(precise_percent(0), "0%");
  EXPECT_EQ(precise_percent(1e-12), "<0.000001%");
  EXPECT_EQ(precise_percent(0.12345678), "12.345678%");
  EXPECT_EQ(precise_percent(1 - 1e-12), ">99.999999%");
  EXPECT_EQ(precise_percent(1), "100%");
}

TEST(numbers, that_nobody_reads_are_told_by_their_magnitude) {
  EXPECT_EQ(big_number("1234567"), "1,234,567");
  EXPECT_EQ(big_number("1234" + std::string(40, '0')), "1.234e43");
}

TEST(numbers, tell_durations_in_fitting_units) {
  EXPECT_EQ(duration(0), "0.00 ms");
  EXPECT_EQ(duration(0.0042), "4.20 ms");
  EXPECT_EQ(duration(1.2345), "1.234 s");
  EXPECT_EQ(duration(59.94), "59.9 s");
  EXPECT_EQ(duration(65), "1 min 05 s");
  EXPECT_EQ(duration(3599.9), "59 min 59 s");
  EXPECT_EQ(duration(7620), "2 h 07 min");
}

TEST(numbers, tell_rates) {
  EXPECT_EQ(rate(1000, 0), "");
  EXPECT_EQ(rate(2000, 1), "2,000");
  EXPECT_EQ(rate(46'800'000, 2), "23.4 million");
}

}  // namespace
}  // namespace korat_test::numbers_test

}  // namespace korat::report
