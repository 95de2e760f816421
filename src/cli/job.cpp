// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/job.hpp"

#include <algorithm>
#include <chrono>

#include "cli/fingerprint.hpp"
#include "encoding/json.hpp"
#include "korat/big_integer.hpp"
#include "korat/walk.hpp"

namespace korat::cli {
namespace {

/// Where a shard ends, and the next one begins: with the candidate before a cut; backward, with the cut itself.
std::vector<candidate_vector> ends_of_shards(const run_request& request, std::uint64_t parts) {
  const auto search = request.subject->search(request.arguments, {.isomorphic = request.options.isomorphic});
  auto cuts = cut_by_probing(*search, parts);
  std::vector<candidate_vector> ends;
  if (request.options.direction == direction::backward) {
    ends.assign(cuts.rbegin(), cuts.rend());
  } else {
    for (const auto& cut : cuts)
      if (search->seek(cut) && search->previous()) ends.push_back(search->vector());
  }
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  return ends;
}

/// Of vectors, in decimal; none: more than can be written down.
std::optional<std::string> vectors_in_ranges(const run_request& request, const std::vector<open_range>& ranges) {
  const auto make = [&](search_options options) {
    return request.subject->search(request.arguments, std::move(options));
  };
  team_request nothing{make, request.options, [](basic_search&, unsigned) { return true; }};
  nothing.options.threads = 1;
  nothing.options.max_explored = 0;
  nothing.go_on = {ranges};
  return search_in_parallel(nothing).coverage.remaining;
}

std::int64_t milliseconds_now() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

}  // namespace

std::string job_identity(const run_request& request) {
  return encoding::json_object{{"program", program_fingerprint()},
                               {"subject", request.subject->name},
                               {"arguments", request.arguments},
                               {"engine", name_of(request.options.engine)},
                               {"direction", request.options.direction == direction::forward ? "forward" : "backward"},
                               {"isomorphic", request.options.isomorphic}}
      .text();
}

std::vector<shard> cut_into_shards(const run_request& request, std::uint64_t parts) {
  const auto ends = ends_of_shards(request, parts);
  std::vector<shard> shards;
  for (std::uint64_t i = 0; i < parts; ++i) {
    shard one{i + 1, parts, std::nullopt};
    if (i <= ends.size()) one.all.emplace();
    if (i > 0 && i <= ends.size()) one.all->after = ends[i - 1];
    if (i < ends.size()) one.all->last = ends[i];
    shards.push_back(std::move(one));
  }
  return shards;
}

job_report do_job(run_request request, const shard& of, const std::vector<open_range>& given,
                  const std::filesystem::path& folder) {
  constexpr unsigned pieces = 8;  // of what is left: enough to keep others busy, few enough to read
  struct alignas(64) own {
    digest hash;
  };
  std::vector<own> each(request.threads);
  const auto size = vectors_in_ranges(request, given);
  request.leave_in = pieces;
  request.resume = settled_state{.complete = given.empty(), .vector = {}, .counts = {}, .tallies = {}, .left = given};
  job_report done{run_in_threads(
      request, [&](const basic_search& at, unsigned thread) { each[thread].hash.add(at.vector()); }, {})};
  const auto& run = done.run;
  if (run.failure) return done;
  job_result result{.identity = job_identity(request),
                    .shard = of,
                    .given = given,
                    .left = run.left,
                    .counts = run.counts,
                    .space = run.coverage.space.value_or(""),
                    .covered = {},
                    .reach = run.coverage.reach.value_or(""),
                    .hash = {},
                    .seconds = run.seconds,
                    .written = milliseconds_now()};
  if (size) result.covered = (big_integer::parse(*size) - big_integer::parse(run.coverage.remaining.value())).decimal();
  for (const auto& one : each) result.hash.add(one.hash);
  if (run.counts.explored != 0 || run.left.empty()) done.written = write_result(folder, result);
  return done;
}

}  // namespace korat::cli
