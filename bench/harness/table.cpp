// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "harness/table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/numbers.hpp"

namespace korat::bench {
namespace {

template <class... F>
struct overloaded : F... {
  using F::operator()...;
};
template <class... F>
overloaded(F...) -> overloaded<F...>;

std::string for_people(const cell& c, const column& in) {
  return std::visit(
      overloaded{[](std::monostate) { return std::string("-"); }, [](const std::string& text) { return text; },
                 [](std::uint64_t number) { return report::grouped(number); },
                 [&](double number) { return fmt::format("{:.{}f}", number, in.digits); },
                 [](bool met) { return std::string(met ? "yes" : "NO"); }},
      c);
}

nlohmann::ordered_json for_json(const cell& c) {
  return std::visit(overloaded{[](std::monostate) { return nlohmann::ordered_json(nullptr); },
                               [](const auto& value) { return nlohmann::ordered_json(value); }},
                    c);
}

// As JSON writes it: quoted where it is text, which suits a comma-separated line as well.
std::string for_csv(const cell& c) { return std::holds_alternative<std::monostate>(c) ? "" : for_json(c).dump(); }

std::string joined(const std::vector<std::string>& fields) { return fmt::format("{}\n", fmt::join(fields, ",")); }

}  // namespace

cell verdict(bool there_is_one, bool met) {
  if (there_is_one) return met;
  return {};
}

bool table::targets_met() const {
  const auto missed = [](const cell& c) { return std::holds_alternative<bool>(c) && !std::get<bool>(c); };
  return std::none_of(rows.begin(), rows.end(), [&](const auto& r) { return std::any_of(r.begin(), r.end(), missed); });
}

std::string to_text(const table& t) {
  std::vector<std::vector<std::string>> lines(1);
  for (const auto& c : t.columns) lines.front().push_back(c.heading);
  for (const auto& row : t.rows) {
    auto& line = lines.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i) line.push_back(for_people(row[i], t.columns[i]));
  }
  std::string out = t.title + "\n";
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      std::size_t width = 0;
      for (const auto& other : lines) width = std::max(width, other[i].size());
      out += i == 0 ? fmt::format("  {:<{}}", line[i], width) : fmt::format("  {:>{}}", line[i], width);
    }
    out += "\n";
  }
  for (const auto& note : t.notes) out += fmt::format("  {}\n", note);
  return out;
}

std::string to_csv(const table& t) {
  std::vector<std::string> fields;
  for (const auto& c : t.columns) fields.push_back(c.key);
  std::string out = joined(fields);
  for (const auto& row : t.rows) {
    fields.clear();
    for (const auto& c : row) fields.push_back(for_csv(c));
    out += joined(fields);
  }
  return out;
}

nlohmann::ordered_json to_json(const table& t) {
  auto rows = nlohmann::ordered_json::array();
  for (const auto& row : t.rows) {
    nlohmann::ordered_json object;
    for (std::size_t i = 0; i < row.size(); ++i) object[t.columns[i].key] = for_json(row[i]);
    rows.push_back(std::move(object));
  }
  return {{"name", t.name}, {"title", t.title}, {"rows", std::move(rows)}, {"notes", t.notes}};
}

}  // namespace korat::bench
