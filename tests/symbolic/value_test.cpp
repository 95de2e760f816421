// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// value<T>: plain, it computes as its T; open, all paths of a function are found, each once, and every argument takes
// the path whose conditions it satisfies.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <type_traits>
#include <vector>

#include "concolic_run.hpp"
#include "korat/symbolic.hpp"
#ifdef KORAT_TEST_Z3
#include "smt/z3_solver.hpp"
#endif

namespace korat_test::value_test {
namespace {

using korat::value;
using namespace korat_test;

static_assert(std::is_trivially_copyable_v<value<int>>);
static_assert(std::is_same_v<decltype(value<short>(1) + value<char>('a')), value<int>>);
static_assert(std::is_same_v<decltype(value<int>(1) + 1u), value<unsigned>>);
static_assert(std::is_same_v<decltype(1L - value<int>(1)), value<long>>);
static_assert(std::is_same_v<decltype(value<std::uint8_t>(1) << 1L), value<int>>);
static_assert(std::is_same_v<decltype(value<int>(1) + 0.5), double>);
static_assert(std::is_same_v<decltype(korat::value(korat::field<long>())), value<long>>);
static_assert(std::is_same_v<decltype(korat::field<int>() + 1), int>, "a field computes plain numbers");

enum class color : unsigned char { red, black };

TEST(Value, PlainComputesAsItsType) {
  const value<int> ten = 10;
  const korat::field<int> three = 3;
  EXPECT_EQ(ten + three, 13);
  EXPECT_EQ(three - ten, -7);
  EXPECT_EQ(2 * ten, 20);
  EXPECT_EQ(ten / three, 3);
  EXPECT_EQ(ten % 3, 1);
  EXPECT_EQ(ten & 3, 2);
  EXPECT_EQ(ten | 3, 11);
  EXPECT_EQ(ten ^ 3, 9);
  EXPECT_EQ(ten << 1, 20);
  EXPECT_EQ(ten >> 1, 5);
  EXPECT_EQ(-ten, -10);
  EXPECT_EQ(~ten, ~10);
  EXPECT_TRUE(three < ten && ten > 3 && 3 <= ten && ten >= ten && ten != three && !(ten == 3u));
  value<std::uint8_t> narrow = std::uint8_t{250};
  narrow += 10;
  EXPECT_EQ(narrow, 4);
  EXPECT_EQ(++narrow, 5);
  EXPECT_EQ(narrow--, 5);
  EXPECT_EQ(narrow, 4);
}

TEST(Value, PlainIsUsedAsItsType) {
  const value<int> two = 2;
  const int items[] = {1, 2, 3};
  std::ostringstream out;
  out << two << items[two];
  EXPECT_EQ(out.str(), "23");
  EXPECT_EQ(std::max(two, value<int>(3)), 3);
  EXPECT_TRUE(two);
  EXPECT_FALSE(two - 2);
  const value<color> black = color::black;
  EXPECT_TRUE(black == color::black && black != color::red && color::red < black);
  const value<long> wide_two = two;
  EXPECT_EQ(wide_two, 2);
}

template <class T>
struct argument {
  T low, high;
};

/// All paths of f(open, open), compared with f of every pair of plain arguments.
template <class T, class Function>
void expect_all_paths(argument<T> a, argument<T> b, Function f, solver* beyond = nullptr) {
  concolic_run run({{type_of<T>, static_cast<wide>(a.low), static_cast<wide>(a.high), static_cast<wide>(a.low)},
                    {type_of<T>, static_cast<wide>(b.low), static_cast<wide>(b.high), static_cast<wide>(b.low)}},
                   beyond);
  std::set<std::pair<wide, wide>> covered;
  std::size_t paths = 0;
  run.for_each_path([&] { return f(value<T>::open(run.terms[0]), value<T>::open(run.terms[1])); },
                    [&](int result) {
                      ++paths;
                      std::size_t satisfied = 0;
                      for (auto x = static_cast<wide>(a.low); x <= static_cast<wide>(a.high); ++x)
                        for (auto y = static_cast<wide>(b.low); y <= static_cast<wide>(b.high); ++y) {
                          const std::uint64_t bits[] = {wrapped(x, type_of<T>), wrapped(y, type_of<T>)};
                          bool all = true;
                          for (std::size_t i = 0; i < run.path.size() && all; ++i) {
                            const auto& c = run.path[i];
                            const auto left = run.path.terms().evaluate(c.left, bits),
                                       right = run.path.terms().evaluate(c.right, bits);
                            const auto type = run.path.terms()[c.left].type;
                            all = left && right && holds(value_of(*left, type), c.how, value_of(*right, type));
                          }
                          if (!all) continue;
                          ++satisfied;
                          EXPECT_TRUE(covered.insert({x, y}).second) << "on two paths";
                          EXPECT_EQ(result, f(value<T>(static_cast<T>(x)), value<T>(static_cast<T>(y))));
                        }
                      EXPECT_GT(satisfied, 0u) << "a path that nothing takes";
                    });
  EXPECT_EQ(covered.size(),
            static_cast<std::size_t>(a.high - a.low + 1) * static_cast<std::size_t>(b.high - b.low + 1));
  EXPECT_GT(paths, 1u);
}

TEST(OpenValue, TakesEveryPathOfComparisons) {
  expect_all_paths<int>({-5, 5}, {-4, 7}, [](auto x, auto y) { return x < y ? 1 : x == y ? 2 : x - 3 <= y ? 3 : 4; });
}

TEST(OpenValue, TakesEveryPathOfUnsignedComparisons) {
  expect_all_paths<unsigned>({0, 9}, {0, 9},
                             [](auto x, auto y) { return x > 2u ? (y >= x ? 1 : 2) : (2u != y ? 3 : 4); });
}

TEST(OpenValue, IsPromotedAsItsTypeIs) {
  expect_all_paths<std::int8_t>({-128, -120}, {120, 127}, [](auto x, auto y) {
    return x - y < -250 ? 1 : y + 1 > 127 ? 2 : 3;
  });
}

TEST(OpenValue, WorksInLoops) {
  expect_all_paths<int>({0, 6}, {0, 6}, [](auto x, auto y) {
    int steps = 0;
    for (auto i = x; i < y; ++i) ++steps;
    return steps;
  });
}

TEST(OpenValue, TestsAgainstZero) {
  expect_all_paths<int>({-2, 2}, {-2, 2}, [](auto x, auto y) { return x && !y ? 1 : 2; });
}

TEST(OpenValue, BecomesEachPlainValueInTurn) {
  expect_all_paths<int>({0, 3}, {0, 3}, [](auto x, auto y) {
    static constexpr int items[] = {4, 1, 7, 2};
    return items[x] + (y > 1 ? items[y] : 0);
  });
}

TEST(OpenValue, IsPossibleOnlyWhereSomebodyKeepsSymbols) {
  concolic_run run({{type_of<int>, 0, 1, 0}}, nullptr);
  EXPECT_FALSE(korat::numbers_may_be_open());
  run.for_each_path([] { return korat::numbers_may_be_open(); }, [](bool possible) { EXPECT_TRUE(possible); });
  EXPECT_FALSE(korat::numbers_may_be_open());
}

TEST(OpenValue, OfAnEnumIsCompared) {
  concolic_run run({{type_of<color>, 0, 1, 0}}, nullptr);
  std::multiset<int> results;
  run.for_each_path([&] { return value<color>::open(run.terms[0]) == color::black ? 1 : 2; },
                    [&](int r) { results.insert(r); });
  EXPECT_EQ(results, (std::multiset<int>{1, 2}));
}

TEST(OpenValue, ConvertsToAWiderOne) {
  expect_all_paths<int>({-3, 3}, {-3, 3}, [](auto x, auto y) {
    const value<std::int64_t> wide_x = x;
    return wide_x + 1 < value<std::int64_t>(y) ? 1 : 2;
  });
}

#ifdef KORAT_TEST_Z3
TEST(OpenValue, TakesEveryPathOfArithmeticWithZ3) {
  const auto z3 = make_z3_solver({.effort = 200'000'000});
  expect_all_paths<int>(
      {-6, 6}, {1, 7},
      [](auto x, auto y) {
        return x * y > 12 ? 1 : x % y == 0 ? 2 : (x & 3) == (y ^ 1) ? 3 : x / y < 0 ? 4 : 5;
      },
      z3.get());
  expect_all_paths<std::uint8_t>(
      {200, 210}, {1, 7},
      [](auto x, auto y) {
        return value<std::uint8_t>(x << y) < 100 ? 1 : (x >> y) + ~y > 3 ? 2 : -x < y ? 3 : 4;
      },
      z3.get());
}
#endif

}  // namespace
}  // namespace korat_test::value_test
