// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What the rules propose: for each field at most one value, with the rule that said so; and where they were in doubt.
// All of it decides what is tried first, and nothing else: only the predicate decides what is right.

#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "repair/rules.hpp"
#include "repair/view.hpp"

namespace korat::detail {

/// What a field probably was: an object, or nobody for null; for a primitive, its bits.
struct proposal {
  std::uint32_t cell;
  std::uint64_t value;
  rule source = {};
};

class ledger {
 public:
  explicit ledger(const view& v) : view_(v), has_(v.cells(), false) {}

  /// Whose proposals follow.
  void from(rule r) noexcept { source_ = r; }
  /// Unless there is one for the field.
  void add(std::uint32_t cell, std::uint64_t value);
  /// In place of what was proposed before, if anything. None is needed for what the field is.
  void replace(std::uint32_t cell, std::uint64_t value);
  void drop(std::uint32_t cell);
  const std::vector<proposal>& proposals() const noexcept { return proposals_; }
  /// Asked at every read while proposals are followed.
  bool has(std::uint32_t cell) const noexcept { return has_[cell]; }
  /// Null when there is none.
  const proposal* find(std::uint32_t cell) const;
  /// Where a reference leads if the proposals are right: an object, or nobody.
  std::uint32_t target(std::uint32_t cell) const;

  /// A rule has said all there is to say about the references of a member.
  void settle(std::uint32_t binding) { settled_.insert(binding); }
  bool is_settled(std::uint32_t binding) const noexcept { return settled_.contains(binding); }

  bool has_other_colors = false;  // of two values either may be red
  bool is_unbalanced = false;     // a sorted tree that is balanced nearly everywhere is not so somewhere

 private:
  const view& view_;
  rule source_ = {};
  std::vector<proposal> proposals_;
  std::vector<bool> has_;                                      // [cell]
  std::unordered_map<std::uint32_t, std::uint32_t> place_of_;  // cell to its place in proposals_
  std::unordered_set<std::uint32_t> settled_;                  // bindings
};

}  // namespace korat::detail
