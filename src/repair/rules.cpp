// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/rules.hpp"

#include <algorithm>

#include "korat/error.hpp"

namespace korat::detail {

rule_set::rule_set(const std::vector<std::string>& without) {
  for (const auto& name : without) {
    const auto* const found = std::ranges::find(all_rules, name, &named_rule::name);
    if (found == std::end(all_rules)) {
      std::string names;
      for (const auto& r : all_rules) names += (names.empty() ? "" : ", ") + std::string(r.name);
      throw repair_option_error("repair: there is no rule " + name + "; the rules are " + names);
    }
    left_out_ |= 1U << static_cast<unsigned>(found->which);
  }
}

}  // namespace korat::detail
