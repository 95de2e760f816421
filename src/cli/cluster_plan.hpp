// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The folder of a search on a cluster:
//
//   search.json   what is searched, its shards, how tasks are run
//   program       that all tasks run: a copy of this one, with the compiled header if there is one
//   results/      one for each range that was searched (job_result.hpp): the only truth
//   rounds/       for each round which ranges its tasks have
//   log/          what the tasks said
//
// All but the results only helps to get on: a round that is lost is made again from what is open.

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/frontier.hpp"
#include "cli/run.hpp"

namespace korat::cli {

struct cluster_plan {
  std::filesystem::path folder;
  std::string subject;
  subjects::arguments arguments;
  direction way = direction::forward;
  korat::engine engine = korat::engine::checkpoint;
  unsigned threads = 1;              // of a task
  double budget = 600;               // of a task, in seconds
  std::uint64_t tasks = 1;           // at a time
  std::string scheduler;             // "slurm" or "parallel"
  std::vector<std::string> options;  // of the scheduler
  std::vector<std::string> tests;    // a program and its arguments, in the place of the subject; empty: there is none
  std::vector<shard> shards;

  std::filesystem::path results() const { return folder / "results"; }
  std::filesystem::path program() const { return folder / "program"; }
  std::filesystem::path test_program() const { return folder / "tests"; }
};

void write_plan(const cluster_plan&);
cluster_plan read_plan(const std::filesystem::path& folder);
run_request request_of(const cluster_plan&);

/// A range and the shard that it belongs to.
struct piece {
  std::uint64_t shard = 0;
  open_range range;
};
/// What is to be done.
std::vector<piece> open_pieces(const cluster_plan&, const frontier&);

using task = std::vector<piece>;
/// The number of a new round that deals these out to at most so many tasks.
std::uint64_t write_round(const cluster_plan&, const std::vector<piece>&);
std::vector<task> read_round(const cluster_plan&, std::uint64_t round);
/// 0: there was none.
std::uint64_t last_round(const cluster_plan&);

}  // namespace korat::cli
