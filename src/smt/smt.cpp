// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "korat/smt.hpp"

#include "smt/remembering_solver.hpp"
#include "smt/z3_solver.hpp"
#include "symbolic/solver_access.hpp"

namespace korat::smt {

solver_maker solver(const options& o) {
  return detail::solver_access::maker([o] {
    return std::shared_ptr<detail::solver>(detail::remember_answers(detail::make_z3_solver({.effort = o.effort})));
  });
}

}  // namespace korat::smt
