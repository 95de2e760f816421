// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat ranges: cut a space into parts that can be searched one by one.

#include <fmt/format.h>

#include "cli/choice_option.hpp"
#include "cli/command.hpp"
#include "cli/counting.hpp"
#include "cli/number_option.hpp"
#include "cli/output.hpp"
#include "cli/subject_call.hpp"
#include "korat/walk.hpp"

namespace korat::cli {
namespace {

enum class cut_by { probing, space, count, solutions };

struct ranges_request {
  subject_call call;
  std::size_t parts = 2;
  cut_by how = cut_by::probing;
  bool json = false;
};

std::vector<candidate_vector> cuts_of(const called_subject& subject, const ranges_request& r) {
  const auto search = subject.search({});
  switch (r.how) {
    case cut_by::space: return cut_by_space(*search, r.parts);
    case cut_by::count: return cut_by_count(*search, r.parts);
    case cut_by::probing:
    case cut_by::solutions: break;
  }
  return cut_by_probing(*search, r.parts);
}

/// Each range begins with a solution, and none has more than one more than another.
std::vector<candidate_vector> cuts_of(const counted_subject& found, std::size_t parts) {
  std::vector<candidate_vector> cuts;
  big_integer last;
  for (std::uint32_t i = 1; i < parts; ++i) {
    auto begin = found.all->count();
    begin *= i;
    begin /= static_cast<std::uint32_t>(parts);
    if (begin == last) continue;  // fewer solutions than parts
    found.all->to(begin);
    cuts.push_back(found.all->vector());
    last = begin;
  }
  return cuts;
}

/// A line for each range: the options with which 'korat generate' searches it.
std::string as_text(const std::vector<candidate_vector>& cuts) {
  std::string out;
  for (std::size_t i = 0; i <= cuts.size(); ++i) {
    std::string range;
    if (i > 0) range += fmt::format("--from {}", fmt::join(cuts[i - 1], ","));
    if (i < cuts.size()) range += fmt::format("{}--to {}", range.empty() ? "" : " ", fmt::join(cuts[i], ","));
    out += range + "\n";
  }
  return out;
}

encoding::json as_json(const std::vector<candidate_vector>& cuts) {
  std::vector<encoding::json> ranges;
  for (std::size_t i = 0; i <= cuts.size(); ++i) {
    const auto from = i > 0 ? encoding::json(cuts[i - 1]) : encoding::json();
    const auto to = i < cuts.size() ? encoding::json(cuts[i]) : encoding::json();
    ranges.push_back(encoding::json_object{{"from", from}, {"to", to}});
  }
  return ranges;
}

exit_code write(encoding::json_object identity, const std::vector<candidate_vector>& cuts, bool json) {
  output standard;
  standard.write(json ? identity.add("ranges", as_json(cuts)).text() + "\n" : as_text(cuts));
  standard.close();
  return exit_code::done;
}

exit_code ranges(const ranges_request& r) {
  if (r.how == cut_by::solutions || is_diagram_file(r.call.subject)) {
    if (r.parts > 0xffff'ffff) throw usage_error("--parts: that is too many");
    const auto found = count_solutions({.call = r.call});
    return write(found.identity, cuts_of(found, r.parts), r.json);
  }
  const called_subject subject(r.call);
  return write(subject.json(), cuts_of(subject, r), r.json);
}

action set_up_ranges(option_list& options) {
  auto r = std::make_shared<ranges_request>();
  add_subject(options, r->call);
  add_number(options, "--parts", "K", "How many ranges; 2 by default", r->parts);
  add_choice(
      options, "--by", "WHAT",
      "Equal by probing (about as many candidates in each; the default), space (of the input space), count "
      "(exactly as many candidates, after exploring them all) or solutions (exactly as many of these, by a diagram)",
      r->how,
      {{"probing", cut_by::probing},
       {"space", cut_by::space},
       {"count", cut_by::count},
       {"solutions", cut_by::solutions}});
  options.flag("--json", "Report as one JSON object", r->json);
  options.footer(
      "Each line has the options with which 'korat generate' searches the range. --range I/K of 'korat generate'\n"
      "is the I-th of the K ranges that --by probing gives.\n");
  return [r] { return ranges(*r); };
}

}  // namespace

const command ranges_command{"ranges", "Cut a space into ranges that can be searched one by one", set_up_ranges};

}  // namespace korat::cli
