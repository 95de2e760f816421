// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Integers that are left open while the predicate runs. Each has a value at any time, the one in memory, and every
// comparison is decided by it; but it is also recorded as a condition. When the predicate rejects, the conditions tell
// which other values would have led it elsewhere: for one condition after the other, the last one first, the values
// nearest to the old that satisfy everything before it and not itself.

#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "space/space.hpp"
#include "symbolic/path_condition.hpp"
#include "symbolic/run.hpp"

namespace korat::detail {

class repair_symbols final : public symbolic_run {
 public:
  /// `solver`: for conditions beyond bounds and differences; may be null.
  repair_symbols(const space& s, solver* beyond) : space_(s), solver_(beyond), path_(beyond) {}

  bool any() const noexcept { return !open_.empty(); }
  bool is_open(std::uint32_t cell) const noexcept { return open_.contains(cell); }
  /// Leaves the field open from its next first read on. Its values: [low, high], the same each time; preferred: `old`.
  void open(std::uint32_t cell, wide low, wide high, wide old);
  /// Nothing was ever open.
  void clear();
  /// No condition may be about it any more.
  void close(std::uint32_t cell) { open_.erase(cell); }
  /// Whether the predicate, since the field was opened, has compared it and never needed its plain value.
  bool is_known_by_comparisons(std::uint32_t cell) const { return compared_.contains(cell) && !needed_.contains(cell); }
  const std::vector<std::uint32_t>& cells() const noexcept { return cells_; }

  /// The number of reads made, which conditions are recorded with.
  void at_depth(const std::uint32_t* depth) noexcept { depth_ = depth; }
  /// Conditions recorded at this number of reads or a later one are forgotten: the predicate comes by them again.
  void forget_from(std::uint32_t depth);

  /// Other values that the conditions recorded lead to.
  struct proposal {
    std::vector<std::pair<std::uint32_t, std::uint64_t>> values;  // cells and their bits
  };
  std::vector<proposal> proposals(std::size_t most);

  /// By how much the two sides of the last comparisons differ, where they do.
  std::vector<std::int64_t> differences(std::size_t comparisons);

  static number_type type_of_cell(const value_source&);

  std::size_t conditions() const noexcept { return depths_.size(); }
  std::uint32_t depth_of(std::size_t condition) const noexcept { return depths_[condition]; }
  /// A condition that the predicate could have answered otherwise: neither that a value exists nor that it was needed.
  bool is_question(std::size_t condition) const {
    return path_[condition].left != path_[condition].right && !fixed_[condition];
  }
  /// Of these fields, values other than the old ones that satisfy the first conditions, and the next one or its
  /// opposite. The conditions beyond are forgotten.
  struct found_values {
    answer feasible = answer::unknown;
    std::vector<std::uint64_t> bits = {};
  };
  found_values other_values(std::size_t conditions, bool opposite_of_next, const std::vector<std::uint32_t>& fields);

  std::uint32_t term_of(const void* address) override;
  bool decide(operand left, relation, operand right, number_type) override;
  std::uint32_t operate(operation, operand left, operand right, number_type to, number_type other) override;
  std::uint64_t fix(std::uint32_t term) override;
  std::uint64_t fix_at(const void* address) override;
  std::uint32_t plain_term_of(const void* address, std::size_t size) override;
  void plain_compared(operand left, relation, operand right, number_type) override;

 private:
  term_id term(operand o, number_type type) { return detail::term_of(path_.terms(), o, type); }
  void record(const condition&, bool fixed = false);
  void forget_all_but(std::size_t conditions);
  std::uint64_t value_now(std::uint32_t cell) const;
  std::optional<std::uint64_t> evaluate(std::uint32_t term);

  const space& space_;
  solver* solver_;
  path_condition path_;
  std::unordered_map<std::uint32_t, term_id> open_;  // cell to its symbol's term
  struct known {
    term_id term;
    wide old;
  };
  std::unordered_map<std::uint32_t, known> known_;  // the same of all that were ever open
  std::unordered_set<std::uint32_t> compared_;      // cells that were, since they were opened
  std::unordered_set<std::uint32_t> needed_;        // cells of which the predicate took the plain value
  std::vector<std::uint32_t> cells_;                // by number of the symbol
  std::vector<std::uint64_t> values_;               // [symbol]: scratch
  std::vector<std::uint32_t> depths_;               // of each condition: reads made when it was recorded
  std::vector<bool> fixed_;                         // of each condition: it only fixes a value
  const std::uint32_t* depth_ = nullptr;
};

}  // namespace korat::detail
