// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "cli/arguments.hpp"
#include "cli/merging.hpp"
#include "korat/print.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

using report::big_number;
using report::counted;
using report::duration;
using report::grouped;
using report::percent;

const subjects::known_count* known_count_of(const run_report& r) {
  const auto found = std::ranges::find(r.subject->known, r.arguments, &subjects::known_count::arguments);
  return found == r.subject->known.end() ? nullptr : &*found;
}

/// Zero explored in a known count says that only the number of valid structures is known.
bool agrees(const run_report& r, const subjects::known_count& known) {
  const auto explored = r.counts.explored + (r.skipped ? r.skipped->candidates() : 0);
  return r.counts.valid == known.valid && (known.explored == 0 || explored == known.explored);
}

std::string hint(const run_report& r) {
  switch (r.end) {
    case ending::max_valid: return "There may be more: raise --max-valid or leave it out.";
    case ending::max_explored: return "There may be more: raise --max-explored or leave it out.";
    case ending::time_limit: return "There may be more: raise --time-limit or leave it out.";
    case ending::interrupted: return "There may be more: the counts are those of the part that was searched.";
    case ending::complete:
    case ending::failed: break;
  }
  return "";
}

std::string summary_line(const char* label, const std::string& text) {
  return fmt::format("  {:<22} {}\n", label, text);
}

std::string time_text(const run_report& r) {
  const auto speed = report::rate(r.counts.explored, r.seconds);
  return duration(r.seconds) + (speed.empty() ? "" : fmt::format(" ({} candidates per second)", speed));
}

std::string vectors(const std::string& digits) { return big_number(digits) + (digits == "1" ? " vector" : " vectors"); }

double ratio(const std::string& part, const std::string& whole) {
  const auto leading = [](const std::string& digits) { return std::stod("0." + digits); };
  return leading(part) / leading(whole) *
         std::pow(10.0, static_cast<double>(part.size()) - static_cast<double>(whole.size()));
}

/// "all covered", "25.00% covered, 12,288 left"
std::string covered_text(const coverage& c) {
  if (c.remaining == "0") return "all covered";
  return fmt::format("{} covered, {} left", percent(ratio(c.covered.value(), c.range.value())),
                     big_number(c.remaining.value()));
}

/// "16,384 vectors, all covered: 54.69% reached, 45.31% pruned"
std::string coverage_text(const coverage& c, bool whole) {
  if (!c.space) return fmt::format("{} of more vectors than can be written down", percent(c.share));
  auto text = fmt::format("{}, {}", vectors(*c.space),
                          whole ? covered_text(c) : percent(ratio(c.covered.value(), *c.space)) + " covered");
  if (c.reach && c.covered != "0")
    text += fmt::format(": {} reached, {} pruned", percent(ratio(*c.reach, c.covered.value())),
                        percent(ratio(c.prune.value(), *c.covered)));
  return text;
}

/// "320 vectors (1.95% of the space), all covered"
std::string range_text(const coverage& c) {
  if (!c.space) return percent(c.share_of_range) + " covered";
  if (!c.range) return "not begun";
  if (c.range == "0") return "empty";
  return fmt::format("{} ({} of the space), {}", vectors(*c.range), percent(ratio(*c.range, *c.space)),
                     covered_text(c));
}

/// Every candidate was considered, so that the counts are those of the subject.
bool is_whole(const run_report& r) {
  return r.whole && !r.isomorphic && r.symbolic.empty() && r.end == ending::complete;
}

/// "info, size: one structure for each way they are compared"
std::string symbolic_text(const std::vector<std::string>& members) {
  const auto names =
      members == std::vector<std::string>{"*"} ? "all integers" : fmt::format("{}", fmt::join(members, ", "));
  return names + ": one structure for each way they are compared";
}

/// "1,430 structures within the bound"
std::string concrete_text(const concrete_count& c) {
  const auto number = report::grouped_digits(c.structures.decimal());
  const auto counted_ones = fmt::format("{} structure{} within the bound", number, number == "1" ? "" : "s");
  if (c.uncounted == 0) return counted_ones;
  return fmt::format("{}, and those of {}: too many to try, and not counted otherwise", counted_ones,
                     counted(c.uncounted, "structure"));
}

