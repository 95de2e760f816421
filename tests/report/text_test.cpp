// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <sstream>

#include "korat/print.hpp"
#include "sample.hpp"
#include "tests/search/sanitized.hpp"

namespace korat::test {
namespace korat_test::text_test {
namespace {

std::string text_of(field_value v) {
  const auto text = to_text(holding(std::move(v)));
  return text.substr(std::string("root  x=").size(), text.size() - std::string("root  x=\n").size());
}

TEST(to_text, draws_a_tree) {
  EXPECT_EQ(to_text(small_tree()),
            "tree  size=2\n"
            "└─ root: node0  parent=null, right=null, color=black\n"
            "   └─ left: node1  parent -> node0, left=null, right=?, color=red\n");
}

TEST(to_text, draws_siblings_with_a_line_passing_by) {
  const structure s{{{"tree", "tree", {refers("root", 1)}},
                     {"n0", "n", {refers("left", 2), refers("right", 3)}},
                     {"n1", "n", {refers("left", 4)}},
                     {"n2", "n", {}},
                     {"n3", "n", {}}}};
  EXPECT_EQ(to_text(s),
            "tree\n"
            "└─ root: n0\n"
            "   ├─ left: n1\n"
            "   │  └─ left: n3\n"
            "   └─ right: n2\n");
}

TEST(to_text, names_an_object_met_again_instead_of_drawing_it) {
  const structure shared{
      {{"pair", "pair", {refers("first", 1), refers("second", 1)}}, {"n0", "n", {number("key", 1)}}}};
  EXPECT_EQ(to_text(shared), "pair\n├─ first: n0  key=1\n└─ second -> n0\n");
}

TEST(to_text, ends_on_cycles) {
  const structure ring{{{"ring", "ring", {refers("self", 0), refers("n", 1)}},
                        {"n0", "n", {refers("next", 2)}},
                        {"n1", "n", {refers("next", 1)}}}};
  EXPECT_EQ(to_text(ring), "ring  self -> ring\n└─ n: n0\n   └─ next: n1  next -> n0\n");
}

TEST(to_text, shows_values) {
  EXPECT_EQ(text_of(true), "true");
  EXPECT_EQ(text_of(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(text_of(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(text_of(2.0), "2.0");
  EXPECT_EQ(text_of(0.1), "0.1");
  EXPECT_EQ(text_of(-0.0), "-0.0");
  EXPECT_EQ(text_of(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(text_of(named_value{"red"}), "red");
  EXPECT_EQ(text_of(std::string("a\"b\\\n\t\r")), R"("a\"b\\\n\t\r")");
  EXPECT_EQ(text_of(std::string(1, '\0')), R"("\x00")");
  EXPECT_EQ(text_of(std::string("é\xff\x1b")), "\"é\\xff\\x1b\"");
}

TEST(to_text, shows_an_array_as_one) {
  const structure s{
      {{"heap", "heap", {number("size", 1), number("array.length", 2), number("array[0]", 4), unread("array[1]")}}}};
  EXPECT_EQ(to_text(s), "heap  size=1, array=[4, ?]\n");
  const structure empty{{{"heap", "heap", {number("array.length", 0)}}}};
  EXPECT_EQ(to_text(empty), "heap  array=[]\n");
  const structure fixed{{{"pair", "pair", {number("of[0]", 1), number("of[1]", 2), number("other", 3)}}}};
  EXPECT_EQ(to_text(fixed), "pair  of=[1, 2], other=3\n");
  const structure unknown{{{"heap", "heap", {unread("array.length")}}}};
  EXPECT_EQ(to_text(unknown), "heap  array.length=?\n");
}

TEST(to_text, shows_an_array_of_objects_as_branches) {
  const structure s{{{"dag", "dag", {number("to.length", 3), refers("to[0]", 1), null("to[1]"), refers("to[2]", 1)}},
                     {"n0", "n", {}}}};
  EXPECT_EQ(to_text(s), "dag  to[1]=null\n├─ to[0]: n0\n└─ to[2] -> n0\n");
}

TEST(to_text, shows_an_array_of_objects_met_before_as_one) {
  const structure s{{{"graph", "graph", {refers("n", 1)}},
                     {"n0", "n", {number("to.length", 3), refers("to[0]", 0), refers("to[1]", 1), null("to[2]")}}}};
  EXPECT_EQ(to_text(s), "graph\n└─ n: n0  to -> [graph, n0, null]\n");
}

TEST(to_text, keeps_an_array_apart_whose_length_says_otherwise) {
  const structure s{{{"heap", "heap", {number("array.length", 5), number("array[0]", 4)}}}};
  EXPECT_EQ(to_text(s), "heap  array.length=5, array=[4]\n");
}

TEST(to_text, draws_nothing_of_nothing) { EXPECT_EQ(to_text(structure{}), ""); }

TEST(to_text, breaks_a_deep_drawing_into_several) {
  std::istringstream lines(to_text(long_list(30)));
  std::string line, before;
  while (std::getline(lines, line) && !line.starts_with("... ")) before = line;
  EXPECT_TRUE(before.ends_with("└─ next: node23 ...")) << before;
  EXPECT_EQ(line, "... node23  key=7");
}

TEST(to_text, takes_a_long_list) {
  constexpr auto nodes = ::korat_test::so_many(100'000U, 10'000U);
  const auto text = to_text(long_list(nodes));
  EXPECT_LT(text.size(), nodes * 150U);
  EXPECT_GT(std::count(text.begin(), text.end(), '\n'), nodes);
  EXPECT_NE(text.find("node" + std::to_string(nodes - 1) + "  key=7, next=null\n"), std::string::npos);
}

TEST(to_text, shows_a_vector) {
  const std::uint32_t vector[] = {1, 0, 23};
  EXPECT_EQ(to_text(vector), "1 0 23");
  EXPECT_EQ(to_text(std::span<const std::uint32_t>()), "");
}

}  // namespace
}  // namespace korat_test::text_test

}  // namespace korat::test
