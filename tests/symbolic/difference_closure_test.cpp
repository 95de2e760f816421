// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Differences that are kept closed, against shortest paths computed anew; with numbers of any size, and taken back.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "symbolic/difference_closure.hpp"

namespace korat_test::difference_closure_test {
namespace {

using korat::detail::difference_closure;
using korat::detail::wide;

struct difference {
  std::uint32_t plus, minus;
  wide most;
};

/// The tightest bounds, by Floyd and Warshall.
std::vector<std::vector<wide>> closed(const std::vector<std::pair<wide, wide>>& variables,
                                      const std::vector<difference>& all) {
  const auto n = variables.size() + 1;
  std::vector most(n, std::vector<wide>(n));
  const auto low = [&](std::size_t i) { return i == 0 ? wide{0} : variables[i - 1].first; };
  const auto high = [&](std::size_t i) { return i == 0 ? wide{0} : variables[i - 1].second; };
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) most[i][j] = i == j ? 0 : high(i) - low(j);
  for (const auto& d : all) most[d.plus][d.minus] = std::min(most[d.plus][d.minus], d.most);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) most[i][j] = std::min(most[i][j], most[i][k] + most[k][j]);
  return most;
}

/// `largest`: of the variables; the last one comes when differences of the others are known, and is `late`.
void compare(unsigned seed, std::int64_t largest, std::int64_t late, int early = 5) {
  SCOPED_TRACE(testing::Message() << "seed " << seed << ", up to " << largest << " and " << late);
  std::mt19937_64 random(seed);
  const auto up_to = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random() % (static_cast<std::uint64_t>(n) + 1));
  };
  difference_closure closure;
  std::vector<std::pair<wide, wide>> variables;
  const auto add_variable = [&](std::int64_t most) {
    const auto low = -up_to(most), high = low + up_to(most);
    variables.emplace_back(low, high);
    closure.add_variable(low, high);
  };
  for (int i = 0; i < early; ++i) add_variable(largest);
  struct added {
    difference what;
    std::size_t before;
  };
  std::vector<added> made;
  for (int step = 0; step < 60; ++step) {
    if (step == 20) add_variable(late);
    if (!made.empty() && up_to(3) == 0) {
      const auto left = static_cast<std::size_t>(up_to(static_cast<std::int64_t>(made.size()) - 1));
      closure.return_to(made[left].before);
      made.resize(left);
    } else {
      const auto any = [&] { return static_cast<std::uint32_t>(up_to(static_cast<std::int64_t>(variables.size()))); };
      const auto plus = any(), minus = any();
      if (plus == minus) continue;
      const auto least = static_cast<std::int64_t>(-closure.most(minus, plus)),
                 most = static_cast<std::int64_t>(closure.most(plus, minus));
      const difference d{plus, minus, least + up_to(most - least)};
      ASSERT_TRUE(closure.allows(plus, minus, d.most));
      made.push_back({d, closure.position()});
      ASSERT_TRUE(closure.add(plus, minus, d.most));
    }
    std::vector<difference> all;
    for (const auto& each : made) all.push_back(each.what);
    const auto expected = closed(variables, all);
    for (std::uint32_t i = 0; i < expected.size(); ++i)
      for (std::uint32_t j = 0; j < expected.size(); ++j)
        ASSERT_EQ(static_cast<std::int64_t>(closure.most(i, j)), static_cast<std::int64_t>(expected[i][j]))
            << i << ", " << j << " at " << step;
  }
}

TEST(DifferenceClosure, HasAllThatFollows) {
  constexpr std::int64_t narrowest = std::int64_t{1} << 11, narrow = std::int64_t{1} << 27,
                         larger = std::int64_t{1} << 30, largest = std::int64_t{1} << 58;
  for (unsigned seed = 0; seed < 30; ++seed) {
    compare(seed, 10, 10);
    compare(seed, narrowest, narrowest);
    compare(seed, narrowest, narrow);
    compare(seed, narrowest, largest);
    compare(seed, narrow, narrow);
    compare(seed, narrow, larger);
    compare(seed, larger, narrow);
    compare(seed, largest, largest);
  }
}

TEST(DifferenceClosure, HasAllThatFollowsOfMoreVariablesThanAreComparedAtOnce) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    compare(seed, 20, 20, 7);
    compare(seed, 20, 20, 17);
    compare(seed, std::int64_t{1} << 11, std::int64_t{1} << 20, 23);
  }
}

}  // namespace
}  // namespace korat_test::difference_closure_test
