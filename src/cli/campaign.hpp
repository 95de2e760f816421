// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What the tasks of a cluster work on together: a search, or the properties of a program of tests. What is done is told
// by results in a folder, and by nothing else.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cli/cluster_plan.hpp"
#include "cli/exit_code.hpp"

namespace korat::cli {

class campaign {
 public:
  virtual ~campaign() = default;
  /// What is to be done; empty: it is over.
  virtual std::vector<piece> open() const = 0;
  virtual std::uint64_t results() const = 0;
  /// For a line of progress: "12.5000% covered, ...". Empty as long as there is nothing to tell.
  virtual std::string progress() const = 0;
  virtual exit_code report(bool json) const = 0;
  /// What a task does: its pieces one after the other, as long as the budget lasts.
  virtual exit_code work(const task&) const = 0;
};

/// The plan must outlive it.
std::unique_ptr<campaign> campaign_of(const cluster_plan&);
std::unique_ptr<campaign> search_campaign(const cluster_plan&);
std::unique_ptr<campaign> test_campaign(const cluster_plan&);

/// How long a task may go on.
class task_budget {
 public:
  explicit task_budget(double seconds);
  /// 0: the budget is spent, or an interrupt came.
  double left() const;

 private:
  double end_;
};

}  // namespace korat::cli
