// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Terms: one for equal ones, values as C++ computes them, nothing where C++ leaves them undefined.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

#include "symbolic/term.hpp"
#include "symbolic/value_range.hpp"

namespace korat_test::term_test {
namespace {

using namespace korat::detail;

TEST(Terms, EqualOnesAreOne) {
  term_table terms;
  const auto x = terms.symbol(type_of<int>), y = terms.symbol(type_of<int>);
  const auto one = terms.constant(1, type_of<int>);
  EXPECT_NE(x, 0u);
  EXPECT_NE(x, y);
  EXPECT_EQ(terms.make(operation::add, x, one), terms.make(operation::add, x, one));
  EXPECT_NE(terms.make(operation::add, x, one), terms.make(operation::add, one, x));
  EXPECT_NE(one, terms.constant(1, type_of<unsigned>));
  EXPECT_EQ(terms.constant(bits_of(-1), type_of<int>), terms.constant(0xffff'ffff, type_of<int>));
  EXPECT_EQ(terms.convert(x, type_of<int>), x);
}

TEST(Terms, ConstantsAreComputedWhereDefined) {
  term_table terms;
  const auto c = [&](int v) { return terms.constant(bits_of(v), type_of<int>); };
  EXPECT_EQ(terms.make(operation::multiply, c(6), c(-7)), c(-42));
  const auto beyond = terms.make(operation::add, c(std::numeric_limits<int>::max()), c(1));
  EXPECT_EQ(terms[beyond].what, operation::add);
  EXPECT_EQ(terms.evaluate(beyond, {}), std::nullopt);
}

/// Two numbers of eight bits, within bounds that grow: where a range is known, each value is defined and lies within.
template <class Number>
void expect_values_in_range() {
  term_table terms;
  const auto x = terms.symbol(type_of<Number>), y = terms.symbol(type_of<Number>);
  for (int o = static_cast<int>(operation::add); o <= static_cast<int>(operation::shift_right); ++o) {
    const auto what = static_cast<operation>(o);
    const auto made = is_unary(what) ? terms.make(what, x) : terms.make(what, x, y);
    int known = 0;
    for (int round = 0; round < 64; ++round) {
      const auto bounds = [&](symbol_id s) {
        const auto low =
            std::max<wide>(static_cast<Number>(round * 37 + static_cast<int>(s) * 11), low_of(type_of<Number>));
        return interval{low, std::min<wide>(low + round % 7, high_of(type_of<Number>))};
      };
      const auto range = value_range(terms, made, bounds);
      if (!range) continue;
      ++known;
      for (wide a = bounds(0).low; a <= bounds(0).high; ++a)
        for (wide b = bounds(1).low; b <= bounds(1).high; ++b) {
          const auto value =
              terms.evaluate(made, std::vector{wrapped(a, type_of<Number>), wrapped(b, type_of<Number>)});
          ASSERT_TRUE(value) << o;
          EXPECT_LE(range->low, value_of(*value, type_of<Number>)) << o;
          EXPECT_GE(range->high, value_of(*value, type_of<Number>)) << o;
        }
    }
    EXPECT_GT(known, 0) << o;
  }
}

TEST(Terms, LieInTheirRange) {
  expect_values_in_range<std::int8_t>();
  expect_values_in_range<std::uint8_t>();
}

TEST(Terms, BehindAMarkAreDropped) {
  term_table terms;
  const auto x = terms.symbol(type_of<int>);
  std::vector<term_table::mark> marks;
  std::vector<term_id> made{x};
  for (int i = 1; i < 500; ++i) {  // the table grows on the way
    marks.push_back(terms.position());
    made.push_back(terms.make(operation::add, made.back(), terms.constant(bits_of(i), type_of<int>)));
  }
  for (std::size_t i = marks.size(); i-- > 0;) {
    terms.return_to(marks[i]);
    EXPECT_EQ(terms.size(), marks[i].terms);
    const auto again =
        terms.make(operation::add, made[i], terms.constant(bits_of(static_cast<int>(i + 1)), type_of<int>));
    EXPECT_EQ(again, made[i + 1]);
    terms.return_to(marks[i]);
  }
  EXPECT_EQ(terms.symbols(), 1u);
  terms.return_to({1, 0});
  EXPECT_EQ(terms.symbol(type_of<bool>), 1u);
}

TEST(Terms, AMillionDeepAreEvaluated) {
  term_table terms;
  const auto x = terms.symbol(type_of<std::int64_t>);
  auto sum = x;
  for (int i = 0; i < 1'000'000; ++i) sum = terms.make(operation::add, sum, x);
  const std::uint64_t three[] = {3};
  EXPECT_EQ(terms.evaluate(sum, three), 3'000'003u);
}

// Against the compiler's own arithmetic, where that is defined. Overflow is asked of the builtin functions.
template <class T>
class EveryType : public testing::Test {
 protected:
  std::vector<T> samples() const {
    using limits = std::numeric_limits<T>;
    std::vector<T> some{limits::min(),
                        limits::max(),
                        T(0),
                        T(1),
                        T(2),
                        T(3),
                        T(7),
                        T(100),
                        static_cast<T>(limits::max() / 2),
                        static_cast<T>(limits::max() - 1),
                        static_cast<T>(limits::min() + 1)};
    if (std::is_signed_v<T>) some.insert(some.end(), {static_cast<T>(-1), static_cast<T>(-2), static_cast<T>(-100)});
    return some;
  }
  std::optional<T> computed(operation o, T a, T b) {
    term_table terms;
    const auto x = terms.symbol(type_of<T>), y = terms.symbol(type_of<T>);
    const std::uint64_t values[] = {bits_of(a), bits_of(b)};
    const auto result = terms.evaluate(is_unary(o) ? terms.make(o, x) : terms.make(o, x, y), values);
    if (!result) return std::nullopt;
    EXPECT_EQ(*result, bits_of(static_cast<T>(*result))) << "patterns are extended from the width";
    return static_cast<T>(*result);
  }
  static std::optional<T> if_it_fits(T value, bool overflow) {
    if (std::is_signed_v<T> && overflow) return std::nullopt;
    return value;
  }
  static std::optional<T> quotient(operation o, T a, T b) {
    if (b == 0 || (std::is_signed_v<T> && b == static_cast<T>(-1) && a == std::numeric_limits<T>::min()))
      return std::nullopt;
    return static_cast<T>(o == operation::divide ? a / b : a % b);
  }
  static std::optional<T> shifted(operation o, T a, T b) {
    if (b < 0 || b >= static_cast<T>(type_of<T>.bits)) return std::nullopt;
    return static_cast<T>(o == operation::shift_left ? static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) << b)
                                                     : a >> b);
  }
};
using types = testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                             std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(EveryType, types);

TYPED_TEST(EveryType, ComputesAsTheCompilerDoes) {
  using T = TypeParam;
  for (const T a : this->samples())
    for (const T b : this->samples()) {
      SCOPED_TRACE(testing::Message() << +a << ' ' << +b);
      T r{};
      bool over = __builtin_add_overflow(a, b, &r);
      EXPECT_EQ(this->computed(operation::add, a, b), this->if_it_fits(r, over));
      over = __builtin_sub_overflow(a, b, &r);
      EXPECT_EQ(this->computed(operation::subtract, a, b), this->if_it_fits(r, over));
      over = __builtin_mul_overflow(a, b, &r);
      EXPECT_EQ(this->computed(operation::multiply, a, b), this->if_it_fits(r, over));
      over = __builtin_sub_overflow(T{}, a, &r);
      EXPECT_EQ(this->computed(operation::negate, a, b), this->if_it_fits(r, over));
      for (const auto o : {operation::divide, operation::remainder})
        EXPECT_EQ(this->computed(o, a, b), this->quotient(o, a, b));
      EXPECT_EQ(this->computed(operation::bit_and, a, b), static_cast<T>(a & b));
      EXPECT_EQ(this->computed(operation::bit_or, a, b), static_cast<T>(a | b));
      EXPECT_EQ(this->computed(operation::bit_xor, a, b), static_cast<T>(a ^ b));
      EXPECT_EQ(this->computed(operation::complement, a, b), static_cast<T>(~a));
      for (const auto o : {operation::shift_left, operation::shift_right})
        EXPECT_EQ(this->computed(o, a, b), this->shifted(o, a, b));
    }
}

template <class From, class To>
void expect_conversion(From value) {
  term_table terms;
  const auto x = terms.symbol(type_of<From>);
  const std::uint64_t values[] = {bits_of(value)};
  EXPECT_EQ(terms.evaluate(terms.convert(x, type_of<To>), values), bits_of(static_cast<To>(value)));
  EXPECT_EQ(terms[terms.convert(terms.constant(bits_of(value), type_of<From>), type_of<To>)].bits,
            bits_of(static_cast<To>(value)));
}

TYPED_TEST(EveryType, ConvertsAsTheCompilerDoes) {
  for (const auto v : this->samples()) {
    expect_conversion<TypeParam, bool>(v);
    expect_conversion<TypeParam, std::int8_t>(v);
    expect_conversion<TypeParam, std::uint8_t>(v);
    expect_conversion<TypeParam, std::int16_t>(v);
    expect_conversion<TypeParam, std::uint16_t>(v);
    expect_conversion<TypeParam, std::int32_t>(v);
    expect_conversion<TypeParam, std::uint32_t>(v);
    expect_conversion<TypeParam, std::int64_t>(v);
    expect_conversion<TypeParam, std::uint64_t>(v);
  }
  expect_conversion<bool, TypeParam>(true);
}

}  // namespace
}  // namespace korat_test::term_test
