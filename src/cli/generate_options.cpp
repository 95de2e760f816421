// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/generate_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>

#include "cli/bytes_option.hpp"
#include "cli/choice_option.hpp"
#include "cli/counting.hpp"
#include "cli/exit_code.hpp"
#include "cli/number_option.hpp"
#include "cli/solver.hpp"
#include "cli/threads_option.hpp"

namespace korat::cli {
namespace {

constexpr const char* about_generate =
    "ARGUMENTS are the integers of the subject's finitization; 'korat list' tells which. Printed structures go to\n"
    "standard output, the summary then to standard error; with --json they become part of the one object on standard\n"
    "output, as \"structures\" or \"candidates\".\n"
    "\n"
    "A header that holds a class, its predicate and a finitization is compiled and searched like a subject; 'korat "
    "new\n"
    "FILE' writes one to start from. KORAT_CXXFLAGS in the environment adds options for the compiler.\n"
    "\n"
    "--config FILE takes options from a file of lines 'name = value', with the long names above and 'subject' and\n"
    "'arguments' besides; 'arguments = [9, 9, 10, 10]'. The command line wins over the file.\n";

void add_limits(option_list& options, generate_options& o) {
  add_number(options, "--max-valid", "N", "Stop after N valid structures", o.search.max_valid);
  add_number(options, "--max-explored", "N", "Stop after N candidates", o.search.max_explored);
  add_number(options, "--time-limit", "SECONDS", "Stop after so many seconds", o.time_limit);
}

void add_progress(option_list& options, generate_options& o) {
  const auto set = [&o](const std::string& word) {
    if (word == "auto")
      o.progress = show_progress::automatic;
    else if (word == "always")
      o.progress = show_progress::always;
    else if (word == "never")
      o.progress = show_progress::never;
    else if (!as_positive(word, o.progress_every))
      throw usage_error(
          fmt::format("--progress: expected auto, always, never or a number of candidates, not '{}'", word));
  };
  options.value("--progress", "WHEN",
                "Show progress: auto (on a terminal), always, never, or a line every N candidates", set);
  options.flag("--progress-candidate", "Lines of progress in a log end with the vector of the candidate",
               o.progress_candidate);
}

void add_engine(option_list& options, generate_options& o) {
  add_choice(options, "--engine", "ENGINE",
             "How to come back to a choice: checkpoint (the default), reexecute, or diagram (merge equal states, where "
             "that pays)",
             o.engine,
             {{"checkpoint", engine::checkpoint}, {"reexecute", engine::reexecute}, {"diagram", engine::diagram}});
  options.value("--order", "ORDER",
                "Of checks in lockstep, which choose early: numbers as in 2,3, none, or auto: tried at a small bound",
                o.order);
  options.flag("--verify", "Compare with the other engine; the first difference ends the search", o.verify);
  add_number(options, "--checkpoint-distance", "N", "Save a state at every N-th choice (default 1)", o.distance);
  add_memory_limit(options, o.search.memory_limit);
}

void add_symbolic(option_list& options, generate_options& o) {
  const auto set = [&o](const std::vector<std::string>& words) {
    o.symbolic.clear();
    for (const auto& word : words) {
      std::istringstream members(word);
      for (std::string member; std::getline(members, member, ',');)
        if (!member.empty()) o.symbolic.push_back(member);
    }
    if (o.symbolic.empty()) o.symbolic = {"*"};
  };
  options.optional_value("--symbolic", "[MEMBERS]",
                         "Leave these integers open, or all: one structure for each way they are compared", set);
  const auto expand = [&o](const std::vector<std::string>& words) {
    o.search.expand = search_options::unlimited;
    const auto word = words.empty() ? "" : words.front();
    if (!word.empty() && !as_positive(word, o.search.expand))
      throw usage_error(fmt::format("--expand: expected a number of structures, not '{}'", word));
  };
  options.optional_value("--expand", "[N]", "With --symbolic: of each structure, all that it stands for, or N of them",
                         expand);
}

/// I/K
template <class Part>
void add_part(option_list& options, const char* name, const char* help, Part& part) {
  const auto set = [&part, name](const std::string& word) {
    const auto slash = word.find('/');
    const bool two = slash != std::string::npos && as_positive(word.substr(0, slash), part.number) &&
                     as_positive(word.substr(slash + 1), part.of);
    if (!two || part.number > part.of)
      throw usage_error(
          fmt::format("{}: expected the number of a part and how many there are, as in 2/5, not '{}'", name, word));
  };
  options.value(name, "I/K", help, set);
}

void add_walk(option_list& options, generate_options& o) {
  options.flag("--backward", "Search from the end to the beginning",
               [&o] { o.search.direction = direction::backward; });
  add_position(options, "--start", "Begin with this candidate, in the direction of the search", o.start);
  add_position(options, "--from", "Search from this candidate on", o.from);
  add_position(options, "--to", "Search only what comes before this candidate", o.to);
  add_move(options, o.search.if_noncanonical);
  add_part(options, "--range", "Search the I-th of K ranges of about the same size", o.part);
  add_part(options, "--shard", "The same, for jobs on many machines: what is found goes to the folder of --output",
           o.shard);
  options.value("--resume", "FILE", "Save the position to FILE now and then; if there is one, go on from it",
                o.resume_path);
  options.value("--skip", "FILE", "Leave out the infeasible ranges that 'korat infeasible --output FILE' found",
                o.skip_path);
  options.flag("--isomorphic", "Visit isomorphic copies too, which differ only in which object is which",
               o.search.isomorphic);
  options.flag("--hash", "Report a hash of all valid structures that does not depend on their order", o.hash);
}

void add_output(option_list& options, generate_options& o) {
  options.flag("--json", "Report as one JSON object on standard output", o.json);
  const auto into = [](std::vector<std::string>& all) {
    return [&all](const std::string& word) { all.push_back(word); };
  };
  options.repeated_value("--print", "FORMAT",
                         "Print each valid structure: text, json, dot or vector; several, each with its --output",
                         into(o.words.formats));
  options.flag("--print-candidates", "Print each candidate: number, vector, accessed fields, *** if valid",
               o.print.candidates);
  options.repeated_value(
      "--output", "FILE",
      "Print structures and candidates to FILE, compressed if it ends in .gz; with --shard, the folder for results",
      into(o.words.paths));
  options.order(o.words.order);
  options.value("--report", "FILE", "Write a page about the run to FILE, to be opened in a browser", o.report_path);
  add_save_diagram(options, o.diagram_path);
  options.flag("--quiet", "No summary and no progress", o.quiet);
  add_progress(options, o);
  add_number(options, "--track", "K", "Count the solutions in K equal parts of the space", o.search.track);
}

// A candidate stands for many vectors, by as many choices as the predicate makes comparisons.
void check_symbolic(const generate_options& o) {
  if (o.symbolic.empty() && o.search.expand != 1)
    throw usage_error("--expand says what becomes of open integers: say which are, with --symbolic");
  if (o.symbolic.empty()) return;
  const auto refuse = [](const char* what) { throw usage_error(fmt::format("--symbolic: {}", what)); };
  if (o.search.direction == direction::backward)
    refuse(
        "which answers of a comparison are possible is found out on the way, so the search goes forward only; leave "
        "out --backward");
  if (o.start || o.from || o.to || o.part.of != 0)
    refuse(
        "a candidate stands for vectors that lie apart, and is no position in the space; leave out --start, --from, "
        "--to and --range");
  if (!o.resume_path.empty())
    refuse("a vector does not say which way the comparisons went, so the search cannot be resumed; leave out --resume");
  if (o.engine == engine::diagram || !o.diagram_path.empty())
    refuse(
        "a state would have to be known with all that was assumed of its open integers, so no diagram is built; leave "
        "out --engine diagram and --save-diagram");
  if (o.search.track != 0 || !o.report_path.empty())
    refuse(
        "the vectors that a candidate stands for are no piece of the space, so no coverage is counted; leave out "
        "--track and --report");
  if (o.progress == show_progress::always || o.progress_every != 0)
    refuse("how far the search is cannot be told; leave out --progress");
}

// Where a search begins is --start; --from and --to say between which candidates it stays, whichever way it goes.
void check_range(const generate_options& o) {
  const bool backward = o.search.direction == direction::backward;
  if (o.part.of != 0 && (o.start || o.from || o.to))
    throw usage_error("--range says what to search: leave out --start, --from and --to");
  if (o.start && (backward ? o.to : o.from))
    throw usage_error(fmt::format("--start says where to begin, and so does {} here: leave out one of the two",
                                  backward ? "--to" : "--from"));
  if (backward && o.from && !o.to && !o.start)
    throw usage_error(
        "--backward --from: say --start VECTOR to begin with that candidate; to search all behind it from the end, say "
        "also --start END, with the vector of 'korat end'");
}

// What cannot be taken up again in the middle.
void check_resume(const generate_options& o) {
  if (o.resume_path.empty()) return;
  if (o.print.any() && o.output_path.empty())
    throw usage_error("--resume: what is printed must go to a file, with --output, to be taken up where it ended");
  if (!o.also_print.empty()) throw usage_error("--resume: one file can be taken up where it ended; say one --print");
}

constexpr unsigned most_processes = 1024;

// Threads find structures in no order that could be told, repeated or taken up.
void check_threads(const generate_options& o) {
  if (o.ordered && !o.print.any()) throw usage_error("--ordered says how to print: say also what, with --print");
  const bool in_processes = o.processes != 0;
  if (!in_processes && (!o.threads || o.threads == 1u)) return;
  const auto refuse = [&](const char* what) {
    throw usage_error(fmt::format("{}: {}", in_processes ? "--processes" : "--threads", what));
  };
  if (o.print.candidates) refuse("candidates are printed in their order, by one thread; leave out --print-candidates");
  if (!o.symbolic.empty()) refuse("open integers are searched by one thread; leave out --symbolic");
  if (o.engine == engine::diagram && (o.verify || !o.resume_path.empty()))
    refuse("a diagram is compared, and gone on with, by one thread; leave out --verify and --resume");
  if (o.search.track != 0 || !o.report_path.empty())
    refuse("a distribution follows the order of one thread; leave out --track and --report");
  if (!in_processes) return;
  if (o.processes > most_processes)
    refuse(fmt::format("at most {}; more than there are cores are no faster", most_processes).c_str());
  if (o.threads) refuse("each of them has one thread; leave out --threads");
  if (o.engine == engine::diagram) refuse("a diagram is built by one; leave out --engine diagram");
  if (o.shard.of != 0) refuse("a job is a process of its own; leave out --shard, or run several jobs");
}

// A job counts, and what it counts is added up with others.
void check_shard(const generate_options& o) {
  if (o.shard.of == 0) return;
  const auto refuse = [](const char* what) { throw usage_error(fmt::format("--shard: {}", what)); };
  if (o.output_path.empty()) refuse("say in which folder the results are kept, with --output DIR");
  if (o.print.any() || !o.report_path.empty() || !o.diagram_path.empty() || o.json)
    refuse(
        "a job counts, and 'korat merge' reports; leave out --print, --print-candidates, --report, --save-diagram and "
        "--json");
  if (o.start || o.from || o.to || o.part.of != 0 || !o.skip_path.empty())
    refuse("it says what to search; leave out --start, --from, --to, --range and --skip");
  if (!o.resume_path.empty()) refuse("a job goes on with what its results leave; leave out --resume");
  if (!o.symbolic.empty() || o.engine == engine::diagram || o.search.track != 0 || o.verify)
    refuse("leave out --symbolic, --engine diagram, --track and --verify");
  if (o.search.max_valid != search_options::unlimited)
    refuse("the budget of a job is --max-explored or --time-limit; leave out --max-valid");
}

// Ranges are those of a whole space, and what lies in them is not looked at.
void check_skip(const generate_options& o) {
  if (o.skip_path.empty()) return;
  if (o.start || o.from || o.to || o.part.of != 0 || o.search.isomorphic)
    throw usage_error(
        "--skip: the ranges are those of the whole space; leave out --start, --from, --to, --range and --isomorphic");
  if (o.search.track != 0 || !o.report_path.empty() || !o.symbolic.empty())
    throw usage_error("--skip: nothing is counted in what is left out; leave out --track, --report and --symbolic");
  if (!o.resume_path.empty()) throw usage_error("--skip: such a search cannot be taken up again; leave out --resume");
  if ((o.threads && o.threads != 1u) || o.processes != 0)
    throw usage_error("--skip: a jump leads from one structure to the next; leave out --threads and --processes");
  if (o.engine == engine::diagram) throw usage_error("--skip: a diagram visits no ranges; leave out --engine diagram");
}

// A file has all solutions and nothing else.
void check_saved_diagram(const generate_options& o) {
  if (!is_diagram_file(o.call.subject)) return;
  const auto refuse = [&](const char* which) {
    throw usage_error(fmt::format("{} is a diagram, which has all solutions and no other candidates; leave out {}",
                                  o.call.subject, which));
  };
  if (o.engine || o.distance || o.threads || o.processes != 0)
    refuse("--engine, --checkpoint-distance, --threads and --processes");
  if (o.start || o.from || o.to || o.part.of != 0 || !o.skip_path.empty())
    refuse("--start, --from, --to, --range and --skip; 'korat nth FILE FIRST-LAST' lists some of them");
  if (o.search.max_explored != search_options::unlimited || o.print.candidates)
    refuse("--max-explored and --print-candidates");
  if (!o.symbolic.empty() || o.search.isomorphic) refuse("--symbolic and --isomorphic");
  if (o.search.track != 0 || !o.report_path.empty()) refuse("--track and --report");
  if (!o.resume_path.empty() || !o.diagram_path.empty()) refuse("--resume and --save-diagram");
}

void check_diagram(const generate_options& o) {
  if (o.engine != engine::diagram) return;
  if (o.print.candidates)
    throw usage_error("--print-candidates: a diagram has no rejected candidates; leave out --engine diagram");
  if (o.verify && !o.resume_path.empty())
    throw usage_error("--verify: a diagram is compared from the beginning; leave out --resume");
}

}  // namespace

void arrange_prints(generate_options& o) {
  // A configuration file has no order: what it names first belongs together.
  const auto& [formats, paths, given] = o.words;
  auto order = given;
  order.insert(order.end(), formats.size() + paths.size(), "--print");
  std::vector<print_to> all;
  std::string in_front;
  std::size_t format = 0, path = 0;
  for (const auto& name : order) {
    if (name == "--print" && format < formats.size()) all.push_back({formats[format++], std::exchange(in_front, "")});
    if (name != "--output" || path == paths.size()) continue;
    auto& place = all.empty() ? in_front : all.back().path;
    if (!place.empty())
      throw usage_error(
          fmt::format("--output {}: there is one for that --print already; say --print FORMAT first", paths[path]));
    place = paths[path++];
  }
  if (path < paths.size() && in_front.empty()) in_front = paths[path];
  if (std::ranges::count(all, "", &print_to::path) > 1)
    throw usage_error("--print: two formats on standard output would be mixed; say --output FILE behind one of them");
  const auto on_standard_output = std::ranges::find(all, "", &print_to::path);
  if (on_standard_output != all.end() && on_standard_output != all.begin() && in_front.empty())
    std::rotate(all.begin(), on_standard_output, on_standard_output + 1);
  o.output_path = all.empty() ? in_front : all.front().path;
  if (all.empty()) return;
  o.print.structures = all.front().format;
  o.also_print.assign(all.begin() + 1, all.end());
}

void check(const generate_options& o) {
  if (o.call.subject.empty()) throw usage_error("say what to generate; 'korat list' shows what there is");
  if (o.time_limit > 1e9) throw usage_error("--time-limit: that is more than thirty years");
  check_shard(o);
  if (!o.output_path.empty() && !o.print.any() && o.shard.of == 0)
    throw usage_error("--output says where to print to: say also what, with --print or --print-candidates");
  check_range(o);
  check_resume(o);
  check_skip(o);
  check_diagram_path(o.diagram_path);
  check_symbolic(o);
  check_diagram(o);
  check_threads(o);
  check_saved_diagram(o);
  if (o.engine != engine::reexecute) return;
  if (o.verify) throw usage_error("--verify compares checkpoints with re-execution: leave out --engine reexecute");
  if (o.distance)
    throw usage_error("--checkpoint-distance: re-execution saves no states; leave out --engine reexecute");
}

namespace {

bool is_limited(const generate_options& o) {
  return o.search.max_valid != search_options::unlimited || o.search.max_explored != search_options::unlimited ||
         o.time_limit;
}

/// What several threads would not do, or not in a way that can be repeated.
bool suits_one_thread(const generate_options& o) {
  return is_limited(o) || o.print.candidates || !o.symbolic.empty() || o.engine == engine::diagram ||
         o.search.track != 0 || !o.report_path.empty() || !o.skip_path.empty() || o.progress_every != 0 ||
         o.progress_candidate;
}

/// Which structures come first is known too late to stop there, or to save it.
bool first_ones_matter(const generate_options& o) {
  return o.search.max_valid != search_options::unlimited || o.search.max_explored != search_options::unlimited ||
         !o.resume_path.empty();
}

}  // namespace

threading threading_of(const generate_options& o) {
  const bool ordered = o.print.any() && (o.ordered || !o.threads);
  if (o.processes != 0) return {1, ordered};
  if ((!o.threads && suits_one_thread(o)) || (ordered && first_ones_matter(o))) return {1, ordered};
  return {threads_of(o.threads), ordered};
}

processing processing_of(const generate_options& o) {
  const bool ordered = o.print.any() && o.ordered;
  return {ordered && first_ones_matter(o) ? 0 : o.processes, ordered};
}

namespace {

constexpr std::uint32_t parts_in_report = 40;

}  // namespace

search_options search_options_of(const generate_options& o) {
  auto options = o.search;
  options.engine = o.engine.value_or(options.engine);
  options.symbolic = o.symbolic;
  options.count_concrete = !o.symbolic.empty();
  if (!o.symbolic.empty()) options.solver = solver();
  if (o.verify && o.engine != engine::diagram)
    options.self_checks = search_options::unlimited;  // every candidate is run again from its beginning
  options.checkpoint_distance = o.distance.value_or(options.checkpoint_distance);
  if (o.report_path.empty()) return options;
  options.count_rejections = true;
  if (options.track == 0) options.track = parts_in_report;
  return options;
}

void add_generate_options(option_list& options, generate_options& o) {
  add_subject(options, o.call);
  add_limits(options, o);
  add_engine(options, o);
  add_threads(options, o.threads);
  add_number(
      options, "--processes", "N",
      "Search in N processes: for predicates that threads cannot run at the same time (global variables, statics)",
      o.processes);
  options.flag("--ordered", "Print in the order of one thread (the default without --threads and --processes)",
               o.ordered);
  add_symbolic(options, o);
  add_walk(options, o);
  add_output(options, o);
  options.footer(about_generate);
}

}  // namespace korat::cli
