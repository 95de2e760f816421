// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A path condition of bounds and differences alone.

#include "symbolic/path_condition.hpp"

namespace korat::detail {

/// Nothing: it is something else, or may be in disguise.
inline std::optional<path_condition::compared> path_condition::compared_in(const condition& c) const {
  const auto &left = terms_[c.left], &right = terms_[c.right];
  const auto is_simple = [](const term& t) { return t.what == operation::symbol || t.what == operation::constant; };
  if (!is_simple(left) || !is_simple(right)) return std::nullopt;
  const auto symbol = [](const term& t) {
    return t.what == operation::symbol ? static_cast<std::uint32_t>(t.bits) + 1 : 0;
  };
  const auto constant = [](const term& t) { return t.what == operation::symbol ? 0 : value_of(t.bits, t.type); };
  const compared found{symbol(left), symbol(right), constant(right) - constant(left)};
  return found.left != found.right ? std::optional(found) : std::nullopt;
}

inline std::optional<path_condition::difference> path_condition::difference_in(const condition& c) const {
  const auto of = compared_in(c);
  if (!of) return std::nullopt;
  switch (c.how) {
    case relation::less: return difference{of->left, of->right, of->apart - 1};
    case relation::less_or_equal: return difference{of->left, of->right, of->apart};
    case relation::greater: return difference{of->right, of->left, -of->apart - 1};
    case relation::greater_or_equal: return difference{of->right, of->left, -of->apart};
    default: return std::nullopt;
  }
}

std::optional<path_condition::difference> path_condition::as_difference(const condition& c) const {
  return is_closed() ? difference_in(c) : std::nullopt;
}

path_condition::direct_form path_condition::direct(const condition& c) const {
  const auto at_most = [](std::uint32_t plus, std::uint32_t minus, wide value) {
    return simple_constraint{simple_constraint::at_most, plus, minus, value};
  };
  if (const auto d = difference_in(c)) return {{at_most(d->plus, d->minus, d->value)}, 1};
  const auto of = compared_in(c);
  if (!of) return {};
  if (c.how == relation::equal)
    return {{at_most(of->left, of->right, of->apart), at_most(of->right, of->left, -of->apart)}, 2};
  return {{{simple_constraint::unlike, of->left, of->right, of->apart}}, 1};
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
