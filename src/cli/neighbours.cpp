// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat neighbours: the valid structures nearest to a candidate.

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/number_option.hpp"
#include "cli/output.hpp"
#include "cli/position_option.hpp"
#include "cli/subject_call.hpp"
#include "cli/walk_limits.hpp"
#include "korat/print.hpp"
#include "korat/walk.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

struct neighbours_request {
  subject_call call;
  std::optional<position> at;
  std::size_t count = 4;
  noncanonical policy = noncanonical::refuse;
  walk_limits limits;
  bool json = false;
};

std::string where(std::int64_t distance) {
  if (distance == 0) return "the candidate itself";
  const auto steps = report::counted(static_cast<std::uint64_t>(distance < 0 ? -distance : distance), "candidate");
  return steps + (distance < 0 ? " before" : " behind");
}

std::string as_text(basic_search& search, const std::vector<neighbour>& found) {
  std::string out;
  for (std::size_t i = 0; i < found.size(); ++i) {
    search.seek(found[i].vector);
    out += fmt::format("\n#{}  {}: {}\n{}", i + 1, where(found[i].distance), to_text(found[i].vector),
                       to_text(search.snapshot()));
  }
  return out;
}

encoding::json as_json(basic_search& search, const std::vector<neighbour>& found) {
  std::vector<encoding::json> list;
  for (const auto& n : found) {
    search.seek(n.vector);
    list.push_back(encoding::json_object{{"vector", n.vector},
                                         {"distance", n.distance},
                                         {"structure", encoding::json::from_text(to_json(search.snapshot()))}});
  }
  return list;
}

exit_code neighbours(const neighbours_request& r) {
  const called_subject subject(r.call);
  if (!r.at) throw usage_error("say of which candidate, with --at VECTOR");
  catch_interrupts();
  const auto up = subject.search({}), down = subject.search({});
  const auto too_late = search_options_of(r.limits).stop_when;
  bool stopped = false;
  const auto stop = [&](std::uint64_t explored) {
    return stopped = interrupted() || explored >= r.limits.max_explored || (too_late && too_late({}));
  };
  const auto found = find_neighbours(*up, *down, vector_of(*r.at, *up), r.count, r.policy, stop);
  output standard;
  if (r.json) {
    auto json = subject.json();
    json.add({{"complete", !stopped}, {"neighbours", as_json(*up, found)}});
    standard.write(json.text() + "\n");
  } else {
    standard.write(fmt::format("{}: the {} nearest valid structure{}\n", subject.text(), found.size(),
                               found.size() == 1 ? "" : "s") +
                   as_text(*up, found));
    if (stopped)
      standard.write(fmt::format("\n{}: there may be more.\n", ended_text()));
    else if (found.size() < r.count)
      standard.write("\nThe space has no more.\n");
  }
  standard.close();
  return stopped ? ended_by() : exit_code::done;
}

action set_up_neighbours(option_list& options) {
  auto r = std::make_shared<neighbours_request>();
  add_subject(options, r->call);
  add_position(options, "--at", "The candidate", r->at);
  add_number(options, "--count", "N", "How many; 4 by default", r->count);
  add_move(options, r->policy);
  add_walk_limits(options, r->limits);
  options.flag("--json", "Report as one JSON object", r->json);
  return [r] { return neighbours(*r); };
}

}  // namespace

const command neighbours_command{"neighbours", "Find the valid structures nearest to a candidate", set_up_neighbours};

}  // namespace korat::cli
