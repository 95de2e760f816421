// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The subjects as checks in lockstep: as many solutions as published, fewer candidates, and shapes by a diagram against
// recurrences that know nothing of candidates.

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "korat/diagram.hpp"
#include "subjects/subject.hpp"
#include "undo/has_context.h"

#if KORAT_HAS_CONTEXT

namespace korat_test::lockstep_test {
namespace {

namespace subjects = korat::subjects;

korat::statistics explored(const std::string& name, const subjects::arguments& a) {
  const auto search = subjects::find(name)->search(a, {});
  while (search->next_valid()) {
  }
  EXPECT_EQ(search->engine_note(), std::nullopt);
  return search->statistics();
}

TEST(SubjectInLockstep, HasAsManySolutionsAsPublished) {
  for (const auto& s : subjects::in_lockstep())
    for (const auto& known : s.known) {
      if (known.arguments[0] > 8) continue;  // for the sake of time
      EXPECT_EQ(explored(s.name, known.arguments).valid, known.valid) << s.name;
    }
}

TEST(SubjectInLockstep, ExploresLess) {
  for (const std::string name : {"search-tree", "avl-tree", "red-black-tree", "binomial-heap"})
    EXPECT_LT(explored(name + "-lockstep", {8}).explored, explored(name, {8}).explored) << name;
}

std::string counted(const std::string& name, std::int64_t n) {
  return korat::basic_diagram(subjects::find(name)->describe({n})).count().decimal();
}

/// Trees of n nodes whose height is exactly `height`.
std::uint64_t avl_trees(int n, int height) {
  if (height < 0) return 0;
  if (height == 0) return n == 0 ? 1 : 0;
  static std::map<std::pair<int, int>, std::uint64_t> known;
  if (const auto found = known.find({n, height}); found != known.end()) return found->second;
  std::uint64_t sum = 0;
  for (int left = 0; left < n; ++left) {
    const auto of = [&](int l, int r) { return avl_trees(left, l) * avl_trees(n - 1 - left, r); };
    sum += of(height - 1, height - 1) + of(height - 1, height - 2) + of(height - 2, height - 1);
  }
  return known[{n, height}] = sum;
}

TEST(SubjectInLockstep, CountsAvlShapes) {
  for (const int n : {0, 1, 7, 12, 15}) {
    std::uint64_t expected = 0;
    for (int height = 0; height <= n; ++height) expected += avl_trees(n, height);
    EXPECT_EQ(counted("avl-shapes", n), std::to_string(expected)) << n;
  }
}

enum class top { red, black };

/// Trees of n nodes with so many black nodes on every way down. No node at all counts as black.
std::uint64_t red_black_trees(int n, int blacks, top colour) {
  if (n == 0) return blacks == 0 && colour == top::black ? 1 : 0;
  if (blacks < 0) return 0;
  static std::map<std::tuple<int, int, top>, std::uint64_t> known;
  if (const auto found = known.find({n, blacks, colour}); found != known.end()) return found->second;
  const auto below = [&](int size) {
    if (colour == top::red) return red_black_trees(size, blacks, top::black);
    return red_black_trees(size, blacks - 1, top::black) + red_black_trees(size, blacks - 1, top::red);
  };
  std::uint64_t sum = 0;
  for (int left = 0; left < n; ++left) sum += below(left) * below(n - 1 - left);
  return known[{n, blacks, colour}] = sum;
}

TEST(SubjectInLockstep, CountsRedBlackShapes) {
  for (const int n : {1, 6, 10, 13}) {
    std::uint64_t expected = 0;
    for (int blacks = 0; blacks <= n; ++blacks)
      expected += red_black_trees(n, blacks, top::red) + red_black_trees(n, blacks, top::black);
    EXPECT_EQ(counted("red-black-shapes", n), std::to_string(expected)) << n;
  }
}

}  // namespace

}  // namespace korat_test::lockstep_test

#endif
