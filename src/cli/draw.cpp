// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat draw: one structure, or the first few, as a picture.

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/counting.hpp"
#include "cli/interrupt.hpp"
#include "cli/number_option.hpp"
#include "cli/output.hpp"
#include "cli/picture.hpp"
#include "cli/position_option.hpp"
#include "cli/run.hpp"
#include "cli/subject_call.hpp"
#include "cli/summary.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

struct draw_options {
  subject_call call;
  std::optional<std::uint64_t> index, first;
  std::optional<position> at;
  noncanonical policy = noncanonical::refuse;
  std::string format;
  std::string output_path;
  bool diagram = false;
};

constexpr const char* about_draw =
    "Draws the first structure; --index another, --first several, --at any candidate, valid or not. The format is that "
    "of the file's name, or svg, png, "
    "pdf,\n"
    "dot or text. Pictures are drawn by Graphviz; without it the structures are drawn as text.\n";

constexpr std::uint64_t most_in_one_picture = 1000;

std::string format_of(const draw_options& o) { return o.format.empty() ? format_of_file(o.output_path) : o.format; }

void check(const draw_options& o) {
  if (o.call.subject.empty()) throw usage_error("say what to draw; 'korat list' shows what there is");
  if (o.index && o.first) throw usage_error("--index draws one structure, --first several: take one of the two");
  if (o.diagram && (o.at || o.index || o.first))
    throw usage_error("--diagram draws no structure: leave out --at, --index and --first");
  if (o.at && (o.index || o.first)) throw usage_error("--at draws one candidate: leave out --index and --first");
  if (o.first && *o.first > most_in_one_picture)
    throw usage_error(fmt::format("--first: more than {} structures are no picture any more", most_in_one_picture));
  check_format("--format", format_of(o));
}

/// The structures to draw, and what the search came to.
run_report find(const draw_options& o, std::vector<structure>& found) {
  const auto& subject = named_subject(o.call.subject);
  run_request request{.subject = &subject,
                      .arguments = checked_arguments(subject, o.call.arguments, o.call.beginning())};
  const auto last = o.first ? *o.first : o.index.value_or(1);
  const auto first = o.first ? 1 : last;
  request.options.max_valid = last;
  request.visit = [&found, first](const basic_search& at) {
    if (at.statistics().valid >= first) found.push_back(at.snapshot());
  };
  return run(request);
}

/// `What`: structures, or a diagram.
template <class What>
exit_code write(const draw_options& o, const What& what) {
  output to = o.output_path.empty() ? output() : output(o.output_path);
  to.write(picture(what, format_of(o)));
  to.close();
  return exit_code::done;
}

structure candidate_at(const draw_options& o) {
  const auto search = called_subject(o.call).search({});
  search->seek(vector_of(*o.at, *search), o.policy);
  return search->snapshot();
}

exit_code draw_diagram(const draw_options& o) {
  const auto found = count_solutions({.call = o.call});
  auto* const diagram = found.all->diagram();
  if (diagram == nullptr) throw usage_error(fmt::format("{}: {}", found.name, found.all->note()));
  if (const auto nodes = diagram->summary().nodes; nodes > most_in_one_picture)
    throw usage_error(fmt::format("{} has a diagram of {} nodes, more than can be looked at: take smaller bounds",
                                  found.name, nodes));
  return write(o, diagram->drawing());
}

exit_code draw(const draw_options& o) {
  check(o);
  catch_interrupts();
  if (o.diagram) return draw_diagram(o);
  if (o.at) return write(o, std::vector{candidate_at(o)});
  std::vector<structure> structures;
  const auto report = find(o, structures);
  if (report.failure) {
    complain(failure_text(report));
    return exit_code::predicate_failed;
  }
  if (interrupted()) return exit_code::interrupted;
  if (structures.empty())
    throw usage_error(fmt::format("{} has {}: there is no number {}", call_text(report.subject->name, report.arguments),
                                  report::counted(report.counts.valid, "valid structure"), o.index.value_or(1)));
  return write(o, structures);
}

action set_up_draw(option_list& options) {
  auto o = std::make_shared<draw_options>();
  add_subject(options, o->call);
  add_number(options, "--index", "I", "Draw valid structure number I", o->index);
  add_number(options, "--first", "N", "Draw the first N, side by side", o->first);
  add_position(options, "--at", "Draw this candidate, valid or not", o->at);
  add_move(options, o->policy);
  options.flag("--diagram", "Draw the diagram: how the choices of all structures share what follows", o->diagram);
  options.value("--format", "FORMAT", "svg, png, pdf, dot or text", o->format);
  options.value("--output", "FILE", "Draw to FILE and not to standard output", o->output_path);
  options.footer(about_draw);
  return [o] { return draw(*o); };
}

}  // namespace

const command draw_command{"draw", "Draw a structure, or the first few, as a picture", set_up_draw};

}  // namespace korat::cli
