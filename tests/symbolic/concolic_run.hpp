// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// All paths of a function of a few open numbers, the way repair will do it but by re-execution: branches that were
// taken before are taken again, the next one goes where it can, and the last one with another feasible side takes that
// next.

#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "symbolic/number.hpp"
#include "symbolic/path_condition.hpp"
#include "symbolic/run.hpp"

namespace korat_test {

using namespace korat::detail;

struct open_number {
  number_type type;
  wide low, high, old;
};

class concolic_run : public symbolic_run {
 public:
  concolic_run(std::vector<open_number> numbers, solver* beyond) : numbers_(std::move(numbers)), path(beyond) {
    for (const auto& n : numbers_) terms.push_back(path.add_symbol(n.type, n.low, n.high, n.old));
    start_ = path.position();
  }

  /// Calls `f` once for each path. In between, `path` has its conditions.
  template <class Function, class Visit>
  void for_each_path(Function f, Visit visit) {
    do {
      path.return_to(start_);
      taken_ = 0;
      symbolic_run* const before = std::exchange(current_symbolic_run, this);
      const auto result = f();
      current_symbolic_run = before;
      visit(result);
    } while (next());
  }

  std::uint32_t term_of(const void*) override { return 0; }
  bool decide(operand left, relation how, operand right, number_type type) override {
    const condition yes{term(left, type), how, term(right, type)};
    if (taken_ == branches_.size()) branches_.push_back(fresh(yes));
    const auto& b = branches_[taken_++];
    path.push({yes.left, b.answer ? how : negated(how), yes.right});
    return b.answer;
  }
  std::uint32_t operate(operation what, operand left, operand right, number_type to, number_type other) override {
    if (what == operation::convert) return path.terms().convert(left.term, to);
    const auto right_type = what == operation::shift_left || what == operation::shift_right ? other : to;
    const auto made = is_unary(what) ? path.terms().make(what, left.term)
                                     : path.terms().make(what, term(left, to), term(right, right_type));
    path.push_defined(made);
    return made;
  }
  /// The value of the witness, or not that value: so all are met, one after the other.
  std::uint64_t fix(std::uint32_t t) override {
    const auto type = path.terms()[t].type;
    for (;;) {
      path.feasible();
      const auto tried =
          taken_ < branches_.size() ? branches_[taken_].fixed : *path.terms().evaluate(t, path.witness());
      const bool again = decide({t, 0}, relation::equal, {0, tried}, type);
      branches_[taken_ - 1].fixed = tried;
      if (again) return tried;
    }
  }
  std::uint64_t fix_at(const void* address) override { return fix(term_of(address)); }

 protected:
  struct branch {
    bool answer, other_side_too;
    std::uint64_t fixed;
  };

  term_id term(operand o, number_type type) { return o.term != 0 ? o.term : path.terms().constant(o.bits, type); }

  branch fresh(const condition& yes) {
    const auto size = path.size();
    path.push(yes);
    const bool can_be = path.feasible() != answer::no;
    path.pop_to(size);
    path.push({yes.left, negated(yes.how), yes.right});
    const bool can_not_be = path.feasible() != answer::no;
    path.pop_to(size);
    return {can_be, can_be && can_not_be, 0};
  }
  bool next() {
    while (!branches_.empty() && !branches_.back().other_side_too) branches_.pop_back();
    if (branches_.empty()) return false;
    branches_.back().answer = false;
    branches_.back().other_side_too = false;
    return true;
  }

  std::vector<open_number> numbers_;
  std::vector<branch> branches_;
  std::size_t taken_ = 0;  // branches passed by the call that runs
  path_condition::mark start_;

 public:
  path_condition path;
  std::vector<term_id> terms;
};

}  // namespace korat_test
