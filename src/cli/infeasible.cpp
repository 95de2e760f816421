// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat infeasible: the range of invalid candidates around one.

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/position_option.hpp"
#include "cli/subject_call.hpp"
#include "korat/print.hpp"
#include "korat/walk.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

struct infeasible_request {
  subject_call call;
  std::optional<candidate_vector> at;
  noncanonical policy = noncanonical::refuse;
  bool json = false;
};

std::string as_text(const std::optional<candidate_vector>& v, const char* none) { return v ? to_text(*v) : none; }

std::string as_text(const called_subject& subject, const infeasible_range& range) {
  if (range.count == 0) return subject.text() + ": the candidate is valid\n";
  return fmt::format(
      "{}: {} in a row {} invalid\n  valid before  {}\n  first         {}\n  last          {}\n  valid after   {}\n",
      subject.text(), report::counted(range.count, "candidate"), range.count == 1 ? "is" : "are",
      as_text(range.valid_before, "none: this is the beginning of the space"), to_text(range.first),
      to_text(range.last), as_text(range.valid_after, "none: this is the end of the space"));
}

report::json_object as_json(const called_subject& subject, const infeasible_range& range) {
  auto json = subject.json();
  json.add("count", range.count);
  if (range.count == 0) return json;
  return json.add({{"first", range.first},
                   {"last", range.last},
                   {"valid_before", range.valid_before},
                   {"valid_after", range.valid_after}});
}

exit_code infeasible(const infeasible_request& r) {
  const called_subject subject(r.call);
  if (!r.at) throw usage_error("say around which candidate, with --at VECTOR");
  const auto search = subject.search({});
  const auto range = find_infeasible_range(*search, *r.at, r.policy);
  output standard;
  standard.write(r.json ? as_json(subject, range).text() + "\n" : as_text(subject, range));
  standard.close();
  return exit_code::done;
}

action set_up_infeasible(option_list& options) {
  auto r = std::make_shared<infeasible_request>();
  add_subject(options, r->call);
  add_vector(options, "--at", "The candidate", r->at);
  add_move(options, r->policy);
  options.flag("--json", "Report as one JSON object", r->json);
  return [r] { return infeasible(*r); };
}

}  // namespace

const command infeasible_command{"infeasible", "Find the range of invalid candidates around one", set_up_infeasible};

}  // namespace korat::cli
