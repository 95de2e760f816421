// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Whether the predicate's states merge, and what keeps them apart.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/run.hpp"
#include "report/json.hpp"

namespace korat::cli {

struct merging {
  diagram_summary built;
  /// Members that, read again, led elsewhere and so kept a known subtree from being used again; the worst first.
  std::vector<std::pair<std::string, std::uint64_t>> read_again;
};

/// Tries to build the diagram, with about the effort of a million candidates.
merging try_merging(const run_request&);

std::string merging_text(const merging&);
report::json_object merging_json(const merging&);

}  // namespace korat::cli
