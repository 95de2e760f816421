// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat infeasible: the range of invalid candidates around one, or all such ranges.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/command.hpp"
#include "cli/infeasible_file.hpp"
#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "cli/position_option.hpp"
#include "cli/subject_call.hpp"
#include "cli/walk_limits.hpp"
#include "korat/print.hpp"
#include "korat/walk.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

using report::big_number;
using report::counted;

struct infeasible_request {
  subject_call call;
  std::optional<position> at;
  bool all = false;
  noncanonical policy = noncanonical::refuse;
  walk_limits limits;
  std::string output_path;  // empty: they are not kept
  bool json = false;
};

void check(const infeasible_request& r) {
  if (!r.at && !r.all) throw usage_error("say around which candidate, with --at VECTOR, or --all");
  if (r.at && r.all) throw usage_error("--at asks for one range, --all for every one: take one of the two");
}

std::string end_text(const std::optional<candidate_vector>& v, const char* none) { return v ? to_text(*v) : none; }

/// How many vectors a range has: those from its first candidate to the valid one behind it.
class measure {
 public:
  explicit measure(basic_search& search) : search_(search), space_(size_of_space(search)) {}

  big_integer vectors(const infeasible_range& r) { return end(r) - before(r.first); }
  const big_integer& space() const { return space_; }
  std::string share(const big_integer& part) const {
    const auto about = part.approximately() / space_.approximately();
    return report::percent(part == space_ ? 1.0 : std::min(about, std::nextafter(1.0, 0.0)));
  }

 private:
  big_integer before(const candidate_vector& v) {
    search_.seek(v);
    return vectors_before(search_);
  }
  /// What is not known to be whole ends with its last candidate.
  big_integer end(const infeasible_range& r) {
    if (r.valid_after) return before(*r.valid_after);
    if (r.whole) return space_;
    search_.seek(r.last);
    return search_.next() ? vectors_before(search_) : space_;
  }

  basic_search& search_;
  big_integer space_;
};

// One range.

std::string as_text(const called_subject& subject, const infeasible_range& range, measure& by) {
  if (range.count == 0) return subject.text() + ": the candidate is valid\n";
  const auto size = by.vectors(range);
  return fmt::format(
      "{}: {}{} in a row {} invalid\n  valid before  {}\n  first         {}\n  last          {}\n  valid after   {}\n"
      "  vectors       {} of {} ({})\n",
      subject.text(), range.whole ? "" : fmt::format("{}, at least ", ended_text()), counted(range.count, "candidate"),
      range.count == 1 ? "is" : "are",
      end_text(range.valid_before,
               range.whole || range.valid_after ? "none: this is the beginning of the space" : "not known"),
      to_text(range.first), to_text(range.last),
      end_text(range.valid_after, range.whole ? "none: this is the end of the space" : "not known"),
      big_number(size.decimal()), big_number(by.space().decimal()), by.share(size));
}

encoding::json_object range_json(const infeasible_range& range, measure& by) {
  return {{"count", range.count}, {"vectors", by.vectors(range).decimal()}, {"first", range.first},
          {"last", range.last},   {"valid_before", range.valid_before},     {"valid_after", range.valid_after}};
}

exit_code tell_one(const infeasible_request& r, const called_subject& subject) {
  const auto search = subject.search(search_options_of(r.limits));
  const auto other = subject.search({});
  const interruptible until(*search);
  const auto range = find_infeasible_range(*search, vector_of(*r.at, *other), r.policy);
  if (!r.output_path.empty() && range.count != 0 && range.whole)
    write(r.output_path, subject, *other, {{range}, false});
  measure by(*other);
  output standard;
  if (r.json) {
    auto json = subject.json();
    if (range.count == 0)
      json.add("count", range.count);
    else
      json.add(range_json(range, by)).add({{"space", by.space().decimal()}, {"complete", range.whole}});
    standard.write(json.text() + "\n");
  } else {
    standard.write(as_text(subject, range, by));
  }
  standard.close();
  return range.whole ? exit_code::done : ended_by();
}

// All of them.

struct all_ranges {
  infeasible_file found;
  std::uint64_t explored = 0;
  std::uint64_t candidates = 0;  // in the ranges
  big_integer vectors;
};

std::string headline(const called_subject& subject, const all_ranges& all, const measure& by) {
  return fmt::format("{}: {}{}, {} of {}, {} of {} vectors ({})\n", subject.text(),
                     all.found.complete ? "" : ended_text() + ", ",
                     counted(all.found.ranges.size(), "infeasible range"), report::grouped(all.candidates),
                     counted(all.explored, "candidate"), big_number(all.vectors.decimal()),
                     big_number(by.space().decimal()), by.share(all.vectors));
}

std::string as_text(const infeasible_range& range, std::size_t number, measure& by) {
  const auto size = by.vectors(range);
  return fmt::format("  {:>5}  {}, {} vectors ({}): {} to {}\n", number, counted(range.count, "candidate"),
                     big_number(size.decimal()), by.share(size), to_text(range.first), to_text(range.last));
}

exit_code tell_all(const infeasible_request& r, const called_subject& subject) {
  const auto search = subject.search(search_options_of(r.limits));
  const auto other = subject.search({});
  measure by(*other);
  all_ranges all;
  const interruptible until(*search);
  all.found.complete = find_infeasible_ranges(*search, *other, [&](const infeasible_range& range) {
    all.candidates += range.count;
    all.vectors += by.vectors(range);
    all.found.ranges.push_back(range);
  });
  all.explored = search->statistics().explored;
  if (!r.output_path.empty()) write(r.output_path, subject, *other, all.found);
  output standard;
  if (r.json) {
    std::vector<encoding::json> list;
    for (const auto& range : all.found.ranges) list.push_back(range_json(range, by));
    auto json = subject.json();
    json.add({{"complete", all.found.complete},
              {"explored", all.explored},
              {"candidates", all.candidates},
              {"vectors", all.vectors.decimal()},
              {"space", by.space().decimal()},
              {"ranges", list}});
    standard.write(json.text() + "\n");
  } else {
    standard.write(headline(subject, all, by));
    for (std::size_t i = 0; i < all.found.ranges.size(); ++i) standard.write(as_text(all.found.ranges[i], i + 1, by));
  }
  standard.close();
  return all.found.complete ? exit_code::done : ended_by();
}

exit_code infeasible(const infeasible_request& r) {
  const called_subject subject(r.call);
  check(r);
  catch_interrupts();
  return r.all ? tell_all(r, subject) : tell_one(r, subject);
}

action set_up_infeasible(option_list& options) {
  auto r = std::make_shared<infeasible_request>();
  add_subject(options, r->call);
  add_position(options, "--at", "The candidate", r->at);
  options.flag("--all", "Every range, in order", r->all);
  add_move(options, r->policy);
  add_walk_limits(options, r->limits);
  options.value("--output", "FILE", "Keep the ranges in FILE, for 'korat generate --skip FILE'", r->output_path);
  options.flag("--json", "Report as one JSON object", r->json);
  return [r] { return infeasible(*r); };
}

}  // namespace

const command infeasible_command{"infeasible", "Find ranges of invalid candidates, around one or all",
                                 set_up_infeasible};

}  // namespace korat::cli
