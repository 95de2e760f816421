// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// How far a search is: on a terminal one line that is redrawn, elsewhere a line from time to time, or one every so many
// candidates.
//
//   [=====>              ] 27.103482% covered, 34,199,040 candidates, 3,432 valid, 31.2 million/s, about 12.3 s left
//
// The bar is the covered share of the input space, which is exact. The time left is an estimate, see work_left.hpp. It
// is asked at the search's polls, every four thousand candidates, and then mostly only reads the clock: a search does
// not feel it. This file is no part of the library, which neither prints nor knows the time.

#pragma once

#include <chrono>
#include <cstdio>
#include <string>

#include "korat/parallel.hpp"
#include "korat/search.hpp"
#include "report/work_left.hpp"

namespace korat::report {

/// Where and when.
struct progress_options {
  std::FILE* file = stderr;
  bool is_terminal = true;
  std::uint64_t every = 0;            // candidates; 0: by time
  bool candidate = false;             // tell its vector too, where there is no terminal
  std::uint64_t explored_before = 0;  // of a search that is resumed: not in the time since
};

class progress {
 public:
  /// How often to ask, in candidates. At every 256 it took a percent of a search of binary trees.
  static constexpr std::uint64_t poll_every = 4096;

  progress(progress_options options, work_left left) : options_(options), left_(std::move(left)) {}
  ~progress() { erase(); }
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  /// Writes, unless it did so a moment ago. By time, a run shorter than half a second shows nothing.
  void update(const basic_search&);
  /// The same for a search by several threads, which has no current candidate.
  void update(const team_progress&);
  /// Takes the line away. Call it before anything else is written to the terminal.
  void erase();

 private:
  using clock = std::chrono::steady_clock;
  static constexpr auto first_after = std::chrono::milliseconds(500);
  static constexpr auto redraw_after = std::chrono::milliseconds(200);
  static constexpr auto next_line_after = std::chrono::seconds(5);

  bool is_due(std::uint64_t explored, clock::time_point now);
  void write(const std::string& line, double share);
  void learn_range(const coverage&);
  std::string covered(double share) const;
  std::string text(const statistics&, double share, clock::time_point now) const;

  progress_options options_;
  work_left left_;
  clock::time_point start_ = clock::now();
  double processor_start_ = work_left::processor_seconds();
  clock::time_point due_ = start_ + first_after;
  std::uint64_t due_at_ = options_.every;  // candidates
  double part_of_space_ = 0;               // the range; 0: not known yet
  bool visible_ = false;
};

}  // namespace korat::report
