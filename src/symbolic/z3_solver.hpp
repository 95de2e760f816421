// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Z3 as the solver behind a path condition. In a file and a library of its own: nobody else needs Z3.

#pragma once

#include <memory>

#include "symbolic/solver.hpp"

namespace korat::detail {

struct z3_options {
  unsigned timeout_ms = 2'000;  // for each question put to Z3; of one problem to minimise there are dozens
};

std::unique_ptr<solver> make_z3_solver(const z3_options& = {});

}  // namespace korat::detail
