// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "subjects/check.hpp"

#include <algorithm>
#include <string>

namespace korat::subjects {

namespace {

// "(nodes) or (nodes, min_size, max_size)"
std::string written(const std::vector<std::vector<std::string>>& forms) {
  std::string text;
  for (const auto& parameters : forms) {
    text += text.empty() ? "(" : " or (";
    for (const auto& p : parameters) text += (&p == &parameters.front() ? "" : ", ") + p;
    text += ")";
  }
  return text;
}

}  // namespace

void expect(std::string_view subject, std::string_view parameter, std::int64_t value, std::int64_t low,
            std::int64_t high) {
  if (low <= value && value <= high) return;
  throw finitization_error(std::string(subject) + ": " + std::string(parameter) + " is " + std::to_string(value) +
                           ", but must be from " + std::to_string(low) + " to " + std::to_string(high));
}

subject checked(subject s) {
  s.describe = [name = s.name, forms = s.forms, describe = std::move(s.describe)](const arguments& given) {
    const auto fits = [&](const auto& parameters) { return parameters.size() == given.size(); };
    if (std::none_of(forms.begin(), forms.end(), fits))
      throw finitization_error(name + ": " + std::to_string(given.size()) + " arguments given, but it takes " +
                               written(forms));
    return describe(given);
  };
  return s;
}

}  // namespace korat::subjects
