// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "symbolic/linear.hpp"

#include <utility>

namespace korat::detail {

namespace {

std::optional<difference_form> sum(const difference_form& a, const difference_form& b) {
  difference_form s{.constant = a.constant + b.constant};
  for (const auto plus : {a.plus, b.plus})
    if (plus != 0 && plus != a.minus && plus != b.minus) {
      if (s.plus != 0) return std::nullopt;
      s.plus = plus;
    }
  for (const auto minus : {a.minus, b.minus})
    if (minus != 0 && minus != a.plus && minus != b.plus) {
      if (s.minus != 0) return std::nullopt;
      s.minus = minus;
    }
  return s;
}

difference_form opposite(const difference_form& f) { return {f.minus, f.plus, -f.constant}; }

class simplifier {
 public:
  simplifier(const term_table& terms, const bounds_of_symbols& bounds) : terms_(terms), bounds_(bounds) {}

  std::optional<std::vector<simple_constraint>> run(const condition& c) {
    const auto left = form_of(c.left, most_depth);
    if (!left) return std::nullopt;
    const auto right = form_of(c.right, most_depth);
    if (!right) return std::nullopt;
    const auto difference = sum(*left, opposite(*right));
    if (!difference) return std::nullopt;
    say(*difference, c.how);
    return std::move(found_);
  }

 private:
  static constexpr int most_depth = 32;  // few predicates nest deeper, and this recursion may run on a small stack

  std::optional<difference_form> form_of(term_id id, int depth) {
    const term& t = terms_[id];
    if (t.what == operation::constant) return difference_form{.constant = value_of(t.bits, t.type)};
    if (t.what == operation::symbol) return difference_form{.plus = static_cast<std::uint32_t>(t.bits) + 1};
    if (depth == 0 || (t.what != operation::add && t.what != operation::subtract && t.what != operation::negate &&
                       t.what != operation::convert))
      return std::nullopt;
    const auto left = form_of(t.left, depth - 1);
    if (!left) return std::nullopt;
    if (t.what == operation::convert) return within(*left, t.type) ? left : std::nullopt;
    if (t.what == operation::negate) return fitted(opposite(*left), t.type);
    const auto right = form_of(t.right, depth - 1);
    if (!right) return std::nullopt;
    const auto both = sum(*left, t.what == operation::add ? *right : opposite(*right));
    return both ? fitted(*both, t.type) : std::nullopt;
  }

  interval range_of(std::uint32_t symbol) const { return symbol == 0 ? interval{0, 0} : bounds_(symbol - 1); }
  bool within(const difference_form& f, number_type t) const {
    const auto plus = range_of(f.plus), minus = range_of(f.minus);
    return plus.low - minus.high + f.constant >= low_of(t) && plus.high - minus.low + f.constant <= high_of(t);
  }

  /// A signed result that might overflow must not; an unsigned one that might wrap is no difference.
  std::optional<difference_form> fitted(const difference_form& f, number_type t) {
    if (within(f, t)) return f;
    if (!t.is_signed) return std::nullopt;
    found_.push_back({simple_constraint::at_most, f.plus, f.minus, high_of(t) - f.constant});
    found_.push_back({simple_constraint::at_most, f.minus, f.plus, f.constant - low_of(t)});
    return f;
  }

  /// The form is so related to 0.
  void say(const difference_form& f, relation how) {
    const auto at_most = [&](const difference_form& g, wide value) {
      found_.push_back({simple_constraint::at_most, g.plus, g.minus, value - g.constant});
    };
    switch (how) {
      case relation::equal: at_most(f, 0), at_most(opposite(f), 0); break;
      case relation::unequal: found_.push_back({simple_constraint::unlike, f.plus, f.minus, -f.constant}); break;
      case relation::less: at_most(f, -1); break;
      case relation::less_or_equal: at_most(f, 0); break;
      case relation::greater: at_most(opposite(f), -1); break;
      case relation::greater_or_equal: at_most(opposite(f), 0); break;
    }
  }

  const term_table& terms_;
  const bounds_of_symbols& bounds_;
  std::vector<simple_constraint> found_;
};

}  // namespace

std::optional<std::vector<simple_constraint>> simplified(const term_table& terms, const condition& c,
                                                         const bounds_of_symbols& bounds) {
  return simplifier(terms, bounds).run(c);
}

}  // namespace korat::detail
