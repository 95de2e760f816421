// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// generate --report: what the page shows of a run.

#pragma once

#include <string>
#include <vector>

#include "cli/run.hpp"
#include "korat/diagram.hpp"

namespace korat::cli {

/// The structures to show, collected while the search goes on.
class gallery {
 public:
  void add(const basic_search&);
  /// Those of an earlier piece of the search.
  void restore(basic_search&, const std::vector<candidate_vector>& shown);
  /// In place of those collected: as many, drawn at random, all equally likely.
  void draw_from(basic_diagram&);
  bool is_full() const { return structures_.size() == most; }
  const std::vector<structure>& structures() const { return structures_; }
  const std::vector<candidate_vector>& vectors() const { return vectors_; }

 private:
  static constexpr std::size_t most = 300;  // enough to browse; a page should open at once
  std::vector<structure> structures_;
  std::vector<candidate_vector> vectors_;
};

std::string report_page(const run_request&, const run_report&, gallery);

}  // namespace korat::cli
