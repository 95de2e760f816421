// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Containers, strings and variants as values of one field.

#include <gtest/gtest.h>

#include <list>
#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "korat/korat.hpp"
#include "looking.hpp"

namespace korat_test::containers_test {
namespace {

using korat::between;
using korat::one_of;
using korat::sequences_of;
using shown = std::vector<korat::field_value>;

TEST(Sequences, OfStringsAreAllOfThemTheShortOnesFirst) {
  EXPECT_EQ(sequences_of<std::string>(one_of('a', 'b'), between(0, 2)).values,
            (std::vector<std::string>{"", "a", "b", "aa", "ab", "ba", "bb"}));
  EXPECT_EQ(sequences_of<std::string>(between('x', 'z'), between(3, 3)).values.size(), 27U);
}

TEST(Sequences, OfNoElementsAreTheEmptyOne) {
  EXPECT_EQ(sequences_of<std::string>(one_of(std::vector<char>()), between(0, 5)).values, std::vector<std::string>{""});
  EXPECT_TRUE(sequences_of<std::string>(one_of(std::vector<char>()), between(1, 5)).values.empty());
}

TEST(Sequences, AreNotMoreThanMemoryHolds) {
  EXPECT_THROW(sequences_of<std::string>(between('a', 'z'), between(0, 50)), korat::finitization_error);
}

TEST(Sequences, MayBeOtherContainers) {
  EXPECT_EQ(values_of<std::list<bool>>(sequences_of<std::list<bool>>(korat::any_bool, between(1, 1))),
            (std::vector<std::list<bool>>{{false}, {true}}));
}

TEST(Containers, AreShownAsCodeWritesThem) {
  EXPECT_EQ(shown_of<std::vector<int>>(sequences_of<std::vector<int>>(between(1, 1), between(0, 2))),
            (shown{korat::named_value{"{}"}, korat::named_value{"{1}"}, korat::named_value{"{1, 1}"}}));
  EXPECT_EQ(
      (shown_of<std::map<int, std::string>>(one_of(std::vector<std::map<int, std::string>>{{{1, "a"}, {2, "b"}}}))),
      (shown{korat::named_value{"{{1, \"a\"}, {2, \"b\"}}"}}));
}

using mixed = std::variant<std::monostate, int, bool, std::string>;
const auto mixed_domain =
    korat::variant_of(korat::exactly(std::monostate()), between(1, 2), korat::any_bool, one_of(std::string("x")));

TEST(Variants, HaveEachAlternativeWithItsValues) {
  EXPECT_EQ(values_of<mixed>(mixed_domain), (std::vector<mixed>{{}, 1, 2, false, true, "x"}));
  EXPECT_EQ(shown_of<mixed>(mixed_domain),
            (shown{korat::named_value{"{}"}, std::int64_t{1}, std::int64_t{2}, false, true, std::string("x")}));
}

// In classes of fields, found by both engines.

struct record {
  korat::field<mixed> what;
  korat::field<std::vector<int>> numbers;
  korat::field<std::string> name;
  korat::field<std::map<int, int>> table;
};

korat::finitization<record> records() {
  korat::finitization<record> b;
  b.set<&record::what>(mixed_domain)
      .set<&record::numbers>(sequences_of<std::vector<int>>(between(1, 2), between(0, 2)));
  b.set<&record::name>(sequences_of<std::string>(one_of('a'), between(0, 2)));
  b.set<&record::table>(one_of(std::vector<std::map<int, int>>{{}, {{1, 1}}, {{1, 2}, {2, 1}}}));
  return b;
}

bool agrees(const record& r) {
  if (r.numbers.size() != r.name.size() || r.table.size() > r.name->size()) return false;
  for (const int n : r.numbers)
    if (n == 2 && r.table.empty()) return false;
  const auto* const number = std::get_if<int>(&r.what.get());
  return number == nullptr || *number == static_cast<int>(r.name.size());
}

TEST(Containers, InFieldsAreFoundByBothEnginesAsByBruteForce) {
  std::uint64_t expected = 0;
  for (const auto& numbers : sequences_of<std::vector<int>>(between(1, 2), between(0, 2)).values)
    for (const auto& table : {std::map<int, int>{}, {{1, 1}}, {{1, 2}, {2, 1}}})
      for (const auto& what : values_of<mixed>(mixed_domain)) {
        record r;
        r.what = what;
        r.numbers = numbers;
        r.name = std::string(numbers.size(), 'a');
        r.table = table;
        expected += agrees(r) ? 1 : 0;
      }
  for (const auto engine : {korat::engine::checkpoint, korat::engine::reexecute}) {
    korat::search<record> search(records(), agrees,
                                 {.engine = engine, .self_checks = korat::search_options::unlimited});
    while (search.next_valid()) continue;
    EXPECT_EQ(search.statistics().valid, expected);
  }
  EXPECT_GT(expected, 20U);
}

// A std::vector's length needs the pass, which this file does not have.

struct with_vector {
  std::vector<int> numbers;
};

TEST(Vectors, WithoutThePassAreAMissedRead) {
  korat::finitization<with_vector> b;
  b.set<&with_vector::numbers>(korat::vector_of(between(1, 2), between(0, 3)));
  try {
    korat::for_each(
        b, [](const with_vector& w) { return w.numbers.size() == 2; }, [](const with_vector&) {});
    FAIL() << "nothing was noticed";
  } catch (const korat::predicate_error& e) {
    EXPECT_EQ(e.why().kind, korat::misbehaviour::missed_read);
    EXPECT_NE(e.why().reason.find("numbers.length"), std::string::npos) << e.what();
  }
}

TEST(Vectors, AreListedWholeToo) {
  korat::finitization<with_vector> b;
  b.set<&with_vector::numbers>(sequences_of<std::vector<int>>(between(1, 2), between(0, 3)));
  std::uint64_t longest = 0;
  korat::for_each(
      b, [](const with_vector& w) { return korat::read(w.numbers).size() == 3; },
      [&](const with_vector& w) { longest += w.numbers.size(); });
  EXPECT_EQ(longest, 8U * 3);
}

}  // namespace
}  // namespace korat_test::containers_test
