// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <string>

namespace korat::bench {

/// Which sizes are measured. Every question also has a small size at which the contenders' results are compared.
enum class scale {
  quick,  ///< seconds: to see that everything works
  paper,  ///< the sizes of the published tables
};

struct options {
  bench::scale scale = scale::paper;
  int repetitions = 5;           ///< of every contender; the fastest counts
  double seconds_per_row = 120;  ///< no new repetition is begun after this long
  bool compare_only = false;     ///< compare the results, time nothing
};

}  // namespace korat::bench
