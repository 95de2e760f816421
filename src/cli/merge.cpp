// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat merge: what the jobs of a search have found together, and what is left to do.

#include "cli/merge.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/arguments.hpp"
#include "cli/checked_json.hpp"
#include "cli/command.hpp"
#include "cli/frontier.hpp"
#include "cli/output.hpp"
#include "encoding/json.hpp"
#include "files/vector_file.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

struct merge_request {
  std::string folder;
  bool json = false;
};

std::string merge_line(const char* label, const std::string& text) { return fmt::format("  {:<22} {}\n", label, text); }

std::string what_is_left(const frontier& f) {
  std::string text;
  if (!f.missing.empty()) text = report::counted(f.missing.size(), "shard") + " without a result";
  if (const auto ranges = f.open_ranges(); ranges != 0)
    text += (text.empty() ? "" : ", ") + report::counted(ranges, "range") + " of " +
            report::counted(f.open.size(), "shard");
  return text.empty() ? "nothing" : text;
}

std::string merged_text(const frontier& f) {
  const auto search = json_value::parse(f.identity);
  auto out =
      fmt::format("{}: {}, {} so far\n",
                  call_text(search.at("subject").get<std::string>(), search.at("arguments").get<subjects::arguments>()),
                  f.complete() ? "complete" : "not complete", report::counted(f.counts.valid, "valid structure"));
  if (f.complete()) out.erase(out.rfind(" so far"), 7);
  out += merge_line("explored", report::counted(f.counts.explored, "candidate"));
  out += merge_line("valid", report::counted(f.counts.valid, "structure"));
  out += merge_line("field initializations", report::grouped(f.counts.field_initializations));
  if (!f.space.empty()) {
    const auto share = f.covered.approximately() / big_integer::parse(f.space).approximately();
    const auto reached = f.covered.is_zero() ? 0 : f.reach.approximately() / f.covered.approximately();
    out += merge_line(
        "input space",
        fmt::format("{} vectors, {} covered: {:.2f}% reached, {:.2f}% pruned", report::big_number(f.space),
                    f.complete() ? "all" : fmt::format("{:.4f}%", 100 * share), 100 * reached, 100 - 100 * reached));
  }
  out += merge_line("left", what_is_left(f));
  out += merge_line(
      "jobs", report::grouped(f.results) + (f.needless == 0 ? "" : fmt::format(", and {} done twice", f.needless)));
  out += merge_line("time", report::duration(f.seconds) + " of all jobs together");
  return out + merge_line("hash", f.hash.text());
}

std::string merged_json(const frontier& f) {
  const auto number = [&](const big_integer& n) { return f.space.empty() ? json() : json(n.decimal()); };
  json_object all;
  const auto search = json_value::parse(f.identity);
  for (const auto& [key, value] : search.members()) all.add(key, value.as_json());
  const auto remaining = f.space.empty() ? big_integer() : big_integer::parse(f.space) - f.covered;
  all.add({{"complete", f.complete()},
           {"explored", f.counts.explored},
           {"valid", f.counts.valid},
           {"field_initializations", f.counts.field_initializations},
           {"executions", f.counts.executions},
           {"space", f.space.empty() ? json() : json(f.space)},
           {"covered", number(f.covered)},
           {"remaining", number(remaining)},
           {"reach", number(f.reach)},
           {"prune", number(f.covered - f.reach)},
           {"hash", f.hash.text()},
           {"shards", f.shards},
           {"missing_shards", f.missing},
           {"open_ranges", f.open_ranges()},
           {"jobs", f.results},
           {"jobs_done_twice", f.needless},
           {"seconds", f.seconds}});
  return all.text() + "\n";
}

exit_code merge_results(const merge_request& r) {
  const auto found = frontier_of(read_results(r.folder));
  if (found.identity.empty())
    throw usage_error(fmt::format("{} has no results of jobs: 'korat generate ... --shard I/K --output {}' writes one",
                                  r.folder, r.folder));
  output standard;
  standard.write(frontier_text(found, r.json));
  standard.close();
  return found.complete() ? exit_code::done : exit_code::stopped_by_limit;
}

action set_up_merge(option_list& options) {
  auto r = std::make_shared<merge_request>();
  options.word("DIR", "The folder with the results", r->folder, presence::required);
  options.flag("--json", "Report as one JSON object", r->json);
  options.footer(
      "The results are those of 'korat generate ... --shard I/K --output DIR'. The exit code is 0 when nothing is "
      "left, and 3\n"
      "when there is.\n");
  return [r] { return merge_results(*r); };
}

}  // namespace

std::string frontier_text(const frontier& f, bool json) { return json ? merged_json(f) : merged_text(f); }

const command merge_command{"merge", "Add up the results of jobs that search one space", set_up_merge};

}  // namespace korat::cli
