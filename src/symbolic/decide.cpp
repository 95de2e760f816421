// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Several symbols of a path condition that conditions tie together.

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "symbolic/path_condition.hpp"

namespace korat::detail {

answer path_condition::feasible() {
  if (conflict_ <= conditions_.size()) return answer::no;
  if (is_closed()) return answer::yes;
  for (const auto& open : open_) {
    const auto& c = conditions_[open.condition];
    if (settle_by_one(c, open.symbol)) continue;
    const auto verdict = decide(component_of(open.symbol));
    if (verdict == answer::no) contradict();
    if (verdict != answer::yes) return verdict;
  }
  open_.clear();
  return answer::yes;
}

answer path_condition::feasible_with(const condition& c) {
  if (is_closed() && conflict_ > conditions_.size())
    if (const auto form = direct(c); form.count != 0) return possible(form);
  const auto before = conditions_.size();
  const auto witness = witness_;
  const auto open = open_;
  push(c);
  const auto verdict = feasible();
  pop_to(before);
  witness_ = witness;
  open_ = open;
  return verdict;
}

// What a search asks about nearly every comparison: one difference, of which either it or its opposite is possible, or
// both.
path_condition::ways path_condition::feasible_ways(const condition& c) {
  if (is_closed() && conflict_ > conditions_.size())
    if (const auto d = as_difference(c)) {
      const auto answered = [](bool possible) { return possible ? answer::yes : answer::no; };
      return {answered(closure_.allows(d->plus, d->minus, d->value)),
              answered(closure_.allows(d->minus, d->plus, -d->value - 1))};
    }
  const auto yes = feasible_with(c);
  return {yes, feasible_with({c.left, negated(c.how), c.right})};
}

nearest_values path_condition::nearest() {
  nearest_values result{.feasible = feasible(), .smallest = true};
  if (result.feasible != answer::yes) return {.feasible = result.feasible};
  apply_all();
  result.bits = witness_;
  std::vector<bool> done(symbols_.size());
  for (symbol_id s = 0; s < symbols_.size(); ++s) {
    if (done[s]) continue;
    if (symbols_[s].last_link == none) {
      result.bits[s] = wrapped(nearest_alone(s), symbols_[s].type);
      continue;
    }
    const auto tied = component_of(s);
    for (const auto each : tied.symbols) done[each] = true;
    const auto found = solve(tied, goal::nearest);
    result.smallest &= accept(tied, found, result.bits) && found.smallest;  // else the witness serves
  }
  return result;
}

path_condition::component path_condition::component_of(symbol_id start) {
  component found;
  ++walk_;
  visited_[start] = walk_;
  found.symbols.push_back(start);
  for (std::size_t i = 0; i < found.symbols.size(); ++i)
    for (auto at = symbols_[found.symbols[i]].last_link; at != none; at = links_[at].older) {
      found.conditions.push_back(links_[at].condition);
      for (const auto& l : links_of(conditions_[links_[at].condition])) {
        if (visited_[l.symbol] != walk_) found.symbols.push_back(l.symbol);
        visited_[l.symbol] = walk_;
      }
    }
  std::ranges::sort(found.symbols);
  std::ranges::sort(found.conditions);
  found.conditions.erase(std::unique(found.conditions.begin(), found.conditions.end()), found.conditions.end());
  found.simple = std::ranges::all_of(found.conditions, [&](auto number) { return conditions_[number].simple; });
  return found;
}

/// Most open conditions are settled by another value for one symbol, in time that does not depend on how many are tied.
bool path_condition::settle_by_one(const condition_state& c, symbol_id first) {
  const auto settled = [&] { return allows(first, witness_of(first)) && satisfied(c, witness_); };
  if (settled() || (move_alone(first) && settled())) return true;
  for (const auto& l : links_of(c))
    if (l.symbol != first && move_alone(l.symbol) && settled()) return true;
  return false;
}

/// Gives one symbol of the witness a value that satisfies all its conditions, if there is one among the others' values.
bool path_condition::move_alone(symbol_id s) {
  auto [low, high] = range(s);
  std::vector<wide> excluded;
  for (auto at = symbols_[s].last_link; at != none; at = links_[at].older) {
    const auto& c = conditions_[links_[at].condition];
    if (!c.simple) return false;
    for (const auto& each : constraints_of(c)) {
      const bool plus = each.plus == s + 1;
      if (!plus && each.minus != s + 1) continue;
      const wide limit = plus ? witness_of(each.minus - 1) + each.value : witness_of(each.plus - 1) - each.value;
      if (each.what == simple_constraint::unlike)
        excluded.push_back(limit);
      else if (plus)
        high = std::min(high, limit);
      else
        low = std::max(low, limit);
    }
  }
  if (low > high) return false;
  const auto tries = static_cast<wide>(excluded.size() + symbols_.size() + 1);
  const wide start = std::clamp(witness_of(s), low, high);
  for (wide value = start; value <= high && value - start < tries; ++value)
    if (allows(s, value) && std::ranges::find(excluded, value) == excluded.end()) {
      witness_[s] = wrapped(value, symbols_[s].type);
      return true;
    }
  return false;
}

answer path_condition::decide(const component& tied) {
  const auto found = solve(tied, goal::any);
  if (found.feasible != answer::yes) return found.feasible;
  return accept(tied, found, witness_) ? answer::yes : answer::unknown;
}

/// Without the conditions that are not simple, more values are allowed. If none are, or the nearest of them satisfy the
/// others too, there is nothing to ask.
solution path_condition::solve(const component& tied, goal wanted) {
  auto found = korat::detail::solve(simple_problem(tied), wanted);
  if (found.feasible == answer::no) return found;
  if (found.feasible == answer::yes) {
    if (tied.simple) return found;
    auto values = witness_;
    if (accept(tied, found, values)) return found;
    if (all_fixed(tied)) return {.feasible = answer::no};
  }
  return solver_ != nullptr ? ask_solver(tied, wanted) : solution{};
}

path_condition::tied_symbols path_condition::tied_to(symbol_id s) {
  apply_all();
  auto tied = component_of(s);
  auto problem = tied.simple ? std::optional(simple_problem(tied)) : std::nullopt;
  return {std::move(tied.symbols), std::move(problem)};
}

/// Of the conditions that are simple.
difference_problem path_condition::simple_problem(const component& tied) const {
  difference_problem problem;
  std::unordered_map<std::uint32_t, std::uint32_t> node;  // both counted from 1
  for (const auto s : tied.symbols) {
    const auto& x = symbols_[s];
    problem.variables.push_back({x.low, x.high, x.old});
    const auto number = static_cast<std::uint32_t>(problem.variables.size());
    node[s + 1] = number;
    for (auto at = x.last_hole; at != none; at = holes_[at].older)
      problem.gaps.push_back({number, 0, holes_[at].value});
  }
  for (const auto number : tied.conditions)
    for (const auto& c : constraints_of(conditions_[number])) {
      if (c.what == simple_constraint::at_most)
        problem.differences.push_back({node[c.plus], node[c.minus], c.value});
      else
        problem.gaps.push_back({node[c.plus], node[c.minus], c.value});
    }
  return problem;
}

solution path_condition::ask_solver(const component& tied, goal wanted) {
  const auto before = terms_.position();
  solver_problem problem{terms_, {}, {}};
  for (const auto s : tied.symbols) {
    const auto& x = symbols_[s];
    problem.variables.push_back({s, x.low, x.high, x.old});
    for (auto at = x.last_hole; at != none; at = holes_[at].older)
      problem.conditions.push_back(
          {terms_.term_of(s), relation::unequal, terms_.constant(wrapped(holes_[at].value, x.type), x.type)});
  }
  for (const auto number : tied.conditions) problem.conditions.push_back(conditions_[number].what);
  ++questions_;
  auto found = solver_->solve(problem, wanted);
  terms_.return_to(before);
  return found;
}

/// There is one value for each of them.
bool path_condition::all_fixed(const component& tied) const {
  return std::ranges::all_of(tied.symbols, [&](auto s) { return symbols_[s].low == symbols_[s].high; });
}

/// Puts the values found into `values` if they do satisfy all that ties these symbols.
bool path_condition::accept(const component& tied, const solution& found, std::vector<std::uint64_t>& values) const {
  if (found.feasible != answer::yes) return false;
  auto tried = values;
  for (std::size_t i = 0; i < tied.symbols.size(); ++i) {
    const auto s = tied.symbols[i];
    if (!allows(s, found.values[i])) return false;
    tried[s] = wrapped(found.values[i], symbols_[s].type);
  }
  if (!std::ranges::all_of(tied.conditions, [&](auto number) { return satisfied(conditions_[number], tried); }))
    return false;
  values = std::move(tried);
  return true;
}

}  // namespace korat::detail
