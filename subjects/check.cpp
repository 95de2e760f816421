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

subject sized(subject s) {
  s.forms.push_back({s.forms.front().front(), "min_size", "max_size"});
  s.describe = [name = s.name, describe = std::move(s.describe)](const arguments& given) {
    if (given.size() != 3) return describe(given);
    auto result = describe({given[0]});
    expect(name, "min_size", given[1], 0);
    expect(name, "max_size", given[2], given[1]);
    auto& bounds = detail::erasure::of(result).bounds;
    auto& bindings = bounds.bindings;
    const auto size = std::ranges::find(bindings, "size", &detail::binding::name);
    size->values = detail::source_of<int>(between(given[1], given[2]), bounds, *size);
    for (auto& b : bindings)  // a list of all nodes is as long as the structure is large
      if (b.values.one_each)
        b.length = detail::source_of<std::int32_t>(between(std::min(given[1], given[0]), std::min(given[2], given[0])),
                                                   bounds, b);
    return result;
  };
  return checked(std::move(s));
}

}  // namespace korat::subjects
