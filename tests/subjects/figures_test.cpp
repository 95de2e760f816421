// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Candidates of the binary trees of three nodes, as Yelen's thesis on backward search (2017) lists them: the candidate
// vector, the fields read in the order of their first reads, and *** for a valid one. All of them (Figure 2.5),
// isomorphic copies between two of them (Figure 3.3), and those of fast-forwarding (Figure 3.9).

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "../../bench/intermediate/candidates.hpp"
#include "subjects/binary_tree.hpp"

namespace korat_test::figures_test {
namespace {

constexpr auto figure_2_5 = R"(
0 0 0 0 0 0 0 0 :: 0 1
1 0 0 0 0 0 0 0 :: 0 2 3 1
1 0 0 1 0 0 0 0 :: 0 2 3
1 0 0 2 0 0 0 0 :: 0 2 3 4 5 1
1 0 0 2 0 1 0 0 :: 0 2 3 4 5
1 0 0 2 0 2 0 0 :: 0 2 3 4 5
1 0 0 2 0 3 0 0 :: 0 2 3 4 5 6 7 1 ***
1 0 0 2 0 3 0 1 :: 0 2 3 4 5 6 7
1 0 0 2 0 3 0 2 :: 0 2 3 4 5 6 7
1 0 0 2 0 3 0 3 :: 0 2 3 4 5 6 7
1 0 0 2 0 3 1 0 :: 0 2 3 4 5 6
1 0 0 2 0 3 2 0 :: 0 2 3 4 5 6
1 0 0 2 0 3 3 0 :: 0 2 3 4 5 6
1 0 0 2 1 0 0 0 :: 0 2 3 4
1 0 0 2 2 0 0 0 :: 0 2 3 4
1 0 0 2 3 0 0 0 :: 0 2 3 4 5 6 7 1 ***
1 0 0 2 3 0 0 1 :: 0 2 3 4 5 6 7
1 0 0 2 3 0 0 2 :: 0 2 3 4 5 6 7
1 0 0 2 3 0 0 3 :: 0 2 3 4 5 6 7
1 0 0 2 3 0 1 0 :: 0 2 3 4 5 6
1 0 0 2 3 0 2 0 :: 0 2 3 4 5 6
1 0 0 2 3 0 3 0 :: 0 2 3 4 5 6
1 0 0 2 3 1 0 0 :: 0 2 3 4 5
1 0 0 2 3 2 0 0 :: 0 2 3 4 5
1 0 0 2 3 3 0 0 :: 0 2 3 4 5
1 0 1 0 0 0 0 0 :: 0 2
1 0 2 0 0 0 0 0 :: 0 2 3 4 5 1
1 0 2 0 0 1 0 0 :: 0 2 3 4 5
1 0 2 0 0 2 0 0 :: 0 2 3 4 5
1 0 2 0 0 3 0 0 :: 0 2 3 4 5 6 7 1 ***
1 0 2 0 0 3 0 1 :: 0 2 3 4 5 6 7
1 0 2 0 0 3 0 2 :: 0 2 3 4 5 6 7
1 0 2 0 0 3 0 3 :: 0 2 3 4 5 6 7
1 0 2 0 0 3 1 0 :: 0 2 3 4 5 6
1 0 2 0 0 3 2 0 :: 0 2 3 4 5 6
1 0 2 0 0 3 3 0 :: 0 2 3 4 5 6
1 0 2 0 1 0 0 0 :: 0 2 3 4
1 0 2 0 2 0 0 0 :: 0 2 3 4
1 0 2 0 3 0 0 0 :: 0 2 3 4 5 6 7 1 ***
1 0 2 0 3 0 0 1 :: 0 2 3 4 5 6 7
1 0 2 0 3 0 0 2 :: 0 2 3 4 5 6 7
1 0 2 0 3 0 0 3 :: 0 2 3 4 5 6 7
1 0 2 0 3 0 1 0 :: 0 2 3 4 5 6
1 0 2 0 3 0 2 0 :: 0 2 3 4 5 6
1 0 2 0 3 0 3 0 :: 0 2 3 4 5 6
1 0 2 0 3 1 0 0 :: 0 2 3 4 5
1 0 2 0 3 2 0 0 :: 0 2 3 4 5
1 0 2 0 3 3 0 0 :: 0 2 3 4 5
1 0 2 1 0 0 0 0 :: 0 2 3
1 0 2 2 0 0 0 0 :: 0 2 3
1 0 2 3 0 0 0 0 :: 0 2 3 4 5 6 7 1 ***
1 0 2 3 0 0 0 1 :: 0 2 3 4 5 6 7
1 0 2 3 0 0 0 2 :: 0 2 3 4 5 6 7
1 0 2 3 0 0 0 3 :: 0 2 3 4 5 6 7
1 0 2 3 0 0 1 0 :: 0 2 3 4 5 6
1 0 2 3 0 0 2 0 :: 0 2 3 4 5 6
1 0 2 3 0 0 3 0 :: 0 2 3 4 5 6
1 0 2 3 0 1 0 0 :: 0 2 3 4 5
1 0 2 3 0 2 0 0 :: 0 2 3 4 5
1 0 2 3 0 3 0 0 :: 0 2 3 4 5
1 0 2 3 1 0 0 0 :: 0 2 3 4
1 0 2 3 2 0 0 0 :: 0 2 3 4
1 0 2 3 3 0 0 0 :: 0 2 3 4
)";

constexpr auto figure_3_3 = R"(
1 0 0 2 3 3 0 0 :: 0 2 3 4 5
1 0 0 3 0 0 0 0 :: 0 2 3 6 7 1
1 0 0 3 0 0 0 1 :: 0 2 3 6 7
1 0 0 3 0 0 0 2 :: 0 2 3 6 7 4 5 1 ***
1 0 0 3 0 1 0 2 :: 0 2 3 6 7 4 5
1 0 0 3 0 2 0 2 :: 0 2 3 6 7 4 5
1 0 0 3 0 3 0 2 :: 0 2 3 6 7 4 5
1 0 0 3 1 0 0 2 :: 0 2 3 6 7 4
1 0 0 3 2 0 0 2 :: 0 2 3 6 7 4
1 0 0 3 3 0 0 2 :: 0 2 3 6 7 4
1 0 0 3 0 0 0 3 :: 0 2 3 6 7
1 0 0 3 0 0 1 0 :: 0 2 3 6
1 0 0 3 0 0 2 0 :: 0 2 3 6 7 4 5 1 ***
1 0 0 3 0 1 2 0 :: 0 2 3 6 7 4 5
1 0 0 3 0 2 2 0 :: 0 2 3 6 7 4 5
1 0 0 3 0 3 2 0 :: 0 2 3 6 7 4 5
1 0 0 3 1 0 2 0 :: 0 2 3 6 7 4
1 0 0 3 2 0 2 0 :: 0 2 3 6 7 4
1 0 0 3 3 0 2 0 :: 0 2 3 6 7 4
1 0 0 3 0 0 2 1 :: 0 2 3 6 7
1 0 0 3 0 0 2 2 :: 0 2 3 6 7
1 0 0 3 0 0 2 3 :: 0 2 3 6 7
1 0 0 3 0 0 3 0 :: 0 2 3 6
1 0 1 0 0 0 0 0 :: 0 2
)";

