// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "korat/ensure.hpp"

#include <iostream>

namespace korat {
namespace {

std::string count_of(std::size_t n, const char* what) { return std::to_string(n) + ' ' + what + (n == 1 ? "" : "s"); }

std::string first_ten(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < 10; ++i) text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > 10) text += " and " + std::to_string(names.size() - 10) + " others";
  return text;
}

}  // namespace

std::string describe(const ensure_report& report) {
  const auto& result = report.result;
  auto text = std::string(report.where.file) + ':' + std::to_string(report.where.line) + ": " + report.structure +
              " breaks its predicate; ";
  if (result.outcome == repair_outcome::not_repaired)
    return text + "it was not repaired and is as it was: " + result.why.value_or("") + '\n';
  text += "repaired, " + count_of(result.changes.size(), "field") + " changed\n" + explain(result);
  if (!result.lost.empty()) text += count_of(result.lost.size(), "object") + " lost: " + first_ten(result.lost) + '\n';
  if (!result.lost_elements.empty())
    text += count_of(result.lost_elements.size(), "array element") + " lost: " + first_ten(result.lost_elements) + '\n';
  return text;
}

broken_structure::broken_structure(ensure_report report) : error(describe(report)), report_(std::move(report)) {}

namespace detail {

const ensure_options& usual_ensure_options() {
  static const ensure_options usual;
  return usual;
}

bool ensured(ensure_report report, const ensure_options& options) {
  if (report.result.ok()) {
    if (options.on_repair)
      options.on_repair(report);
    else
      std::cerr << describe(report);
    return true;
  }
  if (!options.on_failure) throw broken_structure(std::move(report));
  options.on_failure(report);
  return false;
}

}  // namespace detail
}  // namespace korat
