// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/symbols.hpp"

#include <algorithm>

#include "korat/detail/decide.hpp"
#include "undo/heap.hpp"

namespace korat::detail {

namespace {

/// The predicate calls us with its own heap in charge.
class our_own_heap {
 public:
  our_own_heap() noexcept : before_(std::exchange(current_heap, nullptr)) {}
  ~our_own_heap() { current_heap = before_; }
  our_own_heap(const our_own_heap&) = delete;
  our_own_heap& operator=(const our_own_heap&) = delete;

 private:
  heap* before_;
};

}  // namespace

number_type repair_symbols::type_of_cell(const value_source& source) {
  return {static_cast<std::uint8_t>(8 * source.width), source.integer == value_source::number::is_signed};
}

void repair_symbols::open(std::uint32_t cell, wide low, wide high, wide old) {
  if (is_open(cell)) return;
  open_[cell] = path_.add_symbol(type_of_cell(space_.domain(cell).source), low, high, old);
  cells_.push_back(cell);
}

void repair_symbols::forget_from(std::uint32_t depth) {
  while (!depths_.empty() && depths_.back() >= depth) depths_.pop_back();
  path_.pop_to(depths_.size());
}

void repair_symbols::record(const condition& c) {
  path_.push(c);
  depths_.push_back(*depth_);
}

std::vector<std::uint64_t> repair_symbols::values_now() const {
  std::vector<std::uint64_t> values;
  for (const auto cell : cells_) {
    const auto type = type_of_cell(space_.domain(cell).source);
    values.push_back(wrapped(static_cast<wide>(space_.bits_in_memory(cell)), type));
  }
  return values;
}

std::uint32_t repair_symbols::term_of(const void* address) {
  const auto found = open_.find(space_.cell_at(address));
  return found == open_.end() ? 0 : found->second;
}

bool repair_symbols::decide(operand left, relation how, operand right, number_type type) {
  const our_own_heap ours;
  const auto a = term(left, type), b = term(right, type);
  const auto values = values_now();
  const auto x = path_.terms().evaluate(a, values), y = path_.terms().evaluate(b, values);
  const bool answer = x && y && holds(value_of(*x, type), how, value_of(*y, type));
  record({a, answer ? how : negated(how), b});
  return answer;
}

std::uint32_t repair_symbols::operate(operation what, operand left, operand right, number_type to, number_type other) {
  const our_own_heap ours;
  if (what == operation::convert) return path_.terms().convert(left.term, to);
  const bool shifts = what == operation::shift_left || what == operation::shift_right;
  const auto made = is_unary(what) ? path_.terms().make(what, left.term)
                                   : path_.terms().make(what, term(left, to), term(right, shifts ? other : to));
  record({made, relation::equal, made});  // it has a value
  return made;
}

std::uint64_t repair_symbols::fix(std::uint32_t t) {
  const our_own_heap ours;
  const auto type = path_.terms()[t].type;
  const auto now = path_.terms().evaluate(t, values_now()).value_or(0);
  record({t, relation::equal, path_.terms().constant(now, type)});
  return now;
}

std::uint64_t repair_symbols::fix_at(const void* address) { return fix(term_of(address)); }

std::vector<repair_symbols::proposal> repair_symbols::proposals(std::size_t most) {
  constexpr std::size_t furthest_back = 64;
  std::vector<proposal> found;
  std::vector<condition> taken;  // the last one first
  const auto now = values_now();
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
      if (other.bits[i] != now[i]) p.values.emplace_back(cells_[i], other.bits[i]);
    const auto same = [&](const proposal& q) { return q.values == p.values; };
    if (!p.values.empty() && std::ranges::none_of(found, same)) found.push_back(std::move(p));
  }
  for (auto c = taken.rbegin(); c != taken.rend(); ++c) path_.push(*c);
  return found;
}

}  // namespace korat::detail
