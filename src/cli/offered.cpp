// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The subjects of a program that was compiled from a header: what the header offers.

#include <fmt/format.h>

#include <algorithm>

#include "cli/source_file.hpp"
#include "korat/offer.hpp"
#include "subjects/subject.hpp"

namespace korat::subjects {
namespace {

/// Offers of one name are the forms of one subject.
void add(std::vector<subject>& all, const detail::offered& o) {
  auto found = std::ranges::find(all, o.name, &subject::name);
  if (found == all.end()) {
    all.push_back({.name = o.name, .summary = o.summary, .forms = {}, .known = {}, .describe = {}});
    found = all.end() - 1;
  }
  found->forms.push_back(o.parameters);
  found->describe = [before = found->describe, &o](const arguments& given) {
    return given.size() != o.parameters.size() && before ? before(given) : o.describe(given);
  };
}

std::vector<subject> all_offered() {
  std::vector<subject> all;
  for (const auto& o : detail::all_offers()) add(all, o);
  return all;
}

}  // namespace

std::span<const subject> all() {
  static const auto subjects = all_offered();
  return subjects;
}

std::span<const subject> in_lockstep() { return {}; }

const subject* find(std::string_view name) {
  const auto found = std::ranges::find(all(), name, &subject::name);
  return found == all().end() ? nullptr : &*found;
}

}  // namespace korat::subjects

namespace korat::cli {

void enter(const std::string& file, purpose) {
  if (subjects::all().empty())
    throw source_error(
        fmt::format("{} offers nothing. Add a line such as\n"
                    "  const korat::offer offered(\"tree\", bounds, &tree::rep_ok);\n"
                    "where bounds is a function from integers to a korat::finitization<tree>. "
                    "'korat new' writes an example.",
                    file));
}

}  // namespace korat::cli
