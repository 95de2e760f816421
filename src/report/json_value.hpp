// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A value as JSON, as docs/output.md says.

#pragma once

#include <cmath>
#include <string>
#include <variant>

#include "korat/structure.hpp"
#include "encoding/escape.hpp"
#include "report/show.hpp"

namespace korat::report {

inline std::string json_number(double number) {
  if (std::isnan(number)) return "\"NaN\"";
  if (std::isinf(number)) return number > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  return digits(number);
}

/// `s` has the object that it may refer to.
inline std::string json_value(const structure& s, const field_value& v) {
  return std::visit(
      overloaded{[&](const object_id& id) {
                   const auto part = id.part.empty() ? "" : ",\"part\":" + encoding::quoted_for_json(id.part);
                   return "{\"ref\":" + encoding::quoted_for_json(s.objects.at(id.index).name) + part + "}";
                 },
                 [](double number) { return json_number(number); },
                 [](const std::string& text) { return encoding::quoted_for_json(text); },
                 [](const symbol& enumerator) { return encoding::quoted_for_json(enumerator.name); },
                 [&](const auto& plain) { return show(s, plain); }},
      v);
}

}  // namespace korat::report
