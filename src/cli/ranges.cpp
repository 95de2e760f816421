// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat ranges: cut a space into parts that can be searched one by one.

#include <fmt/format.h>

#include "cli/choice_option.hpp"
#include "cli/command.hpp"
#include "cli/number_option.hpp"
#include "cli/output.hpp"
#include "cli/subject_call.hpp"
#include "korat/walk.hpp"

namespace korat::cli {
namespace {

enum class cut { by_probing, by_space, by_count };

struct ranges_request {
  subject_call call;
  std::size_t parts = 2;
  cut how = cut::by_probing;
  bool json = false;
};

std::vector<candidate_vector> cuts_of(const called_subject& subject, const ranges_request& r) {
  const auto search = subject.search({});
  switch (r.how) {
    case cut::by_space:
      return cut_by_space(*search, r.parts);
    case cut::by_count:
      return cut_by_count(*search, r.parts);
    case cut::by_probing:
      break;
  }
  return cut_by_probing(*search, r.parts);
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

report::json as_json(const std::vector<candidate_vector>& cuts) {
  std::vector<report::json> ranges;
  for (std::size_t i = 0; i <= cuts.size(); ++i) {
    const auto from = i > 0 ? report::json(cuts[i - 1]) : report::json();
    const auto to = i < cuts.size() ? report::json(cuts[i]) : report::json();
    ranges.push_back(report::json_object{{"from", from}, {"to", to}});
  }
  return ranges;
}

exit_code ranges(const ranges_request& r) {
  const called_subject subject(r.call);
  const auto cuts = cuts_of(subject, r);
  output standard;
  if (r.json) {
    auto json = subject.json();
    json.add("ranges", as_json(cuts));
    standard.write(json.text() + "\n");
  } else {
    standard.write(as_text(cuts));
  }
  standard.close();
  return exit_code::done;
}

action set_up(option_list& options) {
  auto r = std::make_shared<ranges_request>();
  add_subject(options, r->call);
  add_number(options, "--parts", "K", "How many ranges; 2 by default", r->parts);
  add_choice(options, "--by", "WHAT",
             "Equal by probing (about as many candidates in each; the default), space (of the input space) or count "
             "(exactly as many candidates, after exploring them all)",
             r->how, {{"probing", cut::by_probing}, {"space", cut::by_space}, {"count", cut::by_count}});
  options.flag("--json", "Report as one JSON object", r->json);
  options.footer(
      "Each line has the options with which 'korat generate' searches the range. --range I/K of 'korat generate'\n"
      "is the I-th of the K ranges that --by probing gives.\n");
  return [r] { return ranges(*r); };
}

}  // namespace

const command ranges_command{"ranges", "Cut a space into ranges that can be searched one by one", set_up};

}  // namespace korat::cli
