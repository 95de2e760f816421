// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "symbolic/run.hpp"

#include "korat/detail/notice.hpp"
#include "symbolic/number.hpp"

namespace korat::detail {

term_id term_of(term_table& terms, operand o, number_type type) {
  return o.term != 0 ? o.term : terms.constant(o.bits, type);
}

term_id term_of(term_table& terms, operation what, operand left, operand right, number_type to, number_type other) {
  if (what == operation::convert) return terms.convert(left.term, to);
  if (is_unary(what)) return terms.make(what, left.term);
  const bool shifts = what == operation::shift_left || what == operation::shift_right;
  const auto first = term_of(terms, left, to);
  return terms.make(what, first, term_of(terms, right, shifts ? other : to));
}

constinit thread_local symbolic_run* current_symbolic_run = nullptr;

// Without a run there are no terms, but plain operands are possible: a field may have become pending again between two
// looks at its shadow (guard.cpp).
extern "C" {

bool korat_may_be_open() noexcept { return current_symbolic_run != nullptr; }

std::uint32_t korat_term_of(const void* address) noexcept {
  return current_symbolic_run != nullptr ? current_symbolic_run->term_of(address) : 0;
}

bool korat_decide(std::uint32_t left_term, std::uint64_t left_bits, std::uint32_t right_term, std::uint64_t right_bits,
                  unsigned kind) noexcept {
  const auto type = type_in(kind);
  const auto how = relation_in(kind);
  if (left_term == 0 && right_term == 0) return holds(value_of(left_bits, type), how, value_of(right_bits, type));
  symbolic_run* const run = current_symbolic_run;  // once: the state may be resumed by another thread
  const bool answer = run->decide({left_term, left_bits}, how, {right_term, right_bits}, type);
  if (run->choice_point == nullptr) return answer;
  korat_first_read(run->choice_point);
  return run->chosen();
}

std::uint32_t korat_operate(std::uint32_t left_term, std::uint64_t left_bits, std::uint32_t right_term,
                            std::uint64_t right_bits, unsigned kind) noexcept {
  return current_symbolic_run->operate(operation_in(kind), {left_term, left_bits}, {right_term, right_bits},
                                       type_in(kind), other_type_in(kind));
}

std::uint64_t korat_fix(std::uint32_t term, const void* address) noexcept {
  if (term != 0) return current_symbolic_run->fix(term);
  return current_symbolic_run != nullptr ? current_symbolic_run->fix_at(address) : 0;
}

}  // extern "C"

}  // namespace korat::detail
