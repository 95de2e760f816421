// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A run of a predicate in which fields may be symbols: what field<T> and value<T> ask for on their way. They are called
// by the predicate, on its stack and with its heap in charge of operator new: who implements this sees to both.
//
// A field is offered as a symbol by a shadow byte of 'symbol_shadow' or more. Reads of it come to korat_first_read as
// always, and again each time as long as its shadow is not 0. Returning from there with the shadow set makes the field
// a symbol, with its shadow cleared a plain value. Only fields of integral and enumeration types that are a field<T>
// may be symbols: other reads take what the memory holds. Of those, the compiler pass can tell what they are compared
// with.

#pragma once

#include <cstddef>
#include <cstdint>

#include "korat/detail/decide.hpp"
#include "symbolic/term.hpp"

namespace korat::detail {

class symbolic_run {
 public:
  virtual ~symbolic_run() = default;

  /// The term of the symbol at this address, of the field's type; 0 if there is none and the memory counts.
  virtual std::uint32_t term_of(const void* address) = 0;
  /// A branch of the predicate. At least one operand is a term; both are of this type. The answer, unless a choice
  /// point is set: then both are possible, a state of the predicate is to be saved at a read of that address, and
  /// chosen() has the answer each time that the predicate goes on from there.
  virtual bool decide(operand left, relation, operand right, number_type) = 0;
  const void* choice_point = nullptr;
  virtual bool chosen() { return false; }
  /// A new term. `to` is the type of operands and result; `other` that of the operand of a conversion, or of the amount
  /// of a shift. Unary operations have no right operand.
  virtual std::uint32_t operate(operation, operand left, operand right, number_type to, number_type other) = 0;
  /// The predicate needs a plain value of the term; the pattern of it.
  virtual std::uint64_t fix(std::uint32_t term) = 0;
  /// The same for the symbol at this address. The memory must hold the value afterwards; the shadow may be cleared.
  virtual std::uint64_t fix_at(const void* address) = 0;

  /// The term of a plain member of this size, whose plain value the predicate has; 0 if there is none.
  virtual std::uint32_t plain_term_of(const void*, std::size_t) { return 0; }
  /// A comparison of what such terms are made to. Of numbers that are only asked to be equal the sign may be another.
  virtual void plain_compared(operand, relation, operand, number_type) {}
};

/// The term that an operand of this type is.
term_id term_of(term_table&, operand, number_type);
/// The term of an operation, as operate() is asked for it.
term_id term_of(term_table&, operation, operand left, operand right, number_type to, number_type other);

/// The run of this thread's predicate; null where there are no symbols.
extern constinit thread_local symbolic_run* current_symbolic_run;

}  // namespace korat::detail
