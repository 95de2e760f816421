// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Properties as tests of GoogleTest, right and wrong ones; check_gtest.py runs them and looks at what they say.

#include "korat/gtest.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include "trees.hpp"

namespace {

using namespace korat_test::removal;
using forgets = search_tree::forgets;
using namespace std::chrono_literals;

bool has_two_children(const search_tree& tree) { return tree.root && tree.root->left && tree.root->right; }

KORAT_TEST(Right, Removes, (search_tree& tree, int key), bounds(4), &search_tree::rep_ok, korat::between(0, 3)) {
  auto expected = keys_below(tree.root);
  expected.erase(key);
  tree.remove(key, forgets::nothing);
  ASSERT_TRUE(tree.rep_ok());
  EXPECT_EQ(keys_below(tree.root), expected);
}

KORAT_TEST(Right, Dies, (const search_tree& tree), bounds(2), &search_tree::rep_ok) {
  if (tree.root && tree.root->left) {
    EXPECT_DEATH(std::abort(), "");
  }
}

KORAT_TEST(Right, Stops, (const search_tree& tree), bounds(4), &search_tree::rep_ok, korat::property_options{.search = {.max_valid = 7}}) {
  EXPECT_TRUE(tree.rep_ok());
}

KORAT_TEST(Wrong, Removes, (search_tree& tree, int key), bounds(5), &search_tree::rep_ok, korat::between(0, 4)) {
  auto expected = keys_below(tree.root);
  expected.erase(key);
  tree.remove(key, forgets::right_subtree);
  ASSERT_TRUE(tree.rep_ok());
  EXPECT_EQ(keys_below(tree.root), expected);
}

KORAT_TEST(Wrong, Throws, (const search_tree& tree), bounds(3), &search_tree::rep_ok) {
  if (has_two_children(tree)) throw std::runtime_error("two are too many");
}

KORAT_TEST(Wrong, ChangesItsMind, (const search_tree& tree), bounds(3), &search_tree::rep_ok) {
  static int calls = 0;
  EXPECT_TRUE(++calls != 5) << "the fifth of " << tree.root.get();
}

KORAT_TEST(Crash, DereferencesNull, (search_tree& tree), bounds(3), &search_tree::rep_ok) {
  if (!has_two_children(tree)) return;
  volatile int* volatile nowhere = nullptr;
  *nowhere = 1;
}

KORAT_TEST(Crash, Recurses, (search_tree& tree), bounds(3), &search_tree::rep_ok) {
  struct descent {
    static int deeper(int depth) {
      volatile char frame[1000];
      frame[depth % 1000] = 1;
      return depth < 0 ? 0 : deeper(depth + 1) + frame[depth % 1000];
    }
  };
  if (has_two_children(tree)) {
    EXPECT_NE(descent::deeper(0), 1);
  }
}

KORAT_TEST(Crash, Loops, (search_tree& tree), bounds(3), &search_tree::rep_ok, korat::property_options{.stuck_after = 200ms}) {
  for (volatile bool on = true; on && has_two_children(tree);) continue;
}

KORAT_TEST(Crash, IsTerminated, (search_tree& tree), bounds(3), &search_tree::rep_ok) {
  if (has_two_children(tree)) std::raise(SIGTERM);
}

KORAT_TEST(Memory, UsesWhatItFreed, (korat::owned_structure<search_tree> tree), bounds(3), &search_tree::rep_ok) {
  if (!has_two_children(*tree)) return;
  node* const left = tree->root->left;
  delete left;
  EXPECT_EQ(left->key, 0);
}

}  // namespace
