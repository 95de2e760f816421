// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/job_result.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <tuple>

#include "cli/checked_json.hpp"
#include "cli/output.hpp"
#include "cli/search_json.hpp"
#include "files/vector_file.hpp"

namespace korat::cli {
namespace {

namespace fs = std::filesystem;

constexpr checked_format result_format{"korat result 1", "result of a job",
                                       "remove it, and its ranges are searched again"};
constexpr const char* extension = ".result";

/// The same ranges have the same name.
std::string result_name(const shard& of, const std::vector<open_range>& given) {
  digest ranges;
  for (const auto& range : given) {
    candidate_vector both{range.after ? 1u : 0u, range.last ? 1u : 0u};
    for (const auto& end : {range.after, range.last})
      if (end) both.insert(both.end(), end->begin(), end->end());
    ranges.add(both);
  }
  return fmt::format("{}-of-{}-{}{}", of.number, of.of, ranges.text(), extension);
}

json_object result_json(const job_result& r) {
  const auto whole = r.shard.all ? std::vector{*r.shard.all} : std::vector<open_range>{};
  return {{"search", json::from_text(r.identity)},
          {"shard", r.shard.number},
          {"shards", r.shard.of},
          {"shard_range", as_stored_json(whole)},
          {"given", as_stored_json(r.given)},
          {"left", as_stored_json(r.left)},
          {"counts", as_stored_json(r.counts)},
          {"space", r.space},
          {"covered", r.covered},
          {"reach", r.reach},
          {"hash", std::array{r.hash.high(), r.hash.low()}},
          {"seconds", r.seconds},
          {"written", r.written}};
}

job_result read_result(const fs::path& path) {
  const auto j = read_checked(path, result_format);
  const auto whole = ranges_in(j.at("shard_range"));
  return {.identity = j.at("search").text(),
          .shard = {j.at("shard").get<std::uint64_t>(), j.at("shards").get<std::uint64_t>(),
                    whole.empty() ? std::nullopt : std::optional(whole.front())},
          .given = ranges_in(j.at("given")),
          .left = ranges_in(j.at("left")),
          .counts = statistics_in(j.at("counts")),
          .space = j.at("space").get<std::string>(),
          .covered = j.at("covered").get<std::string>(),
          .reach = j.at("reach").get<std::string>(),
          .hash = {j.at("hash").at(0).get<std::uint64_t>(), j.at("hash").at(1).get<std::uint64_t>()},
          .seconds = j.at("seconds").get<double>(),
          .written = j.at("written").get<std::int64_t>(),
          .path = path};
}

void refuse_others(const std::vector<job_result>& all) {
  for (const auto& r : all) {
    const auto& first = all.front();
    if (r.identity != first.identity)
      throw files::file_error(fmt::format("{} and {} are of different searches:\n{}\n{}\nLeave one kind in the folder.",
                                          first.path, r.path, first.identity, r.identity));
    if (r.shard.of != first.shard.of)
      throw files::file_error(
          fmt::format("{} is of a search in {} shards, {} of one in {}: leave one kind in the folder", first.path,
                      first.shard.of, r.path, r.shard.of));
  }
}

}  // namespace

// A file of our own first; a link to it, unlike a new name, replaces nothing.
bool write_result(const fs::path& folder, const job_result& r) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  const auto path = folder / result_name(r.shard, r.given);
  if (fs::exists(path)) return false;
  const auto own = fmt::format("{}.{}-{}", path.string(), getpid(), r.written);
  write_checked(own, result_format, result_json(r));
  const bool linked = ::link(own.c_str(), path.c_str()) == 0;
  const auto error = errno;
  fs::remove(own, failed);
  if (!linked && error != EEXIST) throw output_error("cannot write " + path.string(), error);
  return linked;
}

bool has_result(const fs::path& folder, const shard& of, const std::vector<open_range>& given) {
  return fs::exists(folder / result_name(of, given));
}

std::vector<job_result> read_results(const fs::path& folder) {
  std::vector<job_result> all;
  std::error_code failed;
  fs::directory_iterator files(folder, failed);
  if (failed == std::errc::no_such_file_or_directory) return all;
  if (failed) throw output_error("cannot read " + folder.string(), failed.value());
  for (const auto& file : files)
    if (file.path().extension() == extension) all.push_back(read_result(file.path()));
  std::ranges::sort(all, {}, [](const job_result& r) { return std::tuple(r.written, r.path); });
  if (!all.empty()) refuse_others(all);
  return all;
}

}  // namespace korat::cli
