// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/merging.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

members_read_again read_again(const diagram_summary& built, const basic_search& search) {
  using counted_member = members_read_again::value_type;
  members_read_again result;
  for (const auto& b : built.to_blame) {
    const auto member = report::member_of(search.field(b.field));
    auto found = std::ranges::find(result, member, &counted_member::first);
    if (found == result.end()) found = result.insert(found, {member, 0});
    found->second += b.times;
  }
  std::ranges::stable_sort(result, std::greater(), &counted_member::second);
  return result;
}

merging try_merging(const run_request& request) {
  auto built = build(request);
  return {built, read_again(built, *request.subject->search(request.arguments, {}))};
}

std::string read_again_text(const members_read_again& members) {
  std::vector<std::string> texts;
  for (const auto& [member, times] : members)
    texts.push_back(fmt::format("{} ({})", member, report::counted(times, "time")));
  return fmt::format("{}", fmt::join(texts, ", "));
}

encoding::json read_again_json(const members_read_again& members) {
  std::vector<encoding::json> again;
  for (const auto& [member, times] : members)
    again.push_back(encoding::json_object{{"member", member}, {"times", times}});
  return again;
}

std::string merging_text(const merging& m) {
  auto out = fmt::format("Merging (--engine diagram): {}.\n", diagram_text(m.built));
  if (m.read_again.empty()) return out;
  return out + "Read again with another outcome, which keeps states apart: " + read_again_text(m.read_again) + ".\n";
}

encoding::json_object merging_json(const merging& m) {
  auto json = diagram_json(m.built);
  return json.add("read_again", read_again_json(m.read_again));
}

}  // namespace korat::cli
