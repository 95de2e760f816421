// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/run.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>

#include "cli/interrupt.hpp"

namespace korat::cli {
namespace {

search_options with_polls(const run_request& request, const std::unique_ptr<basic_search>& search) {
  auto options = request.options;
  options.count_reach = true;
  const auto too_late = request.time_limit ? stop_after(std::chrono::duration<double>(*request.time_limit)) : nullptr;
  if (!too_late && !request.watch) return options;
  options.stop_when = [too_late, watch = request.watch, &search](const statistics& now) {
    if (watch) watch(*search);
    return too_late && too_late(now);
  };
  return options;
}

void search_through(basic_search& search, const run_request& request) {
  const interruptible until(search);
  while (!interrupted() && (request.every_candidate ? search.next() : search.next_valid()))
    if (request.visit) request.visit(search);
}

ending ending_of(const basic_search& search) {
  switch (search.outcome()) {
    case outcome::complete:
      return ending::complete;
    case outcome::max_valid:
      return ending::max_valid;
    case outcome::max_explored:
      return ending::max_explored;
    case outcome::failed:
      return ending::failed;
    case outcome::running:
    case outcome::condition:
      break;
  }
  return interrupted() ? ending::interrupted : ending::time_limit;
}

/// "node2" is of class "node": the number says which object.
std::string member_of(const field_name& field) {
  const auto number = field.object.find_last_not_of("0123456789");
  const auto element = field.member.find('[');
  return field.object.substr(0, number + 1) + "." + field.member.substr(0, element) + (element == std::string::npos ? "" : "[]");
}

std::vector<rejected_by> rejections_by_member(const basic_search& search) {
  std::vector<rejected_by> result;
  for (const auto& r : search.rejections()) {
    const auto member = search.fields() == 0 ? "(nothing read)" : member_of(search.field(r.field));
    auto found = std::ranges::find(result, member, &rejected_by::member);
    if (found == result.end()) found = result.insert(found, {member, 0, 0});
    found->candidates += r.candidates;
    found->depths += r.depths;
  }
  std::ranges::stable_sort(result, std::greater{}, &rejected_by::candidates);
  return result;
}

}  // namespace

run_report run(const run_request& request) {
  run_report report{
      .subject = request.subject, .arguments = request.arguments, .engine_note = {}, .counts = {}, .coverage = {}, .distribution = {}, .rejections = {}, .failure = {}};
  const auto start = std::chrono::steady_clock::now();
  std::unique_ptr<basic_search> search;
  search = request.subject->search(request.arguments, with_polls(request, search));
  try {
    search_through(*search, request);
    report.end = ending_of(*search);
  } catch (const predicate_error& e) {
    report.end = ending::failed;
    report.failure = e.why();
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  report.counts = search->statistics();
  report.coverage = search->coverage();
  report.distribution = search->distribution();
  report.rejections = rejections_by_member(*search);
  report.used = search->engine_used();
  report.engine_note = search->engine_note();
  report.verified = report.used == engine::checkpoint && request.options.self_checks == search_options::unlimited;
  return report;
}

const char* name_of(ending end) noexcept {
  switch (end) {
    case ending::complete:
      return "complete";
    case ending::max_valid:
      return "max-valid";
    case ending::max_explored:
      return "max-explored";
    case ending::time_limit:
      return "time-limit";
    case ending::interrupted:
      return "interrupted";
    case ending::failed:
      return "failed";
  }
  return "?";
}

const char* name_of(engine used) noexcept { return used == engine::checkpoint ? "checkpoint" : "reexecute"; }

}  // namespace korat::cli
