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
  /// In place of those collected: as many, drawn at random, all equally likely.
  void draw_from(basic_diagram&);
  bool is_full() const { return structures_.size() == most; }
  const std::vector<structure>& structures() const { return structures_; }
  const std::vector<std::string>& vectors() const { return vectors_; }

 private:
  static constexpr std::size_t most = 300;  // enough to browse; a page should open at once
  std::vector<structure> structures_;
  std::vector<std::string> vectors_;
};

std::string report_page(const run_request&, const run_report&, gallery);

}  // namespace korat::cli
