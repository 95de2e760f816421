// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A job: ranges of a search and a budget. What it has counted, and what it has left, becomes a result in a folder.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/job_result.hpp"
#include "cli/run.hpp"

namespace korat::cli {

/// JSON: the program, the subject, the bounds, and the options that change what is counted.
std::string job_identity(const run_request&);
/// One of so many parts with about as many candidates each, in the direction of the search: the first is searched
/// first.
std::vector<shard> cut_into_shards(const run_request&, std::uint64_t parts);

struct job_report {
  run_report run;
  bool written = true;  // false: another job was faster, and its result counts
};
/// With the limits of the request, which are the budget. A predicate that fails leaves no result.
job_report do_job(run_request, const shard&, const std::vector<open_range>& given, const std::filesystem::path& folder);

}  // namespace korat::cli
