// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What sweeps (sweep.hpp) know about the strata of a search tree: how much each holds, and how far the subtrees in it
// reach. It only divides the effort. The estimate is unbiased whatever is known, as long as whether a node is kept is
// decided by a random number that nothing known depends on: so the weights expected are those of the sweeps before, and
// with a new height, which may come from a node kept, a stratum gets a new random number.

#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace korat::detail {

struct stratum {
  std::uint64_t key;
  double expected = 0;  // the sum of the weights in it, as the sweeps before have it
  double met = 0;       // in this sweep, so far
  double squares = 0;   // of these weights
  double phase = -1;    // what has been met since the last node was kept, in parts; negative: to be drawn at random
  std::uint32_t height =
      0;  // the highest subtree: of a node seen, with what the strata of its children are known to reach

  void reaches(std::uint32_t choices) {
    if (choices <= height) return;
    height = choices;
    phase = -1;
  }
};

class strata {
 public:
  void begin(std::uint32_t width) { width_ = width; }
  void end();

  stratum& find(std::uint64_t key);
  /// Whether a node of this weight is to be entered. Its weight is then that of all it stands for.
  bool keep(stratum&, double& weight, std::mt19937_64&) const;
  std::size_t count() const noexcept { return count_; }
  /// How many nodes a sweep of this width enters.
  double nodes_entered(double width) const;

 private:
  void grow();

  std::vector<std::vector<stratum>> blocks_;  // never moved
  std::vector<stratum*> slots_;               // by key; null: free
  std::size_t count_ = 0;
  double width_ = 1;
  double sweeps_ = 0;
};

}  // namespace korat::detail
