// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat rank: the number of a structure.

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/counting.hpp"
#include "cli/position_option.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

struct rank_request {
  counting_options common;
  std::optional<position> at;
};

exit_code rank(const rank_request& r) {
  if (!r.at) throw usage_error("say which structure, with --at VECTOR (see --print vector)");
  const auto& given = r.common.call;
  const called_subject subject(is_diagram_file(given.subject) ? call_in_file(given) : given);
  const auto at = vector_of(*r.at, *subject.search({}));
  const auto found = count_solutions(r.common);
  const auto number = found.all->rank(at);
  const encoding::json_object answer{{"rank", number.decimal()}};
  if (!r.common.format.empty()) {
    numbered_output structure(found, r.common);
    structure.add(number);
    structure.end(answer);
    return exit_code::done;
  }
  output standard;
  auto json = found.identity;
  standard.write(r.common.json ? json.add(answer).add(finding_json(found)).text() + "\n"
                               : fmt::format("{}: number {} of {}, counted from 0\n", found.name,
                                             report::grouped_digits(number.decimal()),
                                             report::grouped_digits(found.all->count().decimal())));
  standard.close();
  return exit_code::done;
}

action set_up_rank(option_list& options) {
  auto r = std::make_shared<rank_request>();
  add_counting_options(options, r->common, "Print the structure too: text, json, dot or vector");
  add_position(options, "--at", "The structure, by its candidate vector", r->at);
  options.footer(
      "Structures are numbered from 0 in the order of a search; 'korat nth' shows the structure with a number.\n");
  return [r] { return rank(*r); };
}

}  // namespace

const command rank_command{"rank", "Tell the number of a structure among all of a subject", set_up_rank};

}  // namespace korat::cli
