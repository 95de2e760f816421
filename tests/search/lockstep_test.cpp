// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Checks in lockstep: who protects whom, what is refused, and what is as for any other predicate.

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "korat/korat.hpp"
#include "undo/has_context.h"

#if KORAT_HAS_CONTEXT

namespace korat_test::lockstep_test {
namespace {

struct knot {
  korat::field<knot*> left, right;
  korat::field<int> key;
};
struct plant {
  korat::field<knot*> root;
  korat::field<int> size;

  bool is_tree() const {
    if (!root) return size == 0;
    korat::set<knot*> visited;
    korat::queue<knot*> work;
    const auto meet = [&](knot* n) {
      if (!visited.insert(n).second) return false;
      work.push(n);
      return true;
    };
    meet(root);
    while (!work.empty()) {
      const knot* const n = work.front();
      work.pop();
      if (n->left && !meet(n->left)) return false;
      if (n->right && !meet(n->right)) return false;
    }
    return static_cast<int>(visited.size()) == size;
  }
  /// The same, but it looks at what it has met only when it comes to it: a cycle is noticed late.
  bool is_tree_late() const {
    std::vector<const knot*> visited, work{root};
    while (!work.empty()) {
      const knot* const n = work.back();
      work.pop_back();
      if (n == nullptr) continue;
      for (const auto* const known : visited)
        if (known == n) return false;
      visited.push_back(n);
      work.push_back(n->left);
      work.push_back(n->right);
    }
    return static_cast<int>(visited.size()) == size;
  }
  /// Trusts the shape: recurses without looking where it has been.
  static int height(const knot* n) {
    if (!n) return 0;
    const int left = height(n->left);
    const int right = left < 0 ? 0 : height(n->right);
    return left < 0 || right < 0 || left - right > 1 || right - left > 1 ? -1 : 1 + std::max(left, right);
  }
  bool is_balanced() const { return height(root) >= 0; }
  static bool between(const knot* n, int low, int high) {
    if (!n) return true;
    const int key = n->key;
    return low < key && key < high && between(n->left, low, key) && between(n->right, key, high);
  }
  bool is_ordered() const { return between(root, -1, 1000); }
  /// Can tell early, where the shape is known in part.
  bool is_flat() const { return !root || !root->left || !root->left->left; }
  bool is_flat_for_its_size() const { return size < 3 || is_flat(); }
  bool all() const { return is_tree() && is_flat() && is_balanced() && is_ordered(); }
};

korat::finitization<plant> plants(int n) {
  korat::finitization<plant> bounds("plant");
  const auto knots = bounds.objects<knot>(n);
  bounds.set<&plant::root>(knots).set<&plant::size>(korat::exactly(n));
  bounds.set<&knot::left>(knots).set<&knot::right>(knots).set<&knot::key>(korat::between(0, n - 1));
  return bounds;
}

struct outcome_of {
  std::vector<korat::candidate_vector> solutions;
  std::uint64_t explored = 0;
};

template <class Predicate>
outcome_of search_plants(int n, Predicate predicate, korat::search_options options = {}) {
  korat::search<plant> search(plants(n), predicate, std::move(options));
  outcome_of result;
  while (search.next_valid()) result.solutions.push_back(search.vector());
  result.explored = search.statistics().explored;
  EXPECT_EQ(search.engine_note(), std::nullopt);
  return result;
}

constexpr korat::engine engines[] = {korat::engine::checkpoint, korat::engine::reexecute, korat::engine::diagram};

TEST(Lockstep, FindsTheSameInTheSameOrderAndExploresLess) {
  const auto in_order = search_plants(6, &plant::all);
  for (const auto engine : engines) {
    const auto checks = korat::all_of(&plant::is_tree, &plant::is_flat, &plant::is_balanced, &plant::is_ordered);
    const auto found = search_plants(6, checks, {.engine = engine});
    EXPECT_EQ(found.solutions, in_order.solutions);
    EXPECT_LT(found.explored, in_order.explored);
  }
}

/// The leader reads the size at last, and it has one value: nobody need wait for it.
TEST(Lockstep, HoldsNobodyUpForAFieldOfOneValue) {
  for (const auto engine : engines) {
    const auto at_once = search_plants(5, korat::all_of(&plant::is_tree, &plant::is_flat), {.engine = engine});
    const auto by_size =
        search_plants(5, korat::all_of(&plant::is_tree, &plant::is_flat_for_its_size), {.engine = engine});
    EXPECT_EQ(by_size.solutions, at_once.solutions);
    EXPECT_EQ(by_size.explored, at_once.explored);
  }
}

// A check that would recurse for ever along a cycle is not let loose on one, also where the first check notices it
// late.
TEST(Lockstep, ProtectsLaterChecksFromCycles) {
  const auto in_order =
      search_plants(4, [](const plant& p) { return p.is_tree_late() && p.is_balanced() && p.is_ordered(); });
  ASSERT_EQ(in_order.solutions.size(), 4);
  for (const auto engine : engines) {
    const auto checks = korat::all_of(&plant::is_tree_late, korat::early(&plant::is_balanced), &plant::is_ordered);
    const auto found = search_plants(4, checks, {.engine = engine});
    EXPECT_EQ(found.solutions, in_order.solutions);
  }
}

struct link {
  korat::field<link*> next;
  korat::field<int> mark;
};
struct chain {
  korat::field<link*> first;
  korat::field<int> wanted;

