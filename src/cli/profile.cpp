// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat profile: which checks of the predicate reject the candidates, how deep, and which come late. And whether the
// search would be shorter if a field of the root were read first.

#include "report/profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/merging.hpp"
#include "cli/number_option.hpp"
#include "cli/order.hpp"
#include "cli/output.hpp"
#include "cli/run.hpp"
#include "cli/subject_call.hpp"
#include "cli/summary.hpp"
#include "encoding/json.hpp"
#include "report/numbers.hpp"
#include "report/source_lines.hpp"

namespace korat::cli {
namespace {

using report::grouped;
using report::percent;

struct profile_options {
  subject_call call;
  std::optional<double> time_limit;
  bool json = false;
};

constexpr const char* about_profile =
    "A check is the place where the predicate read a field for the first time and then said no. Candidates are "
    "explored in\n"
    "vain when a field's value had made a solution impossible before: a check at that moment would have spared them.\n";

struct check_row {
  std::string line;  // empty: not known
  std::string member;
  report::check_counts counts;
};

/// A search in which a field of the root is chosen before anything else, or other checks choose early.
struct reordering {
  std::string member;  // or the checks
  std::uint64_t explored = 0;
  bool finished = false;  // false: it was longer, how much is not known
};

std::vector<check_row> check_rows(const report::profile& found) {
  std::vector<code_address> sites;
  for (const auto& [check, counts] : found.checks())
    if (check.site != 0) sites.push_back(check.site);
  const auto lines = report::source_lines(sites);
  std::vector<check_row> rows;
  for (const auto& [check, counts] : found.checks()) {
    const auto line = lines.find(check.site);
    const auto name = line == lines.end() ? "" : line->second;
    const auto same = std::ranges::find_if(
        rows, [&, &member = check.member](const check_row& r) { return r.line == name && r.member == member; });
    if (same == rows.end()) {
      rows.push_back({name, check.member, counts});
      continue;
    }
    same->counts.rejected += counts.rejected;
    same->counts.depths += counts.depths;
    same->counts.in_vain += counts.in_vain;
    for (const auto& [member, count] : counts.too_late) same->counts.too_late[member] += count;
  }
  std::erase_if(rows, [](const check_row& r) { return r.counts.rejected == 0; });
  std::ranges::stable_sort(rows, std::greater{}, [](const check_row& r) { return r.counts.rejected; });
  return rows;
}

/// The fields that can be tried first: those of the root that have a choice and are no elements of an array.
std::vector<std::uint32_t> fields_to_try(const basic_search& search) {
  std::vector<std::uint32_t> fields;
  const auto root = search.fields() == 0 ? "" : search.field(0).object;
  for (std::uint32_t i = 0; i < search.fields(); ++i) {
    const auto [object, member] = search.field(i);
    if (object == root && member.find('[') == std::string::npos && search.domain_size(i) > 1) fields.push_back(i);
  }
  return fields;
}

/// Of checks in lockstep.
std::vector<reordering> try_orders(const run_request& request, const run_report& as_it_is) {
  std::vector<reordering> tried;
  const auto now = order_of(*request.subject, request.arguments);
  for (const auto& order : all_orders(now.size())) {
    if (order == now || interrupted()) continue;
    const auto search =
        in_order(*request.subject, order).search(request.arguments, {.max_explored = as_it_is.counts.explored + 1});
    const interruptible until(*search);
    while (search->next_valid()) {
    }
    tried.push_back({early_checks(order), search->statistics().explored, search->outcome() == outcome::complete});
  }
  return tried;
}

std::vector<reordering> try_reorderings(const run_request& request, const run_report& as_it_is,
                                        std::uint32_t read_first_now) {
  std::vector<reordering> tried;
  if (!order_of(*request.subject, request.arguments).empty()) return try_orders(request, as_it_is);
  const auto fields = fields_to_try(*request.subject->search(request.arguments, {}));
  for (const auto field : fields) {
    if (field == read_first_now || interrupted()) continue;
    const auto search =
        request.subject->search(request.arguments, {.max_explored = as_it_is.counts.explored}, {.read_first = {field}});
    const interruptible until(*search);
    while (search->next_valid()) {
    }
    const bool finished = search->outcome() == outcome::complete;
    if (finished && search->statistics().valid != as_it_is.counts.valid) continue;  // would be our mistake: say nothing
    tried.push_back({report::member_of(search->field(field)), search->statistics().explored, finished});
  }
  return tried;
}

std::uint64_t sum(const std::vector<check_row>& rows, std::uint64_t report::check_counts::*what) {
  std::uint64_t total = 0;
  for (const auto& r : rows) total += r.counts.*what;
  return total;
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

double mean_depth(const check_row& r) {
  return static_cast<double>(r.counts.depths) / static_cast<double>(r.counts.rejected);
}

/// The member whose values most of them were decided by.
std::string decided_by(const check_row& r) {
  const auto most = std::ranges::max_element(r.counts.too_late, {}, [](const auto& entry) { return entry.second; });
  return most == r.counts.too_late.end() || most->second == 0 ? "" : most->first;
}

std::string table_text(const std::vector<check_row>& rows, std::uint64_t explored) {
  std::size_t width = 20;
  for (const auto& r : rows) width = std::max(width, r.line.size() + r.member.size() + 2);
  auto out = fmt::format("  {:<{}} {:>14} {:>7} {:>7} {:>14}  {}\n", "check", width, "rejected", "share", "depth",
                         "in vain", "decided by");
  for (const auto& r : rows)
    out += fmt::format("  {:<{}} {:>14} {:>7} {:>7.1f} {:>14}  {}\n", (r.line.empty() ? "" : r.line + "  ") + r.member,
                       width, grouped(r.counts.rejected), percent(share(r.counts.rejected, explored)), mean_depth(r),
                       grouped(r.counts.in_vain), decided_by(r));
  for (auto at = out.find(" \n"); at != std::string::npos; at = out.find(" \n")) out.erase(at, 1);
  return out;
}

const reordering* best_of(const std::vector<reordering>& tried, std::uint64_t explored) {
  const reordering* best = nullptr;
  for (const auto& one : tried)
    if (one.finished && one.explored < explored && (best == nullptr || one.explored < best->explored)) best = &one;
  return best;
}

/// What other orders of checks in lockstep would cost.
std::string order_text(const std::vector<reordering>& tried, const check_order& now, std::uint64_t explored) {
  auto out = fmt::format("Checks that choose early: {}. Other orders:\n", early_checks(now));
  for (const auto& one : tried)
    out += fmt::format("  --order {:<12} {}\n", one.member,
                       one.finished ? report::counted(one.explored, "candidate") : "more");
  const auto* const best = best_of(tried, explored);
  if (best == nullptr) return out + "No order is better than the present one.\n";
  return out + fmt::format("Worth trying: {} in place of {} with --order {}.\n",
                           report::counted(best->explored, "candidate"), grouped(explored), best->member);
}

std::string reordering_text(const std::vector<reordering>& tried, std::uint64_t explored) {
  if (tried.empty()) return "";
  const auto* const best = best_of(tried, explored);
  if (best == nullptr) {
    std::string names;
    for (const auto& one : tried) names += (names.empty() ? "" : ", ") + one.member;
    return fmt::format("Tried: reading {} first. No order is better than the present one.\n", names);
  }
  return fmt::format("Worth trying: read {} first. Measured: {} in place of {} ({} less).\n", best->member,
                     report::counted(best->explored, "candidate"), grouped(explored),
                     percent(share(explored - best->explored, explored)));
}

encoding::json_object as_json(const run_report& r, const std::vector<check_row>& rows,
                              const std::vector<reordering>& tried) {
  std::vector<encoding::json> checks, reorderings;
  const bool in_lockstep = !order_of(*r.subject, r.arguments).empty();
  for (const auto& one : rows)
    checks.push_back(encoding::json_object{{"line", one.line.empty() ? encoding::json() : encoding::json(one.line)},
                                           {"member", one.member},
                                           {"rejected", one.counts.rejected},
                                           {"mean_depth", mean_depth(one)},
                                           {"in_vain", one.counts.in_vain},
                                           {"decided_by", one.counts.too_late}});
  for (const auto& one : tried)
    reorderings.push_back(encoding::json_object{
        {in_lockstep ? "early" : "read_first", one.member}, {"explored", one.explored}, {"finished", one.finished}});
  return {{"subject", r.subject->name}, {"arguments", r.arguments},
          {"outcome", name_of(r.end)},  {"explored", r.counts.explored},
          {"valid", r.counts.valid},    {"in_vain", sum(rows, &report::check_counts::in_vain)},
          {"checks", checks},           {"reorderings", reorderings}};
}

std::string as_text(const run_report& r, const std::vector<check_row>& rows, const std::vector<reordering>& tried) {
  auto out = fmt::format("{}: {}\n", call_text(r.subject->name, r.arguments), headline(r));
  out += table_text(rows, r.counts.explored);
  const auto vain = sum(rows, &report::check_counts::in_vain);
  if (r.end == ending::complete)
    out += fmt::format("Explored in vain because a check came late: {} of {} ({}).\n", grouped(vain),
                       report::counted(r.counts.explored, "candidate"), percent(share(vain, r.counts.explored)));
  const bool no_lines = std::ranges::all_of(rows, [](const check_row& one) { return one.line.empty(); });
  if (no_lines && !rows.empty())
    out +=
        "The lines are not known: compile the predicate with -g1, and have 'addr2line' (Debian's package "
        "'binutils').\n";
  const auto order = order_of(*r.subject, r.arguments);
  return out + (order.empty() || tried.empty() ? reordering_text(tried, r.counts.explored)
                                               : order_text(tried, order, r.counts.explored));
}

exit_code profile(const profile_options& o) {
  if (o.call.subject.empty()) throw usage_error("say what to profile; 'korat list' shows what there is");
  catch_interrupts();
  const auto& subject = named_subject(o.call.subject);
  report::profile watching;
  run_request request{.subject = &subject,
                      .arguments = checked_arguments(subject, o.call.arguments, o.call.beginning()),
                      .time_limit = o.time_limit};
  request.diagnose.trace_reads = true;
  request.options.listener = &watching;
  std::uint32_t first = 0;
  request.visit = [&first](const basic_search& at) { first = at.accessed().empty() ? 0 : at.accessed().front(); };
  const auto report = run(request);
  if (report.failure) {
    complain(failure_text(report));
    return exit_code::predicate_failed;
  }
  const auto rows = check_rows(watching);
  const auto tried =
      report.end == ending::complete ? try_reorderings(request, report, first) : std::vector<reordering>();
  const auto merged = try_merging(request);
  output standard;
  standard.write(o.json ? as_json(report, rows, tried).add("merging", merging_json(merged)).text() + "\n"
                        : as_text(report, rows, tried) + merging_text(merged));
  standard.close();
  return exit_code_of(report.end);
}

action set_up_profile(option_list& options) {
  auto o = std::make_shared<profile_options>();
  add_subject(options, o->call);
  add_number(options, "--time-limit", "SECONDS", "Stop after so many seconds", o->time_limit);
  options.flag("--json", "Report as one JSON object", o->json);
  options.footer(about_profile);
  return [o] { return profile(*o); };
}

}  // namespace

const command profile_command{"profile", "Tell which checks of the predicate reject, and which come late",
                              set_up_profile};

}  // namespace korat::cli
