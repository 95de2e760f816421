// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The repair that anyone would write first, to compare with: when the predicate rejects, values at hand are tried in
// the fields it read last, and the one with which it reads most is kept. Nothing is known of structures, nothing is
// taken back.

#pragma once

#include <cstdint>
#include <optional>

#include "korat/search.hpp"
#include "korat/structure.hpp"

namespace korat::bench::survey {

struct greedy_result {
  bool was_fine = false;
  std::optional<structure> repaired;
  std::uint64_t executions = 0;
};

greedy_result repair_greedily(const description&, const structure& broken, std::uint64_t most_executions);

}  // namespace korat::bench::survey
