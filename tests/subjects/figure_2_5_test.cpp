// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// All candidates of the binary trees of three nodes, as listed in Figure 2.5 of Yelen's thesis on backward search
// (2017): the candidate vector, the fields read in the order of their first reads, and *** for a valid one.

#include <gtest/gtest.h>

#include <sstream>

#include "subjects/binary_tree.hpp"

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

std::string listing(korat::engine engine) {
  korat::search trees(korat::subjects::binary_tree::bounds(3), &korat::subjects::binary_tree::tree::rep_ok,
                      korat::search_options{.engine = engine});
  std::ostringstream out;
  out << "\n";
  while (trees.next()) {
    for (const auto value : trees.vector()) out << value << " ";
    out << "::";
    for (const auto field : trees.accessed()) out << " " << field;
    out << (trees.valid() ? " ***\n" : "\n");
  }
  return out.str();
}

TEST(figure_2_5, by_reexecution) { EXPECT_EQ(listing(korat::engine::reexecute), figure_2_5); }
TEST(figure_2_5, by_checkpoints) { EXPECT_EQ(listing(korat::engine::checkpoint), figure_2_5); }

}  // namespace
