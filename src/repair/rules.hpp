// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The rules by which a damaged structure tells what its fields were, by name. Each can be left out
// (repair_options::without), and the survey in bench/repair tells what each brings.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace korat::detail {

enum class rule : std::uint8_t { lists, order, balance, relations, owned_once, inverse, distinct };

struct named_rule {
  rule which;
  std::string_view name;
};

inline constexpr named_rule all_rules[] = {
    {rule::lists, "lists"},            // next and previous answer each other
    {rule::order, "order"},            // keys rise along a list, or from left to right in a tree
    {rule::balance, "balance"},        // heights and colours of a tree
    {rule::relations, "relations"},    // what an object and the one it leads to have in common
    {rule::owned_once, "owned-once"},  // each element of an array leads to another object
    {rule::inverse, "inverse"},        // references that are answered by one that leads back
    {rule::distinct, "distinct"},      // integers that all differ
};

/// Those that are followed.
class rule_set {
 public:
  rule_set() = default;
  /// All but these. Throws repair_option_error when there is none of the name.
  explicit rule_set(const std::vector<std::string>& without);
  void leave_out(rule r) noexcept { left_out_ |= 1U << static_cast<unsigned>(r); }
  bool has(rule r) const noexcept { return (left_out_ >> static_cast<unsigned>(r) & 1U) == 0; }

 private:
  std::uint32_t left_out_ = 0;
};

}  // namespace korat::detail
