// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Checkpoints against re-execution, beside what the ISSTA 2008 paper reports for the same structure.

#pragma once

#include <string>

#include "harness/table.hpp"
#include "harness/workload.hpp"

namespace korat::bench {

struct engines_compared {
  statistics counts;             // of the checkpoint engine
  double reexecute, checkpoint;  // seconds

  double speed_up() const { return reexecute / checkpoint; }
};

/// Both engines in turn, on the whole search. Throws disagreement if they count differently.
engines_compared compare_engines(const workload&, const options&);

/// A row of the paper's tables.
struct published {
  std::uint64_t explored, valid;
  double speed_up;
};

/// A table for rows made by compared_row().
table compared_table(std::string name, std::string title);
/// `target`: the least speed-up wanted; 0 for none.
std::vector<cell> compared_row(const workload&, const published&, double target, const options&);

}  // namespace korat::bench
