// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Classes such as users have, which are not among the subjects: objects that are in several lists at once, links of
// several levels, fields that follow from others. What is learnt from subjects must not be wrong about these.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "faults/corrupt.hpp"
#include "faults/renumber.hpp"
#include "image/image.hpp"
#include "image/live.hpp"
#include "korat/korat.hpp"
#include "korat/repair.hpp"
#include "repair/propose.hpp"
#include "tests/search/sanitized.hpp"

namespace korat_test::classes_test {
namespace {

using korat::between;
using korat::field;
using random_numbers = std::mt19937_64;

constexpr std::int64_t most = 1'000'000;

int below(int bound, random_numbers& random) { return static_cast<int>(random() % static_cast<std::uint64_t>(bound)); }

/// Entries by key in buckets, and in the order of their use.
struct cache {
  struct entry {
    field<entry*> chain, newer, older;
    field<int> key, value;
  };
  static constexpr int buckets = 16;
  field<entry*> bucket[buckets];
  field<entry*> newest, oldest;
  field<int> size, capacity;

  bool rep_ok() const {
    if (size < 0 || size > capacity) return false;
    korat::set<const entry*> listed, hashed;
    const entry* last = nullptr;
    for (const entry* e = newest; e; last = e, e = e->older)
      if (!listed.insert(e).second || e->newer != last) return false;
    if (oldest != last || static_cast<int>(listed.size()) != size) return false;
    for (int b = 0; b < buckets; ++b)
      for (const entry* e = bucket[b]; e; e = e->chain)
        if (!listed.contains(e) || !hashed.insert(e).second || e->key % buckets != b) return false;
    return static_cast<int>(hashed.size()) == size;
  }

  static korat::finitization<cache> bounds() {
    korat::finitization<cache> space("cache");
    const auto entries = space.objects<entry>(1);
    space.set<&cache::bucket>(entries).set<&cache::newest>(entries).set<&cache::oldest>(entries);
    space.set<&cache::size>(between(0, most)).set<&cache::capacity>(between(0, most));
    space.set<&entry::chain>(entries).set<&entry::newer>(entries).set<&entry::older>(entries);
    space.set<&entry::key>(between(0, most)).set<&entry::value>(between(0, most));
    return space;
  }

  void grow(int n, std::deque<entry>& entries, random_numbers& random) {
    std::vector<entry*> all;
    for (int i = 0; i < n; ++i) {
      all.push_back(&entries.emplace_back());
      all.back()->key = 7 * i + below(5, random);
      all.back()->value = below(100, random);
    }
    std::shuffle(all.begin(), all.end(), random);
    for (auto* const e : all) {
      e->newer = oldest;
      (oldest ? oldest->older : newest) = e;
      oldest = e;
    }
    std::shuffle(all.begin(), all.end(), random);
    for (auto* const e : all) {
      auto& first = bucket[e->key % buckets];
      e->chain = first;
      first = e;
    }
    size = n;
    capacity = n + 10;
  }
};

/// Every node is in the lowest list, and in so many of the others as it is high.
struct skip_list {
  static constexpr int levels = 4;
  struct node {
    field<node*> next[levels];
    field<int> key, height;
  };
  field<node*> head[levels];
  field<int> size;

  bool rep_ok() const {
    korat::set<const node*> seen;
    const node* before = nullptr;
    for (const node* n = head[0]; n; before = n, n = n->next[0])
      if (!seen.insert(n).second || n->height < 1 || n->height > levels || (before && before->key >= n->key))
        return false;
    if (static_cast<int>(seen.size()) != size) return false;
    for (int level = 1; level < levels; ++level) {
      const node* expected = head[level];
      for (const node* n = head[0]; n; n = n->next[0])
        if (n->height > level) {
          if (expected != n) return false;
          expected = n->next[level];
        } else if (n->next[level]) {
          return false;
        }
      if (expected) return false;
    }
    return true;
  }

  static korat::finitization<skip_list> bounds() {
    korat::finitization<skip_list> space("skip-list");
    const auto nodes = space.objects<node>(1);
    space.set<&skip_list::head>(nodes).set<&skip_list::size>(between(0, most));
    space.set<&node::next>(nodes).set<&node::key>(between(0, most)).set<&node::height>(between(0, levels));
    return space;
  }

