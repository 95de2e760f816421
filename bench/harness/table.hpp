// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a question answers with: tables, which print for people, as JSON and as CSV.

#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace korat::bench {

/// Nothing, where a row has no such value; a bool says whether a target is met.
using cell = std::variant<std::monostate, std::string, std::uint64_t, double, bool>;

/// Whether a target is met, where there is one.
cell verdict(bool there_is_one, bool met);

struct column {
  std::string key;      // in JSON and CSV
  std::string heading;  // for people
  int digits = 2;       // after the point, of a number that is no integer
};

/// Keys of the columns that a drawing of the table is about.
struct axes {
  std::string x, y;
};

struct table {
  std::string name;   // "table1"
  std::string title;  // one line
  std::vector<column> columns;
  std::vector<std::vector<cell>> rows;
  std::vector<std::string> notes;
  std::optional<axes> drawn = {};  // harness/plot.hpp

  bool targets_met() const;
};

std::string to_text(const table&);
std::string to_csv(const table&);
nlohmann::ordered_json to_json(const table&);

}  // namespace korat::bench
