// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A path condition of bounds and differences alone.

#include "symbolic/path_condition.hpp"

namespace korat::detail {

/// None: it is something else, or may be in disguise.
path_condition::direct_form path_condition::direct(const condition& c) const {
  struct side {
    std::uint32_t symbol;
    wide constant;
  };  // symbol: counted from 1
  const auto side_of = [&](term_id t, side& s) {
    const auto& made = terms_[t];
    if (made.what == operation::symbol)
      s = {static_cast<std::uint32_t>(made.bits) + 1, 0};
    else if (made.what == operation::constant)
      s = {0, value_of(made.bits, made.type)};
    return made.what == operation::symbol || made.what == operation::constant;
  };
  side left{}, right{};
  if (!side_of(c.left, left) || !side_of(c.right, right) || left.symbol == right.symbol) return {};
  const wide apart = right.constant - left.constant;
  const auto at_most = [](const side& a, const side& b, wide value) {
    return simple_constraint{simple_constraint::at_most, a.symbol, b.symbol, value};
  };
  switch (c.how) {
    case relation::less: return {{at_most(left, right, apart - 1)}, 1};
    case relation::less_or_equal: return {{at_most(left, right, apart)}, 1};
    case relation::greater: return {{at_most(right, left, -apart - 1)}, 1};
    case relation::greater_or_equal: return {{at_most(right, left, -apart)}, 1};
    case relation::equal: return {{at_most(left, right, apart), at_most(right, left, -apart)}, 2};
    default: return {{{simple_constraint::unlike, left.symbol, right.symbol, apart}}, 1};
  }
}

std::optional<path_condition::difference> path_condition::as_difference(const condition& c) const {
  const auto form = is_closed() ? direct(c) : direct_form();
  if (form.count != 1 || form.parts[0].what != simple_constraint::at_most) return std::nullopt;
  return difference{form.parts[0].plus, form.parts[0].minus, form.parts[0].value};
}

/// Of two constraints that are one equation, each alone is possible if and only if both are.
answer path_condition::possible(const direct_form& form) const {
  for (std::size_t i = 0; i < form.count; ++i) {
    const auto& c = form.parts[i];
    const bool so = c.what == simple_constraint::at_most
                        ? closure_.allows(c.plus, c.minus, c.value)
                        : closure_.most(c.plus, c.minus) != c.value || closure_.most(c.minus, c.plus) != -c.value;
    if (!so) return answer::no;
  }
  return answer::yes;
}

/// False: it cannot say that.
bool path_condition::add_to_closure(const simple_constraint& c) {
  if (c.what == simple_constraint::unlike)
    return closure_.most(c.plus, c.minus) < c.value || closure_.most(c.minus, c.plus) < -c.value;
  if (!closure_.allows(c.plus, c.minus, c.value)) return contradict(), true;
  return closure_.add(c.plus, c.minus, c.value);
}

/// The last condition is the first that is not all in it.
void path_condition::leave_closure() {
  take_least();
  open_.clear();
}

void path_condition::take_least() {
  for (symbol_id s = 0; s < symbols_.size(); ++s) witness_[s] = wrapped(least(s), symbols_[s].type);
}

}  // namespace korat::detail