  void grow(int n, std::deque<node>& nodes, random_numbers& random) {
    node* last[levels] = {};
    for (int i = 0; i < n; ++i) {
      auto& added = nodes.emplace_back();
      added.key = 10 * i;
      int height = 1;
      while (height < levels && below(2, random) == 0) ++height;
      added.height = height;
      for (int level = 0; level < height; ++level) {
        (last[level] ? last[level]->next[level] : head[level]) = &added;
        last[level] = &added;
      }
    }
    size = n;
  }
};

/// Elements that know their parent, both neighbours, and their first and last child.
struct document {
  struct element {
    field<element*> parent, first, last, next, previous;
    field<int> children;
  };
  field<element*> root;
  field<int> count;

  static bool is_tree(const element* e, korat::set<const element*>& seen) {
    if (!seen.insert(e).second) return false;
    const element* before = nullptr;
    int children = 0;
    for (const element* c = e->first; c; before = c, c = c->next, ++children)
      if (c->parent != e || c->previous != before || !is_tree(c, seen)) return false;
    return e->last == before && e->children == children;
  }
  bool rep_ok() const {
    korat::set<const element*> seen;
    return root && !root->parent && !root->next && !root->previous && is_tree(root, seen) &&
           static_cast<int>(seen.size()) == count;
  }

  static korat::finitization<document> bounds() {
    korat::finitization<document> space("document");
    const auto elements = space.objects<element>(1);
    space.set<&document::root>(elements).set<&document::count>(between(0, most));
    space.set<&element::parent>(elements).set<&element::first>(elements).set<&element::last>(elements);
    space.set<&element::next>(elements).set<&element::previous>(elements).set<&element::children>(between(0, most));
    return space;
  }

  void grow(int n, std::deque<element>& elements, random_numbers& random) {
    for (int i = 0; i < n; ++i) {
      auto* const parent = i == 0 ? nullptr : &elements[static_cast<std::size_t>(below(i, random))];
      auto& added = elements.emplace_back();
      added.children = 0;
      if (parent == nullptr) {
        root = &added;
        continue;
      }
      added.parent = parent;
      added.previous = parent->last;
      (parent->last ? parent->last->next : parent->first) = &added;
      parent->last = &added;
      parent->children = parent->children + 1;
    }
    count = n;
  }
};

/// A balanced tree with more on its left side, whose nodes know their parent and their height.
struct tree {
  struct node {
    field<node*> left, right, parent;
    field<int> key, height;
  };
  field<node*> root;
  field<int> count;

  static int height_of(const node* n) { return n ? static_cast<int>(n->height) : 0; }
  static bool is_balanced(const node* n, const node* parent, std::int64_t low, std::int64_t high, int& left_to_see) {
    if (!n) return true;
    if (--left_to_see < 0 || n->parent != parent || n->key <= low || n->key >= high) return false;
    if (!is_balanced(n->left, n, low, n->key, left_to_see) || !is_balanced(n->right, n, n->key, high, left_to_see))
      return false;
    const int left = height_of(n->left), right = height_of(n->right);
    return n->height == 1 + std::max(left, right) && std::abs(left - right) <= 1;
  }
  bool rep_ok() const {
    int left_to_see = count;
    return is_balanced(root, nullptr, std::numeric_limits<std::int64_t>::min(),
                       std::numeric_limits<std::int64_t>::max(), left_to_see) &&
           left_to_see == 0;
  }

  static korat::finitization<tree> bounds() {
    korat::finitization<tree> space("tree");
    const auto nodes = space.objects<node>(1);
    space.set<&tree::root>(nodes).set<&tree::count>(between(0, most));
    space.set<&node::left>(nodes).set<&node::right>(nodes).set<&node::parent>(nodes);
    space.set<&node::key>(between(0, most)).set<&node::height>(between(0, 100));
    return space;
  }

  static node* build(int low, int high, node* parent, std::deque<node>& nodes) {
    if (low >= high) return nullptr;
    const int middle = low + (high - low) / 2;
    auto& top = nodes.emplace_back();
    top.key = 10 * middle;
    top.parent = parent;
    top.left = build(low, middle, &top, nodes);
    top.right = build(middle + 1, high, &top, nodes);
    top.height = 1 + std::max(height_of(top.left), height_of(top.right));
    return &top;
  }
  void grow(int n, std::deque<node>& nodes, random_numbers&) {
    root = build(0, n, nullptr, nodes);
    count = n;
  }
};

template <class Root, class Object>
struct kind_of {
  using root = Root;
  using object = Object;
};

template <class Kind>
class Classes : public ::testing::Test {
 protected:
  using root = typename Kind::root;

