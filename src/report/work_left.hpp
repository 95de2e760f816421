// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// How many candidates a running search has still to consider. The covered share of the space does not tell: it is
// covered very unevenly. So a second search of the same space sweeps, at random, through what lies behind the candidate
// the first one is at. That takes half a percent of the time that the whole search is expected to take, and a little to
// begin with: the next sweep waits until it is paid for. Several threads are at many candidates, so there the sweeps go
// through the whole range, and what is explored is taken off. Time is that of the processor, so that a busy machine
// does not make the estimate worse.

#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "korat/search.hpp"

namespace korat::report {

class work_left {
 public:
  /// `make_search`: another search of the same range, in the same direction, with these options.
  explicit work_left(function<std::unique_ptr<basic_search>(search_options)> make_search, std::uint64_t seed = 0)
      : make_search_(std::move(make_search)), seed_(seed) {}

  static double processor_seconds();  // of this thread

  /// Where a search stands.
  struct standing {
    std::uint64_t explored = 0;
    bool resumes = false;                       // from saved states
    std::optional<candidate_position> at = {};  // nothing: at many candidates
  };
  static standing standing_of(const basic_search& running);

  /// Sweeps if there is time for it. `elapsed`: processor seconds since the search began.
  void look(const standing&, double elapsed);
  /// One sweep, whatever it costs.
  void sweep(const standing&, std::uint32_t width);
  /// Candidates left, when `explored` have been considered; nothing as long as there is no estimate.
  std::optional<double> estimate(std::uint64_t explored) const;

 private:
  static constexpr double share_of_time = 0.005;           // of the time that the search is expected to take,
  static constexpr double most_expected = 10;              // but not more than so many times what it has taken
  static constexpr double allowance = 0.02;                // seconds, for a first estimate that is worth something,
  static constexpr double allowance_for_surprises = 0.08;  // and as long as sweeps meet nodes unlike any before
  static constexpr int most_sweeps_at_once = 8;            // where little is left, more would say the same
  static constexpr std::size_t most_totals = 24;           // older ones knew less
  static constexpr std::uint32_t not_much_narrower = 8;    // those that count beside the last
  static constexpr double few = 2;                         // sweeps of a width that there should be
  static constexpr std::uint32_t first_width = 8;
  static constexpr std::uint32_t most_width = 1u << 20;

  double budget(std::uint64_t explored, double elapsed) const;
  std::uint32_t affordable_width(double seconds) const;

  function<std::unique_ptr<basic_search>(search_options)> make_search_;
  std::unique_ptr<basic_search> trial_;
  sweep_memory memory_;
  struct total {
    double candidates;
    std::uint32_t width;
  };
  std::deque<total> totals_;  // in all, as each of the last sweeps has it
  std::uint32_t width_ = 0;   // of the last one; 0: there was none
  std::uint64_t seed_;        // of the last sweep
  double spent_ = 0;          // seconds
  double cost_ = 0;           // seconds, for as much effort as one of the memory's
  bool settled_ = false;      // the last sweep met nothing new
  bool given_up_ = false;     // the predicate fails on some candidate; the search will find it
};

}  // namespace korat::report
