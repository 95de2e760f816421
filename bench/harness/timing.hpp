// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Timing. A contender is measured by the processor time of its thread, so that being put aside for other programs does
// not count, and contenders take turns: what the machine does meanwhile (its clock rate, its caches, its neighbours)
// happens to all of them. The fastest of their runs is the one that was disturbed least.

#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "harness/options.hpp"

namespace korat::bench {

/// Processor time of this thread.
double processor_seconds();

struct contender {
  std::string name;
  std::function<double()> measure;  // runs once, returns the seconds that took
};

/// Measures the whole of `work`; work too short for the clock is repeated.
contender timed(std::string name, std::function<void()> work);

/// The fastest run of each, in seconds. `what` is shown while it lasts.
std::vector<double> fastest(const std::string& what, const std::vector<contender>&, const options&);

/// For long runs, on standard error: on a terminal in one line that changes, elsewhere a line each `show`.
class progress {
 public:
  static void show(const std::string& text);
  static void update(const std::string& text);  // on a terminal only
  static void clear();
};

}  // namespace korat::bench
