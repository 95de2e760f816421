// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat generate: every structure of a subject within a bound.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <charconv>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/bytes.hpp"
#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "cli/printer.hpp"
#include "cli/run.hpp"
#include "cli/summary.hpp"
#include "report/progress.hpp"

namespace korat::cli {
namespace {

enum class show_progress { automatic, always, never };

struct generate_options {
  std::string subject;
  std::vector<std::string> arguments;
  search_options search;
  std::optional<double> time_limit;
  bool verify = false;
  std::optional<std::uint32_t> distance;
  print_options print;
  std::string output_path;  // empty: standard output
  bool json = false;
  bool quiet = false;
  show_progress progress = show_progress::automatic;
};

constexpr const char* footer =
    "ARGUMENTS are the integers of the subject's finitization; 'korat list' tells which. Printed structures go to\n"
    "standard output, the summary then to standard error; with --json they become part of the one object on standard\n"
    "output, as \"structures\" or \"candidates\".\n"
    "\n"
    "--config FILE takes options from a file of lines 'name = value', with the long names above and 'subject' and\n"
    "'arguments' besides; 'arguments = [9, 9, 10, 10]'. The command line wins over the file.\n";

/// An option whose value is one of a few words.
template <class Enum>
void add_choice(CLI::App& parser, const std::string& name, const char* value_name, const std::string& help, Enum& place,
                std::vector<std::pair<std::string, Enum>> words) {
  const auto choose = [name, &place, words](const std::string& word) {
    std::vector<std::string> expected;
    for (const auto& [known, value] : words) {
      if (known == word) return static_cast<void>(place = value);
      expected.push_back(known);
    }
    throw usage_error(fmt::format("{}: expected {}, not '{}'", name, fmt::join(expected, ", "), word));
  };
  parser.add_option_function<std::string>(name, choose, help)->type_name(value_name);
}

/// An option whose value is a number above zero.
template <class Number, class Place>
void add_limit(CLI::App& parser, const std::string& name, const char* value_name, const std::string& help,
               Place& place) {
  const auto set = [name, &place](const std::string& word) {
    Number number{};
    const auto* end = word.data() + word.size();
    const auto [stopped, error] = std::from_chars(word.data(), end, number);
    if (error != std::errc() || stopped != end || !(number > 0))
      throw usage_error(fmt::format("{}: expected a positive {}, not '{}'", name,
                                    std::is_integral_v<Number> ? "integer" : "number", word));
    place = number;
  };
  parser.add_option_function<std::string>(name, set, help)->type_name(value_name);
}

void add_limits(CLI::App& parser, generate_options& o) {
  add_limit<std::uint64_t>(parser, "--max-valid", "N", "Stop after N valid structures", o.search.max_valid);
  add_limit<std::uint64_t>(parser, "--max-explored", "N", "Stop after N candidates", o.search.max_explored);
  add_limit<double>(parser, "--time-limit", "SECONDS", "Stop after so many seconds", o.time_limit);
}

void add_memory_limit(CLI::App& parser, search_options& place) {
  const auto set = [&place](const std::string& word) {
    const auto bytes = bytes_from(word);
    if (!bytes)
      throw usage_error(fmt::format("--memory-limit: expected bytes, as in 65536, 64K, 100M or 2G, not '{}'", word));
    place.memory_limit = *bytes;
  };
  const auto* const help = "For saved states, and for what the predicate allocates";
  parser.add_option_function<std::string>("--memory-limit", set, help)->type_name("BYTES");
}

void add_engine(CLI::App& parser, generate_options& o) {
  add_choice(parser, "--engine", "ENGINE", "How to come back to a choice: checkpoint (the default) or reexecute",
             o.search.engine, {{"checkpoint", engine::checkpoint}, {"reexecute", engine::reexecute}});
  parser.add_flag("--verify", o.verify, "Run every candidate by both engines; the first difference ends the search");
  add_limit<std::uint32_t>(parser, "--checkpoint-distance", "N", "Save a state at every N-th choice (default 1)",
                           o.distance);
  add_memory_limit(parser, o.search);
}

void add_output(CLI::App& parser, generate_options& o) {
  parser.add_flag("--json", o.json, "Report as one JSON object on standard output");
  add_choice(parser, "--print", "FORMAT", "Print each valid structure: text, json, dot or vector", o.print.structures,
             {{"text", structure_format::text},
              {"json", structure_format::json},
              {"dot", structure_format::dot},
              {"vector", structure_format::vector}});
  parser.add_flag("--print-candidates", o.print.candidates,
                  "Print each candidate: number, vector, accessed fields, *** if valid");
  parser.add_option("--output", o.output_path, "Print structures and candidates to FILE")->type_name("FILE");
  parser.add_flag("--quiet", o.quiet, "No summary and no progress");
  add_choice(parser, "--progress", "WHEN", "Show progress: auto (on a terminal), always or never", o.progress,
             {{"auto", show_progress::automatic}, {"always", show_progress::always}, {"never", show_progress::never}});
}

void check(const generate_options& o) {
  if (o.subject.empty()) throw usage_error("say what to generate; 'korat list' shows what there is");
  if (o.time_limit > 1e9) throw usage_error("--time-limit: that is more than thirty years");
  if (!o.output_path.empty() && !o.print.any())
    throw usage_error("--output says where to print to: say also what, with --print or --print-candidates");
  if (o.search.engine == engine::checkpoint) return;
  if (o.verify) throw usage_error("--verify compares checkpoints with re-execution: leave out --engine reexecute");
  if (o.distance)
    throw usage_error("--checkpoint-distance: re-execution saves no states; leave out --engine reexecute");
}

/// Every candidate is run again from its beginning, and must read and answer the same.
search_options engine_options(const generate_options& o) {
  auto options = o.search;
  if (o.verify) options.self_checks = search_options::unlimited;
  options.checkpoint_distance = o.distance.value_or(options.checkpoint_distance);
  return options;
}

bool terminal_is_free(const generate_options& o) {
  const bool structures_scroll_by = o.print.any() && o.output_path.empty() && isatty(STDOUT_FILENO);
  return isatty(STDERR_FILENO) && !structures_scroll_by;
}

bool wants_progress(const generate_options& o) {
  if (o.quiet || o.progress == show_progress::never) return false;
  return o.progress == show_progress::always || terminal_is_free(o);
}

run_request request_of(const generate_options& o) {
  const auto& subject = named_subject(o.subject);
  return {.subject = &subject,
          .arguments = checked_arguments(subject, o.arguments),
          .options = engine_options(o),
          .time_limit = o.time_limit,
          .every_candidate = o.print.candidates};
}

run_report search(run_request request, const generate_options& o, printer& print) {
  if (o.print.any()) request.visit = [&print](const basic_search& at) { print.add(at); };
  if (!wants_progress(o)) return run(request);
  report::progress line(stderr);
  request.watch = [&line](const statistics& now) { line.update(now); };
  return run(request);
}

/// The one JSON object is written in two pieces with the printed structures between them. This is the first.
std::string json_begin(const run_request& request) {
  auto text = nlohmann::ordered_json{{"subject", request.subject->name}, {"arguments", request.arguments}}.dump();
  text.pop_back();
  return text;
}

std::string json_end(const run_report& report, const generate_options& o) {
  auto json = summary_json(report);
  if (!o.output_path.empty()) json["output"] = o.output_path;
  using on_bad_text = nlohmann::ordered_json::error_handler_t;  // what() of an exception may be anything
  return "," + json.dump(-1, ' ', false, on_bad_text::replace).substr(1) + "\n";
}

exit_code exit_code_of(ending end) {
  switch (end) {
    case ending::complete:
      return exit_code::done;
    case ending::max_valid:
    case ending::max_explored:
    case ending::time_limit:
      return exit_code::stopped_by_limit;
    case ending::interrupted:
      return exit_code::interrupted;
    case ending::failed:
      return exit_code::predicate_failed;
  }
  return exit_code::internal_error;
}

/// Standard output belongs to the structures when they are printed there, so that it can be piped into another program.
void show_summary(const run_report& report, output& standard, bool structures_on_standard_output) {
  const auto text = summary_text(report);
  if (structures_on_standard_output) {
    standard.flush();  // or the two would be mixed where they end up in one place
    std::fputs(text.c_str(), stderr);
  } else {
    standard.write(text);
  }
}

exit_code generate(const generate_options& o) {
  check(o);
  catch_interrupts();
  const auto request = request_of(o);
  output standard;
  std::optional<output> file;
  if (!o.output_path.empty()) file.emplace(o.output_path);

  const bool structures_inside = o.json && o.print.any() && !file;
  printer print(file ? *file : standard, o.print);
  if (structures_inside)
    print.as_json_array(json_begin(request) + (o.print.candidates ? ",\"candidates\":" : ",\"structures\":"));
  const auto report = search(request, o, print);
  print.end();
  if (file) file->close();

  if (report.failure) complain(failure_text(report));
  if (o.json)
    standard.write((structures_inside ? "" : json_begin(request)) + json_end(report, o));
  else if (!o.quiet)
    show_summary(report, standard, o.print.any() && !file);
  standard.close();
  return exit_code_of(report.end);
}

}  // namespace

command add_generate(CLI::App& program) {
  auto* parser = program.add_subcommand("generate", "Generate every structure of a subject within a bound");
  auto o = std::make_shared<generate_options>();
  parser->add_option("SUBJECT", o->subject, "What to generate, one of 'korat list'")->ignore_case()->type_name("");
  parser->add_option("ARGUMENTS", o->arguments, "Its bounds")->ignore_case()->type_name("");
  add_limits(*parser, *o);
  add_engine(*parser, *o);
  add_output(*parser, *o);
  parser->footer(footer);
  return {parser, [o] { return generate(*o); }};
}

}  // namespace korat::cli
