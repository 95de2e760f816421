// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Repair of plain classes, compiled through the pass with comparisons: integers get values that are nowhere at hand,
// because the check that failed asks for them.

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "korat/korat.hpp"
#include "korat/repair.hpp"

namespace korat_test::plain_test {
namespace {

using korat::repair;
using korat::repair_outcome;

constexpr korat::engine engines[] = {korat::engine::checkpoint, korat::engine::reexecute};
const auto any_number = korat::between(0, 1);  // a repair asks for the type, not for the values

/// Where a file's blocks lie: one behind the other, with a gap of 4096 between them.
struct extent {
  int begin = 0;
  int length = 0;
  extent* next = nullptr;
};

struct extents {
  extent* first = nullptr;
  long total = 0;

  bool rep_ok() const {
    int expected = 1'000;
    long sum = 0;
    korat::set<const extent*> visited;
    for (const extent* e = first; e != nullptr; e = e->next) {
      if (!visited.insert(e).second) return false;
      if (e->begin != expected) return false;
      const int length = e->length;
      if (length < 512 || 30'000 < length) return false;
      expected = e->begin + length + 4'096;
      sum += length;
    }
    return sum == total;
  }
  static korat::finitization<extents> bounds() {
    korat::finitization<extents> b;
    const auto all = b.objects<extent>(1);
    b.set<&extents::first>(all).set<&extents::total>(any_number);
    b.set<&extent::begin>(any_number).set<&extent::length>(any_number).set<&extent::next>(all);
    return b;
  }
};

struct file {
  explicit file(std::size_t count) : memory(count) {
    int begin = 1'000;
    for (std::size_t i = 0; i < count; ++i) {
      auto& e = memory[i];
      e.begin = begin;
      e.length = static_cast<int>(600 + 37 * i % 5'000);
      e.next = i + 1 < count ? &memory[i + 1] : nullptr;
      begin += e.length + 4'096;
      map.total += e.length;
    }
    map.first = memory.data();
  }
  std::vector<extent> memory;
  extents map;
};

korat::repair_result mend(extents& e, korat::engine engine) {
  return repair(e, extents::bounds(), &extents::rep_ok, {.engine = engine});
}

TEST(PlainRepair, ASumThatIsWrong) {
  for (const auto engine : engines) {
    file f(20);
    const auto whole = f.map.total;
    f.map.total = 3;
    EXPECT_EQ(mend(f.map, engine).changes.size(), 1U);
    EXPECT_EQ(f.map.total, whole);
  }
}

TEST(PlainRepair, ANumberThatFollowsFromOthers) {
  for (const auto engine : engines) {
    file f(20);
    const auto whole = f.memory[7].begin;
    f.memory[7].begin = -5;
    EXPECT_EQ(mend(f.map, engine).changes.size(), 1U);
    EXPECT_EQ(f.memory[7].begin, whole);
  }
}

TEST(PlainRepair, ANumberOutOfItsRangeTakesTheNearestValue) {
  file f(1);
  f.memory[0].length = 70'000;
  f.map.total = 70'000;
  const auto r = mend(f.map, korat::engine::checkpoint);
  EXPECT_EQ(r.outcome, repair_outcome::repaired);
  EXPECT_EQ(f.memory[0].length, 30'000);
  EXPECT_EQ(f.map.total, 30'000);
}

TEST(PlainRepair, ManyNumbersOfALargeStructure) {
  for (const auto engine : engines) {
    file f(2'000);
    std::vector<int> begins;
    for (const auto& e : f.memory) begins.push_back(e.begin);
    const auto total = f.map.total;
    for (const auto i : {50U, 333U, 700U, 701U, 1'999U}) f.memory[i].begin = static_cast<int>(i);
    f.map.total = 0;
    EXPECT_EQ(mend(f.map, engine).changes.size(), 6U);
    for (std::size_t i = 0; i < begins.size(); ++i) EXPECT_EQ(f.memory[i].begin, begins[i]);
    EXPECT_EQ(f.map.total, total);
  }
}

// One number of every type, compared in one way or another.

template <class T>
struct one_of_type {
  T number{};

  static korat::finitization<one_of_type> bounds() {
    korat::finitization<one_of_type> b;
    b.template set<&one_of_type::number>(any_number);
    return b;
  }
};

/// What `number` becomes from `broken`.
template <class T, class Predicate>
T mended(T broken, Predicate holds) {
  one_of_type<T> root{broken};
  const auto asks = [holds](const one_of_type<T>& r) { return holds(r.number); };
  EXPECT_EQ(repair(root, one_of_type<T>::bounds(), asks).outcome, repair_outcome::repaired);
  return root.number;
}

TEST(PlainRepair, NumbersOfEveryWidthKeepTheirSign) {
  EXPECT_EQ((mended<signed char>(5, [](const auto& n) { return n < -99; })), -100);
  EXPECT_EQ((mended<unsigned char>(5, [](const auto& n) { return n > 200; })), 201);
  EXPECT_EQ((mended<short>(7, [](const auto& n) { return n <= -20'000; })), -20'000);
  EXPECT_EQ((mended<unsigned short>(7, [](const auto& n) { return n >= 50'000; })), 50'000);
  EXPECT_EQ((mended<int>(1, [](const auto& n) { return n == -1'234'567; })), -1'234'567);
  EXPECT_EQ((mended<unsigned>(1, [](const auto& n) { return n > 3'000'000'000U; })), 3'000'000'001U);
  EXPECT_EQ((mended<long>(-1, [](const auto& n) { return n > 5'000'000'000; })), 5'000'000'001);
  EXPECT_EQ((mended<unsigned long>(9, [](const auto& n) { return n >= 0xffff'ffff'ffff'fff0; })),
            0xffff'ffff'ffff'fff0);
}

TEST(PlainRepair, NumbersInAnExpression) {
  EXPECT_EQ((mended<int>(1, [](const auto& n) { return n + 17 == 4'000; })), 3'983);
  EXPECT_EQ((mended<int>(1, [](const auto& n) { return 90'000 - n < 17; })), 89'984);
  EXPECT_EQ((mended<short>(1, [](const auto& n) { return n + 1'000 > 30'000; })), 29'001);
  EXPECT_EQ((mended<unsigned char>(1, [](const auto& n) { return std::uint64_t{n} + 77 == 250; })), 173);
}

TEST(PlainRepair, NumbersByWayOfAVariableOrAFunction) {
  EXPECT_EQ((mended<int>(1,
                         [](const auto& n) {
                           const int copy = n;
                           const int other = copy;
                           return other == 4'711;
                         })),
            4'711);
  EXPECT_EQ((mended<int>(1,
                         [](const auto& n) {
                           const long sum = n + 3L;
                           return sum == 4'711;
                         })),
            4'708);
  EXPECT_EQ((mended<int>(1, [](const auto& n) { return std::greater<>()(n, 4'711); })), 4'712);
}

struct base {
  long unused = 0;
};

class guarded : public base {
 public:
  guarded() = default;
  explicit guarded(int limit) : limit_(limit) {}
  int limit() const { return limit_; }
  bool rep_ok() const { return limit() + 1 > 80'000; }
  static korat::finitization<guarded> bounds() {
    korat::finitization<guarded> b;
    b.set<&guarded::limit_>(any_number);
    return b;
  }

 private:
  int limit_ = 0;
};

TEST(PlainRepair, NumbersByWayOfAFunctionThatReturnsThem) {
  guarded g(7);
  EXPECT_EQ(repair(g, guarded::bounds(), &guarded::rep_ok).outcome, repair_outcome::repaired);
  EXPECT_EQ(g.limit(), 80'000);
}

TEST(PlainRepair, NumbersThatAreRelatedToEachOther) {
  struct pair {
    int low = 900'000, high = 3;
    static korat::finitization<pair> bounds() {
      korat::finitization<pair> b;
      b.set<&pair::low>(any_number).set<&pair::high>(any_number);
      return b;
    }
  } p;
  const auto apart = [](const pair& q) { return q.low + 50 < q.high; };
  const auto r = repair(p, pair::bounds(), apart);
  EXPECT_EQ(r.outcome, repair_outcome::repaired);
  EXPECT_EQ(r.changes.size(), 1U);
  EXPECT_EQ(p.low + 51, p.high);
}

/// Comparisons do not tell all about a number whose plain value is used otherwise.
TEST(PlainRepair, NothingIsSaidToBeImpossibleThatWasNotTried) {
  one_of_type<int> root{1};
  const auto holds = [](const one_of_type<int>& r) { return r.number > 0 && r.number % 1'000 == 517; };
  const auto r = repair(root, one_of_type<int>::bounds(), holds);
  EXPECT_EQ(r.outcome, repair_outcome::not_repaired);
  EXPECT_EQ(r.why.value().find("whatever values"), std::string::npos) << r.why.value_or("");
  EXPECT_EQ(root.number, 1);
}

}  // namespace
}  // namespace korat_test::plain_test
