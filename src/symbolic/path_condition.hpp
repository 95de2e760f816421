// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a run of the predicate has assumed of its symbols: a stack of conditions, which all hold. The last ones can be
// taken back. Two questions: can all hold at once, and which values, of those that satisfy all, are nearest to the old
// ones?
//
//   path_condition path;
//   const auto x = path.add_symbol({32, true}, 0, 100, 7);
//   path.push({x, relation::greater, path.terms().constant(9, {32, true})});
//   path.feasible();   // yes
//   path.nearest();    // x = 10
//
// A condition is one of three:
//
// * Bounds on a symbol, and single values it must not have, are kept as an interval with holes, up to date at every
//   push. A chain of them costs O(1) each.
// * Differences of two symbols are kept as they are. 'differences.hpp' decides about all symbols they tie together.
// * Anything else, and all that is tied to it by common symbols, goes to the solver, if there is one.
//
// For a search, which asks about every comparison and takes back as often, all that follows from bounds and differences
// is kept too ('difference_closure.hpp'). As long as there is nothing else, its word is final.
//
// Throughout, a witness is kept: values that satisfy every condition but those noted as open. A new condition that the
// witness satisfies needs no thought, and taking conditions back leaves the witness right. Only symbols tied to an open
// condition are thought about.
//
// What is nearest: as few symbols as possible differ from their old values, and then the sum of the distances is as
// small as possible. nearest() says whether it is proven. It is whenever conditions are bounds, holes and differences,
// unless thousands of combinations had to be tried; beyond that, if the solver proves it within its time.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "symbolic/difference_closure.hpp"
#include "symbolic/linear.hpp"
#include "symbolic/solver.hpp"
#include "symbolic/term.hpp"

namespace korat::detail {

struct nearest_values {
  answer feasible = answer::unknown;
  bool smallest = false;                 // proven to be nearest
  std::vector<std::uint64_t> bits = {};  // of each symbol, if feasible
};

class path_condition {
 public:
  enum class use { repair, search };
  /// The solver must outlive this; without one, what it would decide is unknown.
  explicit path_condition(solver* beyond = nullptr, use what_for = use::repair)
      : solver_(beyond), beyond_closure_(what_for == use::search ? SIZE_MAX : 0) {}

  term_table& terms() { return terms_; }
  const term_table& terms() const { return terms_; }

  /// A symbol with values from low to high, a part of the type's, and not empty. Gives its term.
  term_id add_symbol(number_type, wide low, wide high, wide old);
  std::size_t symbols() const { return symbols_.size(); }

  void push(const condition&);
  /// The term has a value. Conditions say so of their terms by themselves.
  void push_defined(term_id t) { push({t, relation::equal, t}); }
  std::size_t size() const { return conditions_.size(); }
  const condition& operator[](std::size_t i) const { return conditions_[i].what; }
  /// Takes back all conditions but the first so many.
  void pop_to(std::size_t size);

  /// Conditions, symbols and terms that came after position() are taken back by return_to().
  struct mark {
    std::size_t conditions;
    term_table::mark terms;
  };
  mark position() const { return {conditions_.size(), terms_.position()}; }
  void return_to(const mark&);

  answer feasible();
  /// That the solver was asked so far.
  std::uint64_t questions() const noexcept { return questions_; }
  /// Whether one more condition could hold. Nothing is kept of it, and the witness stays the same.
  answer feasible_with(const condition&);
  /// The same of a condition and of its opposite.
  struct ways {
    answer yes, no;
  };
  ways feasible_ways(const condition&);
  /// Whether it says nothing new, as far as bounds tell.
  bool follows(const condition&) const;
  nearest_values nearest();
  /// After feasible() said yes: values that satisfy all conditions. Where these are bounds and differences (<=), no
  /// symbol has a smaller value in any others; else they are small where that was found without a search.
  std::vector<std::uint64_t> smallest();
  /// After feasible() said yes: values, one for each symbol, that satisfy all conditions.
  std::span<const std::uint64_t> witness() {
    if (is_closed()) take_least();
    return witness_;
  }
  /// What bounds leave of a symbol; differences too, where all conditions are bounds and differences.
  interval range(symbol_id s) const {
    return is_closed() ? interval{-closure_.most(0, s + 1), closure_.most(s + 1, 0)}
                       : interval{symbols_[s].low, symbols_[s].high};
  }
  /// All conditions are bounds and differences: every value in a range is possible.
  bool is_closed() const { return beyond_closure_ > conditions_.size(); }
  /// Where that is so: the least value of the symbol. All can have theirs at once, for a difference asks nothing more
  /// of it.
  wide least(symbol_id s) const { return -closure_.most(0, s + 1); }
  /// A condition that is plus - minus <= value, symbols counted from 1 and 0 for the number 0; else nothing.
  struct difference {
    std::uint32_t plus, minus;
    wide value;
  };
  std::optional<difference> as_difference(const condition&) const;
  /// With one more difference, which is possible: `minus` becomes so large, and what depends on it.
  struct raised {
    std::uint32_t minus;
    wide least;
  };
  raised raised_by(const difference& d) const { return {d.minus, -closure_.most(0, d.plus) - d.value}; }
  wide least(symbol_id s, const raised& by) const {
    return std::max(least(s), by.least - closure_.most(by.minus, s + 1));
  }
  /// A symbol with all that conditions tie to it, and these conditions if they are simple. Variables are as the
  /// symbols.
  struct tied_symbols {
    std::vector<symbol_id> symbols;
    std::optional<difference_problem> problem;
  };
  tied_symbols tied_to(symbol_id);

