// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Choices that the predicate makes itself: in every engine, direction and walk as if they were fields.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <vector>

#include "korat/korat.hpp"

namespace korat_test::choose_test {
namespace {

using answers = std::vector<std::int64_t>;

struct nothing {};

/// As many digits as the first choice says, each smaller than the one before: every set of digits below 4 once.
bool falling(const nothing&) {
  int below = 4;
  for (auto left = korat::choose(0, 4); left > 0; --left) {
    if (below == 0) return false;
    below = korat::choose(0, below - 1);
  }
  return true;
}

korat::finitization<nothing> digits() {
  korat::finitization<nothing> bounds("digits");
  bounds.choices(5, 5);
  return bounds;
}

/// Depth first, by hand: all answers that choose() could get, and whether falling() then says yes.
void by_hand(answers so_far, std::vector<std::pair<answers, bool>>& all) {
  std::int64_t low = 0, high = -1;
  bool valid = false;
  struct one_more {};
  const auto walk = [&] {
    std::size_t next = 0;
    const auto choose = [&](std::int64_t from, std::int64_t to) {
      if (next < so_far.size()) return so_far[next++];
      low = from, high = to;
      throw one_more();
    };
    std::int64_t below = 4;
    for (auto left = choose(0, 4); left > 0; --left) {
      if (below == 0) return false;
      below = choose(0, below - 1);
    }
    return true;
  };
  try {
    valid = walk();
  } catch (one_more) {
    for (auto value = low; value <= high; ++value) {
      auto longer = so_far;
      longer.push_back(value);
      by_hand(longer, all);
    }
    return;
  }
  all.emplace_back(so_far, valid);
}

std::vector<std::pair<answers, bool>> expected() {
  std::vector<std::pair<answers, bool>> all;
  by_hand({}, all);
  return all;
}

std::vector<std::pair<answers, bool>> found(korat::search_options options) {
  korat::search<nothing> search(digits(), &falling, options);
  std::vector<std::pair<answers, bool>> all;
  while (search.next()) all.emplace_back(search.choices(), search.valid());
  EXPECT_EQ(search.coverage().covered, search.coverage().space);
  return all;
}

TEST(Choose, TriesEveryValueInOrderInEveryEngineAndDirection) {
  auto all = expected();
  EXPECT_EQ(all.size(), 28u);
  EXPECT_EQ(std::ranges::count_if(all, [](const auto& c) { return c.second; }), 16);
  for (const auto engine : {korat::engine::checkpoint, korat::engine::reexecute})
    for (const std::uint64_t checks : {std::uint64_t{0}, std::uint64_t{100}, korat::search_options::unlimited}) {
      EXPECT_EQ(found({.engine = engine, .count_reach = true, .self_checks = checks}), all);
      EXPECT_EQ(found({.engine = engine, .self_checks = checks, .checkpoint_distance = 2}), all);
      auto back = found({.engine = engine, .direction = korat::direction::backward, .self_checks = checks});
      std::ranges::reverse(back);
      EXPECT_EQ(back, all);
    }
}

TEST(Choose, IsRunAheadOfToo) {
  korat::search<nothing> search(digits(), &falling, {.self_checks = 0});
  std::vector<answers> valid;
  while (search.next_valid()) valid.push_back(search.choices());
  EXPECT_EQ(valid.size(), 16u);
  EXPECT_EQ(search.statistics().explored, expected().size());
}

TEST(Choose, HasItsPlaceInTheVectorAndCanBeWalkedTo) {
  korat::search<nothing> all(digits(), &falling);
  std::vector<korat::candidate_vector> vectors;
  std::vector<answers> chosen;
  while (all.next()) vectors.push_back(all.vector()), chosen.push_back(all.choices());
  ASSERT_EQ(vectors.front().size(), 5u);
  EXPECT_EQ(all.field(1).object, "choice1");
  korat::search<nothing> walk(digits(), &falling);
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    ASSERT_TRUE(walk.seek(vectors[i]));
    EXPECT_EQ(walk.choices(), chosen[i]);
    (void)walk.canonical(vectors[vectors.size() - 1 - i]);
    EXPECT_EQ(walk.choices(), chosen[i]) << "looking elsewhere changes nothing";
    if (i + 1 < vectors.size()) {
      ASSERT_TRUE(walk.next());
      EXPECT_EQ(walk.choices(), chosen[i + 1]);
      ASSERT_TRUE(walk.previous());
      EXPECT_EQ(walk.choices(), chosen[i]);
    }
  }
  korat::search<nothing> range(digits(), &falling, {.from = vectors[5], .to = vectors[9]});
  for (std::size_t i = 5; i < 9; ++i) {
    ASSERT_TRUE(range.next());
    EXPECT_EQ(range.vector(), vectors[i]);
  }
  EXPECT_FALSE(range.next());
  EXPECT_THROW(walk.seek({1, 4, 0, 0, 0}), korat::position_error) << "only four values are offered there";
}

TEST(Choose, IsProbedExactly) {
  korat::search<nothing> search(digits(), &falling, {.engine = korat::engine::reexecute});
  double explored = 0;
  constexpr int probes = 200;
  for (std::uint64_t seed = 1; seed <= probes; ++seed) {
    korat::search<nothing> one(digits(), &falling, {.engine = korat::engine::reexecute});
    explored += random_probe(one, seed).explored / probes;
  }
  EXPECT_NEAR(explored, static_cast<double>(expected().size()), 8);
}

struct pair {
  korat::field<int> low;
};

TEST(Choose, MixesWithFieldsAndIsPrintedWithTheStructure) {
  korat::finitization<pair> bounds("pair");
  bounds.set<&pair::low>(korat::between(1, 3)).choices(1, 10);
  korat::search<pair> search(bounds, [](const pair& p) { return korat::choose<int>(p.low, 5) % 2 == 0; });
  std::vector<std::pair<int, std::int64_t>> found;
  std::string printed;
  while (search.next_valid()) {
    found.emplace_back(search.structure().low, search.choices().front());
    printed = korat::to_text(search.snapshot());
  }
  EXPECT_EQ(found, (std::vector<std::pair<int, std::int64_t>>{{1, 2}, {1, 4}, {2, 2}, {2, 4}, {3, 4}}));
  EXPECT_NE(printed.find("chosen=[4]"), std::string::npos) << printed;
}

TEST(Choose, OneOfSeveralObjects) {
  const std::array<const char*, 3> names{"a", "b", "c"};
  korat::finitization<nothing> bounds("names");
  bounds.choices(2, 3);
  std::set<std::string> words;
  korat::search<nothing> search(
      bounds, [&](const nothing&) { return std::string(korat::choose(names)) != korat::choose(names); });
  while (search.next_valid())
    words.insert(
        korat::replay(search.choices(), [&] { return std::string(korat::choose(names)) + korat::choose(names); }));
  EXPECT_EQ(words, (std::set<std::string>{"ab", "ac", "ba", "bc", "ca", "cb"}));
}

TEST(Choose, IsRefusedWhereNobodyCanAnswer) {
  EXPECT_THROW(korat::choose(0, 1), korat::usage_error);
  const std::array<std::int64_t, 1> seven{7};
  EXPECT_EQ(korat::replay(seven, [] { return korat::choose(5, 9); }), 7);
  EXPECT_THROW(korat::replay(seven, [] { return korat::choose(0, 3); }), korat::usage_error) << "not one of these";
  EXPECT_THROW(korat::replay(seven, [] { return korat::choose(5, 9) + korat::choose(5, 9); }), korat::usage_error);
  const auto why = [](auto predicate, bool room) {
    korat::finitization<nothing> bounds("nothing");
    if (room) bounds.choices(1, 2);
    korat::search<nothing> search(bounds, predicate);
    try {
      while (search.next()) continue;
    } catch (const korat::predicate_error& e) {
      return e.why().reason;
    }
    return std::string("nothing");
  };
  EXPECT_NE(why([](const nothing&) { return korat::choose(0, 1) == 0; }, false).find("no room for choices"),
            std::string::npos);
  EXPECT_NE(why([](const nothing&) { return korat::choose(0, 2) == 0; }, true).find("2 values of a choice, not 3"),
            std::string::npos);
  EXPECT_NE(why([](const nothing&) { return korat::choose(0, 1) == korat::choose(0, 1); }, true).find("one more"),
            std::string::npos);
  EXPECT_NE(why([](const nothing&) { return korat::choose(1, 0) == 0; }, true).find("nothing to choose from"),
            std::string::npos);
  korat::search_options symbolic{.symbolic = {"*"}};
  EXPECT_THROW((korat::search<nothing>(digits(), &falling, symbolic)), korat::usage_error);
}

}  // namespace
}  // namespace korat_test::choose_test