/// A vector that nobody can read is left to the JSON report.
std::string go_on_text(const run_report& r) {
  constexpr std::size_t most_values = 100;
  if (!r.stopped || r.stopped->go_on.empty() || r.stopped->at.size() > most_values) return "";
  return fmt::format("The rest: {}\n", r.stopped->go_on);
}

std::string known_text(const run_report& r, const subjects::known_count& known) {
  if (agrees(r, known)) return r.skipped ? "equal, with those skipped" : "equal";
  const auto explored = known.explored == 0 ? "" : fmt::format("{} and ", counted(known.explored, "candidate"));
  return fmt::format("DIFFERENT: {}{}", explored, counted(known.valid, "valid structure"));
}

std::string verified_text(const run_report& r) {
  if (r.compared)
    return "the checkpoint engine finds the same " + counted(r.counts.valid, "structure") + ", in this order";
  return "both engines do the same on " + counted(r.counts.self_checks, "candidate");
}

}  // namespace

std::string diagram_text(const diagram_summary& d) {
  const auto built =
      fmt::format("{} of the predicate, {}, {}, {} checked, {} bytes", counted(d.runs, "run"), counted(d.nodes, "node"),
                  counted(d.merged, "merged state"), counted(d.checked, "merge"), grouped(d.bytes));
  if (d.complete) return built;
  if (d.why_not) return "given up: " + *d.why_not;
  return d.runs == 0 ? "not begun: the search was over before" : "not complete, so far " + built;
}

encoding::json_object diagram_json(const diagram_summary& d) {
  encoding::json_object json{{"complete", d.complete}, {"runs", d.runs},     {"nodes", d.nodes},
                             {"edges", d.edges},       {"states", d.states}, {"merged", d.merged},
                             {"checked", d.checked},   {"memory", d.bytes}};
  if (d.why_not) json.add("why_not", d.why_not);
  return json;
}

std::string headline(const run_report& r) {
  const auto valid = counted(r.counts.valid, "valid structure");
  switch (r.end) {
    case ending::complete: return fmt::format("complete, {}", valid);
    case ending::max_valid: return fmt::format("stopped by --max-valid after {}", valid);
    case ending::max_explored:
      return fmt::format("stopped by --max-explored after {}", counted(r.counts.explored, "candidate"));
    case ending::time_limit: return fmt::format("stopped by --time-limit after {}", duration(r.seconds));
    case ending::interrupted: return fmt::format("interrupted after {}", duration(r.seconds));
    case ending::failed: return fmt::format("the predicate failed after {}", counted(r.counts.explored, "candidate"));
  }
  return "";
}

std::string summary_text(const run_report& r) {
  auto out = fmt::format("{}: {}\n", call_text(r.subject->name, r.arguments), headline(r));
  out += summary_line("explored", counted(r.counts.explored, "candidate"));
  out += summary_line("valid", counted(r.counts.valid, "structure"));
  if (r.skipped)
    out += summary_line("skipped", fmt::format("{} in {}: not run", counted(r.skipped->candidates(), "candidate"),
                                               counted(r.skipped->ranges(), "infeasible range")));
  if (const auto unread = r.counts.explored - r.counts.executions;
      unread != 0 && r.used != engine::diagram && !r.expanded)
    out += summary_line(
        "not read", grouped(unread) + " of these differ from another only in fields that the predicate did not read");
  out += summary_line("field initializations", grouped(r.counts.field_initializations));
  if (r.symbolic.empty()) out += summary_line("input space", coverage_text(r.coverage, r.whole));
  if (!r.whole) out += summary_line("range", range_text(r.coverage));
  if (!r.symbolic.empty()) {
    out += summary_line("symbolic", symbolic_text(r.symbolic));
    out += summary_line("stand for", concrete_text(r.concrete));
  }
  out += summary_line("time", time_text(r));
  if (r.processes != 0) out += summary_line("processes", grouped(r.processes));
  if (r.threads > 1) out += summary_line("threads", grouped(r.threads));
  if (r.one_thread_only)
    out += summary_line("threads", "1: several would share what the predicate keeps; say --processes N");
  out += summary_line("engine", name_of(r.used) + (r.engine_note ? " (" + *r.engine_note + ")" : ""));
  if (r.diagram) out += summary_line("diagram", diagram_text(*r.diagram));
  if (!r.read_again.empty())
    out += summary_line("read again", read_again_text(r.read_again) + ": that keeps states apart");
  if (r.verified || r.compared) out += summary_line("verified", verified_text(r));
  if (const auto* known = known_count_of(r); known && is_whole(r))
    out += summary_line("known counts", known_text(r, *known));
  if (const auto more = hint(r); !more.empty()) out += more + '\n';
  out += go_on_text(r);
  if (!r.left.empty())
    out += fmt::format("{} left; what is searched with --resume FILE can be gone on with\n",
                       counted(r.left.size(), "range"));
  return out;
}

