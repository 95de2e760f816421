// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Terms: what a predicate has computed from symbols, the fields whose values are still open. Equal terms are one term,
// known by its number. Operands are made before what uses them, so numbers rise from the leaves up, and dropping all
// terms behind a mark leaves whole terms only.
//
// An operation that C++ leaves undefined (signed overflow, division by zero, a shift that is too long) has no value,
// nor has what is computed from it. A condition holds only where its terms have values: no assignment that satisfies
// the conditions makes the predicate do something undefined.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "symbolic/number.hpp"

namespace korat::detail {

using term_id = std::uint32_t;    // 0: none
using symbol_id = std::uint32_t;  // counted from 0

struct term {
  operation what;
  number_type type;
  term_id left = 0, right = 0;
  std::uint64_t bits = 0;   // of a constant its pattern, of a symbol its number
  term_id same_bucket = 0;  // the next older term in the same bucket of the table
};

class term_table {
 public:
  term_table();

  term_id constant(std::uint64_t bits, number_type);
  /// A new symbol each time, numbered in order.
  term_id symbol(number_type);
  /// Operands must have the same type, but for the amount of a shift. Constants are computed at once, if defined.
  term_id make(operation, term_id left, term_id right = 0);
  term_id convert(term_id, number_type to);

  const term& operator[](term_id t) const { return terms_[t]; }
  std::size_t size() const { return terms_.size(); }
  std::size_t symbols() const { return symbols_.size(); }
  term_id term_of(symbol_id s) const { return symbols_[s]; }

  /// The term's value where symbol number i has the pattern values[i]; nothing where it is undefined.
  std::optional<std::uint64_t> evaluate(term_id, std::span<const std::uint64_t> values) const;
  /// All terms that this one is made of, itself included, operands first.
  std::vector<term_id> parts(term_id) const;

  /// Terms and symbols made after position() are dropped by return_to().
  struct mark {
    std::size_t terms, symbols;
    bool operator==(const mark&) const = default;
  };
  mark position() const { return {terms_.size(), symbols_.size()}; }
  void return_to(const mark&);

 private:
  term_id find_or_add(const term&);
  std::size_t bucket_of(const term&) const;
  void link(term_id);
  std::optional<std::uint64_t> value_from_operands(const term&) const;

  std::vector<term> terms_;  // number 0 is none
  std::vector<term_id> symbols_;
  // Hash table by chains. Newer terms stand before older ones in a chain, so the newest term of all is its bucket's
  // head and is dropped by one store.
  std::vector<term_id> buckets_;

  // What 'parts' and 'evaluate' remember of a term; 'seen_' says for which walk.
  struct note {
    std::uint32_t walk;
    bool defined;
    std::uint64_t bits;
  };
  mutable std::vector<note> notes_;
  mutable std::uint32_t walk_ = 0;
  mutable std::vector<term_id> work_;
};

}  // namespace korat::detail
