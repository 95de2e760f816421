// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat nth: structures by their numbers.

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/counting.hpp"
#include "cli/interrupt.hpp"

namespace korat::cli {
namespace {

struct nth_request {
  counting_options common;
  std::vector<std::string> numbers;  // "3", "5-9"
};

struct solution_range {
  big_integer first, last;
};

solution_range as_solution_range(const std::string& word) {
  try {
    const auto dash = word.find('-');
    const auto first = big_integer::parse(word.substr(0, dash));
    const auto last = dash == std::string::npos ? first : big_integer::parse(word.substr(dash + 1));
    if (first <= last) return {first, last};
  } catch (const korat::usage_error&) {
  }
  throw usage_error(fmt::format("expected a number from 0, or a range like 3-7, not '{}'", word));
}

/// Words behind the subject are its arguments and then the numbers: as many arguments as its shortest form takes.
void split_words(nth_request& r) {
  auto& words = r.common.call.arguments;
  if (r.common.call.subject.empty() || !r.numbers.empty()) return;
  if (is_diagram_file(r.common.call.subject)) return std::swap(r.numbers, words);
  const auto& forms = named_subject(r.common.call.subject).forms;
  const auto shortest = std::ranges::min(forms, {}, &std::vector<std::string>::size).size();
  if (words.size() <= shortest) return;
  const auto first = words.begin() + static_cast<std::ptrdiff_t>(shortest);
  r.numbers.assign(first, words.end());
  words.erase(first, words.end());
}

exit_code nth(nth_request r) {
  split_words(r);
  std::vector<solution_range> ranges;
  for (const auto& word : r.numbers) ranges.push_back(as_solution_range(word));
  if (r.common.format.empty()) r.common.format = "text";
  if (!is_diagram_file(r.common.call.subject))
    static_cast<void>(called_subject(r.common.call));  // are its arguments right?
  if (ranges.empty())
    throw usage_error("say which structures, by their numbers from 0: 'korat nth SUBJECT ARGUMENTS 0 5-9'");
  const auto found = count_solutions(r.common);
  for (const auto& range : ranges)
    if (range.last >= found.all->count())
      throw usage_error(fmt::format("{} has no structure number {}: there are {}, counted from 0", found.name,
                                    range.last.decimal(), found.all->count().decimal()));
  numbered_output structures(found, r.common);
  for (const auto& range : ranges)
    for (auto i = range.first; i <= range.last && !interrupted(); i += 1) found.all->to(i), structures.add(i);
  structures.end({});
  return interrupted() ? exit_code::interrupted : exit_code::done;
}

action set_up_nth(option_list& options) {
  auto r = std::make_shared<nth_request>();
  add_counting_options(options, r->common, "Print each as text (the default), json, dot or vector");
  options.repeated_value("--index", "I", "A number, where the subject can be called in several ways",
                         [r](const std::string& word) { r->numbers.push_back(word); });
  options.footer(
      "ARGUMENTS are those of the subject, and then the numbers: 5, or 5-9 for several. Structures are numbered from 0 "
      "in\n"
      "the order of a search; 'korat rank' tells the number of a structure. A subject with several forms takes the\n"
      "shortest here, unless the numbers are given with --index.\n");
  return [r] { return nth(*r); };
}

}  // namespace

const command nth_command{"nth", "Show structures of a subject by their numbers", set_up_nth};

}  // namespace korat::cli
