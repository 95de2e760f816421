// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/repair_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/bytes_option.hpp"
#include "cli/choice_option.hpp"
#include "cli/exit_code.hpp"
#include "cli/number_option.hpp"
#include "cli/picture.hpp"

namespace korat::cli {
namespace {

constexpr const char* about_repair =
    "FILE is what 'korat corrupt' or '--print json' writes, or - for standard input. ARGUMENTS are those in the file "
    "if "
    "none\n"
    "are given, else as many as the structure has objects. Without --output nothing is written: a dry run.\n"
    "\n"
    "Several files are repaired at the same time, by all cores, each with the whole budget; one that fails does not "
    "stop the\n"
    "others. The exit code is that of the first file that is not fine now, or 0. A file with a number as its name is "
    "./7.\n"
    "\n"
    "MEMBER is a member of every class that has one of the name, or 'node::key'. In a file for --config, several stand "
    "in a\n"
    "list: 'range = [\"key=0..99\", \"size=0..9\"]'.\n";

template <class Number>
std::optional<Number> number_in(const std::string& word) {
  Number number{};
  const auto* const end = word.data() + word.size();
  const auto [stopped, error] = std::from_chars(word.data(), end, number);
  return error == std::errc() && stopped == end ? std::optional(number) : std::nullopt;
}

/// "key=3..7"
field_range range_in(const std::string& word) {
  const auto equals = word.find('=');
  const auto dots = word.find("..", equals == std::string::npos ? 0 : equals);
  if (equals != std::string::npos && equals != 0 && dots != std::string::npos) {
    const auto low = number_in<std::int64_t>(word.substr(equals + 1, dots - equals - 1));
    const auto high = number_in<std::int64_t>(word.substr(dots + 2));
    if (low && high && *low <= *high) return {word.substr(0, equals), *low, *high};
  }
  throw usage_error(
      fmt::format("--range: expected a member and its least and greatest value, as in key=0..99, not '{}'", word));
}

/// "key=2.5"
field_weight weight_in(const std::string& word) {
  const auto equals = word.find('=');
  double weight = 0;
  if (equals == std::string::npos || equals == 0 || !as_positive(word.substr(equals + 1), weight))
    throw usage_error(fmt::format("--weight: expected a member and a positive number, as in key=2.5, not '{}'", word));
  return {word.substr(0, equals), weight};
}

void add_members(option_list& options, repair_options& o) {
  options.repeated_value("--range", "MEMBER=LOW..HIGH", "The integers that a member may take; may be repeated",
                         [&o](const std::string& word) { o.ranges.push_back(range_in(word)); });
  options.repeated_value("--keep", "MEMBER", "A member that is never changed; may be repeated",
                         [&o](const std::string& word) { o.keep.push_back(word); });
  options.repeated_value("--weight", "MEMBER=W", "What a change of a member costs, 1 without it; may be repeated",
                         [&o](const std::string& word) { o.weights.push_back(weight_in(word)); });
}

void add_losses(option_list& options, repair_request& r) {
  options.value("--max-lost", "N", "Lose no more objects and elements (as many as fields are changed)",
                [&r](const std::string& word) {
                  const auto number = number_in<std::size_t>(word);
                  if (!number) throw usage_error(fmt::format("--max-lost: expected a number, not '{}'", word));
                  r.options.max_lost = *number;
                });
  options.repeated_value("--without", "RULE", "Do not follow this rule; may be repeated",
                         [&r](const std::string& word) { r.options.without.push_back(word); });
  options.flag("--within-bounds", "Integers and lengths of arrays stay within the ARGUMENTS", r.options.within_bounds);
}

void add_budget(option_list& options, repair_options& o) {
  add_choice(options, "--engine", "ENGINE", "How to come back to a choice: checkpoint (the default) or reexecute",
             o.engine, {{"checkpoint", engine::checkpoint}, {"reexecute", engine::reexecute}});
  add_number(options, "--max-executions", "N", "Give up after N executions of the predicate (10000000)",
             o.max_executions);
  add_count(options, "--exhaustive", "N", "Try every change for N executions before guessing any (1000000)",
            o.exhaustive_executions);
  const auto set = [&o](const std::string& word) {
    double seconds = 0;
    if (!as_positive(word, seconds) || seconds > 1e9)
      throw usage_error(fmt::format("--time-limit: expected a positive number of seconds, not '{}'", word));
    o.time_limit = std::chrono::duration<double>(seconds);
  };
  options.value("--time-limit", "SECONDS", "Give up after so many seconds (60)", set);
  add_memory_limit(options, o.memory_limit);
}

}  // namespace

void add_repair_options(option_list& options, repair_request& r) {
  options.word("SUBJECT", "One of 'korat list', or a header, FILE or FILE:NAME", r.call.subject);
  options.word("FILE", "The structure, as JSON; or several",
               [&r](const std::string& word) { r.paths.push_back(word); });
  options.words("ARGUMENTS", "The bounds", r.call.arguments);
  add_budget(options, r.options);
  add_members(options, r.options);
  add_losses(options, r);
  add_number(options, "--nearest", "N", "Show the N repairs that change the fewest fields", r.options.nearest);
  options.flag("--all-smallest", "Show every repair that changes as few fields as any", r.options.all_smallest);
  options.value("--output", "FILE", "Write the repaired structure to FILE, as JSON; of several, to a folder",
                r.output_path);
  add_print(options, "Print the repaired structure: text, json or dot", r.print);
  options.value("--draw", "FILE", "Draw it before and after to FILE: .svg, .png, .pdf, .dot or .txt", r.picture_path);
  options.flag("--json", "Report as one JSON object", r.json);
  add_processes(options, r.processes);
  options.footer(about_repair);
}

void check(repair_request& r) {
  auto& words = r.call.arguments;
  const auto is_number = [](const std::string& word) { return number_in<std::int64_t>(word).has_value(); };
  const auto first_number = std::ranges::find_if(words, is_number);
  r.paths.insert(r.paths.end(), words.begin(), first_number);
  words.erase(words.begin(), first_number);
  if (r.call.subject.empty()) throw usage_error("say which subject; 'korat list' shows what there is");
  if (r.paths.empty())
    throw usage_error(fmt::format("say which file holds the structure: korat repair {} FILE", r.call.subject));
  if (r.print == "vector")
    throw usage_error("--print: expected text, json, dot, not 'vector': a structure of a file has none");
  if (!r.picture_path.empty()) check_format("--draw", format_of_file(r.picture_path));
  if (r.paths.size() == 1) return;
  if (!r.print.empty() || !r.picture_path.empty())
    throw usage_error("several files: their structures are written with --output DIR; leave out --print and --draw");
  if ((r.options.nearest > 1 || r.options.all_smallest) && !r.json)
    throw usage_error("several files: the nearest repairs of each are told by --json");
  if (std::ranges::find(r.paths, "-") != r.paths.end())
    throw usage_error("several files: none of them can be standard input");
}

void check_members(const repair_options& o, const description& d) {
  std::vector<std::string> names;
  for (const auto& b : detail::erasure::of(d).bounds.bindings) names.push_back(b.name);
  for (const auto& b : detail::erasure::of(d).bounds.bindings) names.push_back(b.class_name + "::" + b.name);
  for (const auto& b : detail::erasure::of(d).bounds.bindings)
    if (b.form == detail::binding::shape::searched_array)
      for (const auto& name : {b.name, b.class_name + "::" + b.name}) names.push_back(name + ".length");
  const auto check_one = [&](const char* option, const std::string& member) {
    if (std::ranges::find(names, member) != names.end()) return;
    const auto meant = nearest(member, names);
    names.resize(detail::erasure::of(d).bounds.bindings.size());
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    throw usage_error(fmt::format("{}: there is no member '{}'{}\nThe members: {}", option, member,
                                  meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant),
                                  fmt::join(names, ", ")));
  };
  for (const auto& r : o.ranges) check_one("--range", r.member);
  for (const auto& k : o.keep) check_one("--keep", k);
  for (const auto& w : o.weights) check_one("--weight", w.member);
}

}  // namespace korat::cli
