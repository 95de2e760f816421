// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Properties without a test framework: what is counted, what is reported, and that an id leads back.

#include "korat/property.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "trees.hpp"

namespace {

using namespace korat_test::removal;
using forgets = search_tree::forgets;

auto removal(int count, forgets what, korat::property_options options = {}) {
  const auto body = [what](search_tree& tree, int key) {
    auto expected = keys_below(tree.root);
    expected.erase(key);
    tree.remove(key, what);
    return tree.rep_ok() && keys_below(tree.root) == expected;
  };
  return std::make_unique<korat::property<search_tree, decltype(body), korat::range_domain>>(
      "removal", bounds(count), &search_tree::rep_ok, body, std::move(options), korat::between(0, count - 1));
}

/// In its scope the environment says so.
class environment {
 public:
  environment(const char* name, const std::string& value) : name_(name) { setenv(name, value.c_str(), 1); }
  ~environment() { unsetenv(name_); }
  environment(const environment&) = delete;
  environment& operator=(const environment&) = delete;

 private:
  const char* name_;
};

TEST(Property, HoldsOnEveryStructureWithEveryArgument) {
  const auto result = removal(4, forgets::nothing)->check();
  EXPECT_EQ(result.structures, 51u);
  EXPECT_EQ(result.calls, 4 * 51u);
  EXPECT_TRUE(result.complete());
  EXPECT_FALSE(result.failed);
  EXPECT_EQ(result.covered_share, 1);
}

TEST(Property, ReportsTheSmallestFailure) {
  for (const int count : {4, 5, 6}) {
    const auto result = removal(count, forgets::right_subtree)->check();
    ASSERT_TRUE(result.failed);
    EXPECT_EQ(result.failed->objects, 5u) << "a tree and four nodes";
  }
  const auto first = removal(6, forgets::right_subtree, {.second_look = 0})->check();
  EXPECT_EQ(first.failed->objects, 7u);
}

TEST(Property, ShowsWhatFails) {
  const auto failed = removal(4, forgets::right_subtree)->check().failed;
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->values, "1");
  EXPECT_EQ(failed->drawing, R"(search_tree
└─ root: node0  key=1
   ├─ left: node1  left=null, right=null, key=0
   └─ right: node2  left=null, key=2
      └─ right: node3  left=null, right=null, key=3
)");
  EXPECT_NE(explain(*failed).find("KORAT_REPLAY=" + failed->id + "\n"), std::string::npos);
}

TEST(Property, IdsLeadStraightToTheStructure) {
  const auto failed = removal(5, forgets::right_subtree)->check().failed;
  ASSERT_TRUE(failed);
  const environment replay("KORAT_REPLAY", failed->id);
  const auto again = removal(5, forgets::right_subtree)->check();
  EXPECT_TRUE(again.replayed);
  EXPECT_EQ(again.calls, 1u);
  ASSERT_TRUE(again.failed);
  EXPECT_EQ(again.failed->vector, failed->vector);
  EXPECT_EQ(again.failed->arguments, failed->arguments);
  EXPECT_EQ(again.failed->id, failed->id);
  const auto repaired = removal(5, forgets::nothing)->check();
  EXPECT_TRUE(repaired.complete());
  EXPECT_FALSE(repaired.failed);
}

TEST(Property, EveryStructureHasAnIdOfItsOwn) {
  std::vector<std::string> ids;
  korat::search search(bounds(4), &search_tree::rep_ok);
  while (search.next_valid()) {
    const auto wanted = search.vector();
    const auto body = [&](const search_tree& tree) { return search.canonical(tree) != wanted; };
    korat::property one("one", bounds(4), &search_tree::rep_ok, body, {.second_look = 0});
    const auto failed = one.check().failed;
    ASSERT_TRUE(failed);
    const environment replay("KORAT_REPLAY", failed->id);
    korat::property again("one", bounds(4), &search_tree::rep_ok, body, {});
    const auto result = again.check();
    ASSERT_TRUE(result.failed);
    EXPECT_EQ(result.failed->vector, wanted);
    ids.push_back(failed->id);
  }
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), 51u);
}

TEST(Property, RefusesIdsOfOthers) {
  const auto id = removal(5, forgets::right_subtree)->check().failed->id;
  const environment replay("KORAT_REPLAY", id);
  EXPECT_TRUE(removal(4, forgets::nothing)->check().other_id);
  const environment wrong("KORAT_REPLAY", id.substr(0, 4) + "!");
  EXPECT_THROW((void)removal(5, forgets::nothing)->check(), korat::usage_error);
}

