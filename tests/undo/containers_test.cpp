// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The interface people know from std::, as far as the undoable containers have it.

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <numeric>
#include <set>
#include <stdexcept>
#include <vector>

#include "korat/undo/deque.hpp"
#include "korat/undo/map.hpp"
#include "korat/undo/queue.hpp"
#include "korat/undo/set.hpp"
#include "korat/undo/vector.hpp"

namespace korat_test::containers_test {
namespace {

static_assert(std::forward_iterator<korat::set<int>::iterator>);
static_assert(std::random_access_iterator<korat::vector<int>::iterator>);

TEST(Set, IteratesInTheOrderOfInsertion) {
  korat::set<int> s;
  for (const int v : {5, 1, 9, 1, 5, 3}) s.insert(v);
  EXPECT_EQ(std::vector<int>(s.begin(), s.end()), (std::vector<int>{5, 1, 9, 3}));
  for (int v = 100; v < 200; ++v) s.insert(v);  // growing keeps the order
  std::vector<int> expected{5, 1, 9, 3};
  for (int v = 100; v < 200; ++v) expected.push_back(v);
  EXPECT_EQ(std::vector<int>(s.begin(), s.end()), expected);
}

TEST(Set, SkipsErasedElementsWhereverTheyStood) {
  korat::set<int> s{1, 2, 3, 4, 5};
  s.erase(1), s.erase(3), s.erase(5);
  EXPECT_EQ(std::vector<int>(s.begin(), s.end()), (std::vector<int>{2, 4}));
  s.erase(2), s.erase(4);
  EXPECT_TRUE(s.empty());
  EXPECT_EQ(s.begin(), s.end());
}

TEST(Set, ComparesAsSets) {
  EXPECT_EQ((korat::set<int>{1, 2, 3}), (korat::set<int>{3, 2, 1}));
  EXPECT_NE((korat::set<int>{1, 2}), (korat::set<int>{1, 3}));
  EXPECT_NE((korat::set<int>{1, 2}), (korat::set<int>{1, 2, 3}));
  korat::set<int> s{1, 2, 3};
  s.erase(2);
  EXPECT_EQ(s, (korat::set<int>{1, 3}));
}

TEST(Set, OfPointersHoldsNullAndNeighbours) {
  const char memory[64] = {};
  korat::set<const char*> s;
  EXPECT_TRUE(s.insert(nullptr).second);
  for (const char& c : memory) EXPECT_TRUE(s.insert(&c).second);
  EXPECT_EQ(s.size(), 65u);
  EXPECT_FALSE(s.insert(nullptr).second);
  EXPECT_TRUE(s.contains(memory + 63));
  EXPECT_FALSE(s.contains(memory + 64));
}

TEST(Set, WorksWithAlgorithms) {
  const korat::set<int> s{4, 8, 2};
  EXPECT_EQ(std::accumulate(s.begin(), s.end(), 0), 14);
  EXPECT_TRUE(std::ranges::all_of(s, [](int v) { return v % 2 == 0; }));
  EXPECT_EQ(*std::ranges::max_element(s), 8);
}

TEST(Map, IteratorsModelTheStandardsConcepts) { EXPECT_TRUE((std::input_iterator<korat::map<int, int>::iterator>)); }

TEST(Map, GivesDefaultsThroughTheIndexOperator) {
  korat::map<int, int> m;
  EXPECT_EQ(m[5], 0);
  EXPECT_EQ(m.size(), 1u);
  ++m[5];
  m[5] += 10;
  m[5] -= 1;
  EXPECT_EQ(m.at(5), 10);
  m[5] |= 1;
  m[5] &= 3;
  EXPECT_EQ(m.at(5), 3);
  --m[5];
  EXPECT_EQ(m.at(5), 2);
}

TEST(Map, OfPointersReachesTheObjects) {
  struct node {
    int key;
  };
  node n{7};
  korat::map<int, node*> m;
  m[1] = &n;
  EXPECT_EQ(m[1]->key, 7);
}

TEST(Map, ThrowsForAKeyThatIsNotThere) {
  korat::map<int, int> m{{1, 2}};
  EXPECT_EQ(m.at(1), 2);
  EXPECT_THROW((void)m.at(2), korat::out_of_range);
  m.erase(1);
  EXPECT_THROW((void)m.at(1), korat::out_of_range);
}

TEST(Map, InsertLeavesAnExistingValue) {
  korat::map<int, int> m;
  m.insert({1, 10});
  const auto [at, inserted] = m.insert({1, 20});
  EXPECT_FALSE(inserted);
  EXPECT_EQ(at->second, 10);
  m.erase(1);
  EXPECT_TRUE(m.insert({1, 30}).second);
  EXPECT_EQ(m.at(1), 30);
  m.erase(1);
  EXPECT_EQ(m[1], 0);  // revived with a default, not with what was there
}

// As in std::map and std::unordered_map, whose references to elements stay valid.
TEST(Map, AssignsOneValueToAnotherAlsoWhileItGrows) {
  for (int size = 1; size < 200; ++size) {
    korat::map<int, int> m;
    for (int i = 0; i < size; ++i) m[i] = i + 1000;
    m[-1] = m[0];
    ASSERT_EQ(m.at(-1), 1000) << "after " << size << " keys";
    m[-2] = m[-3];  // both new: the second may be what makes it grow
    ASSERT_EQ(m.at(-2), 0) << "after " << size << " keys";
  }
}

TEST(Vector, IsMadeFromListsAndRanges) {
  const korat::vector<int> a{1, 2, 3};
  const std::deque<int> source{4, 5};
  const korat::vector<int> b(source.begin(), source.end());
  EXPECT_EQ(std::vector<int>(a.begin(), a.end()), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(std::vector<int>(b.begin(), b.end()), (std::vector<int>{4, 5}));
  EXPECT_EQ(a, (korat::vector<int>{1, 2, 3}));
  EXPECT_LT(a, b);
  EXPECT_NE(a, b);
}

TEST(Vector, ElementsAreAssignedThroughTheIndexOperator) {
  korat::vector<int> v{1, 2, 3};
  v[0] = 5;
  v[1] += 5;
  v[2] = v[0];
  ++v[2];
  EXPECT_EQ(v, (korat::vector<int>{5, 7, 6}));
  const auto& seen = v;
  EXPECT_EQ(seen[1], 7);
  EXPECT_THROW((void)seen.at(3), korat::out_of_range);
}

TEST(Vector, PushesOneOfItsOwnElementsAlsoWhileItGrows) {
  korat::vector<int> v{7};
  for (int i = 0; i < 200; ++i) v.push_back(v.front());
  EXPECT_TRUE(std::all_of(v.begin(), v.end(), [](int x) { return x == 7; }));
  korat::deque<int> d{7};
  for (int i = 0; i < 200; ++i) d.push_front(d.back());
  EXPECT_TRUE(std::all_of(d.begin(), d.end(), [](int x) { return x == 7; }));
}

TEST(Vector, ResizesWithOneOfItsOwnElementsAlsoWhileItGrows) {
  korat::vector<int> v{7};
  v.resize(300, v.front());
  EXPECT_EQ(std::count(v.begin(), v.end(), 7), 300);
}

TEST(Queue, IsFirstInFirstOutOverALongLife) {
  korat::queue<int> q;
  int in = 0, out = 0;
  for (int round = 0; round < 1000; ++round) {
    for (int i = 0; i < round % 7; ++i) q.push(in++);
    for (int i = 0; i < round % 5 && !q.empty(); ++i, q.pop()) ASSERT_EQ(q.front(), out++);
  }
  EXPECT_EQ(q.size(), static_cast<std::size_t>(in - out));
  EXPECT_EQ(q.back(), in - 1);
}

TEST(Stack, IsLastInFirstOut) {
  korat::stack<int> s;
  for (int i = 0; i < 100; ++i) s.push(i);
  for (int i = 99; i >= 0; --i, s.pop()) ASSERT_EQ(s.top(), i);
  EXPECT_TRUE(s.empty());
}

}  // namespace
}  // namespace korat_test::containers_test
