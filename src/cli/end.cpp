// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat end: the last candidate of a space.

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/subject_call.hpp"
#include "korat/print.hpp"
#include "korat/walk.hpp"

namespace korat::cli {
namespace {

struct end_request {
  subject_call call;
  bool json = false;
};

exit_code find_the_end(const end_request& r) {
  const called_subject subject(r.call);
  const auto search = subject.search({.self_checks = 0});
  const auto last = find_end(*search);
  if (!last) throw usage_error(subject.text() + ": there is no candidate");
  const auto executions = search->statistics().executions;
  output standard;
  if (r.json) {
    auto json = subject.json();
    json.add({{"vector", *last}, {"executions", executions}, {"valid", search->valid()}});
    json.add("structure", encoding::json::from_text(to_json(search->snapshot())));
    standard.write(json.text() + "\n");
  } else {
    standard.write(fmt::format("{}: the last candidate, found by {} execution{}\n  vector  {}\n  valid   {}\n\n{}",
                               subject.text(), executions, executions == 1 ? "" : "s", to_text(*last),
                               search->valid() ? "yes" : "no", to_text(search->snapshot())));
  }
  standard.close();
  return exit_code::done;
}

action set_up_end(option_list& options) {
  auto r = std::make_shared<end_request>();
  add_subject(options, r->call);
  options.flag("--json", "Report as one JSON object", r->json);
  return [r] { return find_the_end(*r); };
}

}  // namespace

const command end_command{"end", "Find the last candidate of a space, by one execution", set_up_end};

}  // namespace korat::cli
