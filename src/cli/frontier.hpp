// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// How far the jobs of a search are, from their results alone. At first what is open is the shards; a result takes what
// it was given from that, and puts in its place what it has left. One of ranges that are not open, because another job
// was faster, changes nothing.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/job_result.hpp"
#include "korat/big_integer.hpp"

namespace korat::cli {

struct frontier {
  std::string identity;  // empty: there are no results
  std::uint64_t shards = 0;
  std::vector<std::uint64_t> missing;  // shards without any result
  struct open_in_shard {
    cli::shard shard;
    std::vector<open_range> ranges;
  };
  std::vector<open_in_shard> open;  // of the other shards
  statistics counts;
  std::string space;           // vectors; empty: too many to be counted
  big_integer covered, reach;  // of these
  digest hash;
  double seconds = 0;          // of all jobs together
  std::uint64_t results = 0;   // that count,
  std::uint64_t needless = 0;  // and that do not

  std::uint64_t open_ranges() const;
  bool complete() const { return !identity.empty() && missing.empty() && open.empty(); }
};

/// The results are the oldest first. Throws file_error when the shards do not fit together.
frontier frontier_of(const std::vector<job_result>&);

}  // namespace korat::cli
