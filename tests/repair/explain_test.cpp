// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Repairs in words: what is grouped, and that the grammar is right.

#include <gtest/gtest.h>

#include "korat/repair.hpp"

namespace korat_test::explain_test {
namespace {

using korat::changed_field;
using korat::explain;
using korat::field_value;
using korat::named_value;
using korat::null_reference;
using korat::object_id;
using korat::repair_result;

/// Of a tree of ten nodes whose root is node0; node N is object N + 1.
repair_result repaired(std::vector<changed_field> changes) {
  repair_result r;
  r.outcome = korat::repair_outcome::repaired;
  r.changes = std::move(changes);
  for (std::size_t n = 0; n < 10; ++n) r.about.names.emplace_back(n + 1, "node" + std::to_string(n));
  r.about.roles.emplace_back(1, "root");
  r.about.counts = {{"node", 10}, {"tree", 1}};
  return r;
}

field_value node(std::size_t n) { return object_id{n + 1}; }
changed_field of_tree(std::string field, field_value before, field_value after) {
  return {"tree", std::move(field), std::move(before), std::move(after), "tree"};
}
changed_field of_node(std::size_t n, std::string field, field_value before, field_value after) {
  return {"node" + std::to_string(n), std::move(field), std::move(before), std::move(after), "node"};
}
field_value number(std::int64_t n) { return n; }

TEST(Explain, AFieldOfTheRootByItsName) {
  EXPECT_EQ(explain(repaired({of_tree("size", number(0), number(7))})), "`size` was 0, is now 7.\n");
  EXPECT_EQ(explain(repaired({of_tree("root", null_reference{}, node(0))})),
            "`root` was null, now points to the root (node0).\n");
}

TEST(Explain, AFieldOfAnotherObjectWithTheObject) {
  EXPECT_EQ(explain(repaired({of_node(3, "left", node(0), null_reference{})})),
            "`node3.left` pointed to the root (node0), is now null.\n");
  EXPECT_EQ(explain(repaired({of_node(3, "left", node(3), node(5))})),
            "`node3.left` pointed to its own node, now points to node5.\n");
  EXPECT_EQ(explain(repaired({of_node(3, "children[2]", null_reference{}, node(5))})),
            "`node3.children[2]` was null, now points to node5.\n");
}

TEST(Explain, FieldsThatWereNull) {
  EXPECT_EQ(
      explain(repaired({of_node(1, "left", null_reference{}, node(4)), of_node(2, "left", null_reference{}, node(5)),
                        of_node(3, "left", null_reference{}, node(6))})),
      "`left` of 3 of 10 nodes was null, now points to node4, node5 and node6.\n");
}

TEST(Explain, EveryFieldOfAMember) {
  std::vector<changed_field> all;
  for (std::size_t n = 0; n < 10; ++n) all.push_back(of_node(n, "parent", node(2), node((n + 1) % 5)));
  EXPECT_EQ(explain(repaired(all)),
            "Every `parent` of 10 nodes pointed to node2, now points to node1, node2, node3 and 2 others.\n");
  EXPECT_EQ(explain(repaired({all.begin(), all.begin() + 4})),
            "`parent` of 4 of 10 nodes pointed to node2, now points to node1, node2, node3 and 1 other.\n");
}

TEST(Explain, OneSentenceForEachOldValueThatSeveralHad) {
  EXPECT_EQ(explain(repaired({of_node(1, "color", named_value{"red"}, named_value{"black"}),
                              of_node(2, "color", named_value{"black"}, named_value{"red"}),
                              of_node(3, "color", named_value{"red"}, named_value{"black"}),
                              of_node(4, "key", number(5), number(6)), of_node(5, "key", number(5), number(7)),
                              of_node(6, "key", number(9), number(8)), of_node(7, "key", number(1), number(2))})),
            "`color` of 2 of 10 nodes was red, is now black.\n"
            "`node2.color` was black, is now red.\n"
            "`key` of 2 of 10 nodes was 5, is now 6 and 7.\n"
            "`key` of 2 of 10 nodes was 9 and 1, is now 8 and 2.\n");
}

TEST(Explain, WhatIsNullNowIsNotMixedWithTheRest) {
  EXPECT_EQ(explain(repaired({of_node(1, "left", node(2), null_reference{}), of_node(3, "left", node(2), node(4)),
                              of_node(5, "left", node(5), node(6)), of_node(7, "left", node(7), node(8))})),
            "`node1.left` pointed to node2, is now null.\n"
            "`node3.left` pointed to node2, now points to node4.\n"
            "`left` of 2 of 10 nodes pointed to its own node, now points to node6 and node8.\n");
}

TEST(Explain, ElementsOfArrays) {
  EXPECT_EQ(explain(repaired({of_node(1, "children[0]", null_reference{}, node(2)),
                              of_node(1, "children[3]", null_reference{}, node(3)),
                              of_tree("keys[0]", number(3), number(4)), of_tree("keys[7]", number(3), number(5))})),
            "2 elements of `children` in nodes were null, now point to node2 and node3.\n"
            "2 elements of `keys` were 3, are now 4 and 5.\n");
}

TEST(Explain, NounsInThePlural) {
  for (const auto& [one, several] : std::vector<std::pair<std::string, std::string>>{
           {"entry", "entries"}, {"key", "keys"}, {"box", "boxes"}, {"class", "classes"}, {"branch", "branches"}}) {
    auto r = repaired(
        {{one + "1", "next", null_reference{}, node(1), one}, {one + "2", "next", null_reference{}, node(1), one}});
    EXPECT_EQ(explain(r), "`next` of 2 " + several + " was null, now points to node1.\n");
  }
}

TEST(Explain, ObjectsThatCameAndWent) {
  auto r = repaired({});
  r.lost = {"node1"};
  r.added = {"node2", "node10"};
  r.fresh = {"node10"};
  EXPECT_EQ(explain(r),
            "node1 belongs to the structure no more.\n"
            "node2 belongs to the structure again.\n"
            "node10 is new.\n");
  r.lost = {"node1", "node2", "node3", "node4", "node5"};
  r.added = r.fresh = {"node10", "node11"};
  EXPECT_EQ(explain(r),
            "node1, node2, node3 and 2 others belong to the structure no more.\n"
            "node10 and node11 are new.\n");
}

TEST(Explain, TheRuleBehindAChange) {
  auto one = of_node(1, "left", null_reference{}, node(4)), other = of_node(2, "left", null_reference{}, node(5));
  one.rule = "order";
  EXPECT_EQ(explain(repaired({one})), "`node1.left` was null, now points to node4 (rule order).\n");
  other.rule = "inverse";
  EXPECT_EQ(explain(repaired({one, other})),
            "`left` of 2 of 10 nodes was null, now points to node4 and node5 (rules order and inverse).\n");
}

TEST(Explain, APointerToNoObject) {
  EXPECT_EQ(explain(repaired({of_node(3, "left", korat::wild_pointer, null_reference{})})),
            "`node3.left` pointed to no object, is now null.\n");
}

TEST(Explain, OtherOutcomes) {
  repair_result r;
  r.why = "no repair was found within 3 executions of the predicate";
  EXPECT_EQ(explain(r), "Not repaired: no repair was found within 3 executions of the predicate.\n");
  r.outcome = korat::repair_outcome::fine;
  EXPECT_EQ(explain(r), "The predicate held already.\n");
}

}  // namespace
}  // namespace korat_test::explain_test
