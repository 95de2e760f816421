// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What the rules propose by themselves, before anything is tried.

#pragma once

#include "kind.hpp"

namespace korat::bench::survey {

struct proposed {
  std::size_t right = 0, wrong = 0, missed = 0;
  std::size_t of_intact = 0;  // fields of the intact structure that are proposed to be changed
};

/// With `told`, each that is wrong or missed is printed.
proposed judge_proposals(const sample&, const structure& broken, bool told);

}  // namespace korat::bench::survey
