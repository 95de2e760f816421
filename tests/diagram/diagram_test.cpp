// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat::diagram: numbers, samples, parts, limits, and predicates whose states must not be merged.

#include "korat/diagram.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <random>
#include <set>

#include "korat/korat.hpp"
#include "undo/has_context.h"

#if KORAT_HAS_CONTEXT

namespace korat_test::diagram_test {
namespace {

using korat::between;
using korat::big_integer;
using korat::field;

struct node {
  field<node*> left, right;
  field<int> key;
};

struct tree {
  field<node*> root;
  field<int> size;

  bool is_tree() const {
    korat::set<const node*> met;
    korat::queue<const node*> work;
    if (root) work.push(root), met.insert(root);
    while (!work.empty()) {
      const node* const n = work.front();
      work.pop();
      for (const node* const child : {static_cast<node*>(n->left), static_cast<node*>(n->right)}) {
        if (child == nullptr) continue;
        if (!met.insert(child).second) return false;
        work.push(child);
      }
    }
    return static_cast<int>(met.size()) == size;
  }
};

korat::finitization<tree> shapes(int nodes) {
  korat::finitization<tree> bounds("tree");
  const auto any = bounds.objects<node>(nodes);
  bounds.set<&tree::root>(any).set<&tree::size>(between(0, nodes)).set<&node::left>(any).set<&node::right>(any);
  return bounds;
}

korat::finitization<tree> with_keys(int nodes, int keys) {
  auto bounds = shapes(nodes);
  bounds.set<&node::key>(between(1, keys));
  return bounds;
}

TEST(Diagram, GoesToASolutionByItsNumberAndBack) {
  korat::diagram<tree> trees(shapes(5), &tree::is_tree);
  korat::search<tree> search(shapes(5), &tree::is_tree);
  EXPECT_EQ(trees.count(), big_integer(1 + 1 + 2 + 5 + 14 + 42));
  for (std::uint64_t i = 0; search.next_valid(); ++i) {
    EXPECT_TRUE(trees[i].is_tree());
    ASSERT_EQ(trees.vector(), search.vector());
    ASSERT_EQ(trees.rank(search.vector()), big_integer(i));
  }
  EXPECT_THROW(trees.to(65), korat::out_of_range);
}

// The keys are not read: every structure stands for many, which are chosen behind the predicate.
TEST(Diagram, NumbersStructuresWithUnreadFields) {
  korat::diagram<tree> trees(with_keys(3, 4), &tree::is_tree);
  korat::search<tree> search(with_keys(3, 4), &tree::is_tree);
  EXPECT_EQ(trees.count(), big_integer(1 + 4 + 2 * 16 + 5 * 64));
  EXPECT_EQ(trees.explored().decimal(), std::to_string([&] {
              korat::search<tree> all(with_keys(3, 4), &tree::is_tree);
              while (all.next()) {
              }
              return all.statistics().explored;
            }()));
  for (std::uint64_t i = 0; search.next_valid(); ++i) {
    trees.to(i);
    ASSERT_EQ(trees.vector(), search.vector());
    ASSERT_EQ(trees.index(), big_integer(i));
    ASSERT_EQ(trees.rank(search.vector()), big_integer(i));
  }
}

// References that are not read bring in more objects: those are counted one by one.
TEST(Diagram, NumbersStructuresWithUnreadReferences) {
  const auto any = [](const tree&) { return true; };
  korat::diagram<tree> all(shapes(3), any);
  korat::search<tree> search(shapes(3), any);
  for (std::uint64_t i = 0; search.next_valid(); ++i) {
    all.to(i);
    ASSERT_EQ(all.vector(), search.vector());
    ASSERT_EQ(all.rank(search.vector()), big_integer(i));
  }
  EXPECT_EQ(all.count().decimal(), std::to_string(search.statistics().valid));
}

/// A copy in objects of one's own, the later ones first.
struct copied_tree {
  std::deque<node> nodes;
  tree copy;