 private:
  static constexpr std::uint32_t none = 0xffff'ffff;

  struct symbol_state {
    number_type type;
    wide low, high;  // by all bounds so far that are applied; neither is a hole
    wide old;
    std::uint32_t last_hole = none;  // in holes_
    std::uint32_t last_link = none;  // in links_
  };
  struct condition_state {
    condition what;
    bool simple;                                     // all it says is in constraints_ and in the intervals
    std::size_t constraints, links, trail, closure;  // how many there were before
  };
  /// A comparison of two symbols, or of one with a number: one constraint, or two.
  struct direct_form {
    simple_constraint parts[2];
    std::size_t count = 0;
  };
  /// A condition that is more than bounds on one symbol, in the list of each symbol that it ties.
  struct link {
    symbol_id symbol;
    std::uint32_t condition;
    std::uint32_t older;
  };
  struct hole {
    symbol_id symbol;
    wide value;
    std::uint32_t older;
    bool operator==(const hole& other) const { return symbol == other.symbol && value == other.value; }
  };
  struct hash_hole {
    std::size_t operator()(const hole& h) const;
  };
  /// What to put back: the symbol's interval, or, with low > high, nothing but that its last hole goes.
  struct change {
    symbol_id symbol;
    wide low, high;
  };
  /// Symbols that conditions tie together, and these conditions.
  struct component {
    std::vector<symbol_id> symbols;
    std::vector<std::uint32_t> conditions;
    bool simple = true;
  };

  // bounds.cpp: one symbol
  void bound(symbol_id, wide low, wide high);
  void exclude(symbol_id, wide value);
  void set_interval(symbol_id, wide low, wide high);
  bool is_hole(symbol_id s, wide value) const { return hole_values_.contains({s, value, 0}); }
  bool allows(symbol_id s, wide value) const;
  wide nearest_alone(symbol_id) const;
  void undo(const change&);

  // closed.cpp: bounds and differences alone
  /// Two symbols, or a symbol and 0, and by how much they may lie apart: left and right + apart.
  struct compared {
    std::uint32_t left, right;  // counted from 1
    wide apart;
  };
  std::optional<compared> compared_in(const condition&) const;
  std::optional<difference> difference_in(const condition&) const;
  direct_form direct(const condition&) const;
  answer possible(const direct_form&) const;
  bool add_to_closure(const simple_constraint&);
  void leave_closure();
  void take_least();

  // path_condition.cpp: conditions
  bool push_to_closure(const condition&);
  void apply_all();
  void apply(const simple_constraint&, std::uint32_t condition);
  void tie(symbol_id, std::uint32_t condition);
  void note_witness();
  bool satisfied(const condition_state&, std::span<const std::uint64_t>) const;
  void contradict() {
    if (conflict_ > conditions_.size()) conflict_ = conditions_.size();
  }
  std::span<const link> links_of(const condition_state&) const;
  std::span<const simple_constraint> constraints_of(const condition_state&) const;

  // decide.cpp: several symbols
  component component_of(symbol_id);
  bool move_alone(symbol_id);
  bool settle_by_one(const condition_state&, symbol_id);
  answer decide(const component&);
  solution solve(const component&, goal);
  difference_problem simple_problem(const component&) const;
  solution ask_solver(const component&, goal);
  bool all_fixed(const component&) const;
  bool accept(const component&, const solution&, std::vector<std::uint64_t>& values) const;

  // smallest.cpp
  bool raise(const component&, std::vector<wide>& values) const;
  bool raise_to(symbol_id, wide least, std::vector<wide>& values) const;

  wide witness_of(symbol_id s) const { return value_of(witness_[s], symbols_[s].type); }

  solver* solver_;
  std::uint64_t questions_ = 0;
  term_table terms_;
  std::vector<symbol_state> symbols_;
  std::vector<condition_state> conditions_;
  // Of so many, intervals, constraints and links know. As long as there are bounds and differences alone, few have to.
  std::size_t applied_ = 0;
  std::vector<simple_constraint> constraints_;  // of two symbols
  std::vector<link> links_;
  std::vector<hole> holes_;
  std::unordered_set<hole, hash_hole> hole_values_;
  std::vector<change> trail_;
  std::size_t conflict_ = SIZE_MAX;  // so many conditions cannot all hold
  difference_closure closure_;
  std::size_t beyond_closure_;  // of so many conditions, not all are in it
  std::vector<std::uint64_t> witness_;
  // What the witness need not satisfy yet: conditions in order, each with a symbol whose component is to be decided.
  struct open_condition {
    std::uint32_t condition;
    symbol_id symbol;
  };
  std::vector<open_condition> open_;
  std::vector<std::uint32_t> visited_;  // by symbol: the last walk of component_of that met it
  std::uint32_t walk_ = 0;
};

}  // namespace korat::detail
