// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Integers that are left open while the predicate runs. Each has a value at any time, the one in memory, and every
// comparison is decided by it; but it is also recorded as a condition. When the predicate rejects, the conditions tell
// which other values would have led it elsewhere: for one condition after the other, the last one first, the values
// nearest to the old that satisfy everything before it and not itself.

#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "space/space.hpp"
#include "symbolic/path_condition.hpp"
#include "symbolic/run.hpp"

namespace korat::detail {

class repair_symbols final : public symbolic_run {
 public:
  /// `solver`: for conditions beyond bounds and differences; may be null.
  repair_symbols(const space& s, solver* beyond) : space_(s), path_(beyond) {}

  bool any() const noexcept { return !open_.empty(); }
  bool is_open(std::uint32_t cell) const noexcept { return open_.contains(cell); }
  /// Leaves the field open from its next first read on. Its values: [low, high]; preferred: `old`.
  void open(std::uint32_t cell, wide low, wide high, wide old);
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

  std::uint32_t term_of(const void* address) override;
  bool decide(operand left, relation, operand right, number_type) override;
  std::uint32_t operate(operation, operand left, operand right, number_type to, number_type other) override;
  std::uint64_t fix(std::uint32_t term) override;
  std::uint64_t fix_at(const void* address) override;

 private:
  term_id term(operand o, number_type type) { return o.term != 0 ? o.term : path_.terms().constant(o.bits, type); }
  void record(const condition&);
  std::vector<std::uint64_t> values_now() const;
  static number_type type_of_cell(const value_source&);

  const space& space_;
  path_condition path_;
  std::unordered_map<std::uint32_t, term_id> open_;  // cell to its symbol's term
  std::vector<std::uint32_t> cells_;                 // by number of the symbol
  std::vector<std::uint32_t> depths_;                // of each condition: reads made when it was recorded
  const std::uint32_t* depth_ = nullptr;
};

}  // namespace korat::detail
