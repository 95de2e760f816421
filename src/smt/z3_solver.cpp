// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "smt/z3_solver.hpp"

#include <z3++.h>

#include <algorithm>
#include <unordered_map>

namespace korat::detail {

namespace {

/// Terms as bit-vectors, and of each the condition that it is defined.
class translation {
 public:
  translation(z3::context& z3, const term_table& terms, z3::solver& to) : z3_(z3), terms_(terms), solver_(to) {}

  /// Operands come first in 'parts', so there is no recursion however deep a term is.
  z3::expr operator()(term_id whole) {
    for (const auto id : terms_.parts(whole))
      if (!made_.contains(id)) made_.emplace(id, make(terms_[id], id));
    return made_.at(whole);
  }
  z3::expr number(wide value, number_type t) {
    return z3_.bv_val(static_cast<std::uint64_t>(value) & (~std::uint64_t{0} >> (64 - t.bits)), t.bits);
  }
  z3::expr related(const z3::expr& a, relation how, const z3::expr& b, number_type t) {
    switch (how) {
      case relation::equal: return a == b;
      case relation::unequal: return a != b;
      case relation::less: return t.is_signed ? a < b : z3::ult(a, b);
      case relation::less_or_equal: return t.is_signed ? a <= b : z3::ule(a, b);
      case relation::greater: return t.is_signed ? a > b : z3::ugt(a, b);
      default: return t.is_signed ? a >= b : z3::uge(a, b);
    }
  }

 private:
  z3::expr make(const term& t, term_id id) {
    if (t.what == operation::constant) return number(static_cast<wide>(t.bits), t.type);
    if (t.what == operation::symbol)
      return z3_.constant(z3_.int_symbol(static_cast<int>(id)), z3_.bv_sort(t.type.bits));
    const z3::expr left = made_.at(t.left);
    switch (t.what) {
      case operation::negate:
        if (t.type.is_signed) require(left != number(low_of(t.type), t.type));
        return -left;
      case operation::complement: return ~left;
      case operation::convert: return converted(left, terms_[t.left].type, t.type);
      default: return binary(t, left, made_.at(t.right));
    }
  }

  z3::expr binary(const term& t, const z3::expr& a, const z3::expr& b) {
    const bool is_signed = t.type.is_signed;
    switch (t.what) {
      case operation::add:
        if (is_signed) require(z3::bvadd_no_overflow(a, b, true) && z3::bvadd_no_underflow(a, b));
        return a + b;
      case operation::subtract:
        if (is_signed) require(z3::bvsub_no_overflow(a, b) && z3::bvsub_no_underflow(a, b, true));
        return a - b;
      case operation::multiply:
        if (is_signed) require(z3::bvmul_no_overflow(a, b, true) && z3::bvmul_no_underflow(a, b));
        return a * b;
      case operation::divide: require_quotient(a, b, t.type); return is_signed ? a / b : z3::udiv(a, b);
      case operation::remainder: require_quotient(a, b, t.type); return is_signed ? z3::srem(a, b) : z3::urem(a, b);
      case operation::bit_and: return a & b;
      case operation::bit_or: return a | b;
      case operation::bit_xor: return a ^ b;
      default: return shifted(t, a, b);
    }
  }
  void require_quotient(const z3::expr& a, const z3::expr& b, number_type t) {
    require(b != number(0, t));
    if (t.is_signed) require(a != number(low_of(t), t) || b != number(-1, t));
  }
  z3::expr shifted(const term& t, const z3::expr& a, const z3::expr& b) {
    const auto amount = terms_[t.right].type;
    // A narrow type cannot even name a shift that is too long for a wide one.
    if (high_of(amount) >= t.type.bits)
      require(z3::ult(b, number(t.type.bits, amount)));
    else if (amount.is_signed)
      require(b >= number(0, amount));
    const auto n = converted(b, {amount.bits, false}, {t.type.bits, false});
    if (t.what == operation::shift_left) return z3::shl(a, n);
    return t.type.is_signed ? z3::ashr(a, n) : z3::lshr(a, n);
  }
  z3::expr converted(const z3::expr& a, number_type from, number_type to) {
    if (to.bits == 1) return z3::ite(a == number(0, from), number(0, to), number(1, to));
    if (to.bits < from.bits) return a.extract(to.bits - 1, 0);
    const unsigned more = static_cast<unsigned>(to.bits - from.bits);
    return from.is_signed ? z3::sext(a, more) : z3::zext(a, more);
  }
  void require(const z3::expr& e) { solver_.add(e); }

