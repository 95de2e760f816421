// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A value as JSON, as docs/output.md says.

#pragma once

#include <cmath>
#include <variant>

#include "encoding/json.hpp"
#include "korat/structure.hpp"
#include "print/show.hpp"

namespace korat::print {

using encoding::json;
using encoding::json_object;

inline json json_number(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  return number;
}

/// `s` has the object that it may refer to.
inline json json_value(const structure& s, const field_value& v) {
  return std::visit(overloaded{[&](const object_id& id) -> json {
                                 json_object reference{{"ref", s.objects.at(id.index).name}};
                                 if (!id.part.empty()) reference.add("part", id.part);
                                 return reference;
                               },
                               [](null_reference) { return json(); }, [](double number) { return json_number(number); },
                               [](const named_value& enumerator) { return json(enumerator.name); },
                               [](const auto& plain) { return json(plain); }},
                    v);
}

}  // namespace korat::print
