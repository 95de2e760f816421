// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Z3 as the solver behind a path condition. In a file and a library of its own: nobody else needs Z3.

#pragma once

#include <memory>

#include "symbolic/solver.hpp"

namespace korat::detail {

struct z3_options {
  /// For each question put to Z3, in its own units of work; of one problem to minimise there are dozens. Not a time: an
  /// answer must not depend on the machine, and Z3 misses a timeout that ends before its search has begun.
  unsigned effort = 4'000'000;
};

std::unique_ptr<solver> make_z3_solver(const z3_options& = {});

}  // namespace korat::detail
