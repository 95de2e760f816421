// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What is noticed is loaded before anything else can be noticed: a value that changes afterwards is not seen.

#include <gtest/gtest.h>

#include <algorithm>

#include "korat/korat.hpp"
#include "tests/access/spoiling_runner.hpp"

namespace korat_test::loads_test {
namespace {

enum class color : unsigned char { red, black };
struct pair {
  int x, y;
  friend auto operator<=>(const pair&, const pair&) = default;
};

struct record {
  korat::field<int> a = 3, b = 5;
  korat::field<unsigned char> small = static_cast<unsigned char>(2);
  korat::field<record*> self = this;
  korat::field<record*> other = nullptr;
  korat::field<double> half = 0.5, whole = 1.0;
  korat::field<color> red = color::red, black = color::black;
  korat::field<pair> low = pair{1, 2}, high = pair{3, 4};
  int plain = 7, plain_too = 8;
};

korat::finitization<record> bounds() {
  korat::finitization<record> all;
  all.set<&record::a>(korat::exactly(3)).set<&record::b>(korat::exactly(5));
  all.set<&record::small>(korat::exactly(2)).set<&record::self>(all.root()).set<&record::other>(all.root().with_null());
  all.set<&record::half>(korat::exactly(0.5)).set<&record::whole>(korat::exactly(1.0));
  all.set<&record::red>(korat::exactly(color::red)).set<&record::black>(korat::exactly(color::black));
  all.set<&record::low>(korat::exactly(pair{1, 2})).set<&record::high>(korat::exactly(pair{3, 4}));
  all.set<&record::plain>(korat::exactly(7)).set<&record::plain_too>(korat::exactly(8));
  return all;
}

template <class Look>
auto look(Look what) {
  using runner = korat::detail::spoiling_runner<record>;
  runner r(bounds(), runner::earlier::spoiled);
  const auto seen = what(static_cast<const record&>(r.root()));
  EXPECT_EQ(r.noticed(), 2u);
  return seen;
}

TEST(Loads, OfComparedNumbersHappenAtTheirOwnNotice) {
  EXPECT_TRUE(look([](const record& r) { return r.a < r.b; }));
  EXPECT_TRUE(look([](const record& r) { return r.b >= r.a; }));
  EXPECT_FALSE(look([](const record& r) { return r.a == r.small; }));
  EXPECT_TRUE(look([](const record& r) { return r.red != r.black; }));
}

TEST(Loads, OfWhatIsComparedAsThePlainTypeHappenAtTheirOwnNotice) {
  EXPECT_FALSE(look([](const record& r) { return r.self == r.other; }));
  EXPECT_TRUE(look([](const record& r) { return r.half < r.whole; }));
  EXPECT_TRUE(look([](const record& r) { return r.low < r.high; }));
  EXPECT_FALSE(look([](const record& r) { return r.low == r.high; }));
}

TEST(Loads, OfOperandsHappenAtTheirOwnNotice) {
  EXPECT_EQ(look([](const record& r) { return r.a + r.b; }), 8);
  EXPECT_EQ(look([](const record& r) { return r.a * r.small; }), 6);
  EXPECT_EQ(look([](const record& r) { return std::max<int>(r.a, r.b); }), 5);
  EXPECT_EQ(look([](const record& r) { return korat::symbolic(r.a) + r.b; }), 8);
}

TEST(Loads, ByReadHappenAtTheirOwnNotice) {
  EXPECT_EQ(look([](const record& r) { return korat::read(r.plain) + korat::read(r.plain_too); }), 15);
  EXPECT_TRUE(look([](const record& r) { return korat::read(r.plain) < korat::read(r.plain_too); }));
}

}  // namespace
}  // namespace korat_test::loads_test
