// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Random probes of the search tree: estimates of how long a search would be.
//
//   korat::search<tree> trial(bounds, &tree::rep_ok, {.engine = korat::engine::reexecute});
//   double sum = 0;
//   for (std::uint64_t seed = 0; seed < 100; ++seed) sum += korat::random_probe(trial, seed).explored;
//   std::cout << "about " << sum / 100 << " candidates\n";

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "korat/detail/opaque_pointer.hpp"

namespace korat {

class basic_search;
namespace detail {
class strata;
class sweeper;
}  // namespace detail

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
  /// A larger width makes the estimate closer and the probe longer. It reduces the error more than the same time spent
  /// on more probes.
  std::uint32_t width = 64;
  /// Estimate what lies behind this candidate in the order of the search; null: all there is. Of a search of a range,
  /// the part in the range.
  const candidate_position* behind = nullptr;
};

/// What the sweeps of one search have met so far. The next one divides its effort accordingly.
class sweep_memory {
 public:
  sweep_memory();
  ~sweep_memory();
  sweep_memory(sweep_memory&&) noexcept;
  sweep_memory& operator=(sweep_memory&&) noexcept;

  /// How many kinds of nodes there were. As long as every sweep meets new ones, something may have been missed.
  std::size_t strata_met() const noexcept;
  /// How much the next sweep takes if it has this width, in proportion to other widths.
  double effort(std::uint32_t width) const;

 private:
  friend class detail::sweeper;
  detail::opaque_pointer<detail::strata> strata_;
};

/// One random probe of the search tree, by re-execution. The search stays where it is. Throws usage_error if it has
/// symbolic fields, and predicate_error.
probe random_probe(basic_search&, std::uint64_t seed, const probe_options& = {});
/// The same in the order of the search, by the engine of the search: much wider in the same time, and never exact.
probe random_sweep(basic_search&, std::uint64_t seed, const probe_options&, sweep_memory&);

}  // namespace korat
