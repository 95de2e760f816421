// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// field<T> outside a search: it is a T that asks one question when it is read.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <numeric>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "korat/field.hpp"

namespace korat_test::field_test {
namespace {

enum class color : unsigned char { red, black };
enum plain_enum { first_one, second_one };
struct node {
  korat::field<node*> next;
  korat::field<int> key;
};
struct base {
  int tag = 7;
};
struct derived : base {};

template <class T>
constexpr bool same_layout = sizeof(korat::field<T>) == sizeof(T) && alignof(korat::field<T>) == alignof(T);

static_assert(same_layout<bool> && same_layout<char> && same_layout<std::int8_t> && same_layout<std::uint16_t>);
static_assert(same_layout<int> && same_layout<std::int64_t> && same_layout<std::uint64_t>);
static_assert(same_layout<float> && same_layout<double> && same_layout<long double>);
static_assert(same_layout<node*> && same_layout<color> && same_layout<plain_enum>);
static_assert(same_layout<std::string> && same_layout<std::string_view>);

struct plain_record {
  char a;
  int b;
  bool c;
  double d;
  void* e;
};
struct field_record {
  korat::field<char> a;
  korat::field<int> b;
  korat::field<bool> c;
  korat::field<double> d;
  korat::field<void*> e;
};
static_assert(sizeof(plain_record) == sizeof(field_record) && alignof(plain_record) == alignof(field_record));

// Reads give no way to change the value past the question.
static_assert(std::is_same_v<decltype(std::declval<korat::field<int>&>().get()), int>);
static_assert(std::is_same_v<decltype(std::declval<korat::field<std::string>&>().get()), const std::string&>);
static_assert(std::is_convertible_v<const korat::field<int>&, int>);
static_assert(!std::is_convertible_v<korat::field<int>&, int&>);
static_assert(std::is_same_v<korat::field<int>::value_type, int>);
static_assert(korat::is_field<korat::field<int>>::value && !korat::is_field<int>::value);

// A const field is for reading.
static_assert(!std::is_assignable_v<const korat::field<int>&, int>);
static_assert(!std::is_assignable_v<const korat::field<int>&, korat::field<int>>);
template <class F>
concept increments = requires(F f) {
  ++f;
};
template <class F>
concept steps_down = requires(F f) {
  f--;
};
template <class F>
concept adds = requires(F f) {
  f += 1;
};
template <class F>
concept dereferences = requires(F f) {
  *f;
};
template <class F>
concept points = requires(F f) {
  f.operator->();
};
template <class F>
concept indexes = requires(F f) {
  f[0u];
};
static_assert(increments<korat::field<int>&> && !increments<const korat::field<int>&>);
static_assert(steps_down<korat::field<int>&> && !steps_down<const korat::field<int>&>);
static_assert(adds<korat::field<int>&> && !adds<const korat::field<int>&>);

// A field offers what its T offers.
static_assert(!increments<korat::field<color>&> && !adds<korat::field<color>&> &&
              !increments<korat::field<std::string>&>);
static_assert(!dereferences<korat::field<int>&> && dereferences<korat::field<int*>&>);
static_assert(!points<korat::field<int>&> && points<korat::field<node*>&> && points<korat::field<std::string>&>);
static_assert(!indexes<korat::field<int>&> && indexes<korat::field<int*>&> && indexes<korat::field<std::string>&>);
static_assert(!std::is_assignable_v<korat::field<node*>&, int> &&
              !std::is_assignable_v<korat::field<derived*>&, base*>);

TEST(Field, StartsAsTheZeroOfItsType) {
  EXPECT_EQ(korat::field<int>().get(), 0);
  EXPECT_EQ(korat::field<node*>().get(), nullptr);
  EXPECT_FALSE(korat::field<bool>().get());
  EXPECT_EQ(korat::field<color>().get(), color::red);
  EXPECT_EQ(korat::field<double>().get(), 0.0);
  EXPECT_EQ(korat::field<std::string>().get(), "");
}

TEST(Field, IsMadeFromAValueWithOrWithoutBraces) {
  const korat::field<int> a = 5;
  const korat::field<int> b{6};
  const korat::field<std::string> c(std::string("seven"));
  const korat::field<std::string> d("eight");
  const korat::field<node*> none = nullptr;
  EXPECT_EQ(a + b, 11);
  EXPECT_EQ(c.get() + d.get(), "seveneight");
  EXPECT_EQ(none.get(), nullptr);
}

TEST(Field, ConvertsToItsValueWhereverOneIsExpected) {
  const korat::field<int> f = 3;
  const auto twice = [](int n) { return 2 * n; };
  const auto by_reference = [](const int& n) { return n; };
  const long widened = f;
  const std::vector<int> items(static_cast<std::size_t>(f), 9);
  EXPECT_EQ(twice(f), 6);
  EXPECT_EQ(by_reference(f), 3);
  EXPECT_EQ(widened, 3);
  EXPECT_EQ(items.size(), 3u);
  const int values[] = {10, 11, 12, 13};
  EXPECT_EQ(values[f], 13);
}

TEST(Field, IsTestedLikeItsValue) {
  node n;
  korat::field<node*> p = &n;
  korat::field<bool> flag = true;
  int tests = 0;
  if (p) ++tests;
  if (!n.next) ++tests;
  if (flag) ++tests;
  while (p) p = nullptr, ++tests;
  EXPECT_EQ(tests, 4);
  EXPECT_EQ(flag ? 1 : 2, 1);
  EXPECT_TRUE(flag && !p);
}

TEST(Field, OfAnEnumWorksInASwitch) {
  const korat::field<color> c = color::black;
  switch (c) {
    case color::red: FAIL();
    case color::black: SUCCEED();
  }
}

TEST(Field, TakesAssignmentsOfEverythingItsTypeTakes) {
  korat::field<std::int64_t> wide;
  wide = 5;
  EXPECT_EQ(wide, 5);
  korat::field<std::string> s;
  s = "literal";
  EXPECT_EQ(s.get(), "literal");
  s = std::string("moved");
  EXPECT_EQ(s.get(), "moved");
  derived d;
  korat::field<base*> b;
  b = &d;
  EXPECT_EQ(b->tag, 7);
  b = nullptr;
  EXPECT_EQ(b.get(), nullptr);
  korat::field<const char*> text;
  text = "a";
  EXPECT_EQ(*text, 'a');
}

TEST(Field, AssignmentGivesTheFieldSoThatAssignmentsChain) {
  korat::field<int> a, b;
  int plain = 0;
  plain = b = a = 4;
  EXPECT_EQ(a + b + plain, 12);
}

TEST(Field, ComputesLikeItsValue) {
  korat::field<int> f = 10;
  const korat::field<int> g = 3;
  EXPECT_EQ(f + g, 13);
  EXPECT_EQ(f - 1, 9);
  EXPECT_EQ(2 * f, 20);
  EXPECT_EQ(f / g, 3);
  EXPECT_EQ(f % g, 1);
  EXPECT_EQ(-f, -10);
  EXPECT_EQ(f & g, 2);
  EXPECT_EQ(f | g, 11);
  EXPECT_EQ(f ^ g, 9);
  EXPECT_EQ(f << 1, 20);
  EXPECT_EQ(~f, ~10);
}

TEST(Field, CompoundAssignmentChangesIt) {
  korat::field<int> f = 10;
  const korat::field<int> two = 2;
  EXPECT_EQ((f += two), 12);
  EXPECT_EQ((f -= 4), 8);
  EXPECT_EQ((f *= 3), 24);
  EXPECT_EQ((f /= two), 12);
  EXPECT_EQ((f %= 5), 2);
  EXPECT_EQ((f |= 5), 7);
  EXPECT_EQ((f &= 6), 6);
  EXPECT_EQ((f ^= 3), 5);
  EXPECT_EQ(&(f += 1), &f);
}

TEST(Field, CompoundAssignmentKeepsANarrowTypeNarrow) {
  korat::field<std::uint8_t> f = std::uint8_t{250};
  f += 10;
  EXPECT_EQ(f, 4);
  korat::field<bool> flag = true;
  flag &= false;
  EXPECT_FALSE(flag);
  flag |= true;
  EXPECT_TRUE(flag);
}

TEST(Field, StepsLikeItsValue) {
  korat::field<int> f = 1;
  EXPECT_EQ(++f, 2);
  EXPECT_EQ(f++, 2);
  EXPECT_EQ(f, 3);
  EXPECT_EQ(--f, 2);
  EXPECT_EQ(f--, 2);
  EXPECT_EQ(f, 1);
  EXPECT_EQ(&++f, &f);
}

TEST(Field, OfAPointerWalksAnArray) {
  int values[] = {5, 6, 7, 8};
  korat::field<int*> at = values;
  EXPECT_EQ(*at, 5);
  EXPECT_EQ(at[2], 7);
  EXPECT_EQ(*++at, 6);
  at += 2;
  EXPECT_EQ(*at, 8);
  EXPECT_EQ(at - values, 3);
  *at = 80;
  EXPECT_EQ(values[3], 80);
}

TEST(Field, OfAPointerReachesTheObject) {
  node a, b;
  a.next = &b;
  a.next->key = 5;
  EXPECT_EQ(b.key, 5);
  (*a.next).key = 6;
  EXPECT_EQ(b.key, 6);
  b.next = &a;
  EXPECT_EQ(a.next->next->next, &b);
  const node& seen = a;
  seen.next->key = 7;  // a const field is a const pointer, not a pointer to const
  EXPECT_EQ(b.key, 7);
}

TEST(Field, OfAClassOffersItsMembers) {
  korat::field<std::string> s(std::string("abc"));
  EXPECT_EQ(s->size(), 3u);
  EXPECT_EQ(s[1u], 'b');
  EXPECT_FALSE(s->empty());
}

TEST(Field, CopiesAreIndependent) {
  korat::field<int> a = 1;
  korat::field<int> b = a;
  b = 2;
  EXPECT_EQ(a, 1);
  a = b;
  EXPECT_EQ(a, 2);
  a = *&a;
  EXPECT_EQ(a, 2);
  korat::field<std::string> s("text");
  korat::field<std::string> t = s;
  t = "other";
  EXPECT_EQ(s.get(), "text");
  const korat::field<int> moved = std::move(a);
  EXPECT_EQ(moved, 2);
}

TEST(Field, MakesCopyableAggregates) {
  node a{nullptr, 3};
  node b = a;
  b.key = 4;
  EXPECT_EQ(a.key, 3);
  a = b;
  EXPECT_EQ(a.key, 4);
  const auto [next, key] = b;
  EXPECT_EQ(next.get(), nullptr);
  EXPECT_EQ(key, 4);
}

TEST(Field, Swaps) {
  korat::field<int> a = 1, b = 2;
  std::swap(a, b);
  EXPECT_EQ(a, 2);
  EXPECT_EQ(b, 1);
}

TEST(Field, WorksInAlgorithms) {
  std::array<korat::field<int>, 5> values{4, 1, 5, 3, 2};
  EXPECT_EQ(std::accumulate(values.begin(), values.end(), 0), 15);
  EXPECT_EQ(std::count(values.begin(), values.end(), 5), 1);
  EXPECT_EQ(std::find(values.begin(), values.end(), 3) - values.begin(), 3);
  EXPECT_EQ(*std::max_element(values.begin(), values.end()), 5);
  EXPECT_TRUE(std::all_of(values.begin(), values.end(), [](int v) { return v > 0; }));
  std::sort(values.begin(), values.end());
  EXPECT_TRUE(std::is_sorted(values.begin(), values.end()));
  EXPECT_EQ(values[0], 1);
  std::reverse(values.begin(), values.end());
  EXPECT_EQ(values[0], 5);
  EXPECT_TRUE(std::binary_search(values.rbegin(), values.rend(), 4));
}

TEST(Field, WorksInRangeAlgorithms) {
  std::vector<korat::field<std::string>> words;
  for (const char* w : {"b", "c", "a"}) words.emplace_back(std::string(w));
  std::ranges::sort(words, {}, [](const korat::field<std::string>& f) -> const std::string& { return f; });
  EXPECT_EQ(words.front().get(), "a");
  EXPECT_EQ(words.back().get(), "c");
}

TEST(Field, PrintsAsItsValue) {
  std::ostringstream out;
  out << korat::field<int>(5) << ' ' << korat::field<double>(0.5) << ' ' << korat::field<const char*>("text");
  EXPECT_EQ(out.str(), "5 0.5 text");
}

TEST(Field, WorksInConstantExpressionsAsFarAsBeingMade) {
  static constinit korat::field<int> made = 5;
  static constinit korat::field<node*> empty;
  EXPECT_EQ(made, 5);
  EXPECT_EQ(empty, nullptr);
}

struct generic_list {
  template <class T>
  struct node {
    korat::field<node*> next;
    korat::field<T> value;
  };
};

TEST(Field, OfANestedClassTemplateMayPointToIt) {
  generic_list::node<int> second, first;
  first.next = &second;
  second.value = 7;
  EXPECT_EQ(first.next->value, 7);
}

TEST(Field, OfAClassDoesWhatTheClassDoes) {
  korat::field<std::string> name(std::string("ab")), other(std::string("c"));
  EXPECT_EQ(name.size(), 2U);
  EXPECT_FALSE(name.empty());
  EXPECT_EQ(std::string(name.begin(), name.end()), "ab");
  EXPECT_EQ(name + "c", "abc");
  EXPECT_EQ("c" + name, "cab");
  EXPECT_EQ(name + other, "abc");
  std::ostringstream out;
  out << name << other << korat::field<int>(3);
  EXPECT_EQ(out.str(), "abc3");
  const korat::field<std::vector<int>> numbers(std::vector<int>{1, 2, 3});
  EXPECT_EQ(std::accumulate(numbers.begin(), numbers.end(), 0), 6);
}

}  // namespace
}  // namespace korat_test::field_test
