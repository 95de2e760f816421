// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The nearest repairs, against trying every change of up to two fields by hand.

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <set>

#include "faults/corrupt.hpp"
#include "image/live.hpp"
#include "invariants.hpp"
#include "korat/field.hpp"
#include "korat/print.hpp"
#include "korat/repair.hpp"
#include "subjects/subject.hpp"
#include "tests/search/sanitized.hpp"

namespace korat_test::nearest_test {
namespace {

using korat::field_value;
using korat::structure;

struct place {
  std::size_t object, field;
};

struct bounds_of_integers {
  std::int64_t low = 0, high = 4;
};

/// Within which all integers of the structure lie.
bounds_of_integers around(const structure& s) {
  bounds_of_integers b;
  for (const auto& o : s.objects)
    for (const auto& f : o.fields)
      if (const auto* const i = std::get_if<std::int64_t>(&f.value)) b = {std::min(b.low, *i), std::max(b.high, *i)};
  return b;
}

/// Keys that lie ten apart are closer afterwards, so that there are fewer values to try.
void draw_together(structure& s) {
  for (auto& o : s.objects)
    for (auto& f : o.fields)
      if (auto* const i = std::get_if<std::int64_t>(&f.value); i != nullptr && f.name == "info") *i /= 10;
}

/// Every other value that a field may take: references to elements or to all others, null, and integers within bounds.
std::vector<field_value> values_for(const structure& s, const place& p, const bounds_of_integers& bounds) {
  const auto& now = s.objects[p.object].fields[p.field].value;
  std::vector<field_value> values;
  if (std::holds_alternative<std::int64_t>(now)) {
    for (auto i = bounds.low; i <= bounds.high; ++i) values.emplace_back(i);
  } else {
    values.emplace_back(korat::null_reference{});
    const bool to_elements = s.objects[p.object].fields[p.field].name == "element";
    for (std::size_t o = 1; o < s.objects.size(); ++o)
      if ((s.objects[o].class_name == "element") == to_elements) values.emplace_back(korat::object_id{o});
  }
  std::erase(values, now);
  return values;
}

/// Calls use(changed structure) for every change of `count` fields from `first` on.
template <class Use>
void change_all(structure& s, const std::vector<place>& places, const bounds_of_integers& bounds, std::size_t first,
                std::size_t count, const Use& use) {
  if (count == 0) return use(s);
  for (auto i = first; i < places.size(); ++i) {
    auto& value = s.objects[places[i].object].fields[places[i].field].value;
    const auto before = value;
    for (const auto& other : values_for(s, places[i], bounds)) {
      value = other;
      change_all(s, places, bounds, i + 1, count - 1, use);
    }
    value = before;
  }
}

struct nearest {
  std::size_t distance = 0;
  std::set<std::string> repairs;
};

/// By trying everything; nothing when two changes do not suffice.
std::optional<nearest> by_hand(const std::string& subject, structure s) {
  std::vector<place> places;
  const auto bounds = around(s);
  for (std::size_t o = 0; o < s.objects.size(); ++o)
    for (std::size_t f = 0; f < s.objects[o].fields.size(); ++f) places.push_back({o, f});
  for (const std::size_t distance : {0U, 1U, 2U}) {
    nearest found{distance, {}};
    change_all(s, places, bounds, 0, distance, [&](const structure& changed) {
      if (korat::test::violated(subject, changed).empty()) found.repairs.insert(to_json(changed));
    });
    if (!found.repairs.empty()) return found;
  }
  return std::nullopt;
}

class Nearest : public ::testing::TestWithParam<std::string> {};

TEST_P(Nearest, AreThoseFoundByTryingEverything) {
  const auto& subject = *korat::subjects::find(GetParam());
  int compared = 0, several = 0;
  for (std::uint64_t seed = 1; seed <= korat_test::so_many(40U, 12U); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const auto grown = subject.grow(2 + static_cast<std::int64_t>(seed % 3), random);
    const auto what = subject.describe(grown.arguments);
    auto broken = korat::detail::read_live(what, grown.root, grown.told_apart);
    draw_together(broken);
    korat::faults::corrupt(broken, {.count = 1 + seed % 3}, random);
    const auto integers = around(broken);
    korat::repair_options options{.all_smallest = true, .max_lost = broken.objects.size()};
    options.max_fresh = 0;
    for (const auto* const member : {"size", "key", "info", "element"})
      for (const auto& b : korat::detail::erasure::of(what).bounds.bindings)
        if (b.name == member) options.ranges.push_back({b.class_name + "::" + b.name, integers.low, integers.high});
    korat::basic_repair work(what, broken, options);
    const auto expected = by_hand(subject.name, work.before());
    const auto result = work.run();
    if (!expected || expected->distance == 0) continue;
    ++compared;
    ASSERT_EQ(result.outcome, korat::repair_outcome::repaired);
    ASSERT_GE(work.choices(), 1U);
    std::set<std::string> repairs;
    for (std::size_t i = 0; i < work.choices(); ++i) {
      const auto choice = work.choose(i);
      if (choice.lost.empty()) {
        EXPECT_TRUE(choice.smallest);
      }  // others change no less
      EXPECT_EQ(choice.changes.size(), expected->distance);
      const auto shown = to_json(work.after());
      EXPECT_TRUE(expected->repairs.contains(shown)) << shown;
      EXPECT_TRUE(repairs.insert(shown).second) << "twice: " << shown;
    }
    several += repairs.size() > 1 ? 1 : 0;
    // One repair stands for all that differ in integers alone.
    const bool integers_differ =
        std::ranges::any_of(korat::detail::erasure::of(what).bounds.bindings, [](const auto& b) {
          return b.values.integer != korat::detail::value_source::number::none && b.name != "size";
        });
    if (!integers_differ) {
      EXPECT_TRUE(repairs == expected->repairs) << repairs.size() << " of " << expected->repairs.size();
    }
  }
  EXPECT_GT(compared, korat_test::so_many(15, 3));
  EXPECT_GT(several, korat_test::so_many(5, 0));
}

INSTANTIATE_TEST_SUITE_P(subjects, Nearest,
                         ::testing::Values("binary-tree", "search-tree", "singly-linked-list", "doubly-linked-list",
                                           "sorted-list", "ternary-tree"),
                         [](const auto& tested) {
                           auto name = tested.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

struct pair_of_numbers {
  korat::field<int> a, b;
};

korat::finitization<pair_of_numbers> numbers() {
  korat::finitization<pair_of_numbers> bounds("numbers");
  bounds.set<&pair_of_numbers::a>(korat::between(0, 9)).set<&pair_of_numbers::b>(korat::between(0, 9));
  return bounds;
}

TEST(NearestRepairs, ComeInTheOrderOfTheirDistance) {
  pair_of_numbers p{{3}, {3}};
  const auto holds = [](const pair_of_numbers& x) { return x.a < x.b || (x.a > 7 && x.b > 7); };
  korat::live_repair work(p, numbers(), holds, {.nearest = 3});
  const auto best = work.run();
  EXPECT_EQ(best.changes.size(), 1U);
  EXPECT_TRUE(best.smallest);
  ASSERT_GE(work.choices(), 3U);
  std::size_t before = 0;
  for (std::size_t i = 0; i < work.choices(); ++i) {
    const auto choice = work.choose(i);
    EXPECT_GE(choice.changes.size(), before);
    before = choice.changes.size();
    work.commit();
    EXPECT_TRUE(holds(p)) << p.a << " " << p.b;
  }
  EXPECT_EQ(before, 2U);
  EXPECT_THROW(work.choose(work.choices()), korat::error);
}

TEST(NearestRepairs, AreToldNotToExist) {
  pair_of_numbers p{{3}, {3}};
  const auto result = korat::repair(p, numbers(), [](const pair_of_numbers& x) { return x.a < x.b && x.b < x.a; });
  EXPECT_EQ(result.outcome, korat::repair_outcome::not_repaired);
  EXPECT_NE(result.why.value().find("whatever values"), std::string::npos) << result.why.value_or("");
  EXPECT_LT(result.executions, 100U);
}

TEST(NearestRepairs, AreNotProvenWhereAValueIsTakenAsItIs) {
  pair_of_numbers p{{3}, {3}};
  const auto result = korat::repair(p, numbers(), [](const pair_of_numbers& x) {
    const int a = x.a, b = x.b;
    return a * b == 12;
  });
  EXPECT_EQ(result.outcome, korat::repair_outcome::repaired);
  EXPECT_EQ(p.a * p.b, 12);
}

TEST(NearestRepairs, CountWeights) {
  pair_of_numbers p{{3}, {3}};
  const auto holds = [](const pair_of_numbers& x) { return x.a < x.b; };
  const auto result = korat::repair(p, numbers(), holds, {.weights = {{"b", 5}}});
  ASSERT_EQ(result.changes.size(), 1U);
  EXPECT_EQ(result.changes[0].field, "a");
  EXPECT_TRUE(result.smallest);
}

}  // namespace
}  // namespace korat_test::nearest_test