TEST(Property, CountsAnExceptionAsAFailureAndLetsItGoWhenShown) {
  const auto body = [](const search_tree& tree) {
    if (tree.root) throw std::runtime_error("no trees, please");
  };
  korat::property p("throws", bounds(3), &search_tree::rep_ok, body, {});
  const auto failed = p.check().failed;
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->objects, 2u);
  EXPECT_THROW(p.check(*failed), std::runtime_error);
}

TEST(Property, StopsAtALimitAndTellsSo) {
  const auto result = removal(5, forgets::nothing, {.search = {.max_valid = 10}})->check();
  EXPECT_FALSE(result.complete());
  EXPECT_EQ(result.outcome, korat::outcome::max_valid);
  EXPECT_EQ(result.structures, 10u);
  EXPECT_GT(result.covered_share, 0);
  EXPECT_LT(result.covered_share, 1);
  EXPECT_NE(describe_coverage(result).find(": 10 structures, "), std::string::npos);
  EXPECT_FALSE(korat::incomplete_fails({}));
  EXPECT_TRUE(korat::incomplete_fails({.if_incomplete = korat::incomplete::failed}));
  const environment strict("KORAT_INCOMPLETE", "fail");
  EXPECT_TRUE(korat::incomplete_fails({}));
}

TEST(Property, HasATimeLimit) {
  const auto result = removal(9, forgets::nothing, {.time_limit = std::chrono::microseconds(1)})->check();
  EXPECT_EQ(result.outcome, korat::outcome::condition);
  EXPECT_GE(result.structures, 1u);
  const environment wrong("KORAT_TIME_LIMIT", "soon");
  EXPECT_THROW((void)removal(3, forgets::nothing)->check(), korat::usage_error);
}

TEST(Property, GivesCopiesToWhoAsksForThem) {
  std::vector<korat::owned_structure<search_tree>> kept;
  const auto body = [&](korat::owned_structure<search_tree> tree) {
    tree->remove(1, forgets::nothing);
    const bool ok = tree->rep_ok();
    kept.push_back(std::move(tree));
    return ok;
  };
  korat::property p("keeps", bounds(4), &search_tree::rep_ok, body, {});
  EXPECT_FALSE(p.check().failed);
  EXPECT_EQ(kept.size(), 51u);
}

TEST(Property, IsTheSameByADiagram) {
  const auto result = removal(5, forgets::right_subtree, {.search = {.engine = korat::engine::diagram}})->check();
  ASSERT_TRUE(result.failed);
  EXPECT_EQ(result.failed->objects, 5u);
  EXPECT_EQ(removal(5, forgets::nothing, {.search = {.engine = korat::engine::diagram}})->check().structures, 188u);
}

// What builds a structure, as C++.

enum class color { red, black };
struct mixed {
  korat::field<color> paint;
  char letter = 0;
  std::string name;
  std::optional<int> weight;
  bool flag = false;
  double ratio = 0;
  unsigned count = 0;
  int pair[2] = {};
  std::unique_ptr<mixed> owned;
  std::shared_ptr<mixed> shared;
  korat::array<int> numbers;
};

TEST(Property, WritesCodeForEveryKindOfMember) {
  korat::finitization<mixed> space;
  const auto others = space.objects<mixed>(1);
  space.set<&mixed::paint>(korat::enumerators<color::red, color::black>).set<&mixed::letter>(korat::exactly('\''));
  space.set<&mixed::name>(korat::exactly(std::string("a\"b\n"))).set<&mixed::weight>(korat::optional_of(korat::exactly(3)));
  space.set<&mixed::flag>(korat::exactly(true)).set<&mixed::ratio>(korat::exactly(0.5)).set<&mixed::count>(korat::exactly(4u));
  space.set<&mixed::pair>(korat::between(1, 2)).set<&mixed::owned>(others).set<&mixed::shared>(others);
  space.set<&mixed::numbers>(korat::array_of(korat::exactly(7)).with_length(2));
  korat::property p("mixed", space, [](const mixed&) { return true; }, [](const mixed& m) { return !m.owned; }, {});
  const auto failed = p.check().failed;
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->code.substr(0, failed->code.find("  mixed0->")), R"(  mixed structure{};
  auto* const mixed0 = new mixed{};
  structure.paint = std::remove_cvref_t<decltype(structure.paint)>::value_type::red;
  structure.letter = '\'';
  structure.name = "a\"b\012";
  structure.weight = std::nullopt;
  structure.flag = true;
  structure.ratio = 0.5;
  structure.count = 4u;
  structure.pair[0] = 1;
  structure.pair[1] = 1;
  structure.owned.reset(mixed0);
  structure.shared = nullptr;
  structure.numbers.resize(2);
  structure.numbers[0] = 7;
  structure.numbers[1] = 7;
)");
}

}  // namespace
