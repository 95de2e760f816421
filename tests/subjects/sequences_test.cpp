// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Numbers of structures that mathematics knows.

#include <gtest/gtest.h>

#include "subjects/red_black_tree.hpp"
#include "subjects/subject.hpp"
#include "tests/search/sanitized.hpp"

namespace korat_test::sequences_test {
namespace {

using korat::subjects::arguments;

std::uint64_t valid(std::string_view subject, const arguments& given) {
  const auto search = korat::subjects::find(subject)->search(given, {});
  while (search->next_valid()) {
  }
  return search->statistics().valid;
}

std::uint64_t choose(std::uint64_t n, std::uint64_t k) {
  std::uint64_t result = 1;
  for (std::uint64_t i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return result;
}
std::uint64_t catalan(std::uint64_t n) { return choose(2 * n, n) / (n + 1); }
std::uint64_t bell(std::uint64_t n) {
  std::uint64_t sum = n == 0 ? 1 : 0;
  for (std::uint64_t k = 0; k < n; ++k) sum += choose(n - 1, k) * bell(k);
  return sum;
}

TEST(sequences, binary_trees_are_the_catalan_numbers) {
  for (int n = 0; n <= 9; ++n) EXPECT_EQ(valid("binary-tree", {n}), catalan(static_cast<std::uint64_t>(n))) << n;
}

TEST(sequences, binary_trees_of_several_sizes_add_up) {
  EXPECT_EQ(valid("binary-tree", {6, 0, 6}), 1U + 1 + 2 + 5 + 14 + 42 + 132);
  EXPECT_EQ(valid("binary-tree", {6, 3, 4}), 5U + 14);
  EXPECT_EQ(valid("binary-tree", {3, 4, 5}), 0U);
}

TEST(sequences, ternary_trees_are_the_fuss_catalan_numbers) {
  for (std::uint64_t n = 0; n <= 5; ++n) {
    const auto nodes = n + 1;
    EXPECT_EQ(valid("ternary-tree", {static_cast<std::int64_t>(n)}), choose(3 * nodes, nodes) / (2 * nodes + 1)) << n;
  }
}

TEST(sequences, a_search_tree_is_a_shape_and_a_choice_of_keys) {
  constexpr std::uint64_t keys = 6;
  std::uint64_t up_to_all = 0, expected = 0;
  for (std::uint64_t n = 0; n <= keys; ++n) {
    up_to_all += valid("search-tree", {static_cast<std::int64_t>(n), keys});
    expected += choose(keys, n) * catalan(n);
    EXPECT_EQ(up_to_all, expected) << n;
  }
}

TEST(sequences, an_avl_tree_is_a_balanced_shape_and_a_choice_of_keys) {
  constexpr std::uint64_t shapes[] = {1, 1, 2, 1, 4, 6, 4, 17, 32};
  for (std::uint64_t n = 0; n <= 8; ++n) {
    const auto nodes = static_cast<std::int64_t>(n);
    EXPECT_EQ(valid("avl-tree", {nodes}), shapes[n] * (n + 1)) << n;
    EXPECT_EQ(valid("avl-tree", {nodes, nodes + 2}), shapes[n] * choose(n + 2, n)) << n;
  }
}

// Whether a root must be black makes two sequences. Both, from one search each.
TEST(sequences, red_black_trees) {
  using korat::subjects::red_black_tree::color;
  using korat::subjects::red_black_tree::tree;
  constexpr std::uint64_t any_root[] = {2, 2, 3, 8, 14, 20, 35, 64, 122},
                          black_root[] = {1, 2, 2, 4, 8, 16, 33, 56, 90};
  for (int n = 1; n <= so_many(9, 7); ++n) {
    std::uint64_t any = 0, black = 0;
    for (const tree& t : korat::generate(korat::subjects::red_black_tree::bounds(n), &tree::rep_ok)) {
      ++any;
      black += t.root->color == color::black ? 1 : 0;
    }
    EXPECT_EQ(any, any_root[n - 1]) << n;
    EXPECT_EQ(black, black_root[n - 1]) << n;
  }
}

TEST(sequences, singly_linked_lists_are_the_bell_numbers) {
  for (int n = 0; n <= 9; ++n) EXPECT_EQ(valid("singly-linked-list", {n}), bell(static_cast<std::uint64_t>(n))) << n;
}

// Of the groupings of n places and one for null, those in which the first place is not null.
TEST(sequences, doubly_linked_lists_are_differences_of_bell_numbers) {
  for (std::uint64_t n = 1; n <= 9; ++n)
    EXPECT_EQ(valid("doubly-linked-list", {static_cast<std::int64_t>(n)}), bell(n + 1) - bell(n)) << n;
}

TEST(sequences, sorted_lists_are_multisets) {
  for (std::uint64_t size = 0; size <= 5; ++size)
    for (std::uint64_t elements = 1; elements <= 4; ++elements) {
      const auto s = static_cast<std::int64_t>(size), e = static_cast<std::int64_t>(elements);
      EXPECT_EQ(valid("sorted-list", {s, s, s + 1, e}), choose(size + elements - 1, size)) << size << " " << elements;
    }
  EXPECT_EQ(valid("sorted-list", {0, 3, 4, 2}), 1U + 2 + 3 + 4);
  EXPECT_EQ(valid("sorted-list", {3, 3, 3, 2}), 0U);  // the header is an entry, too
}

TEST(sequences, linked_disjoint_sets_are_the_factorials) {
  std::uint64_t factorial = 1;
  for (std::int64_t n = 0; n <= 7; ++n) {
    factorial *= static_cast<std::uint64_t>(n) + 1;
    EXPECT_EQ(valid("linked-disj-set", {n}), factorial) << n;
  }
}

}  // namespace
}  // namespace korat_test::sequences_test
