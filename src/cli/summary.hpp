// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a run comes to, for people and for programs.

#pragma once

#include <string>

#include "cli/run.hpp"
#include "encoding/json.hpp"

namespace korat::cli {

/// How it ended: "complete, 5 valid structures".
std::string headline(const run_report&);
std::string summary_text(const run_report&);
/// Everything but "subject" and "arguments", which are known before the run and may already be written.
encoding::json_object summary_json(const run_report&);
/// What building a diagram took, in a line: "1,011 runs of the predicate, 400 nodes, ..."
std::string diagram_text(const diagram_summary&);
encoding::json_object diagram_json(const diagram_summary&);
/// What the predicate did, to which candidate, and what to do about it.
std::string failure_text(const run_report&);

}  // namespace korat::cli
