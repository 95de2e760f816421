// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "korat/options.hpp"

namespace korat::cli {

/// Z3, defined by with_smt.cpp in programs that are linked with it.
[[gnu::weak]] solver_maker smt_solver();

/// For what bounds and differences do not decide; none where the program is built without one.
inline solver_maker solver() { return smt_solver != nullptr ? smt_solver() : solver_maker(); }

}  // namespace korat::cli
