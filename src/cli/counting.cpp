// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/counting.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>

#include "cli/bytes_option.hpp"
#include "cli/choice_option.hpp"
#include "cli/interrupt.hpp"
#include "cli/number_option.hpp"
#include "cli/run.hpp"
#include "cli/summary.hpp"
#include "report/building.hpp"
#include "report/numbers.hpp"

namespace korat::cli {

void add_counting_options(option_list& options, counting_options& o, const std::string& print_help) {
  add_subject(options, o.call);
  add_finding_options(options, o, print_help);
}

void add_finding_options(option_list& options, counting_options& o, const std::string& print_help) {
  add_print(options, print_help, o.format);
  options.flag("--json", "Report as one JSON object", o.json);
  add_number(options, "--time-limit", "SECONDS", "Stop after so many seconds", o.time_limit);
  add_memory_limit(options, o.memory_limit);
  add_threads(options, o.threads);
  add_choice(options, "--progress", "WHEN", "Show progress: auto (on a terminal), always or never", o.progress,
             {{"auto", show_progress::automatic}, {"always", show_progress::always}, {"never", show_progress::never}});
}

namespace {

bool wants_progress(const counting_options& o) {
  return o.progress == show_progress::always || (o.progress == show_progress::automatic && isatty(STDERR_FILENO));
}

}  // namespace

std::unique_ptr<solutions> find_solutions(finding what, const counting_options& o) {
  what.memory_limit = o.memory_limit;
  what.time_limit = o.time_limit;
  what.threads = threads_of(o.threads);
  report::building line(isatty(STDERR_FILENO));
  if (wants_progress(o)) what.watch = [&line](const diagram_summary& now) { line.update(now); };
  return find_solutions(what);
}

bool is_diagram_file(const std::string& name) { return name.ends_with(".diagram"); }

void add_save_diagram(option_list& options, std::string& path) {
  options.value("--save-diagram", "FILE.diagram", "Write the diagram to FILE, to be used in the place of a subject",
                path);
}

void check_diagram_path(const std::string& path) {
  if (!path.empty() && !is_diagram_file(path))
    throw usage_error(fmt::format("--save-diagram: let the name end in .diagram, not '{}'", path));
}

subject_call call_in_file(const subject_call& given) {
  auto call = described_call(basic_diagram::description_in(given.subject), given.subject);
  if (!given.arguments.empty())
    throw usage_error(fmt::format("{} is a diagram of {}, whose bounds are settled: leave out the arguments",
                                  given.subject, call.subject));
  call.command = given.command;
  return call;
}

counted_subject count_solutions(const counting_options& o) {
  catch_interrupts();
  check_diagram_path(o.diagram_path);
  const bool from_file = is_diagram_file(o.call.subject);
  if (from_file && !o.diagram_path.empty())
    throw usage_error("--save-diagram: there is a file already, " + o.call.subject);
  const auto call = from_file ? call_in_file(o.call) : o.call;
  const called_subject called(call);
  counted_subject result{.all = nullptr,
                         .name = called.text(),
                         .identity = called.json(),
                         .subject = &called.subject(),
                         .arguments = called.arguments(),
                         .threads_wanted = o.threads ? threads_of(o.threads) : 1};
  const auto start = std::chrono::steady_clock::now();
  const auto describe = [&called] { return called.subject().describe(called.arguments()); };
  if (from_file) {
    result.file = o.call.subject;
    result.identity.add("file", result.file);
    result.all = solutions_of({describe(), result.file});
  } else {
    result.all = find_solutions({.describe = describe,
                                 .adapt = called.subject().adapt,
                                 .name = result.name,
                                 .diagram_needed = !o.diagram_path.empty()},
                                o);
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!o.diagram_path.empty()) result.all->diagram()->save(o.diagram_path, description_of(call, called.arguments()));
  return result;
}

namespace {

std::string threads_text(const counted_subject& s) {
  const auto used = std::to_string(s.all->threads());
  if (s.all->threads() > 1) return used;
  return used + (s.all->diagram() != nullptr ? " (a diagram is built by one)"
                                             : " (the search was over before there was another)");
}

}  // namespace

std::string finding_text(const counted_subject& s) {
  const auto note = s.all->note();
  auto out = fmt::format("  {:<22} {}\n  {:<22} {}{}\n", "time", report::duration(s.seconds), "engine",
                         name_of(s.all->used()), note.empty() ? "" : " (" + note + ")");
  if (auto* const diagram = s.all->diagram())
    out += fmt::format("  {:<22} {}\n", "diagram", diagram_text(diagram->summary()));
  if (s.all->threads() > 1 || s.threads_wanted > 1) out += fmt::format("  {:<22} {}\n", "threads", threads_text(s));
  return out;
}

encoding::json_object finding_json(const counted_subject& s) {
  encoding::json_object json{{"engine", name_of(s.all->used())},
                             {"threads", s.all->threads()},
                             {"valid", s.all->count().decimal()},
                             {"explored", s.all->explored().decimal()},
                             {"runs", s.all->runs()}};
  auto* const diagram = s.all->diagram();
  json.add("nodes", diagram != nullptr ? encoding::json(diagram->summary().nodes) : encoding::json());
  json.add({{"seconds", s.seconds}, {"memory", s.all->bytes()}});
  if (diagram != nullptr) json.add("diagram", diagram_json(diagram->summary()));
  if (const auto note = s.all->note(); !note.empty()) json.add("engine_note", note);
  return json;
}

numbered_output::numbered_output(const counted_subject& of, const counting_options& o)
    : of_(of),
      json_(o.json),
      all_json_([this](std::string_view text) { standard_.write(text); }),
      print_(standard_, {.structures = o.format}) {
  if (!json_) return;
  all_json_.begin_object(of.identity).begin_list("structures");
  print_.print_into(all_json_);
}

void numbered_output::add(const big_integer& number) {
  of_.all->print(print_, number.decimal());
  if (json_) numbers_.push_back(number.decimal());
}

void numbered_output::end(const encoding::json_object& more) {
  print_.end();
  if (json_) {
    all_json_.add(finding_json(of_)).add({{"numbers", numbers_}}).add(more).end_object();
    standard_.write("\n");
  }
  standard_.close();
}

}  // namespace korat::cli