  explicit copied_tree(const tree& t) {
    copy.root = copy_of(t.root);
    copy.size = t.size;
  }
  node* copy_of(const node* n) {
    if (n == nullptr) return nullptr;
    node* const right = copy_of(n->right);
    node* const left = copy_of(n->left);
    node& made = nodes.emplace_front();
    made.left = left;
    made.right = right;
    made.key = n->key;
    return &made;
  }
};

TEST(Diagram, RanksStructuresOfOnesOwn) {
  korat::diagram<tree> d(with_keys(4, 3), &tree::is_tree);  // the keys are not read
  for (big_integer i; i < d.count(); i += 29) {
    copied_tree other(d[i]);
    EXPECT_EQ(d.rank(d.structure()), i);
    ASSERT_EQ(d.rank(other.copy), i);
    if (other.nodes.empty()) continue;
    other.copy.root->key = 7;
    EXPECT_THROW(d.rank(other.copy), korat::position_error) << "a key out of bounds";
    other.copy.root->key = 1;
    other.copy.root->left = other.copy.root;
    EXPECT_THROW(d.rank(other.copy), korat::position_error) << "no tree";
  }
}

TEST(Diagram, RefusesVectorsThatAreNoSolutions) {
  korat::diagram<tree> trees(shapes(2), &tree::is_tree);
  auto v = (trees.to(0), trees.vector());
  v[1] = 2;  // a size that the tree does not have
  EXPECT_THROW(trees.rank(v), korat::position_error);
  EXPECT_THROW(trees.rank({1, 2}), korat::position_error);
}

TEST(Diagram, SamplesAllSolutionsEquallyOften) {
  korat::diagram<tree> trees(shapes(6), &tree::is_tree);
  const auto count = trees.count().or_largest();
  ASSERT_EQ(count, 197u);
  constexpr int draws = 10'000;
  std::map<korat::candidate_vector, int> drawn;
  std::mt19937_64 random(1);
  for (int i = 0; i < draws; ++i) {
    ASSERT_TRUE(trees.sample(random).is_tree());
    ++drawn[trees.vector()];
  }
  EXPECT_EQ(drawn.size(), count);
  double chi_square = 0;
  const double expected = static_cast<double>(draws) / static_cast<double>(count);
  for (const auto& [vector, times] : drawn) chi_square += (times - expected) * (times - expected) / expected;
  EXPECT_LT(chi_square, 260);  // 196 degrees of freedom: exceeded once in a thousand times
}

TEST(Diagram, KnowsTheSmallest) {
  korat::diagram<tree> trees(shapes(5), &tree::is_tree);
  std::vector<std::pair<std::size_t, big_integer>> expected;
  for (big_integer i; i < trees.count(); i += 1)
    expected.emplace_back((trees.to(i), trees.snapshot().objects.size()), i);
  std::ranges::sort(expected);
  const auto found = trees.smallest(100);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) ASSERT_EQ(found[i], expected[i].second) << i;
  EXPECT_EQ(trees.smallest(3).size(), 3u);
  EXPECT_TRUE(korat::diagram<tree>(shapes(3), [](const tree& t) { return t.size == 7; }).smallest(3).empty());
}

TEST(Diagram, CutsIntoEvenParts) {
  korat::diagram<tree> trees(shapes(5), &tree::is_tree);
  const auto cuts = trees.even_parts(4);
  ASSERT_EQ(cuts.size(), 5u);
  std::set<korat::candidate_vector> seen;
  for (std::size_t i = 0; i < 4; ++i) {
    std::uint64_t here = 0;
    trees.for_each(cuts[i], cuts[i + 1], [&](const tree& t) {
      EXPECT_TRUE(t.is_tree());
      seen.insert(trees.vector());
      ++here;
    });
    EXPECT_GE(here, 16u);
    EXPECT_LE(here, 17u);
  }
  EXPECT_EQ(seen.size(), 65u);
}

TEST(Diagram, IsTheSameWithLittleMemory) {
  const korat::diagram<tree> roomy(shapes(7), &tree::is_tree);
  const korat::diagram<tree> narrow(shapes(7), &tree::is_tree, {.memory_limit = 100'000});
  EXPECT_EQ(narrow.count(), roomy.count());
  EXPECT_EQ(narrow.explored(), roomy.explored());
  EXPECT_GT(narrow.summary().runs, roomy.summary().runs);
  EXPECT_EQ(narrow.summary().nodes, roomy.summary().nodes) << "what is built once more is the node that is there";
}

TEST(Diagram, IsNotLargerThanItMayBe) {
  try {
    const korat::diagram<tree> none(shapes(7), &tree::is_tree, {.memory_limit = 2'000});
    FAIL() << none.summary().bytes;
  } catch (const korat::diagram_error& e) {
    EXPECT_NE(std::string(e.what()).find("more memory than it may, 2000 bytes; raise the limit"), std::string::npos)
        << e.what();
  }
}

TEST(Diagram, CanBeStopped) {
  EXPECT_THROW((korat::diagram<tree>(with_keys(40, 3), &tree::is_tree,
                                     {.stop_when = [](const korat::diagram_summary&) { return true; }})),
               korat::diagram_error);
}

TEST(Diagram, HasNoSolutions) {
  korat::diagram<tree> none(shapes(3), [](const tree& t) { return t.size == 7; });
  EXPECT_TRUE(none.count().is_zero());
  EXPECT_FALSE(none.next());
  EXPECT_THROW(none.to(0), korat::out_of_range);
  std::mt19937_64 random(1);
  EXPECT_THROW(none.to_random(random), korat::out_of_range);
}

TEST(Diagram, HasOneSolutionThatReadsNothing) {
  struct empty {
    field<int> n;
  };
  korat::finitization<empty> bounds("empty");
  bounds.set<&empty::n>(between(1, 3));
  korat::diagram<empty> d(bounds, [](const empty&) { return true; });
  EXPECT_EQ(d.count(), big_integer(3));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(d[static_cast<std::uint64_t>(i)].n, i + 1);
}

// A reference to a field is looked at later than the field is noticed: the check of the automaton sees it.
TEST(Diagram, IsNotBuiltOfReadsThatHappenLate) {
  const auto late = [](const tree& t) {
    if (t.root == nullptr) return false;
    const int* const size = reinterpret_cast<const int*>(&t.size);
    korat::read(*size);
    const node* const left = t.root->left;
    return left == nullptr && *size == 1;  // no notice here
  };
  EXPECT_THROW((korat::diagram<tree>(shapes(3), late)), korat::diagram_error);
}

TEST(Diagram, IsNotBuiltOfPredicatesThatChoose) {
  auto bounds = shapes(2);
  bounds.choices(1, 3);
  const auto chooses = [](const tree& t) { return korat::choose(0, 2) == t.size; };
  try {
    const korat::diagram<tree> d(bounds, chooses);
    FAIL();
  } catch (const korat::diagram_error& e) {
    EXPECT_NE(std::string(e.what()).find("makes choices itself"), std::string::npos) << e.what();
  }
}

TEST(Diagram, IsNotBuiltOfFieldsReadWhileAnExceptionIsHandled) {
  const auto odd = [](const tree& t) {
    try {
      throw 1;
    } catch (int) {
      return t.size == 0 && t.root == nullptr;
    }
  };
  EXPECT_THROW((korat::diagram<tree>(shapes(3), odd)), korat::diagram_error);
}

// A search as short as this is over before its rehearsal; a diagram is not begun without one.
int nodes_seen = 0;
TEST(Diagram, IsNotBuiltOfWhatIsKeptInVariables) {
  const auto forgetful = [](const tree& t) {
    nodes_seen = 0;
    for (const node* n = t.root; n != nullptr && nodes_seen < 2; n = n->left) ++nodes_seen;
    return nodes_seen == 1;
  };
  EXPECT_THROW((korat::diagram<tree>(shapes(2), forgetful)), korat::diagram_error);
}

struct pair {
  field<int> first, second;
};

korat::finitization<pair> pairs() {
  korat::finitization<pair> bounds("pair");
  bounds.set<&pair::first>(between(0, 3)).set<&pair::second>(between(0, 3));
  return bounds;
}

template <class Predicate>
std::uint64_t found_by_search(Predicate accepts) {
  korat::basic_search search(korat::describe(pairs(), accepts), {.engine = korat::engine::reexecute});
  while (search.next_valid()) {
  }
  return search.statistics().valid;
}

// Sets lie in the order of their contents while a diagram is built, until the predicate looks at the order, as it does
// here on its first candidate.
TEST(Diagram, KeepsTheOrderOfASetThatIsLookedAt) {
  const auto inserted_first = [](const pair& p) {
    korat::set<int> both;
    both.insert(3 - p.first);
    both.insert(p.second);
    return *both.begin() == 3;
  };
  const auto by_an_old_iterator = [](const pair& p) {
    korat::set<int> both;
    const auto kept = both.insert(3 - p.first).first;
    both.insert(p.second);
    return *kept == 3;
  };
  const auto inserted_last = [](const pair& p) {
    korat::set<int> both;
    both.insert(3 - p.first);
    both.insert(p.second);
    int last = 0;
    for (const int i : both) last = i;
    return last == 0;
  };
  const auto at_the_beginning = [](const pair& p) {
    korat::set<int> both;
    both.insert(3 - p.first);
    both.insert(p.second);
    return both.find(p.second) == both.begin();
  };
  const auto at_an_old_iterator = [](const pair& p) {
    korat::set<int> both;
    const auto kept = both.insert(3 - p.first).first;
    both.insert(p.second);
    return both.find(3 - p.first) == kept;
  };
  const auto expect_the_same = [](auto predicate) {
    EXPECT_EQ(korat::diagram<pair>(pairs(), predicate).count(), big_integer(found_by_search(predicate)));
  };
  expect_the_same(inserted_first);
  expect_the_same(by_an_old_iterator);
  expect_the_same(inserted_last);
  expect_the_same(at_the_beginning);
  expect_the_same(at_an_old_iterator);
}

// As far as states are equal: the frames of the nodes above the present one are part of them.
TEST(Diagram, MergesRecursivePredicates) {
  struct visit {
    static bool subtree(const node* n, korat::set<const node*>& met) {
      return n == nullptr || (met.insert(n).second && subtree(n->left, met) && subtree(n->right, met));
    }
  };
  const auto recursive = [](const tree& t) {
    korat::set<const node*> met;
    return visit::subtree(t.root, met) && static_cast<int>(met.size()) == t.size;
  };
  const korat::diagram<tree> d(shapes(8), recursive);
  EXPECT_EQ(d.count(), big_integer(2056));  // Catalan numbers, of up to eight nodes
  EXPECT_LT(big_integer(2 * d.summary().runs), d.explored());
}

TEST(Diagram, KnowsStrings) {
  struct named {
    field<std::string> name, other;
  };
  korat::finitization<named> bounds("named");
  bounds.set<&named::name>(
      korat::one_of(std::string("a"), std::string("b"), std::string("a name too long to be small")));
  bounds.set<&named::other>(korat::one_of(std::string("a"), std::string("b")));
  const auto same = [](const named& n) {
    const std::string& name = n.name;
    const std::string& other = n.other;
    return name == other;
  };
  korat::diagram<named> d(bounds, same);
  ASSERT_EQ(d.count(), big_integer(2));
  EXPECT_EQ(d.explored(), big_integer(6));
  EXPECT_EQ(d[1].name.get(), "b");
}

}  // namespace

}  // namespace korat_test::diagram_test

#endif
