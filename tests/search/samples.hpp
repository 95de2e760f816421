// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The samples of the matrix. Each shows one way to write a predicate, or one shape of space.

#pragma once

#include <vector>

#include "sample.hpp"

namespace korat_test {

/// Recursion, iteration, arrays, several classes, strings, completion, spaces at the edge of nothing.
std::vector<sample> plain_samples();
/// Predicates that keep std:: containers and other allocated memory as temporaries, and use exceptions.
std::vector<sample> std_samples();
/// Checks in lockstep, which leave fields unread.
std::vector<sample> lockstep_samples();
/// BinaryTree(n) of the papers.
sample binary_tree(int nodes);

}  // namespace korat_test
