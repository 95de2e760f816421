// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The lists of Table 2 of the ISSTA 2008 paper, 401 to 500 nodes: candidates and field initialisations.

#include "../../bench/table2/lists.hpp"

#include <gtest/gtest.h>

#include "undo/has_context.h"

namespace korat_test::table_2_test {
namespace {

using korat::engine;

template <class List>
korat::statistics counts(engine with) {
  const auto search = korat::bench::start_lists<List>(401, 500, {.engine = with, .self_checks = 0});
  while (search->next_valid()) {
  }
  return search->statistics();
}

TEST(table_2, singly_linked_lists) {
  const auto again = counts<korat::bench::singly_linked>(engine::reexecute);
  EXPECT_EQ(again.explored, 125'751U);
  EXPECT_EQ(again.valid, 100U);
  EXPECT_EQ(again.field_initializations, 42'043'252U);
#if KORAT_HAS_CONTEXT
  EXPECT_EQ(counts<korat::bench::singly_linked>(engine::checkpoint).field_initializations, 126'752U);
#endif
}

#if KORAT_HAS_CONTEXT
TEST(table_2, doubly_linked_lists) {
  const auto resumed = counts<korat::bench::doubly_linked>(engine::checkpoint);
  EXPECT_EQ(resumed.explored, 377'247U);
  EXPECT_EQ(resumed.valid, 100U);
  EXPECT_EQ(resumed.field_initializations, 379'247U);
}
#endif

}  // namespace
}  // namespace korat_test::table_2_test