  /// An intact one, as data.
  static korat::structure grown(int size, random_numbers& random) {
    std::deque<typename Kind::object> objects;
    root r;
    r.grow(size, objects, random);
    EXPECT_TRUE(r.rep_ok());
    return korat::faults::renumbered(korat::detail::read_live(what(), &r, {}), {}, random);
  }
  static korat::description what() {
    static const auto bounds = root::bounds();
    return describe(bounds, &root::rep_ok);
  }

  /// How many of the broken ones are repaired, and the changes for each fault, in the median.
  struct summary {
    int broken = 0, repaired = 0;
    double changes_for_a_fault = 0;
  };
  static summary repair_many(int size, std::uint64_t faults, int structures) {
    summary s;
    std::vector<double> ratios;
    for (int seed = 1; seed <= structures; ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      random_numbers random(static_cast<std::uint64_t>(seed));
      auto data = grown(size, random);
      const auto made = korat::faults::corrupt(data, {.count = faults}, random);
      korat::basic_repair work(what(), data, {.time_limit = std::chrono::seconds(20)});
      const auto result = work.run();
      if (result.outcome == korat::repair_outcome::fine) continue;
      ++s.broken;
      if (!result.ok()) continue;
      ++s.repaired;
      EXPECT_EQ(korat::basic_repair(what(), work.after()).run().outcome, korat::repair_outcome::fine);
      ratios.push_back(static_cast<double>(result.changes.size()) / static_cast<double>(made.size()));
    }
    std::ranges::sort(ratios);
    if (!ratios.empty()) s.changes_for_a_fault = ratios[ratios.size() / 2];
    return s;
  }
};

using kinds = ::testing::Types<kind_of<cache, cache::entry>, kind_of<skip_list, skip_list::node>,
                               kind_of<document, document::element>, kind_of<tree, tree::node>>;
TYPED_TEST_SUITE(Classes, kinds);

std::size_t guesses_about(const korat::description& what, const korat::structure& data) {
  const auto bounds = korat::detail::with_room_for(korat::detail::erasure::of(what).bounds, data, 0);
  std::vector<std::uint32_t> counts;
  for (const auto& c : bounds.classes) counts.push_back(c.count);
  const korat::detail::space space(bounds);
  korat::detail::load(data, space);
  return korat::detail::propose({space, counts}).proposals().size();
}

TYPED_TEST(Classes, LookRightWhenTheyAre) {
  for (const int size : {200, korat_test::so_many(1'000, 300)})
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      random_numbers random(seed);
      const auto data = this->grown(size, random);
      EXPECT_EQ(guesses_about(this->what(), data), 0U) << size << " objects, seed " << seed;
    }
}

TYPED_TEST(Classes, OfAFewObjectsAreRepaired) {
  constexpr int structures = korat_test::so_many(10, 4);
  const auto s = this->repair_many(20, 2, structures);
  EXPECT_GE(s.broken, structures - 2);
  EXPECT_GE(s.repaired, s.broken - 1);  // what would lose too much is only offered
  EXPECT_LE(s.changes_for_a_fault, 1.5);
}

template <class Kind>
class LargeClasses : public Classes<Kind> {};
using large_kinds =
    ::testing::Types<kind_of<cache, cache::entry>, kind_of<document, document::element>, kind_of<tree, tree::node>>;
TYPED_TEST_SUITE(LargeClasses, large_kinds);

TYPED_TEST(LargeClasses, AreRepaired) {
  if (korat_test::address_sanitized) GTEST_SKIP() << "without saved states it takes too long";
  const auto s = this->repair_many(200, 5, 6);
  EXPECT_GE(s.broken, 5);
  EXPECT_GE(s.repaired, s.broken - 1);
  EXPECT_LE(s.changes_for_a_fault, 1.5);
}

/// Frames of a task, each one deeper than the one below it. From the top they look sorted, and a wrong one makes all
/// that the predicate has passed look wrong.
struct frames {
  struct task {
    field<int> id;
  };
  struct frame {
    field<frame*> below;
    field<task*> owner;
    field<int> depth;
  };
  field<frame*> top;
  field<task*> running;
  field<int> height;

  bool rep_ok() const {
    if (!running || running->id <= 0) return false;
    int left = height;
    for (const frame* f = top; f; f = f->below, --left)
      if (left <= 0 || f->depth != left || f->owner != running) return false;
    return left == 0;
  }
  static korat::finitization<frames> bounds() {
    korat::finitization<frames> space("frames");
    const auto all = space.objects<frame>(1);
    const auto tasks = space.objects<task>(1);
    const auto any = between(-most, most);
    space.set<&frames::top>(all).set<&frames::running>(tasks).set<&frames::height>(any);
    space.set<&frame::below>(all).set<&frame::owner>(tasks).set<&frame::depth>(any).set<&task::id>(any);
    return space;
  }
};

TEST(Rules, AreDistrustedWhereTheyAccuseMostOfWhatThePredicateHasPassed) {
  if (korat_test::address_sanitized) GTEST_SKIP() << "without saved states it takes too long";
  int repaired = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    random_numbers random(seed);
    frames::task task;
    task.id = 1;
    std::deque<frames::frame> all;
    frames stack;
    stack.running = &task;
    for (int depth = 1; depth <= 500; ++depth) {
      auto* const below = stack.top.get();
      auto& added = all.emplace_back();
      added.below = below, added.owner = &task, added.depth = depth;
      stack.top = &added;
    }
    stack.height = 500;
    const auto what = describe(frames::bounds(), &frames::rep_ok);
    auto data = korat::faults::renumbered(korat::detail::read_live(what, &stack, {}), {}, random);
    korat::faults::corrupt(data, {.count = 10}, random);
    korat::basic_repair work(what, data, {.max_executions = 30'000, .max_fresh = 0});
    repaired += work.run().ok() ? 1 : 0;
  }
  EXPECT_GE(repaired, 11);  // 9 where the rule is followed
}

/// A list whose links are indices; that a part is left out shows at its end only.
struct index_chain {
  korat::array<int> next;

  bool rep_ok() const {
    int listed = 0;
    for (int i = 0; i != -1; i = next[i], ++listed)
      if (i < 0 || i >= next.size() || listed == next.size()) return false;
    return listed == next.size();
  }
};

TEST(Indices, AreReferencesToWhatNothingLeadsTo) {
  constexpr int elements = 2'000;
  korat::finitization<index_chain> space("index-chain");
  space.set<&index_chain::next>(korat::array_of(between(-1, most)).with_length(between(1, elements)));
  index_chain broken;
  broken.next.resize(elements);
  for (int i = 0; i < elements; ++i) broken.next[i] = i + 1 < elements ? i + 1 : -1;
  broken.next[100] = 1'700;
  const auto result =
      korat::repair(broken, space, &index_chain::rep_ok, {.max_executions = 2'000, .exhaustive_executions = 0});
  ASSERT_EQ(result.outcome, korat::repair_outcome::repaired) << result.why.value_or("");
  EXPECT_EQ(broken.next[100], 101);
  EXPECT_EQ(result.changes.size(), 1u);
}

// With many integers left open, and closed between failures, while the predicate is resumed in the middle of comparing
// two of them.
TEST(ManyFailures, OfOpenIntegersDoNotResumeWhatTheyWere) {
  if (korat_test::address_sanitized) GTEST_SKIP() << "nothing is resumed";
  for (const std::uint64_t seed : {7U, 10U}) {
    random_numbers random(seed);
    std::deque<skip_list::node> nodes;
    skip_list list;
    list.grow(1'000, nodes, random);
    const auto bounds = skip_list::bounds();
    const auto what = describe(bounds, &skip_list::rep_ok);
    auto data = korat::faults::renumbered(korat::detail::read_live(what, &list, {}), {}, random);
    korat::faults::corrupt(data, {.count = 20}, random);
    korat::basic_repair work(what, data, {.max_executions = 5'000});
    const auto result = work.run();
    EXPECT_NE(result.outcome, korat::repair_outcome::fine);
    EXPECT_EQ(result.ok(), !result.why);
  }
}

}  // namespace
}  // namespace korat_test::classes_test
