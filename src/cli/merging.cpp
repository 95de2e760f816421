// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/merging.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/interrupt.hpp"
#include "cli/summary.hpp"
#include "korat/diagram.hpp"
#include "korat/error.hpp"
#include "report/numbers.hpp"
#include "report/profile.hpp"

namespace korat::cli {
namespace {

diagram_summary build(const run_request& request) {
  constexpr int most_questions = 50;
  int asked = 0;
  diagram_summary last;
  const auto stop = [&](const diagram_summary& so_far) {
    last = so_far;
    return interrupted() || ++asked >= most_questions;
  };
  try {
    return basic_diagram(request.subject->describe(request.arguments), {.stop_when = stop}).summary();
  } catch (const diagram_error& e) {
    if (asked < most_questions) last.why_not = e.what();
    return last;
  }
}

}  // namespace

merging try_merging(const run_request& request) {
  merging result{build(request), {}};
  const auto search = request.subject->search(request.arguments, {});
  for (const auto& b : result.built.to_blame) {
    const auto member = report::member_of(search->field(b.field));
    auto found = std::ranges::find(result.read_again, member, &std::pair<std::string, std::uint64_t>::first);
    if (found == result.read_again.end()) found = result.read_again.insert(found, {member, 0});
    found->second += b.times;
  }
  std::ranges::stable_sort(result.read_again, std::greater(), &std::pair<std::string, std::uint64_t>::second);
  return result;
}

std::string merging_text(const merging& m) {
  auto out = fmt::format("Merging (--engine diagram): {}.\n", diagram_text(m.built));
  if (m.read_again.empty()) return out;
  out += "Read again with another outcome, which keeps states apart:";
  for (const auto& [member, times] : m.read_again)
    out += fmt::format(" {} ({})", member, report::counted(times, "time"));
  return out + ".\n";
}

report::json_object merging_json(const merging& m) {
  std::vector<report::json> again;
  for (const auto& [member, times] : m.read_again)
    again.push_back(report::json_object{{"member", member}, {"times", times}});
  auto json = diagram_json(m.built);
  return json.add("read_again", again);
}

}  // namespace korat::cli
