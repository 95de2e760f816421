// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What the compiler pass calls where integers of plain members are compared (pass/notice_comparisons.cpp). The
// predicate goes on with their plain values; the run that has left some of them open learns what they were asked.

#include <cstddef>
#include <cstdint>

#include "symbolic/run.hpp"

namespace korat::detail {
namespace {

std::uint32_t converted(std::uint32_t term, number_type to) {
  return term == 0 ? 0 : current_symbolic_run->operate(operation::convert, {term, 0}, {0, 0}, to, to);
}

}  // namespace

extern "C" {

std::uint32_t korat_plain_term(const void* address, std::size_t size) noexcept;
std::uint32_t korat_plain_term(const void* address, std::size_t size) noexcept {
  return current_symbolic_run != nullptr ? current_symbolic_run->plain_term_of(address, size) : 0;
}

/// A number is extended as it was before: its pattern gets that type first.
std::uint32_t korat_plain_operate(std::uint32_t left, std::uint64_t left_bits, std::uint32_t right,
                                  std::uint64_t right_bits, unsigned kind) noexcept;
std::uint32_t korat_plain_operate(std::uint32_t left, std::uint64_t left_bits, std::uint32_t right,
                                  std::uint64_t right_bits, unsigned kind) noexcept {
  if (left == 0 && right == 0) return 0;
  const auto what = operation_in(kind);
  const auto type = type_in(kind);
  if (what == operation::convert) return converted(converted(left, other_type_in(kind)), type);
  return current_symbolic_run->operate(what, {converted(left, type), left_bits}, {converted(right, type), right_bits},
                                       type, type);
}

void korat_plain_compared(std::uint32_t left, std::uint64_t left_bits, std::uint32_t right, std::uint64_t right_bits,
                          unsigned kind) noexcept;
void korat_plain_compared(std::uint32_t left, std::uint64_t left_bits, std::uint32_t right, std::uint64_t right_bits,
                          unsigned kind) noexcept {
  current_symbolic_run->plain_compared({left, left_bits}, relation_in(kind), {right, right_bits}, type_in(kind));
}

}  // extern "C"
}  // namespace korat::detail
