// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Path conditions written out by hand: what is feasible, what is nearest, and that taking back takes back.

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "symbolic/path_condition.hpp"

namespace korat_test::path_condition_test {
namespace {

using namespace korat::detail;

constexpr number_type int_type{32, true}, unsigned_type{32, false};
constexpr wide int_low = std::numeric_limits<int>::min(), int_high = std::numeric_limits<int>::max();

class Path : public testing::Test {
 protected:
  term_id add(wide old, wide low = int_low, wide high = int_high) { return path.add_symbol(int_type, low, high, old); }
  term_id number(int n) { return path.terms().constant(static_cast<std::uint64_t>(std::int64_t{n}), int_type); }
  term_id plus(term_id a, int n) { return path.terms().make(operation::add, a, number(n)); }
  void push(term_id a, relation how, term_id b) { path.push({a, how, b}); }
  void push(term_id a, relation how, int b) { path.push({a, how, number(b)}); }
  std::vector<int> nearest() {
    const auto found = path.nearest();
    EXPECT_EQ(found.feasible, answer::yes);
    EXPECT_TRUE(found.smallest);
    std::vector<int> values;
    for (const auto bits : found.bits) values.push_back(static_cast<int>(bits));
    return values;
  }
  using ints = std::vector<int>;

  path_condition path;
};

TEST_F(Path, WithoutConditionsKeepsEverything) {
  add(5);
  add(-3, -10, 10);
  EXPECT_EQ(nearest(), (ints{5, -3}));
}

TEST_F(Path, BringsAnOldValueOutsideItsRangeIn) {
  add(50, 0, 9);
  EXPECT_EQ(nearest(), (ints{9}));
}

TEST_F(Path, RaisesNoValueFurtherThanItMust) {
  const auto x = add(5, 0, 9), y = add(5, 0, 9), z = add(5, 3, 9);
  push(z, relation::less, x);
  push(y, relation::unequal, 0);
  push(y, relation::unequal, x);
  ASSERT_EQ(path.feasible(), answer::yes);
  EXPECT_EQ(path.smallest(), (std::vector<std::uint64_t>{4, 1, 3}));
  push(y, relation::equal, x);
  EXPECT_EQ(path.feasible(), answer::no);
}

TEST_F(Path, WithOneValueForEachSymbolNeedsNoSolver) {
  const auto x = add(3, 3, 3), y = add(4, 4, 4);
  push(path.terms().make(operation::multiply, x, y), relation::equal, 12);
  EXPECT_EQ(path.feasible(), answer::yes);
  push(path.terms().make(operation::bit_xor, x, y), relation::equal, 8);
  EXPECT_EQ(path.feasible(), answer::no);
}

TEST_F(Path, OfBoundsGivesTheNearerEnd) {
  const auto x = add(7);
  push(x, relation::greater, 9);
  EXPECT_EQ(nearest(), (ints{10}));
  push(x, relation::less_or_equal, 9);
  EXPECT_EQ(path.feasible(), answer::no);
  path.pop_to(1);
  EXPECT_EQ(nearest(), (ints{10}));
  path.pop_to(0);
  EXPECT_EQ(nearest(), (ints{7}));
}

TEST_F(Path, StepsOverHoles) {
  const auto x = add(0, -2, 2);
  for (const int n : {0, -1, 1}) push(x, relation::unequal, n);
  EXPECT_EQ(nearest(), (ints{-2}));
  push(x, relation::unequal, -2);
  EXPECT_EQ(nearest(), (ints{2}));
  push(x, relation::unequal, 2);
  EXPECT_EQ(path.feasible(), answer::no);
  path.pop_to(3);
  EXPECT_EQ(nearest(), (ints{-2}));
}

TEST_F(Path, MakesASumNotOverflow) {
  const auto x = add(int_high);
  path.push_defined(plus(x, 1));
  EXPECT_EQ(nearest(), (ints{std::numeric_limits<int>::max() - 1}));
  push(plus(x, 1), relation::less, x);  // what an optimizer takes for false
  EXPECT_EQ(path.feasible(), answer::no);
}

TEST_F(Path, SeesThroughUnsignedArithmeticThatCannotWrap) {
  const auto x = path.add_symbol(unsigned_type, 1, 10, 5);
  const auto less = path.terms().make(operation::subtract, x, path.terms().constant(1, unsigned_type));
  path.push({less, relation::less, path.terms().constant(2, unsigned_type)});
  EXPECT_EQ(nearest(), (ints{2}));
}

TEST_F(Path, WithoutASolverDoesNotKnowProducts) {
  const auto x = add(5);
  path.push({path.terms().make(operation::multiply, x, x), relation::equal, number(49)});
  EXPECT_EQ(path.feasible(), answer::unknown);
  path.pop_to(0);
  path.push({path.terms().make(operation::multiply, x, x), relation::equal, number(25)});
  EXPECT_EQ(path.feasible(), answer::yes) << "the old value will do";
  EXPECT_EQ(nearest(), (ints{5}));
}

TEST_F(Path, ChangesTheOneThatIsOutOfOrder) {
  std::vector<term_id> keys;
  for (const int old : {1, 2, 90, 4, 5, 6}) keys.push_back(add(old));
  for (std::size_t i = 1; i < keys.size(); ++i) push(keys[i - 1], relation::less, keys[i]);
  EXPECT_EQ(nearest(), (ints{1, 2, 3, 4, 5, 6}));
}

TEST_F(Path, FindsACycleOfDifferences) {
  const auto x = add(0), y = add(0), z = add(0);
  push(x, relation::less, y);
  push(y, relation::less, z);
  EXPECT_EQ(path.feasible(), answer::yes);
  push(z, relation::less_or_equal, plus(x, 1));
  EXPECT_EQ(path.feasible(), answer::no);
  path.pop_to(2);
  push(z, relation::less_or_equal, plus(x, 2));
  EXPECT_EQ(path.feasible(), answer::yes);
}

TEST_F(Path, KeepsThreeApartInThreePlaces) {
  const term_id keys[] = {add(1, 1, 3), add(1, 1, 3), add(1, 1, 3)};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < i; ++j) push(keys[i], relation::unequal, keys[j]);
  EXPECT_EQ(path.feasible(), answer::yes);
  const auto found = path.nearest();
  EXPECT_TRUE(found.smallest);
  EXPECT_EQ(found.bits[0] + found.bits[1] + found.bits[2], 6u);
  const auto fourth = add(1, 1, 3);
  for (const auto key : keys) push(fourth, relation::unequal, key);
  EXPECT_EQ(path.feasible(), answer::no);
}

/// For a search: whether a condition and its opposite are possible, and the least values with one more difference.
TEST(PathOfASearch, KnowsWhatOneMoreConditionWouldBring) {
  path_condition path(nullptr, path_condition::use::search);
  std::vector<term_id> x;
  for (int i = 0; i < 5; ++i) x.push_back(path.add_symbol(int_type, 0, 6, 0));
  path.push({x[0], relation::less, x[1]});
  path.push({x[3], relation::less, x[2]});
  for (const auto how : {relation::less, relation::less_or_equal, relation::greater, relation::greater_or_equal,
                         relation::equal, relation::unequal})
    for (std::size_t a = 0; a < x.size(); ++a)
      for (std::size_t b = 0; b < x.size(); ++b) {
        if (a == b) continue;
        SCOPED_TRACE(testing::Message() << "x" << a << " " << static_cast<int>(how) << " x" << b);
        const condition one{x[a], how, x[b]};
        const auto [yes, no] = path.feasible_ways(one);
        EXPECT_EQ(yes, path.feasible_with(one));
        EXPECT_EQ(no, path.feasible_with({x[a], negated(how), x[b]}));
        const auto difference = path.as_difference(one);
        EXPECT_EQ(difference.has_value(), how != relation::equal && how != relation::unequal);
        if (!difference || yes != answer::yes) continue;
        std::vector<int> told, found;
        for (symbol_id s = 0; s < x.size(); ++s)
          told.push_back(static_cast<int>(path.least(s, path.raised_by(*difference))));
        const auto before = path.size();
        path.push(one);
        for (symbol_id s = 0; s < x.size(); ++s) found.push_back(static_cast<int>(path.least(s)));
        path.pop_to(before);
        EXPECT_EQ(told, found);
      }
}

TEST_F(Path, TakesBackSymbolsAndTermsToo) {
  const auto x = add(1);
  const auto before = path.position();
  push(x, relation::less, add(0));
  push(x, relation::greater, 100);
  path.return_to(before);
  EXPECT_EQ(path.symbols(), 1u);
  EXPECT_EQ(path.size(), 0u);
  EXPECT_EQ(path.terms().size(), before.terms.terms);
  EXPECT_EQ(nearest(), (ints{1}));
}

// Seconds, if a push were to look at the conditions before it.
TEST_F(Path, OfAHundredThousandBoundsIsFast) {
  const auto x = add(0);
  for (int i = 0; i < 100'000; ++i) {
    if (i % 3 == 2)
      push(x, relation::unequal, i);
    else
      push(x, relation::greater_or_equal, i);
    ASSERT_EQ(path.feasible(), answer::yes);
  }
  EXPECT_EQ(nearest(), (ints{99'999}));
  for (std::size_t n = path.size(); n-- > 0;) path.pop_to(n);
  EXPECT_EQ(nearest(), (ints{0}));
}

TEST_F(Path, OfAHundredThousandOrderedSymbolsIsFast) {
  auto last = add(0);
  for (int i = 1; i < 100'000; ++i) {
    const auto next = add(i - 1);  // one too small, each
    push(last, relation::less, next);
    ASSERT_EQ(path.feasible(), answer::yes);
    last = next;
  }
}

}  // namespace
}  // namespace korat_test::path_condition_test
