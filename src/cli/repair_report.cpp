// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/repair_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/run.hpp"
#include "korat/print.hpp"
#include "print/json_value.hpp"
#include "print/show.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

constexpr std::size_t most_changes = 20;  // in a table
constexpr std::size_t most_names = 10;    // in a line
constexpr std::size_t most_objects = 30;  // in a drawing

using row = std::array<std::string, 4>;

std::vector<row> rows_of(const repaired_file& r) {
  std::vector<row> rows{{"object", "field", "old", "new"}};
  for (std::size_t i = 0; i < r.result.changes.size() && i < most_changes; ++i) {
    const auto& c = r.result.changes[i];
    rows.push_back({c.object, c.field, print::show(r.before, c.before), print::show(r.after, c.after)});
  }
  return rows;
}

std::string table_of(const repaired_file& r) {
  if (r.result.changes.empty()) return "";
  const auto rows = rows_of(r);
  std::array<std::size_t, 4> width{};
  for (const auto& cells : rows)
    for (std::size_t c = 0; c < cells.size(); ++c) width[c] = std::max(width[c], cells[c].size());
  std::string out;
  for (const auto& cells : rows)
    out += fmt::format("  {:<{}}  {:<{}}  {:<{}}  {}\n", cells[0], width[0], cells[1], width[1], cells[2], width[2],
                       cells[3]);
  if (r.result.changes.size() > most_changes)
    out += fmt::format("  and {} more\n", report::grouped(r.result.changes.size() - most_changes));
  return out;
}

/// Where many fields were wrong in few ways.
std::string explanation(const repair_result& r) {
  const auto text = explain(r);
  const auto sentences = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  if (r.outcome != repair_outcome::repaired || sentences >= std::min(r.changes.size(), most_names)) return "";
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = text.find('\n', begin) + 1;
    out += "  " + text.substr(begin, end - begin);
    begin = end;
  }
  return out;
}

std::string line(const char* what, const std::string& text) { return fmt::format("  {:<12}{}\n", what, text); }

std::string line_of_names(const char* what, const std::vector<std::string>& names) {
  if (names.empty()) return "";
  const std::vector<std::string> first(names.begin(),
                                       names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), most_names)));
  auto text = print::joined(first, ", ");
  if (names.size() > most_names) text += fmt::format(" and {} more", report::grouped(names.size() - most_names));
  return line(what, text);
}

/// Objects that were there, but unreachable.
std::vector<std::string> found(const repair_result& r) {
  std::vector<std::string> names;
  for (const auto& name : r.added)
    if (std::ranges::find(r.fresh, name) == r.fresh.end()) names.push_back(name);
  return names;
}

std::string headline(const repair_result& r) {
  switch (r.outcome) {
    case repair_outcome::fine: return "the predicate holds, nothing to repair";
    case repair_outcome::repaired:
      return "repaired, " + report::counted(r.changes.size(), "field") + " changed" +
             (!r.smallest         ? ""
              : losses(r).empty() ? "; no repair changes fewer"
                                  : "; no repair changes and loses less");
    case repair_outcome::not_repaired: break;
  }
  return "not repaired: " + r.why.value_or("");
}

std::string drawings(const repaired_file& r) {
  if (r.result.outcome != repair_outcome::repaired || r.after.objects.size() > most_objects) return "";
  return "\nbefore:\n" + to_text(r.before) + "\nafter:\n" + to_text(r.after);
}

std::vector<encoding::json_object> json_changes(const repaired_file& r) {
  std::vector<encoding::json_object> changes;
  for (const auto& c : r.result.changes)
    changes.push_back({{"object", c.object},
                       {"field", c.field},
                       {"old", print::json_value(r.before, c.before)},
                       {"new", print::json_value(r.after, c.after)},
                       {"rule", c.rule}});
  return changes;
}

/// A line for each choice: "  1. node0.left = node3, tree.size = 5; loses node4".
std::string lines_of_choices(const std::vector<repaired_file>& choices) {
  if (choices.empty()) return "";
  std::string out = "\nThe nearest repairs:\n";
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const auto& c = choices[i];
    std::vector<std::string> changes;
    for (const auto& f : c.result.changes)
      changes.push_back(fmt::format("{}.{} = {}", f.object, f.field, print::show(c.after, f.after)));
    out += fmt::format("  {}. {}{}\n", i + 1, print::joined(changes, ", "),
                       losses(c.result).empty() ? "" : "; loses " + losses(c.result));
  }
  return out;
}

std::vector<encoding::json_object> json_choices(const std::vector<repaired_file>& choices) {
  std::vector<encoding::json_object> all;
  for (const auto& c : choices)
    all.push_back({{"changed_fields", json_changes(c)},
                   {"lost", c.result.lost},
                   {"lost_elements", c.result.lost_elements},
                   {"smallest", c.result.smallest}});
  return all;
}

}  // namespace

std::string text_of(const repair_report& r) {
  const auto& result = r.repaired.result;
  auto out = fmt::format("{}: {}\n", call_text(r.subject.name, r.arguments), headline(result));
  out += explanation(result) + table_of(r.repaired);
  out += line_of_names("lost", result.lost) + line_of_names("cut off", result.lost_elements);
  out += line_of_names("found", found(result)) + line_of_names("new", result.fresh);
  out += line("executions", report::grouped(result.executions));
  out += line("time", report::duration(result.seconds));
  out += line("engine", std::string(name_of(result.engine)) + (result.note ? ": " + *result.note : ""));
  if (!r.output_path.empty())
    out += line("written", "to " + r.output_path);
  else if (result.outcome == repair_outcome::repaired)
    out += line("written", "nothing: a dry run without --output");
  return out + drawings(r.repaired) + lines_of_choices(r.choices);
}

std::string headline_of(const repair_report& r) {
  const auto& result = r.repaired.result;
  return headline(result) + (losses(result).empty() ? "" : ", " + losses(result) + " lost");
}

encoding::json_object json_of(const repair_report& r) {
  const auto& result = r.repaired.result;
  encoding::json_object out{{"subject", r.subject.name},
                            {"arguments", r.arguments},
                            {"repaired", result.ok()},
                            {"outcome", name_of(result.outcome)},
                            {"changed_fields", json_changes(r.repaired)},
                            {"lost", result.lost},
                            {"lost_elements", result.lost_elements},
                            {"added", result.added},
                            {"fresh", result.fresh},
                            {"smallest", result.smallest},
                            {"executions", result.executions},
                            {"seconds", result.seconds},
                            {"why", result.why.value_or("")},
                            {"engine", name_of(result.engine)},
                            {"note", result.note.value_or("")},
                            {"explanation", explain(result)}};
  if (!r.choices.empty()) out.add("nearest", json_choices(r.choices));
  if (!r.output_path.empty()) out.add("output", r.output_path);
  if (!r.print.empty() && result.ok())
    out.add("structure", encoding::json::from_text(format_named(r.print).json(reported(r.repaired.after))));
  return out;
}

std::string printed(const repair_report& r) { return format_named(r.print).text(reported(r.repaired.after)); }

}  // namespace korat::cli
