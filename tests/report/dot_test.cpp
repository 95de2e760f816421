// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The text is checked here; where Graphviz is installed, so is that it takes what we write.

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <vector>

#include "korat/print.hpp"
#include "sample.hpp"
#include "tests/search/sanitized.hpp"

namespace korat::test {
namespace korat_test::dot_test {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

bool contains(const std::string& text, const std::string& part) { return count(text, part) > 0; }

/// Whether Graphviz draws it without a word. Warnings count: a missing quote is often only one.
bool accepted_by_graphviz(const std::string& dot) {
  const auto path = testing::TempDir() + "korat_dot_test.dot";
  std::ofstream(path) << dot;
  const auto command = "dot -Tsvg -o /dev/null '" + path + "' 2>&1";
  std::FILE* graphviz = popen(command.c_str(), "r");
  std::string said;
  for (int c = std::fgetc(graphviz); c != EOF; c = std::fgetc(graphviz)) said += static_cast<char>(c);
  const bool accepted = pclose(graphviz) == 0 && said.empty();
  if (!accepted) std::fprintf(stderr, "%s\n", said.c_str());
  return accepted;
}

bool have_graphviz() { return std::system("command -v dot >/dev/null 2>&1") == 0; }

TEST(to_dot, draws_objects_and_references) {
  const auto dot = to_dot(small_tree());
  EXPECT_TRUE(dot.starts_with("digraph korat {\n"));
  EXPECT_TRUE(dot.ends_with("}\n"));
  EXPECT_EQ(count(dot, " -> "), 3u);
  EXPECT_TRUE(contains(dot, "o0 -> o1 [label=<root>];"));
  EXPECT_TRUE(contains(dot, "o1 -> o2 [label=<left>];"));
  EXPECT_TRUE(contains(dot, "o2 -> o1 [label=<parent>, constraint=false];"));
  EXPECT_TRUE(contains(dot, "color = black"));
  EXPECT_TRUE(contains(dot, "parent, right: null"));
  EXPECT_TRUE(contains(dot, "right: ?"));
}

TEST(to_dot, draws_nodes_in_their_colour) {
  const std::string red = "bgcolor=\"#c8342c\"", black = "bgcolor=\"#2b2f36\"";
  const auto dot = to_dot(small_tree());
  EXPECT_EQ(count(dot, red), 1u);
  EXPECT_EQ(count(dot, black), 1u);
  for (const auto* name : {"RB_RED", "_S_red", "red_t"})
    EXPECT_TRUE(contains(to_dot(holding(named_value{name})), red)) << name;
  for (const auto* name : {"reduced", "Fred", "blackish"})
    EXPECT_TRUE(contains(to_dot(holding(named_value{name})), "gray90")) << name;
  EXPECT_TRUE(contains(to_dot(structure{{{"node", "node", {holds("is_red", true)}}}}), red));
  EXPECT_TRUE(contains(to_dot(structure{{{"node", "node", {holds("red", false)}}}}), black));
  EXPECT_TRUE(contains(to_dot(structure{{{"node", "node", {holds("ready", true)}}}}), "gray90"));
}

TEST(to_dot, wraps_many_structures_into_rows) {
  const std::vector<structure> four(4, small_tree()), five(5, small_tree()), none(9);
  EXPECT_FALSE(contains(to_dot(four), "invis"));
  EXPECT_EQ(count(to_dot(five), "invis"), 1u);
  EXPECT_TRUE(contains(to_dot(five), "s1o0 -> s5o0 [style=invis, weight=0, minlen=3];"));
  EXPECT_FALSE(contains(to_dot(none), "invis"));
  EXPECT_TRUE(!have_graphviz() || accepted_by_graphviz(to_dot(five)));
}

TEST(to_dot, draws_references_within_a_layer_of_several_structures) {
  const structure s{{{"t", "t", {refers("a", 1), refers("b", 2), refers("c", 3)}},
                     {"e0", "e", {number("key", 1)}},
                     {"e1", "e", {number("key", 2)}},
                     {"e2", "e", {refers("x", 1), refers("y", 2)}}}};
  const std::vector<structure> four(4, s);
  EXPECT_TRUE(contains(to_dot(four), "s1o3 -> s1o1 [xlabel=<x>, constraint=false];"));
  EXPECT_TRUE(contains(to_dot(s), "o3 -> o1 [label=<x>, constraint=false];"));  // one alone has room for it
  EXPECT_TRUE(!have_graphviz() || accepted_by_graphviz(to_dot(four)));
}

TEST(to_dot, draws_each_of_several_references_to_one_object) {
  const structure s{{{"pair", "pair", {refers("first", 1), refers("second", 1)}}, {"n0", "n", {}}}};
  EXPECT_EQ(count(to_dot(s), "o0 -> o1"), 2u);
}

TEST(to_dot, escapes_what_html_gives_a_meaning) {
  const auto dot = to_dot(holding(std::string("<b>&\"")));
  EXPECT_TRUE(contains(dot, "x = &quot;&lt;b&gt;&amp;\\&quot;&quot;")) << dot;
}

TEST(to_dot, is_taken_by_graphviz) {
  if (!have_graphviz()) GTEST_SKIP() << "Graphviz is not installed";
  EXPECT_TRUE(accepted_by_graphviz(to_dot(small_tree())));
  EXPECT_TRUE(accepted_by_graphviz(to_dot(structure{})));
  std::string every_byte;
  for (int byte = 0; byte < 256; ++byte) every_byte += static_cast<char>(byte);
  EXPECT_TRUE(accepted_by_graphviz(to_dot(holding(every_byte))));
  EXPECT_TRUE(accepted_by_graphviz(to_dot(holding(std::string("é € <b> &amp; \\N \\G")))));
  const structure array{{{"heap<int, 3>", "heap", {number("a.length", 2), number("a[0]", 1), unread("a[1]")}}}};
  EXPECT_TRUE(accepted_by_graphviz(to_dot(array)));
}

TEST(to_dot, takes_a_long_list) {
  EXPECT_EQ(count(to_dot(long_list(::korat_test::so_many(100'000, 10'000))), " -> "),
            ::korat_test::so_many(100'000U, 10'000U));
}

}  // namespace
}  // namespace korat_test::dot_test

}  // namespace korat::test
