// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Results of jobs that search one space together: a file for each, in one folder. They alone are the truth: what has no
// result is still to be done. A result appears whole, by renaming, and is never replaced; so a job that is done twice,
// even at the same time, changes nothing.

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/digest.hpp"
#include "korat/open_range.hpp"
#include "korat/statistics.hpp"

namespace korat::cli {

/// One of the parts that a search was cut into at first; the same wherever it is cut.
struct shard {
  std::uint64_t number = 0, of = 0;  // from 1
  std::optional<open_range> all;     // nothing: there are more parts than candidates
};

struct job_result {
  std::string identity;  // JSON: which search
  cli::shard shard;      // to which the ranges belong
  std::vector<open_range> given, left;
  statistics counts;                  // of what is not left
  std::string space, covered, reach;  // vectors, in decimal; empty: too many to be counted
  digest hash;
  double seconds = 0;
  std::int64_t written = 0;  // milliseconds since 1970
  std::string path = {};     // of the file
};

/// Makes the folder if there is none. False: there is a result for these ranges already. Throws output_error.
bool write_result(const std::filesystem::path& folder, const job_result&);
bool has_result(const std::filesystem::path& folder, const shard&, const std::vector<open_range>& given);
/// All, the oldest first. Throws file_error when one is damaged, and when two are of different searches.
std::vector<job_result> read_results(const std::filesystem::path& folder);

}  // namespace korat::cli
