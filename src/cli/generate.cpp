// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat generate: every structure of a subject within a bound.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/counting.hpp"
#include "cli/digest.hpp"
#include "cli/generate_options.hpp"
#include "cli/interrupt.hpp"
#include "cli/order.hpp"
#include "cli/output.hpp"
#include "cli/printer.hpp"
#include "cli/processes.hpp"
#include "cli/report_page.hpp"
#include "cli/run.hpp"
#include "cli/run_shard.hpp"
#include "cli/saved_search.hpp"
#include "cli/summary.hpp"
#include "cli/threads_option.hpp"
#include "encoding/json.hpp"
#include "korat/walk.hpp"
#include "report/plot.hpp"
#include "report/progress.hpp"

namespace korat::cli {
namespace {

bool terminal_is_free(const generate_options& o) {
  const bool structures_scroll_by = o.print.any() && o.output_path.empty() && isatty(STDOUT_FILENO);
  return isatty(STDERR_FILENO) && !structures_scroll_by;
}

bool wants_progress(const generate_options& o) {
  if (o.quiet || o.progress == show_progress::never || !o.symbolic.empty()) return false;
  return o.progress == show_progress::always || o.progress_every != 0 || terminal_is_free(o);
}

/// --range I/K: the same ranges as 'korat ranges --parts K' gives.
void search_part(run_request& request, std::uint64_t number, std::uint64_t of) {
  const auto cuts =
      cut_by_probing(*request.subject->search(request.arguments, {.isomorphic = request.options.isomorphic}), of);
  if (number > 1) request.options.from = cuts[number - 2];
  if (number < of) request.options.to = cuts[number - 1];
}

/// --start VECTOR: a range is half open, so that the search begins with this candidate it ends before the next.
void begin_with(run_request& request, const candidate_vector& start) {
  auto& options = request.options;
  if (options.direction == direction::forward) {
    options.from = start;
    return;
  }
  const auto search = request.subject->search(request.arguments, {.isomorphic = options.isomorphic});
  if (search->seek(start, options.if_noncanonical) && search->next()) options.to = search->vector();
}

void place(run_request& request, const generate_options& o) {
  if (!o.start && !o.from && !o.to) return;
  const auto search = request.subject->search(request.arguments, {.isomorphic = request.options.isomorphic});
  if (o.from) request.options.from = vector_of(*o.from, *search);
  if (o.to) request.options.to = vector_of(*o.to, *search);
  if (o.start) begin_with(request, vector_of(*o.start, *search));
}

/// Whether the members can be symbolic; a search knows.
void check_symbolic_members(const run_request& request) {
  try {
    request.subject->search(request.arguments, request.options);
  } catch (const korat::usage_error& e) {
    const std::string_view why = e.what();
    throw usage_error(fmt::format("--symbolic: {}", why.substr(why.find(": ") + 2)));
  }
}

run_request request_of(const generate_options& o) {
  const auto& named = named_subject(o.call.subject);
  auto arguments = checked_arguments(named, o.call.arguments, o.call.beginning());
  const auto& subject = o.order.empty() ? named : in_order(named, parse_order(o.order, named, arguments, o.symbolic));
  run_request request{.subject = &subject,
                      .arguments = std::move(arguments),
                      .options = search_options_of(o),
                      .time_limit = o.time_limit,
                      .every_candidate = o.print.candidates,
                      .compare = o.verify && o.engine == engine::diagram};
  place(request, o);
  if (o.part.of != 0) search_part(request, o.part.number, o.part.of);
  if (!o.symbolic.empty()) check_symbolic_members(request);
  if (!o.skip_path.empty())
    request.skip = std::make_shared<skips>(o.skip_path, read_infeasible(o.skip_path, subject, request.arguments),
                                           o.search.direction);
  return request;
}

report::progress_options progress_of(const run_request& request, const generate_options& o) {
  return {.is_terminal = isatty(STDERR_FILENO) && o.progress_every == 0,
          .every = o.progress_every,
          .candidate = o.progress_candidate,
          .explored_before = request.resume ? request.resume->counts.explored : 0};
}

/// For estimates of the work left.
auto same_range(const run_request& request) {
  return [request](search_options how) {
    how.direction = request.options.direction;
    how.from = request.options.from;
    how.to = request.options.to;
    how.if_noncanonical = request.options.if_noncanonical;
    how.isomorphic = request.options.isomorphic;
    return request.subject->search(request.arguments, std::move(how));
  };
}

/// By several threads: structures are printed as they are found, or in their order.
run_report search_in_threads(run_request request, const generate_options& o, digest& hash, printers& print) {
  const auto how = threading_of(o);
  request.threads = how.threads;
  struct alignas(64) own {
    digest hash;
  };
  std::vector<own> each(request.threads);
  const auto add_up = [&] {
    for (auto& one : each) hash.add(std::exchange(one.hash, {}));
  };
  if (request.settled)
    request.settled = [&, save = request.settled](const settled_state& now) {
      add_up();
      save(now);
    };
  std::optional<report::progress> line;
  if (wants_progress(o)) line.emplace(progress_of(request, o), report::work_left(same_range(request)));
  if (how.ordered)
    request.ordered = {[&](const basic_search& at) { return print.render(at); },
                       [&](const std::string& rendered) { print.put(rendered); }, o.search.memory_limit};
  std::mutex printing;
  const auto visit = [&](const basic_search& at, unsigned thread) {
    if (o.hash) each[thread].hash.add(at.vector());
    if (!o.print.any() || how.ordered) return;
    const auto rendered = print.render(at);
    const std::lock_guard guard(printing);
    print.put(rendered);
  };
  const auto report = run_in_threads(request, visit, [&](const team_progress& now) {
    if (line) line->update(now);
  });
  add_up();
  return report;
}

/// By several processes. The others render, this one prints.
run_report search_in_processes(const run_request& request, const generate_options& o, digest& hash, printers& print) {
  const auto [processes, ordered] = processing_of(o);
  process_request how{.processes = processes, .hash = o.hash, .ordered = ordered, .memory = o.search.memory_limit};
  if (o.print.any()) how.render = [&](const basic_search& at) { return print.render(at); };
  how.put = [&](const std::string& rendered) { print.put(rendered); };
  std::optional<report::progress> line;
  if (wants_progress(o)) {
    line.emplace(progress_of(request, o), report::work_left(same_range(request)));
    how.watch = [&](const team_progress& now) { line->update(now); };
  }
  return run_in_processes(request, how, hash);
}

run_report search(run_request request, const generate_options& o, digest& hash, printers& print) {
  const bool was_in_threads = request.resume && !request.resume->left.empty();
  if (was_in_threads && o.ordered)
    throw usage_error(
        fmt::format("--ordered: what {} has was printed in no order; leave it out to go on", o.resume_path));
  if (processing_of(o).processes != 0) return search_in_processes(request, o, hash, print);
  if (threading_of(o).threads != 1 || was_in_threads) return search_in_threads(std::move(request), o, hash, print);
  if (!wants_progress(o)) return run(request);
  // A line for the log is exact to the candidate, unless that makes the polls too rare for a time limit.
  request.options.poll_every =
      o.progress_every == 0 ? report::progress::poll_every : std::min<std::uint64_t>(o.progress_every, 10'000);
  report::progress line(progress_of(request, o), report::work_left(same_range(request)));
  request.watch = [&line](const basic_search& now) { line.update(now); };
  return run(request);
}

encoding::json_object ending_json(const run_report& report, const generate_options& o, const digest& hash) {
  auto json = summary_json(report);
  if (o.hash) json.add("hash", hash.text());
  if (!o.output_path.empty()) json.add("output", o.output_path);
  return json;
}

/// What must be the same for a search to go on from where another one stood.
encoding::json_object identity_of(const run_request& request, const generate_options& o) {
  encoding::json_object json{{"subject", request.subject->name}, {"arguments", request.arguments}};
  json.add("direction", request.options.direction == direction::forward ? "forward" : "backward");
  if (request.options.isomorphic) json.add("isomorphic", true);
  if (!o.order.empty()) json.add("order", early_checks(order_of(*request.subject, request.arguments)));
  if (request.options.from) json.add("from", *request.options.from);
  if (request.options.to) json.add("to", *request.options.to);
  return json.add({{"print", o.print.structures},
                   {"print_candidates", o.print.candidates},
                   {"output", o.output_path},
                   {"hash", o.hash},
                   {"track", request.options.track},
                   {"rejections", request.options.count_rejections}});
}

/// Standard output belongs to the structures when they are printed there, so that it can be piped into another program.
void show_summary(const run_report& report, const generate_options& o, const digest& hash, output& standard,
                  bool structures_on_standard_output) {
  auto text = summary_text(report);
  if (o.hash) text += fmt::format("  {:<22} {}\n", "hash", hash.text());
  if (o.search.track != 0) text += report::plot(report.distribution);
  if (structures_on_standard_output) {
    standard.flush();  // or the two would be mixed where they end up in one place
    std::fputs(text.c_str(), stderr);
  } else {
    standard.write(text);
  }
}

/// Before the search: what cannot be saved should not cost one.
void save_diagram(const generate_options& o) {
  count_solutions({.call = o.call, .memory_limit = o.search.memory_limit, .diagram_path = o.diagram_path});
}

/// A diagram in the place of a subject: it is one of this subject, and gives the solutions.
generate_options with_subject(generate_options o) {
  if (!is_diagram_file(o.call.subject)) return o;
  o.search.saved_diagram = o.call.subject;
  o.engine = engine::diagram;
  o.call = call_in_file(o.call);
  return o;
}

exit_code generate(generate_options given) {
  arrange_prints(given);
  check(given);
  catch_interrupts();
  const auto o = with_subject(given);
  auto request = request_of(o);
  if (o.shard.of != 0) {
    request.threads = threading_of(o).threads;
    return run_shard(request, {o.shard.number, o.shard.of, o.output_path, o.quiet});
  }
  if (!o.diagram_path.empty()) save_diagram(o);
  saver saved(o.resume_path, identity_of(request, o).text());
  const auto& before = saved.found();
  if (!o.print.structures.empty()) format_named(o.print.structures);  // before a file is made
  output standard;
  std::optional<output> file;
  if (!o.output_path.empty()) file.emplace(o.output_path, before ? before->output_bytes : 0);

  const bool structures_inside = o.json && o.print.any() && !file;
  printer print(file ? *file : standard, o.print);
  digest hash;
  encoding::json_stream json([&](std::string_view text) { standard.write(text); });
  json.begin_object({{"subject", request.subject->name}, {"arguments", request.arguments}});
  if (structures_inside) print.print_into(json.begin_list(o.print.candidates ? "candidates" : "structures"));
  printers prints(print, o.also_print);
  std::optional<output> page;
  if (!o.report_path.empty()) page.emplace(o.report_path);  // before the search: a wrong path should not cost an hour
  gallery shown;
  request.visit = [&](const basic_search& at) {
    if (o.print.any()) prints.add(at);
    if (o.hash && at.valid()) hash.add(at.vector());
    if (!o.report_path.empty()) shown.add(at);
  };
  if (before) {
    request.resume = before->search;
    print.go_on_after(before->printed);
    hash = before->hash;
    shown.restore(*request.subject->search(request.arguments, {.isomorphic = request.options.isomorphic}),
                  before->shown);
  }
  request.settle_due = [&saved] { return saved.due(); };
  if (saved.wanted())
    request.settled = [&](const settled_state& now) {
      const auto bytes = file ? file->position() : 0;
      saved.save({now, hash, bytes, print.printed(), shown.vectors()});
    };
  const auto report = search(request, o, hash, prints);
  prints.end();
  if (file) file->close();
  if (page) {
    page->write(report_page(request, report, shown));
    page->close();
  }

  if (report.failure) complain(failure_text(report));
  if (o.json) {
    json.add(ending_json(report, o, hash)).end_object();
    standard.write("\n");
  } else if (!o.quiet)
    show_summary(report, o, hash, standard, o.print.any() && !file);
  standard.close();
  return exit_code_of(report.end);
}

action set_up_generate(option_list& options) {
  auto o = std::make_shared<generate_options>();
  add_generate_options(options, *o);
  return [o] { return generate(*o); };
}

}  // namespace

const command generate_command{"generate", "Generate every structure of a subject within a bound", set_up_generate};

}  // namespace korat::cli
