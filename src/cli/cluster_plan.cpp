// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/cluster_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/checked_json.hpp"
#include "cli/exit_code.hpp"
#include "cli/search_json.hpp"

namespace korat::cli {
namespace {

namespace fs = std::filesystem;

constexpr checked_format plan_format{"korat cluster 2", "search on a cluster", "name another folder"};
constexpr checked_format round_format{"korat round 1", "round of tasks",
                                      "remove it; 'korat cluster resume' makes another"};

fs::path round_path(const cluster_plan& p, std::uint64_t round) {
  return p.folder / "rounds" / fmt::format("{}.json", round);
}

json shards_json(const std::vector<shard>& shards) {
  std::vector<open_range> ranges;
  for (const auto& s : shards)
    if (s.all) ranges.push_back(*s.all);
  return as_stored_json(ranges);
}

}  // namespace

void write_plan(const cluster_plan& p) {
  write_checked(p.folder / "search.json", plan_format,
                {{"subject", p.subject},
                 {"arguments", p.arguments},
                 {"backward", p.way == direction::backward},
                 {"reexecute", p.engine == engine::reexecute},
                 {"threads", p.threads},
                 {"budget", p.budget},
                 {"tasks", p.tasks},
                 {"scheduler", p.scheduler},
                 {"options", p.options},
                 {"tests", p.tests},
                 {"shards", p.shards.size()},
                 {"ranges", shards_json(p.shards)}});
}

cluster_plan read_plan(const fs::path& folder) {
  if (!fs::exists(folder / "search.json"))
    throw usage_error(
        fmt::format("{} has no search on a cluster: 'korat cluster submit SUBJECT ARGUMENTS... --output {}' begins one",
                    folder.string(), folder.string()));
  const auto j = read_checked(folder / "search.json", plan_format);
  cluster_plan p{.folder = fs::absolute(folder),
                 .subject = j.at("subject").get<std::string>(),
                 .arguments = j.at("arguments").get<subjects::arguments>(),
                 .way = j.at("backward").get<bool>() ? direction::backward : direction::forward,
                 .engine = j.at("reexecute").get<bool>() ? engine::reexecute : engine::checkpoint,
                 .threads = j.at("threads").get<unsigned>(),
                 .budget = j.at("budget").get<double>(),
                 .tasks = j.at("tasks").get<std::uint64_t>(),
                 .scheduler = j.at("scheduler").get<std::string>(),
                 .options = j.at("options").get<std::vector<std::string>>(),
                 .tests = j.at("tests").get<std::vector<std::string>>(),
                 .shards = {}};
  const auto ranges = ranges_in(j.at("ranges"));
  const auto shards = j.at("shards").get<std::uint64_t>();
  for (std::uint64_t i = 0; i < shards; ++i)
    p.shards.push_back({i + 1, shards, i < ranges.size() ? std::optional(ranges[i]) : std::nullopt});
  return p;
}

run_request request_of(const cluster_plan& p) {
  const auto* const subject = subjects::find(p.subject);
  if (subject == nullptr) throw usage_error(fmt::format("this program has no subject '{}'", p.subject));
  return {.subject = subject,
          .arguments = p.arguments,
          .options = {.engine = p.engine, .direction = p.way},
          .threads = p.threads};
}

std::vector<piece> open_pieces(const cluster_plan& p, const frontier& f) {
  std::vector<piece> all;
  for (const auto& one : p.shards) {
    const bool begun = !f.identity.empty() && std::ranges::find(f.missing, one.number) == f.missing.end();
    if (!begun && one.all) all.push_back({one.number, *one.all});
  }
  for (const auto& one : f.open)
    for (const auto& range : one.ranges) all.push_back({one.shard.number, range});
  return all;
}

std::uint64_t write_round(const cluster_plan& p, const std::vector<piece>& pieces) {
  const auto tasks = std::min<std::uint64_t>(p.tasks, pieces.size());
  std::vector<json> all;
  for (std::uint64_t i = 0; i < tasks; ++i) {
    std::vector<json> one;
    for (auto at = i; at < pieces.size(); at += tasks)
      one.push_back(json_object{{"shard", pieces[at].shard}, {"range", as_stored_json(std::vector{pieces[at].range})}});
    all.push_back(one);
  }
  const auto round = last_round(p) + 1;
  fs::create_directories(p.folder / "rounds");
  write_checked(round_path(p, round), round_format, {{"tasks", all}});
  return round;
}

std::vector<task> read_round(const cluster_plan& p, std::uint64_t round) {
  std::vector<task> all;
  const auto content = read_checked(round_path(p, round), round_format);
  for (const auto& one : content.at("tasks").each()) {
    auto& pieces = all.emplace_back();
    for (const auto& j : one.each())
      pieces.push_back({j.at("shard").get<std::uint64_t>(), ranges_in(j.at("range")).at(0)});
  }
  return all;
}

std::uint64_t last_round(const cluster_plan& p) {
  std::uint64_t round = 0;
  while (fs::exists(round_path(p, round + 1))) ++round;
  return round;
}

}  // namespace korat::cli
