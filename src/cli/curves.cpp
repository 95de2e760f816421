// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/curves.hpp"

#include <algorithm>

#include "cli/arguments.hpp"
#include "cli/interrupt.hpp"
#include "korat/error.hpp"

namespace korat::cli {

std::vector<subjects::arguments> smaller_bounds(const subjects::subject& subject, subjects::arguments arguments,
                                                std::uint32_t most) {
  std::vector<subjects::arguments> found;
  if (arguments.empty()) return found;
  try {
    while (found.size() < most) {
      for (auto& a : arguments) --a;
      subject.describe(arguments);
      found.push_back(arguments);
    }
  } catch (const finitization_error&) {  // there is no smaller one
  }
  std::ranges::reverse(found);
  return found;
}

std::optional<report::curve> curve_of(const subjects::subject& subject, const subjects::arguments& arguments,
                                      search_options options) {
  const auto search = subject.search(arguments, std::move(options));
  const interruptible until(*search);
  while (search->next_valid()) {
  }
  if (search->outcome() != outcome::complete) return std::nullopt;
  return report::curve{call_text(subject.name, arguments), search->distribution().by_space};
}

}  // namespace korat::cli
