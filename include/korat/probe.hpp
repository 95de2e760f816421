// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Random probes of the search tree: how long would a search be, without searching.
//
//   korat::search<tree> trial(bounds, &tree::rep_ok, {.engine = korat::engine::reexecute});
//   double sum = 0;
//   for (std::uint64_t seed = 0; seed < 100; ++seed) sum += trial.random_probe(seed).explored;
//   std::cout << "about " << sum / 100 << " candidates\n";

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace korat {

/// Unbiased estimates: the mean over many probes tends to the number that a search would count.
struct probe {
  double explored = 0;
  double valid = 0;
  std::uint64_t runs = 0;  ///< of the predicate, that it took
};

/// A candidate as another search of the same space gives it: vector() and accessed().
struct candidate_position {
  std::vector<std::uint32_t> vector;
  std::vector<std::uint32_t> accessed;
};

struct probe_options {
  /// The more, the closer the estimate and the longer the probe; the error falls faster than with as many more probes.
  std::uint32_t width = 64;
  /// Estimate what lies behind this candidate in the order of the search; null: all there is. Of a search of a range, the
  /// part in the range.
  const candidate_position* behind = nullptr;
};

}  // namespace korat
