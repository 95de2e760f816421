// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// How the solutions found grow with the input space covered, as a curve: Figure 4 of the coverage paper.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace korat::report {

struct curve {
  std::string name;                     // "binary-tree 8"
  std::vector<std::uint64_t> by_space;  // as in korat::distribution
};

/// The solutions found when none, one, two ... all parts of the space are covered.
std::vector<std::uint64_t> found_in(const curve&);

/// The share of the space that is covered when this share of the solutions has been found, in whole parts.
double space_until(const curve&, double share_of_solutions);

/// Several in one plot, in shares of the whole.
std::string to_svg(const std::vector<curve>&);

}  // namespace korat::report