encoding::json_object summary_json(const run_report& r) {
  const auto share = [&](double covered) { return r.symbolic.empty() ? encoding::json(covered) : encoding::json(); };
  encoding::json_object json{{"engine", name_of(r.used)},
                             {"threads", r.threads},
                             {"explored", r.counts.explored},
                             {"valid", r.counts.valid},
                             {"field_initializations", r.counts.field_initializations},
                             {"space", r.coverage.space},
                             {"range", r.coverage.range},
                             {"covered", r.coverage.covered},
                             {"remaining", r.coverage.remaining},
                             {"reach", r.coverage.reach},
                             {"prune", r.coverage.prune},
                             {"covered_share", share(r.coverage.share)},
                             {"covered_share_of_range", share(r.coverage.share_of_range)},
                             {"seconds", r.seconds},
                             {"complete", r.end == ending::complete},
                             {"outcome", name_of(r.end)},
                             {"executions", r.counts.executions},
                             {"self_checks", r.counts.self_checks},
                             {"checkpoints", r.counts.checkpoints},
                             {"undo_operations", r.counts.undo_operations},
                             {"bytes_saved", r.counts.bytes_saved},
                             {"bytes_restored", r.counts.bytes_restored},
                             {"peak_memory", r.counts.peak_memory}};
  if (r.processes != 0) json.add("processes", r.processes);
  if (!r.symbolic.empty())
    json.add(
        {{"symbolic", r.symbolic}, {"concrete", r.concrete.structures.decimal()}, {"uncounted", r.concrete.uncounted}});
  if (r.stopped) {
    json.add("stopped_at", r.stopped->at);
    json.add("go_on", r.stopped->go_on.empty() ? encoding::json() : encoding::json(r.stopped->go_on));
  }
  if (r.skipped)
    json.add("skipped",
             encoding::json_object{{"candidates", r.skipped->candidates()}, {"ranges", r.skipped->ranges()}});
  if (r.engine_note) json.add("engine_note", *r.engine_note);
  if (r.diagram) {
    auto diagram = diagram_json(*r.diagram);
    if (!r.read_again.empty()) diagram.add("read_again", read_again_json(r.read_again));
    json.add("diagram", diagram);
  }
  if (r.verified || r.compared) json.add("verified", r.end != ending::failed);
  if (const auto* known = known_count_of(r); known && is_whole(r)) json.add("matches_known", agrees(r, *known));
  if (!r.distribution.by_space.empty())
    json.add("track", encoding::json_object{{"by_space", r.distribution.by_space},
                                            {"by_explored", r.distribution.by_explored},
                                            {"end_of", r.distribution.end_of}});
  if (const auto& f = r.failure)
    json.add("error", encoding::json_object{{"kind", name_of(f->kind)},
                                            {"reason", f->reason},
                                            {"advice", f->advice},
                                            {"vector", f->vector},
                                            {"drawing", f->drawing}});
  return json;
}

std::string failure_text(const run_report& r) {
  const auto& f = r.failure.value();
  auto out = fmt::format("{}: {}\n", call_text(r.subject->name, r.arguments), f.reason);
  if (!f.vector.empty()) out += fmt::format("\nThe candidate: {}\n", to_text(f.vector));
  if (!f.drawing.empty()) out += fmt::format("\n{}", f.drawing) + (f.drawing.ends_with('\n') ? "" : "\n");
  if (!f.advice.empty()) out += fmt::format("\nWhat to do: {}\n", f.advice);
  return out;
}

}  // namespace korat::cli
