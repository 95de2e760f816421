// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat diff: structures that one predicate accepts and the other does not.

#include <fmt/format.h>

#include <filesystem>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/counting.hpp"
#include "cli/difference.hpp"
#include "cli/interrupt.hpp"
#include "cli/number_option.hpp"
#include "cli/run.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

struct diff_request {
  counting_options common;
  std::string second;
  std::size_t most = 3;
};

/// "my_tree.hpp:heap". A name alone is one of the first one's header.
std::string second_name(const diff_request& r) {
  const auto& first = r.common.call.subject;
  if (!is_source_file(first)) return r.second;
  if (!is_source_file(r.second)) return split(first).file + ":" + r.second;
  std::error_code none;
  if (!std::filesystem::equivalent(split(first).file, split(r.second).file, none))
    throw usage_error("both predicates must be offered by one header: say FILE:NAME twice, with the same FILE");
  return r.second;
}

/// The three kinds, each with its solutions.
struct difference {
  std::string first, second, arguments;
  encoding::json_object identity;
  std::unique_ptr<solutions> only_first, only_second, both;
};

difference find(const diff_request& r) {
  const called_subject first(r.common.call);
  const called_subject second({r.common.call.command, second_name(r), r.common.call.arguments});
  const auto describe = [](const called_subject& s) { return s.subject().describe(s.arguments()); };
  if (const auto why = why_different_spaces(describe(first), describe(second)); !why.empty())
    throw usage_error(
        fmt::format("{} and {} cannot be compared: {}", first.subject().name, second.subject().name, why));
  const auto found = [&](accepted_by who) {
    return find_solutions({.describe = [&, who] { return combined(describe(first), describe(second), who); },
                           .adapt = first.subject().adapt,
                           .name = first.text()},
                          r.common);
  };
  return {first.subject().name,
          second.subject().name,
          first.text().substr(first.subject().name.size()),
          {{"first", first.subject().name}, {"second", second.subject().name}, {"arguments", first.arguments()}},
          found(accepted_by::first_only),
          found(accepted_by::second_only),
          found(accepted_by::both)};
}

void show(solutions& some, printer& print, std::size_t most) {
  for (const auto& number : some.smallest(most)) {
    some.to(number);
    some.print(print, number.decimal());
  }
}

void write_text(const difference& d, const diff_request& r) {
  const auto number = [](const solutions& s) { return report::grouped_digits(s.count().decimal()); };
  output standard;
  standard.write(fmt::format("{} and {},{}\n  {:<22} {}\n  {:<22} {}\n  {:<22} {}\n", d.first, d.second, d.arguments,
                             "both", number(*d.both), "only " + d.first, number(*d.only_first), "only " + d.second,
                             number(*d.only_second)));
  const auto show_kind = [&](const std::string& name, solutions& some) {
    if (some.count().is_zero()) return;
    standard.write(fmt::format("\nonly {}, the smallest first:\n", name));
    printer print(standard, {.structures = r.common.format});
    show(some, print, r.most);
  };
  show_kind(d.first, *d.only_first);
  show_kind(d.second, *d.only_second);
  standard.close();
}

void write_json(const difference& d, const diff_request& r) {
  output standard;
  encoding::json_stream json([&](std::string_view text) { standard.write(text); });
  json.begin_object(d.identity);
  json.add({{"only_first", d.only_first->count().decimal()},
            {"only_second", d.only_second->count().decimal()},
            {"both", d.both->count().decimal()},
            {"engine", name_of(d.only_first->used())},
            {"runs", d.only_first->runs() + d.only_second->runs() + d.both->runs()}});
  const auto show_kind = [&](const char* name, solutions& some) {
    printer print(standard, {.structures = r.common.format});
    json.begin_list(name);
    print.print_into(json);
    show(some, print, r.most);
    print.end();
  };
  show_kind("smallest_only_first", *d.only_first);
  show_kind("smallest_only_second", *d.only_second);
  json.end_object();
  standard.write("\n");
  standard.close();
}

exit_code diff(diff_request r) {
  if (r.common.format.empty()) r.common.format = r.common.json ? "json" : "text";
  if (r.common.call.subject.empty() || r.second.empty())
    throw usage_error("say which two predicates: 'korat diff FILE:NAME FILE:OTHER ARGUMENTS'");
  catch_interrupts();
  const auto found = find(r);
  if (r.common.json)
    write_json(found, r);
  else
    write_text(found, r);
  return exit_code::done;
}

action set_up_diff(option_list& options) {
  auto r = std::make_shared<diff_request>();
  r->common.call.command = options.command();
  options.word("FIRST", "A subject, or FILE:NAME", r->common.call.subject);
  options.word("SECOND", "Another with the same bounds; NAME alone is one of the same FILE", r->second);
  options.words("ARGUMENTS", "Their bounds", r->common.call.arguments);
  add_number(options, "--first", "N", "Show so many of each kind; 3 by default", r->most);
  add_finding_options(options, r->common, "Print each as text (the default), json, dot or vector");
  options.footer(
      "Structures are counted without visiting them where states merge (docs/diagrams.md), and shown from the one "
      "with\n"
      "the fewest objects on. 'only_first', 'only_second' and 'both' of --json are decimal strings.\n");
  return [r] { return diff(*r); };
}

}  // namespace

const command diff_command{"diff", "Show what one predicate accepts and another does not", set_up_diff};

}  // namespace korat::cli
