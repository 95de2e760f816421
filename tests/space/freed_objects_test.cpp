// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Operations under test that release objects of the search, with delete, free and realloc: what the objects own is
// released once, and the objects are there again when the structure is put back. It means most under a sanitizer, and
// tests/sanitized runs the same in programs of which only they themselves are sanitized.

#include <gtest/gtest.h>

#include "freeing.hpp"
#include "korat/korat.hpp"

namespace korat_test::freed_objects_test {
namespace {

TEST(FreedObjects, MayOwnMemory) {
  EXPECT_EQ(owning::emptied_in_a_visitor(), 10);
  EXPECT_EQ(owning::made, owning::destroyed);
  EXPECT_EQ(owning::first_removed_by_cursor(), 9);
  EXPECT_EQ(owning::made, owning::destroyed);
}

TEST(FreedObjects, NeedNotBePutBackBeforeTheSearchEnds) {
  owning::left_deleted();
  EXPECT_EQ(owning::made, owning::destroyed);
}

TEST(FreedObjects, MayBeDeletedByTheirOwners) {
  EXPECT_EQ(unique::emptied(), 5);
  EXPECT_EQ(unique::made, unique::destroyed);
}

TEST(FreedObjects, MayBeFreedAsInC) {
  EXPECT_EQ(in_c::emptied(), 10);
  EXPECT_EQ(in_c::first_grown(), 9);
}

TEST(FreedObjects, AreMissedByAPredicateThatFreesThem) {
  for (const auto engine : {korat::engine::reexecute, korat::engine::checkpoint}) {
    korat::search<owning::list> search(owning::bounds(),
                                       [](const owning::list& l) {
                                         if (l.head) delete static_cast<owning::node*>(l.head);
                                         return true;
                                       },
                                       {.engine = engine});
    try {
      while (search.next()) continue;
      ADD_FAILURE() << "nothing was reported";
    } catch (const korat::predicate_error& e) {
      EXPECT_EQ(e.why().kind, korat::misbehaviour::wrote);
      EXPECT_EQ(e.why().reason, "the predicate freed node0");
    }
  }
  EXPECT_EQ(owning::made, owning::destroyed);
}

}  // namespace
}  // namespace korat_test::freed_objects_test
