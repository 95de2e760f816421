// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A predicate and an operation in a C source of the target, compiled through the pass as C.

#include <gtest/gtest.h>

#include "c_list.h"
#include "korat/korat.hpp"

namespace {

bool is_sorted(const c_list& list) { return c_list_is_sorted(&list) != 0; }

korat::finitization<c_list> bounds(int nodes) {
  korat::finitization<c_list> space;
  const auto all = space.objects<c_node>(nodes);
  space.set<&c_list::first>(all).set<&c_list::size>(korat::between(0, nodes));
  space.set<&c_node::next>(all).set<&c_node::value>(korat::between(1, nodes));
  return space;
}

TEST(CSources, ReadsAreNoticed) {
  const auto counts = korat::for_each(bounds(4), is_sorted, [](const c_list&) {});
  EXPECT_EQ(counts.valid, 16U) << "the subsets of four values";
  EXPECT_LT(counts.explored, 2'000U) << "of 5 * 5 * (5 * 4)^4 candidates: fields that are not read are not searched";
}

TEST(CSources, OperationsRunOnEveryStructure) {
  korat::for_each(bounds(4), is_sorted, [](c_list& list) {
    const int size = list.size;
    const bool removed = c_list_remove(&list, 2) != nullptr;
    EXPECT_EQ(list.size, size - (removed ? 1 : 0));
    EXPECT_TRUE(is_sorted(list));
  });
}

}  // namespace
