// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A solver that gives the same answer to the same question, from memory. A search comes by the same conditions again:
// in its self-checks, in its rehearsal, and behind choices that they do not depend on. A solver that gives up after a
// certain effort may otherwise answer once and give up another time, and the predicate would seem to have changed its
// mind.

#pragma once

#include <memory>

#include "symbolic/solver.hpp"

namespace korat::detail {

std::unique_ptr<solver> remember_answers(std::unique_ptr<solver> of);

}  // namespace korat::detail