  z3::context& z3_;
  const term_table& terms_;
  z3::solver& solver_;
  std::unordered_map<term_id, z3::expr> made_;
};

/// One problem, put to Z3.
class question {
 public:
  question(z3::context& z3, const solver_problem& problem, const z3_options& options,
           std::chrono::steady_clock::time_point deadline)
      : problem_(problem), deadline_(deadline), z3_(z3), solver_(z3), translate_(z3, problem.terms, solver_) {
    z3::params limits(z3_);
    limits.set("rlimit", options.effort);
    solver_.set(limits);
    for (const auto& v : problem.variables) {
      const auto type = type_of(v);
      const auto x = translate_(problem.terms.term_of(v.symbol));
      variables_.push_back(x);
      solver_.add(translate_.related(x, relation::greater_or_equal, translate_.number(v.low, type), type));
      solver_.add(translate_.related(x, relation::less_or_equal, translate_.number(v.high, type), type));
    }
    for (const auto& c : problem.conditions)
      solver_.add(translate_.related(translate_(c.left), c.how, translate_(c.right), problem.terms[c.left].type));
  }

  solution any() {
    ask();
    return std::move(result_);
  }

  /// Fewest changes by counting up, for few are enough as a rule; then the least sum of distances by halving.
  solution nearest() {
    if (ask() != answer::yes) return std::move(result_);
    result_.smallest = least_changes() && least_sum();
    return std::move(result_);
  }

 private:
  number_type type_of(const solver_problem::variable& v) const {
    return problem_.terms[problem_.terms.term_of(v.symbol)].type;
  }

  /// A yes replaces the values; a later no or unknown leaves the last ones.
  answer ask() {
    if (std::chrono::steady_clock::now() >= deadline_) return note(answer::unknown);
    const auto verdict = solver_.check();
    if (verdict == z3::unsat) return note(answer::no);
    if (verdict != z3::sat) return note(answer::unknown);
    const auto model = solver_.get_model();
    result_.values.clear();
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      const auto type = type_of(problem_.variables[i]);
      const auto bits = model.eval(variables_[i], true).get_numeral_uint64();
      result_.values.push_back(value_of(wrapped(static_cast<wide>(bits), type), type));
    }
    result_.feasible = answer::yes;
    return answer::yes;
  }
  answer note(answer a) {
    if (result_.feasible != answer::yes) result_.feasible = a;
    return a;
  }

  bool least_changes() {
    z3::expr_vector changed(z3_);
    for (std::size_t i = 0; i < variables_.size(); ++i)
      changed.push_back(variables_[i] != translate_.number(problem_.variables[i].old, type_of(problem_.variables[i])));
    for (unsigned most = 0; most < variables_.size(); ++most) {
      solver_.push();
      solver_.add(z3::atmost(changed, most));
      const auto verdict = ask();
      if (verdict == answer::yes) return true;  // what was added stays
      solver_.pop();
      if (verdict == answer::unknown) return false;
    }
    return true;
  }

  /// Distances of 64 bits, and sums of many: in 96 bits none overflows.
  static constexpr unsigned sum_bits = 96;

  z3::expr widened(std::size_t i) {
    const auto type = type_of(problem_.variables[i]);
    const unsigned more = sum_bits - type.bits;
    return type.is_signed ? z3::sext(variables_[i], more) : z3::zext(variables_[i], more);
  }
  z3::expr sum_number(wide value) {
    const auto high = static_cast<std::uint64_t>(value >> 64), low = static_cast<std::uint64_t>(value);
    return z3::concat(z3_.bv_val(high & 0xffff'ffff, sum_bits - 64), z3_.bv_val(low, 64));
  }
  z3::expr sum_of_distances() {
    z3::expr sum = sum_number(0);
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      const z3::expr x = widened(i), old = sum_number(problem_.variables[i].old);
      sum = sum + z3::ite(x >= old, x - old, old - x);
    }
    return sum;
  }
  wide distance_found() const {
    wide sum = 0;
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      const wide moved = result_.values[i] - problem_.variables[i].old;
      sum += moved < 0 ? -moved : moved;
    }
    return sum;
  }
  bool least_sum() {
    const auto sum = sum_of_distances();
    wide low = 0;  // no sum is less
    for (wide high = distance_found(); low < high; high = distance_found()) {
      const wide middle = low + (high - low) / 2;
      solver_.push();
      solver_.add(z3::ule(sum, sum_number(middle)));
      const auto verdict = ask();
      solver_.pop();
      if (verdict == answer::unknown) return false;
      if (verdict == answer::no) low = middle + 1;
    }
    return true;
  }

  const solver_problem& problem_;
  const std::chrono::steady_clock::time_point deadline_;
  z3::context& z3_;
  z3::solver solver_;
  translation translate_;
  std::vector<z3::expr> variables_;
  solution result_;
};

class z3_solver : public solver {
 public:
  explicit z3_solver(const z3_options& options) : options_(options) {}
  solution solve(const solver_problem& problem, goal wanted) override {
    try {
      question q(z3_, problem, options_, deadline_);
      return wanted == goal::any ? q.any() : q.nearest();
    } catch (const z3::exception&) {
      return {};
    }
  }

 private:
  const z3_options options_;
  z3::context z3_;  // kept, because making one takes longer than most questions
};

}  // namespace

std::unique_ptr<solver> make_z3_solver(const z3_options& options) { return std::make_unique<z3_solver>(options); }

}  // namespace korat::detail
