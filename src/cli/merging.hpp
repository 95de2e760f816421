// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Whether the predicate's states merge, and what keeps them apart.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/run.hpp"
#include "encoding/json.hpp"

namespace korat::cli {

struct merging {
  diagram_summary built;
  members_read_again read_again;
};

/// Tries to build the diagram, with about the effort of a million candidates.
merging try_merging(const run_request&);

/// By the fields that are to blame.
members_read_again read_again(const diagram_summary&, const basic_search&);
/// "node.left (3 times), node.right (1 time)"
std::string read_again_text(const members_read_again&);
encoding::json read_again_json(const members_read_again&);

std::string merging_text(const merging&);
encoding::json_object merging_json(const merging&);

}  // namespace korat::cli
