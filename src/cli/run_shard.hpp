// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat generate --shard I/K --output DIR: one of the jobs of a search that is spread over machines, which need not
// know of each other. It takes up what is left of its shard.

#pragma once

#include <string>

#include "cli/run.hpp"

namespace korat::cli {

struct shard_request {
  std::uint64_t number = 0, of = 0;  // I/K
  std::string folder;
  bool quiet = false;
};

exit_code run_shard(const run_request&, const shard_request&);

}  // namespace korat::cli
