// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "symbolic/path_condition.hpp"

#include <algorithm>
#include <cassert>

namespace korat::detail {

term_id path_condition::add_symbol(number_type type, wide low, wide high, wide old) {
  assert(low_of(type) <= low && low <= high && high <= high_of(type) && fits(old, type));
  symbols_.push_back({.type = type, .low = low, .high = high, .old = old});
  witness_.push_back(wrapped(std::clamp(old, low, high), type));
  closure_.add_variable(low, high);
  visited_.push_back(0);
  return terms_.symbol(type);
}

void path_condition::push(const condition& c) {
  const bool was_closed = is_closed();
  if (was_closed && push_to_closure(c)) return;
  apply_all();
  const auto bounds = [this](symbol_id s) { return range(s); };
  const auto simple = simplified(terms_, c, bounds);
  const auto number = static_cast<std::uint32_t>(conditions_.size());
  conditions_.push_back(
      {c, simple.has_value(), constraints_.size(), links_.size(), trail_.size(), closure_.position()});
  applied_ = conditions_.size();
  if (simple) {
    for (const auto& each : *simple) {
      if (is_closed() && !add_to_closure(each)) beyond_closure_ = conditions_.size();
      apply(each, number);
    }
  } else {
    if (is_closed()) beyond_closure_ = conditions_.size();
    for (const auto side : {c.left, c.right})
      for (const auto part : terms_.parts(side))
        if (terms_[part].what == operation::symbol) tie(static_cast<symbol_id>(terms_[part].bits), number);
  }
  if (is_closed()) return;
  if (was_closed) leave_closure();
  note_witness();
}

/// A comparison of two symbols, or of one with a number. False: it is none, or there is no room, and nothing has
/// changed.
bool path_condition::push_to_closure(const condition& c) {
  const auto form = direct(c);
  if (form.count == 0) return false;
  const auto before = closure_.position();
  conditions_.push_back({c, true, constraints_.size(), links_.size(), trail_.size(), before});
  for (std::size_t i = 0; i < form.count; ++i) {
    if (add_to_closure(form.parts[i])) continue;
    closure_.return_to(before);
    conditions_.pop_back();
    return false;
  }
  return true;
}

/// What was left to the closure alone.
void path_condition::apply_all() {
  for (; applied_ < conditions_.size(); ++applied_) {
    auto& c = conditions_[applied_];
    c.constraints = constraints_.size();
    c.links = links_.size();
    c.trail = trail_.size();
    const auto form = direct(c.what);
    for (std::size_t i = 0; i < form.count; ++i) apply(form.parts[i], static_cast<std::uint32_t>(applied_));
  }
}

bool path_condition::follows(const condition& c) const {
  const auto simple = simplified(terms_, c, [this](symbol_id s) { return range(s); });
  return simple && std::ranges::all_of(*simple, [&](const simple_constraint& each) {
           const wide most = each.plus == 0 ? 0 : range(each.plus - 1).high;
           const wide least = each.minus == 0 ? 0 : range(each.minus - 1).low;
           return each.what == simple_constraint::at_most && most - least <= each.value;
         });
}

void path_condition::apply(const simple_constraint& c, std::uint32_t condition) {
  const bool at_most = c.what == simple_constraint::at_most;
  if (c.plus == 0 && c.minus == 0) {
    if (at_most ? c.value < 0 : c.value == 0) contradict();
  } else if (c.minus == 0) {
    const auto s = c.plus - 1;
    if (at_most)
      bound(s, symbols_[s].low, c.value);
    else
      exclude(s, c.value);
  } else if (c.plus == 0) {
    const auto s = c.minus - 1;
    if (at_most)
      bound(s, -c.value, symbols_[s].high);
    else
      exclude(s, -c.value);
  } else {
    constraints_.push_back(c);
    tie(c.plus - 1, condition);
    tie(c.minus - 1, condition);
  }
}

void path_condition::tie(symbol_id s, std::uint32_t condition) {
  auto& newest = symbols_[s].last_link;
  if (newest != none && links_[newest].condition == condition) return;
  links_.push_back({s, condition, newest});
  newest = static_cast<std::uint32_t>(links_.size() - 1);
}

// A symbol that nothing is tied to just gets another value; its lower end is never a hole.
void path_condition::note_witness() {
  if (conflict_ <= conditions_.size()) return;
  const auto& c = conditions_.back();
  const auto number = static_cast<std::uint32_t>(conditions_.size() - 1);
  for (auto i = c.trail; i < trail_.size(); ++i) {
    const auto s = trail_[i].symbol;
    if (allows(s, witness_of(s))) continue;
    if (symbols_[s].last_link == none)
      witness_[s] = wrapped(symbols_[s].low, symbols_[s].type);
    else
      open_.push_back({number, s});
  }
  if (satisfied(c, witness_)) return;
  if (const auto tied = links_of(c); !tied.empty())
    open_.push_back({number, tied.front().symbol});
  else
    contradict();  // constants alone, and they are not so related
}

/// Whether what the condition says of several symbols is so; the intervals say the rest.
bool path_condition::satisfied(const condition_state& c, std::span<const std::uint64_t> values) const {
  if (!c.simple) {
    const auto left = terms_.evaluate(c.what.left, values), right = terms_.evaluate(c.what.right, values);
    const auto type = terms_[c.what.left].type;
    return left && right && holds(value_of(*left, type), c.what.how, value_of(*right, type));
  }
  return std::ranges::all_of(constraints_of(c), [&](const simple_constraint& s) {
    const auto plus = s.plus - 1, minus = s.minus - 1;
    const wide apart = value_of(values[plus], symbols_[plus].type) - value_of(values[minus], symbols_[minus].type);
    return s.what == simple_constraint::at_most ? apart <= s.value : apart != s.value;
  });
}

std::span<const path_condition::link> path_condition::links_of(const condition_state& c) const {
  const auto* const next = &c + 1;
  const auto end = next != conditions_.data() + conditions_.size() ? next->links : links_.size();
  return std::span(links_).subspan(c.links, end - c.links);
}

std::span<const simple_constraint> path_condition::constraints_of(const condition_state& c) const {
  const auto* const next = &c + 1;
  const auto end = next != conditions_.data() + conditions_.size() ? next->constraints : constraints_.size();
  return std::span(constraints_).subspan(c.constraints, end - c.constraints);
}

void path_condition::pop_to(std::size_t size) {
  if (size >= conditions_.size()) return;
  const auto& first = conditions_[size];
  if (size < applied_) {
    for (; trail_.size() > first.trail; trail_.pop_back()) undo(trail_.back());
    for (; links_.size() > first.links; links_.pop_back())
      symbols_[links_.back().symbol].last_link = links_.back().older;
    constraints_.resize(first.constraints);
    applied_ = size;
  }
  closure_.return_to(first.closure);
  conditions_.resize(size);
  if (beyond_closure_ != 0 && beyond_closure_ > size) beyond_closure_ = SIZE_MAX;
  while (!open_.empty() && open_.back().condition >= size) open_.pop_back();
  if (conflict_ > size) conflict_ = SIZE_MAX;
}

void path_condition::return_to(const mark& to) {
  pop_to(to.conditions);
  if (terms_.position() == to.terms) return;
  symbols_.resize(to.terms.symbols);
  witness_.resize(to.terms.symbols);
  visited_.resize(to.terms.symbols);
  closure_.drop_variables(to.terms.symbols);
  terms_.return_to(to.terms);
}

}  // namespace korat::detail
