// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Properties in the tests of a project of its own.

#include <korat/gtest.hpp>
#include <korat/korat.hpp>
#include <utility>

struct pair_of_numbers {
  korat::field<int> low, high;
  bool ordered() const { return low <= high; }
  void widen(int by) { low -= by, high += by; }
  static korat::finitization<pair_of_numbers> bounds() {
    korat::finitization<pair_of_numbers> space;
    space.set<&pair_of_numbers::low>(korat::between(0, 9)).set<&pair_of_numbers::high>(korat::between(0, 9));
    return space;
  }
};

KORAT_TEST(Pair, StaysOrdered, (pair_of_numbers& p, int by), pair_of_numbers::bounds(), &pair_of_numbers::ordered, korat::between(0, 3)) {
  p.widen(by);
  EXPECT_TRUE(p.ordered());
}

KORAT_TEST(Pair, ContainsItsEnds, (korat::owned_structure<pair_of_numbers> p), pair_of_numbers::bounds(), &pair_of_numbers::ordered) {
  EXPECT_LE(p->low, p->high.get());
}
