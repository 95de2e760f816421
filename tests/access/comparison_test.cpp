// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Fields compare with fields and with values, on either side, for every kind of type.

#include <gtest/gtest.h>

#include <compare>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "korat/field.hpp"

namespace korat_test::comparison_test {
namespace {

/// `small` < `large`, each as a field or as `Other`, on either side.
template <class T, class Other>
void expect_ordered(const T& small_value, const T& large_value, const Other& small_other, const Other& large_other) {
  const korat::field<T> small(small_value), large(large_value), small_again(small_value);
  EXPECT_TRUE(small == small_again && !(small == large));
  EXPECT_TRUE(small != large && !(small != small_again));
  EXPECT_TRUE(small < large && !(large < small) && !(small < small_again));
  EXPECT_TRUE(large > small && !(small > large));
  EXPECT_TRUE(small <= large && small <= small_again && !(large <= small));
  EXPECT_TRUE(large >= small && small >= small_again && !(small >= large));

  EXPECT_TRUE(small == small_other && small_other == small && !(small == large_other) && !(large_other == small));
  EXPECT_TRUE(small != large_other && large_other != small && !(small != small_other) && !(small_other != small));
  EXPECT_TRUE(small < large_other && small_other < large && !(large < small_other) && !(large_other < small));
  EXPECT_TRUE(large > small_other && large_other > small && !(small > large_other) && !(small_other > large));
  EXPECT_TRUE(small <= large_other && small_other <= small && !(large <= small_other));
  EXPECT_TRUE(large >= small_other && small_other >= small && !(small_other >= large));
}

template <class T>
void expect_ordered(const T& small, const T& large) {
  expect_ordered<T, T>(small, large, small, large);
}

enum class level : std::int8_t { low = -1, high = 1 };
enum fruit { apple, pear };

TEST(FieldComparison, WorksForIntegersOfEveryWidth) {
  expect_ordered<std::int8_t>(-5, 5);
  expect_ordered<std::uint8_t>(5, 250);
  expect_ordered<std::int16_t>(-300, 300);
  expect_ordered<std::uint16_t>(3, 60'000);
  expect_ordered<int>(-1, 1);
  expect_ordered<unsigned>(1, 4'000'000'000);
  expect_ordered<std::int64_t>(-5'000'000'000, 5'000'000'000);
  expect_ordered<std::uint64_t>(1, 0xffff'ffff'ffff'ffff);
  expect_ordered<char>('a', 'b');
  expect_ordered<bool>(false, true);
}

TEST(FieldComparison, WorksAcrossArithmeticTypes) {
  expect_ordered<int, long>(1, 2, 1L, 2L);
  expect_ordered<std::int64_t, int>(1, 2, 1, 2);
  expect_ordered<double, int>(1.0, 2.0, 1, 2);
  EXPECT_TRUE(korat::field<int>(1) < korat::field<long>(2L));
}

TEST(FieldComparison, WorksForFloatingPoint) {
  expect_ordered<float>(0.5f, 1.5f);
  expect_ordered<double>(-0.25, 0.25);
}

TEST(FieldComparison, WorksForEnums) {
  expect_ordered<level>(level::low, level::high);
  expect_ordered<fruit>(apple, pear);
}

TEST(FieldComparison, WorksForPointers) {
  const int values[] = {1, 2};
  expect_ordered<const int*>(&values[0], &values[1]);
  const korat::field<const int*> none, some = &values[0];
  EXPECT_TRUE(none == nullptr && nullptr == none && some != nullptr && nullptr != some);
}

struct base {
  int unused = 0;
};
struct derived : base {};

TEST(FieldComparison, WorksForPointersToBaseAndDerived) {
  derived d;
  const korat::field<base*> b = &d;
  const korat::field<derived*> same = &d;
  EXPECT_TRUE(b == &d && &d == b);
  EXPECT_TRUE(b == same && same == b && !(b != same));
}

TEST(FieldComparison, WorksForStrings) {
  expect_ordered<std::string>("apple", "pear");
  expect_ordered<std::string, std::string_view>("apple", "pear", "apple", "pear");
  expect_ordered<std::string, const char*>("apple", "pear", "apple", "pear");
  const korat::field<std::string> s("apple");
  EXPECT_TRUE(s == "apple" && "apple" == s && s != "pear" && s < "pear" && "pear" > s);
}

TEST(FieldComparison, WorksForStringViews) {
  using namespace std::string_view_literals;
  expect_ordered<std::string_view>("apple"sv, "pear"sv);
  expect_ordered<std::string_view, std::string>("apple"sv, "pear"sv, std::string("apple"), std::string("pear"));
  expect_ordered<std::string_view, const char*>("apple"sv, "pear"sv, "apple", "pear");
  const korat::field<std::string_view> s("apple"sv);
  EXPECT_TRUE(s == "apple" && "apple" == s && s != "pear");
}

TEST(FieldComparison, WorksBetweenFieldsOfDifferentClasses) {
  const korat::field<std::string> s("apple");
  const korat::field<std::string_view> v(std::string_view("apple"));
  EXPECT_TRUE(s == v);
  EXPECT_TRUE(v == s);
  EXPECT_TRUE(s <= v);
}

template <class A, class B>
concept ordered = requires(const A& a, const B& b) {
  a < b;
};
template <class A, class B>
concept comparable = requires(const A& a, const B& b) {
  a == b;
};
static_assert(!comparable<korat::field<std::string>, int> && !comparable<korat::field<int*>, int>);

// Only equality: the field offers no more.
struct point {
  int x = 0, y = 0;
  bool operator==(const point&) const = default;
};
struct version {
  int number = 0;
  auto operator<=>(const version&) const = default;
};

TEST(FieldComparison, UsesTheOperatorsAClassDefines) {
  const korat::field<point> a(point{1, 2}), b(point{1, 2}), c(point{2, 1});
  EXPECT_TRUE(a == b && a != c && (a == point{1, 2}) && (point{2, 1} == c));
  static_assert(!ordered<korat::field<point>, korat::field<point>> && !ordered<korat::field<point>, point>);
  expect_ordered<version>({1}, {2});
}

// std::ranges::find(fields, value), std::ranges::find(values, field) and the like.
TEST(FieldComparison, IsWhatRangeAlgorithmsAskFor) {
  EXPECT_TRUE((std::equality_comparable_with<korat::field<int>, int>));
  EXPECT_TRUE((std::equality_comparable_with<korat::field<std::string>, std::string>));
  EXPECT_TRUE((std::equality_comparable_with<korat::field<int*>, int*>));
  EXPECT_TRUE((std::totally_ordered<korat::field<int>> && std::totally_ordered<korat::field<std::string>>));
}

TEST(FieldComparison, ThreeWayFollowsTheType) {
  const korat::field<int> one = 1, two = 2;
  EXPECT_TRUE((one <=> two) == std::strong_ordering::less);
  const korat::field<double> nan(std::numeric_limits<double>::quiet_NaN());
  EXPECT_TRUE((nan <=> 1.0) == std::partial_ordering::unordered);
  EXPECT_FALSE(nan == nan);
  const korat::field<std::string> a("a"), b("b");
  EXPECT_TRUE((a <=> b) == std::strong_ordering::less);
}

}  // namespace
}  // namespace korat_test::comparison_test
