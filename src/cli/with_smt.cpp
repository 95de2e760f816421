// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Part of the programs that are linked with Z3.

#include "cli/solver.hpp"
#include "korat/smt.hpp"

namespace korat::cli {

solver_maker smt_solver() { return smt::solver(); }

}  // namespace korat::cli
