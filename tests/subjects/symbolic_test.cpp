// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The subjects with their keys left open. Their predicates only compare keys, and in one way each, so there is one
// structure for each shape: those that the enumeration of all keys has, less the keys; and known sequences.

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "korat/print.hpp"
#include "subjects/subject.hpp"
#include "tests/search/sanitized.hpp"

namespace korat_test::symbolic_test {
namespace {

using korat::subjects::arguments;

/// The structure without its keys.
std::string shape_of(korat::structure s, const std::set<std::string>& keys) {
  for (auto& o : s.objects)
    for (auto& f : o.fields)
      if (keys.contains(f.name.substr(0, f.name.find('[')))) f.value = korat::null_reference{};
  return to_text(s);
}

void compare(const std::string& name, const arguments& given, const std::set<std::string>& keys) {
  SCOPED_TRACE(name + testing::PrintToString(given));
  const auto& subject = *korat::subjects::find(name);
  std::set<std::string> expected, all, found;
  const auto concrete = subject.search(given, {});
  while (concrete->next_valid()) {
    expected.insert(shape_of(concrete->snapshot(), keys));
    all.insert(to_text(concrete->snapshot()));
  }
  const auto symbolic = subject.search(given, {.symbolic = {keys.begin(), keys.end()}});
  while (symbolic->next_valid()) {
    EXPECT_TRUE(all.contains(to_text(symbolic->snapshot()))) << "not valid: " << to_text(symbolic->snapshot());
    EXPECT_TRUE(found.insert(shape_of(symbolic->snapshot(), keys)).second) << "twice";
  }
  EXPECT_EQ(found, expected);
}

TEST(SymbolicSubjects, HaveTheShapesOfTheEnumeration) {
  for (std::int64_t n = 0; n <= 6; ++n) {
    compare("search-tree", {n}, {"info"});
    compare("search-tree", {n, n + 2}, {"info"});
    compare("avl-tree", {n}, {"info"});
    compare("red-black-tree", {n}, {"key"});
    compare("red-black-tree", {n, n + 1}, {"key"});
  }
  for (std::int64_t n = 0; n <= 5; ++n) compare("heap-array", {n}, {"values"});
}

struct counts {
  std::uint64_t valid, explored;
};
counts of(const std::string& name, const arguments& given) {
  const auto search = korat::subjects::find(name)->search(given, {.symbolic = {"*"}});
  while (search->next_valid()) {
  }
  return {search->statistics().valid, search->statistics().explored};
}

/// Catalan numbers; keys cost next to nothing beyond the trees. 155,455,872 candidates if they are enumerated.
TEST(SymbolicSubjects, HaveOneSearchTreeForEachShape) {
  const std::uint64_t catalan[] = {1, 1, 2, 5, 14, 42, 132, 429, 1'430, 4'862, 16'796};
  const std::int64_t most = so_many(10, 7);
  for (std::int64_t n = 0; n <= most; ++n) EXPECT_EQ(of("search-tree", {n}).valid, catalan[n]) << n;
  EXPECT_LT(of("search-tree", {most}).explored, 1'100'000u);
}

/// AVL trees by nodes (A006265), for any number of keys that suffices.
TEST(SymbolicSubjects, HaveOneAvlTreeForEachShape) {
  const std::uint64_t shapes[] = {1, 1, 2, 1, 4, 6, 4, 17, 32, 44};
  for (std::int64_t n = 0; n <= 9; ++n) EXPECT_EQ(of("avl-tree", {n, 1'000'000}).valid, shapes[n]) << n;
}

/// In lockstep what is decided about keys, and in the middle of a check, is decided before the shape is complete. Each
/// is checked with plain values and with its keys open once more.
TEST(SymbolicSubjects, MayDecideInLockstep) {
  for (const auto& [name, n, valid] :
       {std::tuple("search-tree-lockstep", 6, 132u), std::tuple("avl-tree-lockstep", 6, 4u),
        std::tuple("red-black-tree-lockstep", 5, 14u), std::tuple("binomial-heap-lockstep", 6, 7u)}) {
    SCOPED_TRACE(name);
    const auto search =
        korat::subjects::find(name)->search({n}, {.symbolic = {"*"}, .self_checks = korat::search_options::unlimited});
    while (search->next_valid()) {
    }
    EXPECT_EQ(search->statistics().valid, valid);
  }
  const auto search = korat::subjects::find("avl-tree-lockstep")->search({8}, {.symbolic = {"*"}});
  while (search->next_valid()) {
  }
  if (search->engine_used() == korat::engine::checkpoint) {
    EXPECT_LT(search->statistics().explored, 6'000u);  // one after the other 54,736
  }
}

std::vector<std::string> in_order(korat::basic_search& search) {
  std::vector<std::string> found;
  while (search.next_valid()) found.push_back(to_text(search.snapshot()));
  return found;
}

/// Re-execution knows no skeleton.
TEST(SymbolicSubjects, HaveTheSameStructuresWithAndWithoutTheSkeleton) {
  for (const auto& [name, n] :
       {std::pair("search-tree", 8), std::pair("search-tree-lockstep", 8), std::pair("avl-tree", 7),
        std::pair("avl-tree-lockstep", 8), std::pair("red-black-tree-lockstep", 8)}) {
    SCOPED_TRACE(name);
    const auto& subject = *korat::subjects::find(name);
    const auto plain = subject.search({n}, {.engine = korat::engine::reexecute, .symbolic = {"*"}});
    const auto guided = subject.search({n}, {.symbolic = {"*"}});
    EXPECT_EQ(in_order(*guided), in_order(*plain));
    EXPECT_LE(guided->statistics().explored, plain->statistics().explored);
    const bool merges = std::string(name).starts_with("search-tree") || name == std::string("red-black-tree-lockstep");
    if (merges && guided->engine_used() == korat::engine::checkpoint) {
      EXPECT_LT(2 * guided->statistics().explored, plain->statistics().explored);
    }
  }
}

/// The fields that follow from the skeleton are chosen before a check asks for them. A self-check repeats that.
TEST(SymbolicSubjects, CheckThemselvesWithTheSkeleton) {
  for (const auto& [name, n, valid] :
       {std::tuple("search-tree-lockstep", 7, 429u), std::tuple("red-black-tree-lockstep", 8, 64u)}) {
    const auto search =
        korat::subjects::find(name)->search({n}, {.symbolic = {"*"}, .self_checks = korat::search_options::unlimited});
    if (search->engine_used() != korat::engine::checkpoint) GTEST_SKIP() << "without saved states there is no skeleton";
    while (search->next_valid()) {
    }
    EXPECT_EQ(search->statistics().valid, valid) << name;
    EXPECT_GT(search->statistics().explored, 2'048u) << name << " is over before there is a skeleton";
  }
}

/// As many keys as nodes: the enumeration has one for each shape and colouring, too.
TEST(SymbolicSubjects, HaveOneRedBlackTreeForEachColouring) {
  EXPECT_EQ(of("red-black-tree", {6}).valid, 20u);
  EXPECT_EQ(of("red-black-tree", {8}).valid, 64u);
}

std::set<std::string> all_of(korat::basic_search& search) {
  std::set<std::string> found;
  while (search.next_valid()) EXPECT_TRUE(found.insert(to_text(search.snapshot())).second) << "twice";
  return found;
}

/// What stands for others, expanded, is what the enumeration finds; and that many were said to be.
void compare_expanded(const std::string& name, const arguments& given) {
  SCOPED_TRACE(name + testing::PrintToString(given));
  const auto& subject = *korat::subjects::find(name);
  const auto concrete = subject.search(given, {});
  const auto expected = all_of(*concrete);
  for (const auto engine : {korat::engine::checkpoint, korat::engine::reexecute}) {
    const auto symbolic = subject.search(
        given,
        {.engine = engine, .symbolic = {"*"}, .count_concrete = true, .expand = korat::search_options::unlimited});
    EXPECT_EQ(all_of(*symbolic), expected);
    EXPECT_EQ(symbolic->concrete().structures, korat::big_integer(expected.size()));
    EXPECT_EQ(symbolic->concrete().uncounted, 0u);
    EXPECT_EQ(symbolic->statistics().valid, expected.size());
  }
}

TEST(SymbolicSubjects, ExpandToTheEnumeration) {
  for (std::int64_t n = 0; n <= 5; ++n) {
    for (const auto* const name : {"search-tree", "avl-tree", "red-black-tree"}) {
      compare_expanded(name, {n});
      compare_expanded(name, {n, n + 2});
      compare_expanded(std::string(name) + "-lockstep", {n, n + 2});
    }
    for (const auto* const name :
         {"heap-array", "sorted-list", "singly-linked-list", "doubly-linked-list", "binary-tree"})
      if (n > 0 && n < 5) compare_expanded(name, {n});
    if (n < 5) compare_expanded("binomial-heap", {n});
    if (n < 5) compare_expanded("binomial-heap-lockstep", {n});
    if (n < 4) compare_expanded("fibonacci-heap", {n});
    if (n > 0 && n < 4) compare_expanded("disj-set", {n});
  }
}

/// Catalan number times binomial coefficient: of keys, which are far too many to be tried.
TEST(SymbolicSubjects, StandForAsManyAsThereAreKeysToChoose) {
  const auto search =
      korat::subjects::find("search-tree")->search({8, 1'000'000}, {.symbolic = {"*"}, .count_concrete = true});
  while (search->next_valid()) {
  }
  korat::big_integer expected = 1'430;
  for (std::uint32_t i = 0; i < 8; ++i) expected *= 1'000'000 - i;
  for (std::uint32_t i = 1; i <= 8; ++i) expected /= i;
  EXPECT_EQ(search->concrete().structures.decimal(), expected.decimal());
}

TEST(SymbolicSubjects, GiveOutSomeOfThoseTheyStandFor) {
  const auto search =
      korat::subjects::find("avl-tree")->search({5, 8}, {.symbolic = {"*"}, .count_concrete = true, .expand = 3});
  EXPECT_EQ(all_of(*search).size(), 3u * 6);
  EXPECT_EQ(search->concrete().structures, korat::big_integer(6 * 56));
}

}  // namespace
}  // namespace korat_test::symbolic_test
