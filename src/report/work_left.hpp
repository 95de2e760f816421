// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// How many candidates a running search has still to consider. The covered share of the space does not tell: it is covered
// very unevenly. So a second search of the same space probes, at random, what lies behind the candidate the first one is
// at. That takes half a percent of the time and a little to begin with: the next probe waits until it is paid for. Time
// is that of the processor, so that a busy machine does not make the estimate worse.

#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "korat/search.hpp"

namespace korat::report {

class work_left {
 public:
  /// `make_search`: another search of the same range, in the same direction, with engine::reexecute.
  explicit work_left(std::function<std::unique_ptr<basic_search>()> make_search, std::uint64_t seed = 0)
      : make_search_(std::move(make_search)), seed_(seed) {}

  static double processor_seconds();  // of this thread

  /// Probes if there is time for it. `elapsed`: processor seconds since the search began.
  void look(const basic_search& running, double elapsed);
  /// One probe, whatever it costs.
  void probe(const basic_search& running);
  /// Candidates left, when `explored` have been considered; nothing as long as there is no estimate.
  std::optional<double> estimate(std::uint64_t explored) const;

 private:
  static constexpr double share_of_time = 0.005;
  static constexpr double allowance = 0.02;        // seconds, for a first estimate that is worth something
  static constexpr std::size_t most_probes = 24;   // older ones knew less
  static constexpr std::uint32_t most_width = 4096;

  void widen(double seconds_left);

  std::function<std::unique_ptr<basic_search>()> make_search_;
  std::unique_ptr<basic_search> trial_;
  std::deque<double> totals_;       // candidates in all, as each of the last probes has it
  std::uint32_t width_ = 16;
  std::uint64_t seed_;              // of the last probe
  double spent_ = 0;                // seconds
  double last_cost_ = 0;
  bool given_up_ = false;           // the predicate fails on some candidate; the search will find it
};

}  // namespace korat::report
