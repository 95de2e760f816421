// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Members of type std::vector, with their lengths and elements searched: compiled through the pass.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "korat/korat.hpp"
#include "korat/owned.hpp"
#include "korat/parallel.hpp"
#include "undo/has_context.h"

namespace {

// Trees whose nodes own their children.

struct owner {
  std::vector<std::unique_ptr<owner>> children;
};
struct forest {
  std::vector<std::unique_ptr<owner>> trees;
  int size = 0;

  bool rep_ok() const {
    korat::set<const owner*> seen;
    return all_new(trees, seen) && static_cast<int>(seen.size()) == size;
  }
  static bool all_new(const std::vector<std::unique_ptr<owner>>& some, korat::set<const owner*>& seen) {
    for (const auto& one : some)
      if (!seen.insert(one.get()).second || !all_new(one->children, seen)) return false;
    return true;
  }
  static korat::finitization<forest> bounds(int nodes) {
    korat::finitization<forest> b;
    const auto all = b.objects<owner>(nodes).without_null();
    b.set<&forest::trees>(korat::vector_of(all, korat::between(0, nodes)));
    b.set<&forest::size>(korat::exactly(nodes));
    b.set<&owner::children>(korat::vector_of(all, korat::between(0, nodes)));
    return b;
  }
};

std::string written(const std::vector<std::unique_ptr<owner>>& trees) {
  std::string text;
  for (const auto& tree : trees) text += "(" + written(tree->children) + ")";
  return text;
}

constexpr std::uint64_t catalan[] = {1, 1, 2, 5, 14, 42};  // ordered forests of n nodes

class VectorEngines : public testing::TestWithParam<korat::engine> {};
INSTANTIATE_TEST_SUITE_P(, VectorEngines,
                         testing::Values(korat::engine::checkpoint, korat::engine::reexecute, korat::engine::diagram));

TEST_P(VectorEngines, FindEveryForestOnce) {
  for (int n = 1; n <= 5; ++n) {
    std::set<std::string> found;
    korat::search<forest> search(forest::bounds(n), &forest::rep_ok, {.engine = GetParam()});
    while (search.next_valid()) found.insert(written(search.structure().trees));
    EXPECT_EQ(search.statistics().valid, catalan[n]);
    EXPECT_EQ(found.size(), catalan[n]);
  }
}

TEST(Vectors, EveryCandidateIsCheckedTwice) {
  korat::search<forest> search(forest::bounds(3), &forest::rep_ok, {.self_checks = korat::search_options::unlimited});
  while (search.next_valid()) continue;
  EXPECT_EQ(search.statistics().valid, catalan[3]);
#if KORAT_HAS_CONTEXT
  EXPECT_EQ(search.engine_note(), std::nullopt);
#endif
}

TEST(Vectors, ThreadsAndBackwardFindTheSame) {
  std::atomic<std::uint64_t> found = 0;
  korat::parallel_for_each(forest::bounds(4), &forest::rep_ok, [&](const forest&) { ++found; }, {.threads = 2});
  EXPECT_EQ(found, catalan[4]);
  korat::search<forest> backward(forest::bounds(4), &forest::rep_ok, {.direction = korat::direction::backward});
  while (backward.next_valid()) continue;
  EXPECT_EQ(backward.statistics().valid, catalan[4]);
}

TEST(Vectors, AreCopiedWithWhatTheyOwn) {
  std::set<std::string> kept;
  for (const auto copy : korat::owned(forest::bounds(3), &forest::rep_ok)) {
    copy->trees.push_back(std::make_unique<owner>());  // beyond the room that a search lends
    copy->trees.push_back(std::make_unique<owner>());
    kept.insert(written(copy->trees));
    copy->trees.erase(copy->trees.begin());
  }
  EXPECT_EQ(kept.size(), catalan[3]);
}

TEST(Vectors, AreChangedInPlaceAndPutBack) {
  std::set<std::string> found;
  korat::for_each(forest::bounds(3), &forest::rep_ok, [&](forest& f) {
    found.insert(written(f.trees));
    if (!f.trees.empty()) f.trees.front()->children.clear();
    f.trees.erase(f.trees.begin());
  });
  EXPECT_EQ(found.size(), catalan[3]);
}

// Numbers and plain pointers.

struct numbers {
  std::vector<int> values;
  std::vector<numbers*> friends;
};

korat::finitization<numbers> some_numbers(int shortest, int longest) {
  korat::finitization<numbers> b;
  b.set<&numbers::values>(korat::vector_of(korat::between(1, 3), korat::between(shortest, longest)));
  return b;
}

TEST(Vectors, LengthsAndElementsAreThoseOfBruteForce) {
  const auto sorted = [](const numbers& n) { return std::is_sorted(n.values.begin(), n.values.end()); };
  for (int shortest = 0; shortest <= 2; ++shortest) {
    std::multiset<std::vector<int>> found, expected;
    korat::for_each(some_numbers(shortest, 4), sorted, [&](const numbers& n) { found.insert(n.values); });
    for (const auto& v :
         korat::sequences_of<std::vector<int>>(korat::between(1, 3), korat::between(shortest, 4)).values)
      if (std::is_sorted(v.begin(), v.end())) expected.insert(v);
    EXPECT_EQ(found, expected);
  }
}

TEST(Vectors, AnElementIsReadByItself) {
  korat::search<numbers> search(some_numbers(0, 9), [](const numbers& n) {
    return n.values.size() == 9 && n.values[8] == 3 && n.values[0] == 2;
  });
  while (search.next_valid()) continue;
  EXPECT_EQ(search.statistics().valid, 2187U);                     // what fills the seven others
  EXPECT_EQ(search.statistics().explored, 9 + 2 + 1 + 2187U + 1);  // lengths, last elements, first ones
}

TEST(Vectors, AreGrownInPlaceAndPutBack) {
  int wrong = 0;
  korat::for_each(
      some_numbers(0, 3), [](const numbers& n) { return n.values.empty() || n.values[0] == 1; },
      [&](numbers& n) {
        const auto before = n.values.size();
        for (int i = 0; i < 10; ++i) n.values.push_back(7);
        n.values.shrink_to_fit();
        if (n.values.size() != before + 10 || (before != 0 && n.values[0] != 1)) ++wrong;
      });
  EXPECT_EQ(wrong, 0);
}

TEST(Vectors, AGraphHasAsManyStructuresAsWithKoratsArray) {
  struct with_array {
    korat::array<with_array*, with_array*> friends;
  };
  struct root_of_arrays {
    with_array* first = nullptr;
  };
  struct root_of_vectors {
    numbers* first = nullptr;
  };
  const auto few_edges = [](const auto& root) {
    korat::set<const void*> seen;
    std::vector<decltype(root.first)> open = {root.first};
    int edges = 0;
    while (!open.empty()) {
      auto* const next = open.back();
      open.pop_back();
      if (!seen.insert(next).second) continue;
      for (auto* f : next->friends) {
        if (++edges > 4) return false;
        open.push_back(f);
      }
    }
    return true;
  };
  korat::finitization<root_of_arrays> arrays;
  const auto a = arrays.objects<with_array>(3).without_null();
  arrays.set<&root_of_arrays::first>(a).set<&with_array::friends>(korat::vector_of(a, korat::between(0, 3)));
  korat::finitization<root_of_vectors> vectors;
  const auto v = vectors.objects<numbers>(3).without_null();
  vectors.set<&root_of_vectors::first>(v).set<&numbers::friends>(korat::array_of(v).with_length(korat::between(0, 3)));
  const auto from_arrays = korat::for_each(arrays, few_edges, [](const root_of_arrays&) {});
  const auto from_vectors = korat::for_each(vectors, few_edges, [](const root_of_vectors&) {});
  EXPECT_GT(from_arrays.valid, 100U);
  EXPECT_EQ(from_vectors.valid, from_arrays.valid);
  EXPECT_EQ(from_vectors.explored, from_arrays.explored);
}

}  // namespace
