// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Every repair within a distance. Whatever the predicate answers, it answers because of the fields that it has read: a
// repair changes one of them at least. So each is given every other value in turn, the predicate runs on, and if it
// rejects again one of the fields that it read later is changed as well, until so many fields are changed as allowed.
// Every assignment is met once. It is a search as in generation, in which the first value of every field is the one
// that is there, and all others have a price.
//
// Integers are not tried one by one. A changed one is left open, and the comparisons that the predicate makes with it
// become choices: what follows is tried for both answers, as far as there are values for which they are given.

#pragma once

#include <cstdint>
#include <vector>

#include "repair/engine.hpp"

namespace korat::detail {

class repair_engine::exhaustive {
 public:
  exhaustive(repair_engine&, std::uint64_t most_executions);

  /// How many runs a change of one field takes at most, for integers counted as one.
  std::uint64_t single_changes() const;

  /// Every repair that changes fields of this weight in all, or less, is among found() afterwards. False: perhaps not
  /// every one, for the executions are used up, or there are fields of which the values cannot be listed.
  bool search(double weight);
  bool used_up() const noexcept { return used_up_; }
  const std::vector<found_repair>& found() const noexcept { return found_; }

 private:
  /// So many reads and conditions stay as they are.
  struct prefix {
    std::uint32_t reads;
    std::size_t conditions;
  };
  void run_on(std::uint32_t kept, prefix, double left);
  void explore(prefix, double left);
  void change(std::uint32_t position, std::uint32_t failed_at, std::size_t conditions, double left);
  void try_values(const std::vector<move>&, std::size_t conditions, double left);
  bool leave_open(const move& base, std::size_t conditions, double left);
  void flip(std::size_t condition, double left);
  void run_with(const std::vector<std::uint64_t>& values, prefix, double left);
  std::vector<std::uint64_t> values_of_open() const;
  void set_open(const std::vector<std::uint64_t>& values);
  void note();
  bool may_run();

  repair_engine& e_;
  std::uint64_t last_execution_;
  std::uint64_t last_work_;
  double beyond_ = 0;                // repairs up to this weight were found before
  double score_ = 0;                 // of the present changes
  std::vector<std::uint32_t> open_;  // integers that are changed at present
  std::vector<found_repair> found_;
  bool complete_ = true;
  bool used_up_ = false;
};

}  // namespace korat::detail
