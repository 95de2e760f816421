// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/run_shard.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/arguments.hpp"
#include "cli/checked_json.hpp"
#include "cli/frontier.hpp"
#include "cli/interrupt.hpp"
#include "cli/job.hpp"
#include "cli/output.hpp"
#include "cli/summary.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

void refuse_another(const std::vector<job_result>& results, const std::string& identity, std::uint64_t shards) {
  if (results.empty()) return;
  const auto& first = results.front();
  if (first.identity != json_value::parse(identity).text())
    throw usage_error(fmt::format("{} is of another search: {}\nThis one is {}. Name another folder.", first.path,
                                  first.identity, identity));
  if (first.shard.of != shards)
    throw usage_error(fmt::format("{} is of a search in {} shards, not {}: say --shard I/{}, or name another folder",
                                  first.path, first.shard.of, shards, first.shard.of));
}

/// What is to be done of a shard: all, or what earlier jobs have left.
frontier::open_in_shard open_in(const run_request& request, const shard_request& wanted,
                                std::vector<job_result> results) {
  std::erase_if(results, [&](const job_result& r) { return r.shard.number != wanted.number; });
  if (results.empty()) {
    const auto all = cut_into_shards(request, wanted.of).at(wanted.number - 1);
    return {all, all.all ? std::vector{*all.all} : std::vector<open_range>{}};
  }
  const auto found = frontier_of(results);
  return {results.front().shard, found.open.empty() ? std::vector<open_range>{} : found.open.front().ranges};
}

}  // namespace

exit_code run_shard(const run_request& request, const shard_request& wanted) {
  const auto results = read_results(wanted.folder);
  refuse_another(results, job_identity(request), wanted.of);
  const auto [all, open] = open_in(request, wanted, results);
  const bool begun = std::ranges::any_of(results, [&](const job_result& r) { return r.shard.number == wanted.number; });
  output standard;
  const auto name =
      fmt::format("shard {}/{} of {}", wanted.number, wanted.of, call_text(request.subject->name, request.arguments));
  if (begun && open.empty()) {
    if (!wanted.quiet) standard.write(name + ": done before\n");
    return standard.close(), exit_code::done;
  }
  const auto done = do_job(request, all, open, wanted.folder);
  if (done.run.failure) complain(failure_text(done.run));
  const auto left = done.run.left.empty() ? "nothing left" : report::counted(done.run.left.size(), "range") + " left";
  if (!wanted.quiet)
    standard.write(
        fmt::format("{}: {}; {}{}\n", name, headline(done.run), left, done.written ? "" : "; another job was faster"));
  standard.close();
  return exit_code_of(done.run.end);
}

}  // namespace korat::cli
