// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// One line on a terminal that tells how far a search is:
//
//   korat::report::progress line(stderr);
//   options.stop_when = [&](const korat::statistics& s) { line.update(s); return false; };
//   ... search ...
//   line.erase();
//
// It is asked at the search's polls, every few hundred candidates, and then only reads the clock: a search does not
// feel it. This file is no part of the library, which neither prints nor knows the time.

#pragma once

#include <chrono>
#include <cstdio>
#include <string>

#include "korat/statistics.hpp"

namespace korat::report {

class progress {
 public:
  explicit progress(std::FILE* terminal);
  ~progress() { erase(); }
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  /// Draws, unless it did so a moment ago. A run shorter than half a second shows nothing.
  void update(const statistics&);
  /// Takes the line away. Call it before anything else is written to the terminal.
  void erase();

 private:
  using clock = std::chrono::steady_clock;
  static constexpr auto first_after = std::chrono::milliseconds(500);
  static constexpr auto redraw_after = std::chrono::milliseconds(200);

  void draw(const statistics&, clock::time_point now);

  std::FILE* terminal_;
  clock::time_point start_ = clock::now();
  clock::time_point due_ = start_ + first_after;
  clock::time_point drawn_at_ = start_;
  std::uint64_t explored_then_ = 0;  // at the last drawing, for the present rate
  bool visible_ = false;
};

}  // namespace korat::report
