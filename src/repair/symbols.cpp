// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/symbols.hpp"

#include <algorithm>

#include "korat/detail/decide.hpp"
#include "undo/heap.hpp"

namespace korat::detail {

number_type repair_symbols::type_of_cell(const value_source& source) {
  return {static_cast<std::uint8_t>(8 * source.width), source.integer == value_source::number::is_signed};
}

void repair_symbols::open(std::uint32_t cell, wide low, wide high, wide old) {
  if (is_open(cell)) return;
  compared_.erase(cell);
  needed_.erase(cell);
  auto& k = known_[cell];
  if (k.term == 0) {
    k = {path_.add_symbol(type_of_cell(space_.domain(cell).source), low, high, old), old};
    cells_.push_back(cell);
  }
  open_[cell] = k.term;
}

void repair_symbols::clear() {
  open_.clear();
  known_.clear();
  cells_.clear();
  depths_.clear();
  fixed_.clear();
  path_ = path_condition(solver_);
}

void repair_symbols::forget_from(std::uint32_t depth) {
  auto kept = depths_.size();
  while (kept > 0 && depths_[kept - 1] >= depth) --kept;
  forget_all_but(kept);
}

void repair_symbols::forget_all_but(std::size_t conditions) {
  depths_.resize(conditions);
  fixed_.resize(conditions);
  path_.pop_to(conditions);
}

void repair_symbols::record(const condition& c, bool fixed) {
  path_.push(c);
  depths_.push_back(*depth_);
  fixed_.push_back(fixed);
}

std::uint64_t repair_symbols::value_now(std::uint32_t cell) const {
  return wrapped(static_cast<wide>(space_.bits_in_memory(cell)), type_of_cell(space_.domain(cell).source));
}

/// Of the many fields that are open a term has few.
std::optional<std::uint64_t> repair_symbols::evaluate(std::uint32_t whole) {
  values_.resize(cells_.size());
  const auto& terms = path_.terms();
  for (const auto part : terms.parts(whole))
    if (terms[part].what == operation::symbol) values_[terms[part].bits] = value_now(cells_[terms[part].bits]);
  return terms.evaluate(whole, values_);
}

std::uint32_t repair_symbols::term_of(const void* address) {
  const not_for_predicate ours;
  const auto found = open_.find(space_.cell_at(address));
  if (found == open_.end()) return 0;
  compared_.insert(found->first);
  return found->second;
}

bool repair_symbols::decide(operand left, relation how, operand right, number_type type) {
  const not_for_predicate ours;
  const auto a = term(left, type), b = term(right, type);
  const auto x = evaluate(a), y = evaluate(b);
  const bool answer = x && y && holds(value_of(*x, type), how, value_of(*y, type));
  record({a, answer ? how : negated(how), b});
  return answer;
}

std::uint32_t repair_symbols::operate(operation what, operand left, operand right, number_type to, number_type other) {
  const not_for_predicate ours;
  const auto made = detail::term_of(path_.terms(), what, left, right, to, other);
  if (what == operation::convert) return made;
  record({made, relation::equal, made});  // it has a value
  return made;
}

std::uint64_t repair_symbols::fix(std::uint32_t t) {
  const not_for_predicate ours;
  const auto type = path_.terms()[t].type;
  const auto now = evaluate(t).value_or(0);
  record({t, relation::equal, path_.terms().constant(now, type)}, true);
  for (const auto part : path_.terms().parts(t))
    if (path_.terms()[part].what == operation::symbol) needed_.insert(cells_[path_.terms()[part].bits]);
  return now;
}

std::uint64_t repair_symbols::fix_at(const void* address) { return fix(term_of(address)); }

std::uint32_t repair_symbols::plain_term_of(const void* address, std::size_t size) {
  const not_for_predicate ours;
  const auto cell = space_.cell_at(address);
  const auto found = open_.find(cell);
  if (found == open_.end() || space_.cells()[cell].address != address || space_.cells()[cell].width != size) return 0;
  needed_.insert(cell);
  return found->second;
}

void repair_symbols::plain_compared(operand left, relation how, operand right, number_type type) {
  const not_for_predicate ours;
  auto& terms = path_.terms();
  const auto some = terms[left.term != 0 ? left.term : right.term].type;
  const bool takes_its_sign = (how == relation::equal || how == relation::unequal) && some.bits == type.bits;
  const auto as = takes_its_sign ? some : type;
  for (auto* const one : {&left, &right}) {
    if (one->term != 0)
      one->term = terms.convert(one->term, as);
    else
      one->bits = wrapped(value_of(one->bits, type), as);
  }
  decide(left, how, right, as);
}

repair_symbols::found_values repair_symbols::other_values(std::size_t conditions, bool opposite_of_next,
                                                          const std::vector<std::uint32_t>& fields) {
  if (opposite_of_next) {
    const auto next = path_[conditions];
    forget_all_but(conditions);
    path_.push({next.left, negated(next.how), next.right});
  } else
    forget_all_but(conditions);
  for (const auto cell : fields) {
    const auto& k = known_.at(cell);
    path_.push({k.term, relation::unequal,
                path_.terms().constant(static_cast<std::uint64_t>(k.old), path_.terms()[k.term].type)});
  }
  const auto nearest = path_.nearest();
  path_.pop_to(conditions);
  found_values result{nearest.feasible, {}};
  if (nearest.feasible != answer::yes) return result;
  for (const auto cell : fields) {
    const auto number = static_cast<std::size_t>(std::ranges::find(cells_, cell) - cells_.begin());
    result.bits.push_back(nearest.bits[number]);
  }
  return result;
}

std::vector<std::int64_t> repair_symbols::differences(std::size_t comparisons) {
  std::vector<std::int64_t> found;
  for (auto i = path_.size(); i-- > 0 && comparisons > 0;) {
    if (!is_question(i)) continue;
    --comparisons;
    const auto left = evaluate(path_[i].left), right = evaluate(path_[i].right);
    const auto type = path_.terms()[path_[i].left].type;
    const auto way = left && right ? value_of(*right, type) - value_of(*left, type) : 0;
    if (way != 0 && fits(way, {64, true})) found.push_back(static_cast<std::int64_t>(way));
  }
  return found;
}

std::vector<repair_symbols::proposal> repair_symbols::proposals(std::size_t most) {
  constexpr std::size_t furthest_back = 64;
  std::vector<proposal> found;
  std::vector<condition> taken;  // the last one first
  while (path_.size() > 0 && taken.size() < furthest_back && found.size() < most) {
    const auto last = path_[path_.size() - 1];
    path_.pop_to(path_.size() - 1);
    taken.push_back(last);
    if (last.left == last.right) continue;
    const auto before = path_.size();
    path_.push({last.left, negated(last.how), last.right});
    const auto other = path_.nearest();
    path_.pop_to(before);
    if (other.feasible != answer::yes) continue;
    proposal p;
    for (std::size_t i = 0; i < cells_.size(); ++i)
      if (other.bits[i] != value_now(cells_[i])) p.values.emplace_back(cells_[i], other.bits[i]);
    const auto same = [&](const proposal& q) { return q.values == p.values; };
    if (!p.values.empty() && std::ranges::none_of(found, same)) found.push_back(std::move(p));
  }
  for (auto c = taken.rbegin(); c != taken.rend(); ++c) path_.push(*c);
  return found;
}

}  // namespace korat::detail