constexpr auto figure_3_9 = R"(
0 0 0 0 0 0 0 0 :: 0 1
1 0 0 0 0 0 0 0 :: 0 2 3 1
1 0 0 2 0 0 0 0 :: 0 2 3 4 5 1
1 0 0 2 0 3 0 0 :: 0 2 3 4 5 6 7 1 ***
1 0 0 2 0 3 0 3 :: 0 2 3 4 5 6 7
1 0 0 2 0 3 3 0 :: 0 2 3 4 5 6
1 0 0 2 3 0 0 0 :: 0 2 3 4 5 6 7 1 ***
1 0 0 2 3 0 0 3 :: 0 2 3 4 5 6 7
1 0 0 2 3 0 3 0 :: 0 2 3 4 5 6
1 0 0 2 3 3 0 0 :: 0 2 3 4 5
1 0 2 0 0 0 0 0 :: 0 2 3 4 5 1
1 0 2 0 0 3 0 0 :: 0 2 3 4 5 6 7 1 ***
1 0 2 0 0 3 0 3 :: 0 2 3 4 5 6 7
1 0 2 0 0 3 3 0 :: 0 2 3 4 5 6
1 0 2 0 3 0 0 0 :: 0 2 3 4 5 6 7 1 ***
1 0 2 0 3 0 0 3 :: 0 2 3 4 5 6 7
1 0 2 0 3 0 3 0 :: 0 2 3 4 5 6
1 0 2 0 3 3 0 0 :: 0 2 3 4 5
1 0 2 3 0 0 0 0 :: 0 2 3 4 5 6 7 1 ***
1 0 2 3 0 0 0 3 :: 0 2 3 4 5 6 7
1 0 2 3 0 0 3 0 :: 0 2 3 4 5 6
1 0 2 3 0 3 0 0 :: 0 2 3 4 5
1 0 2 3 3 0 0 0 :: 0 2 3 4
)";

using trees = korat::search<korat::subjects::binary_tree::tree>;

trees trees_of_three(korat::search_options options) {
  return {korat::subjects::binary_tree::bounds(3), &korat::subjects::binary_tree::tree::rep_ok, std::move(options)};
}

std::string line(const trees& at) {
  std::ostringstream out;
  for (const auto value : at.vector()) out << value << " ";
  out << "::";
  for (const auto field : at.accessed()) out << " " << field;
  out << (at.valid() ? " ***\n" : "\n");
  return out.str();
}

std::string listing(korat::search_options options) {
  auto search = trees_of_three(std::move(options));
  std::string text = "\n";
  while (search.next()) text += line(search);
  return text;
}

TEST(figure_2_5, by_reexecution) { EXPECT_EQ(listing({.engine = korat::engine::reexecute}), figure_2_5); }
TEST(figure_2_5, by_checkpoints) { EXPECT_EQ(listing({.engine = korat::engine::checkpoint}), figure_2_5); }

TEST(figure_3_3, isomorphic_copies_between_candidates_25_and_26) {
  const korat::candidate_vector number_25 = {1, 0, 0, 2, 3, 3, 0, 0}, number_27 = {1, 0, 2, 0, 0, 0, 0, 0};
  EXPECT_EQ(listing({.from = number_25, .to = number_27, .isomorphic = true}), figure_3_3);
  EXPECT_EQ(std::ranges::count(listing({.isomorphic = true}), '\n'), 1 + 364);
}

TEST(figure_3_9, fast_forwarding) {
  auto search = trees_of_three({});
  std::string text = "\n";
  korat::bench::fast_forward(search, [&] { text += line(search); });
  EXPECT_EQ(text, figure_3_9);
}

}  // namespace
}  // namespace korat_test::figures_test
