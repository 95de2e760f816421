// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Who runs the tasks of a round: Slurm, as one job array, or GNU parallel, here or on a list of hosts. Neither is
// trusted to run every task to its end: what has no result is dealt out again.

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "cli/cluster_plan.hpp"

namespace korat::cli {

class scheduler {
 public:
  virtual ~scheduler() = default;
  /// Throws usage_error when it does not take it.
  virtual void submit(std::uint64_t round, std::uint64_t tasks) = 0;
  /// Takes up the round that another program has submitted, if it can: to wait for it.
  virtual void find(std::uint64_t round) = 0;
  struct load {
    bool known = true;  // false: it does not answer
    std::uint64_t waiting = 0, running = 0;
  };
  /// Tasks of the round that it was given last.
  virtual load tasks() = 0;
};

std::unique_ptr<scheduler> scheduler_of(const cluster_plan&);

}  // namespace korat::cli
