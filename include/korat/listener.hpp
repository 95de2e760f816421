// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Listeners watch a search without taking part in it. Override what you need. Without a listener a search pays nothing
// for the possibility of one.

#pragma once

#include "korat/statistics.hpp"

namespace korat {

class basic_search;

class listener {
 public:
  virtual ~listener() = default;

  /// Once, before the first candidate.
  virtual void on_start(const basic_search&) {}
  /// Once for each candidate, in the order of exploration, after the predicate has answered and before any consumer
  /// sees the structure. `search` shows the candidate: its vector, accessed fields and structure.
  virtual void on_candidate(const basic_search& search, bool valid) { (void)search, (void)valid; }
  /// Each time the search ends or is stopped, for whatever reason but destruction.
  virtual void on_end(const basic_search&, outcome) {}
};

}  // namespace korat
