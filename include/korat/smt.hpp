// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Z3 for searches with symbolic fields and for repairs, which by themselves decide only bounds and differences. It
// needs the library korat::smt:
//
//   korat::repair(broken, bounds, &account::rep_ok, {.solver = korat::smt::solver()});

#pragma once

#include "korat/options.hpp"

namespace korat::smt {

struct options {
  /// The limit of each question, in Z3's own units of work; to minimise takes dozens of questions. It is not a time,
  /// because answers must not depend on the machine.
  unsigned effort = 400'000;
};

/// To be copied into the options of as many searches and repairs as one likes: each makes a solver of its own.
solver_maker solver(const options& = {});

}  // namespace korat::smt
