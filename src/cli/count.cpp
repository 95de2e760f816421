// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat count: how many structures there are, without visiting them.

#include <fmt/format.h>

#include <algorithm>

#include "cli/command.hpp"
#include "cli/counting.hpp"
#include "cli/interrupt.hpp"
#include "korat/print.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

struct count_request {
  counting_options common;
  bool verify = false;
};

/// Nothing: there is no count to compare with.
std::optional<bool> agrees_with_known(const counted_subject& s) {
  const auto known = std::ranges::find(s.subject->known, s.arguments, &subjects::known_count::arguments);
  if (known == s.subject->known.end()) return std::nullopt;
  return s.all->count() == big_integer(known->valid) &&
         (known->explored == 0 || s.all->explored() == big_integer(known->explored));
}

/// By a search of the checkpoint engine, solution by solution. Throws predicate_error at the first difference.
void verify(const counted_subject& s) {
  const auto differ = [](const std::string& how, const candidate_vector& at) {
    throw predicate_error(
        {misbehaviour::missed_read, "the diagram is wrong: " + how,
         "the predicate must depend on nothing but what it is noticed to read; 'korat generate' does not merge", at,
         ""});
  };
  auto* const diagram = s.all->diagram();
  if (diagram == nullptr) return;
  const auto search = s.subject->search(s.arguments, {});
  const interruptible until(*search);
  while (!interrupted() && search->next_valid())
    if (!diagram->next() || diagram->vector() != search->vector()) differ("it lacks a structure", search->vector());
  if (interrupted()) throw ended_early(s.name + ": interrupted before all was compared", exit_code::interrupted);
  if (diagram->next()) differ("it has a structure too many", diagram->vector());
  if (big_integer(search->statistics().explored) != s.all->explored()) differ("it counts other candidates", {});
}

std::string count_text(const counted_subject& s, bool verified) {
  const auto number = [](const big_integer& n) { return report::grouped_digits(n.decimal()); };
  const auto line = [](const char* label, const std::string& text) {
    return fmt::format("  {:<22} {}\n", label, text);
  };
  auto out = fmt::format("{}: {} valid {}\n", s.name, number(s.all->count()),
                         s.all->count() == 1 ? "structure" : "structures");
  out += line("explored", number(s.all->explored()) + " candidates, in a search") + finding_text(s);
  if (verified) out += line("verified", "the checkpoint engine finds the same structures, in this order");
  if (const auto known = agrees_with_known(s)) out += line("known counts", *known ? "equal" : "DIFFERENT");
  return out;
}

void print_all(const counted_subject& s, numbered_output& to) {
  for (big_integer i; !interrupted() && i < s.all->count(); i += 1) s.all->to(i), to.add(i);
}

exit_code count(const count_request& r) {
  const auto found = count_solutions(r.common);
  if (r.verify) verify(found);
  const bool verified = r.verify && found.all->diagram() != nullptr;
  encoding::json_object more{{"complete", true}};
  if (verified) more.add("verified", true);
  if (const auto known = agrees_with_known(found)) more.add("matches_known", *known);
  if (!r.common.format.empty()) {
    numbered_output structures(found, r.common);
    print_all(found, structures);
    structures.end(more);
    if (!r.common.json) std::fputs(count_text(found, verified).c_str(), stderr);
    return interrupted() ? exit_code::interrupted : exit_code::done;
  }
  output standard;
  auto json = found.identity;
  standard.write(r.common.json ? json.add(finding_json(found)).add(more).text() + "\n" : count_text(found, verified));
  standard.close();
  return exit_code::done;
}

action set_up_count(option_list& options) {
  auto r = std::make_shared<count_request>();
  add_counting_options(options, r->common, "Print every structure: text, json, dot or vector");
  add_save_diagram(options, r->common.diagram_path);
  options.flag("--verify", "Search as well and compare, structure by structure", r->verify);
  options.footer(
      "Equal states of the predicate are merged, so that far more structures are counted than can be visited\n"
      "(docs/diagrams.md). Where that does not pay, they are searched. 'valid' and 'explored' of --json are decimal\n"
      "strings, because they exceed 64 bits soon.\n");
  return [r] { return count(*r); };
}

}  // namespace

const command count_command{"count", "Count the structures of a subject without visiting them", set_up_count};

}  // namespace korat::cli