  /// Two links at least; says so only after it has looked at the number.
  bool has_two() const {
    const link* const a = first;
    const link* const b = a ? a->next : nullptr;
    return wanted == 1 && b != nullptr && a != b;
  }
  bool second_is_marked() const { return first->next->mark == 1; }
  bool second_is_last() const {
    if (!first->next) throw std::logic_error("no second link");
    return !first->next->next;
  }
};
korat::finitization<chain> chains() {
  korat::finitization<chain> bounds("chain");
  const auto links = bounds.objects<link>(3);
  bounds.set<&chain::first>(links).set<&link::next>(links);
  bounds.set<&chain::wanted>(korat::between(0, 1)).set<&link::mark>(korat::between(0, 1));
  return bounds;
}

// A later check that runs into a null, or throws, where the first has not answered yet begins again when it has.
TEST(Lockstep, ProtectsLaterChecksFromNull) {
  const auto in_order = [](const chain& c) { return c.has_two() && c.second_is_marked() && c.second_is_last(); };
  std::vector<korat::candidate_vector> expected;
  korat::search<chain> search(chains(), in_order);
  while (search.next_valid()) expected.push_back(search.vector());
  ASSERT_FALSE(expected.empty());
  for (const auto engine : engines) {
    const auto all = korat::all_of(&chain::has_two, &chain::second_is_marked, &chain::second_is_last);
    korat::search<chain> checks(chains(), all, {.engine = engine});
    std::vector<korat::candidate_vector> found;
    while (checks.next_valid()) found.push_back(checks.vector());
    EXPECT_EQ(found, expected);
    EXPECT_LE(checks.statistics().explored, search.statistics().explored);
  }
}

template <class Root>
korat::misbehaviour misbehaviour_of(const korat::finitization<Root>& bounds, auto predicate,
                                    korat::search_options options = {}) {
  try {
    korat::search<Root> search(bounds, predicate, std::move(options));
    while (search.next_valid()) {
    }
  } catch (const korat::predicate_error& e) {
    return e.why().kind;
  }
  ADD_FAILURE() << "nothing was reported";
  return {};
}

// Whoever is protected by nobody is told.
TEST(Lockstep, ReportsWhatTheConjunctionWouldDoToo) {
  const auto any = [](const chain&) { return true; };
  for (const auto engine : {korat::engine::checkpoint, korat::engine::reexecute}) {
    const auto told = [&](auto checks) { return misbehaviour_of(chains(), checks, {.engine = engine}); };
    EXPECT_EQ(told(korat::all_of(&chain::second_is_marked, any)), korat::misbehaviour::crashed);
    EXPECT_EQ(told(korat::all_of(any, &chain::second_is_marked)), korat::misbehaviour::crashed);
    EXPECT_EQ(told(korat::all_of(any, [](const chain& c) { return c.first ? throw 1 : true; })),
              korat::misbehaviour::threw);
  }
}

TEST(Lockstep, RefusesChecksThatCannotBeStopped) {
  const auto any = [](const chain& c) { return c.wanted == 1; };
  const auto in_handler = [](const chain& c) {
    try {
      throw 1;
    } catch (int) {
      return c.first != nullptr;
    }
  };
  EXPECT_EQ(misbehaviour_of(chains(), korat::all_of(any, in_handler)), korat::misbehaviour::keeps_state);
}

TEST(Lockstep, RefusesChecksThatKeepMemory) {
  static std::vector<int*> kept;
  const auto keeps = [](const plant& p) {
    kept.push_back(new int(p.size));
    return true;
  };
  for (const auto engine : {korat::engine::checkpoint, korat::engine::reexecute})
    EXPECT_EQ(misbehaviour_of(plants(6), korat::all_of(&plant::is_tree, keeps), {.engine = engine}),
              korat::misbehaviour::keeps_state);
}

TEST(Lockstep, RefusesWhatItDoesNotWorkWith) {
  const auto checks = korat::all_of(&chain::has_two, &chain::second_is_marked);
  EXPECT_THROW(korat::diagnosed(describe(chains(), checks), {.read_first = {0}}), korat::usage_error);
  auto choosing = chains();
  choosing.choices(1, 2);
  EXPECT_THROW(korat::search<chain>(choosing, checks), korat::usage_error);
}

// What one check assumes of an open number holds for the others.
TEST(Lockstep, DecidesAboutOpenNumbers) {
  const auto all = [](auto predicate) {
    korat::search<chain> search(chains(), predicate, {.symbolic = {"link::mark"}});
    std::vector<korat::candidate_vector> found;
    while (search.next_valid()) found.push_back(search.vector());
    return std::pair(found, search.statistics().explored);
  };
  const auto checks = all(korat::all_of(&chain::has_two, &chain::second_is_marked));
  const auto in_order = all([](const chain& c) { return c.has_two() && c.second_is_marked(); });
  EXPECT_EQ(checks.first, in_order.first);
  EXPECT_FALSE(checks.first.empty());
  EXPECT_LE(checks.second, in_order.second);
}

// Containers of checks that are left in the middle are released with them.
TEST(Lockstep, ReleasesWhatUnfinishedChecksHold) {
  const auto holds = [](const plant& p) {
    std::vector<std::vector<int>> much(4, std::vector<int>(100, p.size));
    return plant::height(p.root) >= 0 && much[3][99] == p.size;
  };
  for (const auto engine : engines) {
    const auto found =
        search_plants(5, korat::all_of(&plant::is_tree_late, holds), {.engine = engine, .memory_limit = 8 << 20});
    EXPECT_EQ(found.solutions,
              search_plants(5, [](const plant& p) { return p.is_tree_late() && p.is_balanced(); }).solutions);
  }
}

// Fields that the leader alone might read are anybody's when the search stands.
TEST(Lockstep, LetsTheCallerReadWhatClosesACycle) {
  const auto is_ring = [](const chain& c) { return c.first && c.first->next && c.first->next->next == c.first; };
  korat::search<chain> rings(chains(), korat::all_of(is_ring, [](const chain& c) { return c.first->mark == 1; }));
  int read = 0;
  while (rings.next_valid()) {
    const chain& c = rings.structure();
    for (int i = 0; i < 100; ++i) read += c.first->next->next.get() == c.first.get() ? 1 : 0;
    rings.restore();
    read += c.first->next->next.get() == c.first.get() ? 1 : 0;
  }
  EXPECT_EQ(read, 101 * static_cast<int>(rings.statistics().valid));
  EXPECT_GT(read, 0);
}

TEST(Lockstep, WalksAndResumesLikeAnyOther) {
  const auto checks = korat::all_of(&plant::is_tree, korat::early(&plant::is_ordered), &plant::is_balanced);
  const auto all = search_plants(4, checks);
  korat::search<plant> search(plants(4), checks);
  std::vector<korat::candidate_vector> candidates;
  while (search.next()) candidates.push_back(search.vector());
  ASSERT_EQ(candidates.size(), all.explored);
  for (auto i = candidates.size(); i-- > 0;) {
    ASSERT_TRUE(search.previous());
    ASSERT_EQ(search.vector(), candidates[i]);
  }
  search.to_start();
  for (std::size_t i = 0; i < candidates.size(); i += 17) {
    ASSERT_TRUE(search.seek(candidates[i]));
    ASSERT_EQ(search.vector(), candidates[i]);
    search.restore();
    if (i + 1 == candidates.size()) break;
    ASSERT_TRUE(search.next());
    ASSERT_EQ(search.vector(), candidates[i + 1]);
  }
}

TEST(Lockstep, CoversTheSpace) {
  const auto checks = korat::all_of(&plant::is_tree, korat::early(&plant::is_ordered));
  korat::search<plant> search(plants(3), checks, {.count_reach = true, .count_rejections = true});
  while (search.next_valid()) {
  }
  EXPECT_EQ(search.coverage().covered, search.coverage().space);
}

}  // namespace
}  // namespace korat_test::lockstep_test

#else

namespace {

struct pair {
  korat::field<int> first, second;
  bool is_small() const { return first < 2; }
  bool is_sorted() const { return first < second; }
};

// Under a sanitizer, say.
TEST(Lockstep, RunsOneAfterTheOtherWhereChecksCannotBeStopped) {
  korat::finitization<pair> bounds("pair");
  bounds.set<&pair::first>(korat::between(0, 3)).set<&pair::second>(korat::between(0, 3));
  korat::search<pair> search(bounds, korat::all_of(&pair::is_small, &pair::is_sorted));
  while (search.next_valid()) {
  }
  EXPECT_EQ(search.statistics().valid, 5);
  EXPECT_NE(search.engine_note().value_or("").find("one after the other"), std::string::npos);
}

}  // namespace

#endif
