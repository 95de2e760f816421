// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <utility>

#include "repair/rules/increasing.hpp"
#include "repair/rules/sorted_structure.hpp"
#include "repair/symbols.hpp"

namespace korat::detail {

// What the root holds stays where it is. The others, the largest first, come where a search for their keys among all
// others would end.
void sorted_structure::place_parts() {
  std::ranges::stable_sort(parts_, std::greater{}, [](const part& p) { return p.in_order.size(); });
  const auto is_held = [&](const part& p) { return claim_[p.top] != nobody; };
  const auto held = std::ranges::find_if(parts_, is_held);
  if (std::ranges::count_if(parts_, is_held) == 1 && lies_within(*held, parts_.front()))
    lead(std::exchange(claim_[held->top], nobody), parts_.front().top);  // the root leads to the middle of a tree
  for (const auto& p : parts_) {
    for (const auto o : p.in_order) hanging_.unite(o, p.top);
    is_held_ = is_held_ || is_held(p);
    if (is_held(p) || p.in_order.size() > 1) speak(p);
  }
  for (const auto& p : parts_) {
    if (is_held(p)) continue;
    if (p.in_order.size() == 1 && height_.empty() && held != parts_.end()) measure(held->top);
    if (place(p)) speak(p);
  }
  for (const auto cell : wrong_)
    if (!placed_.contains(cell)) placed_[cell] = nobody;
}

bool sorted_structure::lies_within(const part& inner, const part& outer) const {
  return rank(outer.in_order.front()) < rank(inner.in_order.front()) &&
         rank(inner.in_order.back()) < rank(outer.in_order.back());
}

/// Its keys tell where others belong.
void sorted_structure::speak(const part& p) {
  for (const auto o : p.in_order) speaks_[o] = risen_[o];
}

// Behind the object before it or before the one behind it, one of which has room in an intact tree. False: its keys do
// not tell more than its place does.
bool sorted_structure::place(const part& p) {
  if (!std::exchange(is_held_, true)) return lead(entry(), p.top);
  if (const auto cell = named_by(p.top); cell != nobody) return lead(cell, p.top);
  const auto speaker = *std::ranges::find_if(p.in_order, [&](std::uint32_t o) { return risen_[o]; });
  const auto smaller = neighbour(speaker, down), larger = neighbour(speaker, up);
  const auto behind = smaller == nobody ? nobody : link(smaller, up);
  const auto before = larger == nobody ? nobody : link(larger, down);
  for (const auto cell : {behind, before})
    if (is_free(cell) && wrong_.contains(cell)) return lead(cell, p.top);
  const auto home = home_.find(p.top);
  const auto free_home = home != home_.end() && is_free(home->second) ? home->second : nobody;
  for (const auto cell : {behind, before})
    if (is_free(cell) && (free_home == nobody || balances(cell, free_home))) return lead(cell, p.top);
  if (free_home != nobody) return !lead(free_home, p.top);
  return lead(end_of(behind, down), p.top) || lead(end_of(before, up), p.top);
}

/// How high what hangs on each object is. Of a tree of random shape, a third of the objects are not balanced.
void sorted_structure::measure(std::uint32_t top) {
  met_.assign(met_.size(), false);
  const auto whole = walk(top);
  height_.assign(view_.objects(), 0);
  std::size_t unbalanced = 0;
  for (auto o = whole.from_the_top.rbegin(); o != whole.from_the_top.rend(); ++o) {
    const auto one = height(below(*o, down)), other = height(below(*o, up));
    height_[*o] = 1 + std::max(one, other);
    unbalanced += std::abs(one - other) > 1 ? 1 : 0;
  }
  constexpr std::size_t one_in = 12;
  is_balanced_ = one_in * unbalanced <= whole.in_order.size();
}

/// Objects above whose sides differ too much if what hangs on the field is so high.
int sorted_structure::unbalanced_above(std::uint32_t cell, int high) const {
  int count = 0;
  for (int steps = 0; cell != nobody && keys_.has(view_.owner(cell)) && steps < longest_way; ++steps) {
    const auto above = view_.owner(cell);
    const auto beside = height(below(above, cell == link(above, up) ? down : up));
    count += std::abs(high - beside) > 1 ? 1 : 0;
    high = 1 + std::max(high, beside);
    cell = claim_[above];
  }
  return count;
}

/// Whether a leaf does so in the one field, and not in the other.
bool sorted_structure::balances(std::uint32_t cell, std::uint32_t home) const {
  return !height_.empty() &&
         unbalanced_above(cell, 1) + unbalanced_above(home, 0) < unbalanced_above(cell, 0) + unbalanced_above(home, 1);
}

/// The free field where a search that goes on to this side ends, among wrong keys; or nobody.
std::uint32_t sorted_structure::end_of(std::uint32_t cell, side s) const {
  for (int steps = 0; cell != nobody && !is_free(cell) && steps < longest_way; ++steps)
    cell = target(cell) == nobody ? nobody : link(target(cell), s);
  return is_free(cell) ? cell : nobody;
}

/// A free field of the object that this one says it hangs on; or nobody.
std::uint32_t sorted_structure::named_by(std::uint32_t object) const {
  const auto& o = space_.objects()[object];
  for (auto back = o.first_cell; back < o.end_cell; ++back) {
    const auto owner = view_.target(back);
    if (owner == nobody || !keys_.has(owner) || !view_.has_inverse(back) || view_.is_owning(back)) continue;
    const auto towards = rank(object) > rank(owner) ? up : down;
    for (const auto s : {towards, other(towards)})
      if (is_free(link(owner, s))) return link(owner, s);
  }
  return nobody;
}

/// The next object with a smaller or a larger key that tells, and does not hang on this one.
std::uint32_t sorted_structure::neighbour(std::uint32_t object, side s) {
  const std::int64_t step = s == up ? 1 : -1;
  for (auto r = rank(object) + step; r >= 0 && r < ranks(); r += step) {
    const auto o = keys_.by_rank[static_cast<std::size_t>(r)];
    if (speaks_[o] && hanging_.find(o) != hanging_.find(object)) return o;
  }
  return nobody;
}

/// Empty, or wrong, and not given to another.
bool sorted_structure::is_free(std::uint32_t cell) const {
  return cell != nobody && !placed_.contains(cell) && (wrong_.contains(cell) || target(cell) == nobody);
}

bool sorted_structure::lead(std::uint32_t cell, std::uint32_t to) {
  if (cell == nobody) return false;
  placed_[cell] = to;
  claim_[to] = cell;
  hanging_.unite(to, view_.owner(cell));
  return true;
}

/// A field without a key that may lead to all of it.
std::uint32_t sorted_structure::entry() const {
  const auto& root = space_.objects()[0];
  for (auto cell = root.first_cell; cell < root.end_cell; ++cell)
    if (view_.is_reference(cell) && view_.is_owning(cell) && view_.may_lead_to(cell, keys_.by_rank[0])) return cell;
  return nobody;
}

std::vector<proposal> sorted_structure::references() const {
  std::vector<proposal> result;
  for (const auto& [cell, to] : placed_) result.push_back({cell, to});
  std::ranges::sort(result, {}, &proposal::cell);
  return result;
}

std::vector<proposal> sorted_structure::wrong_keys() {
  std::vector<proposal> result;
  walk_all();
  for (const auto& p : parts_)
    if (claim_[p.top] != nobody && p.in_order.size() > 2) add_keys(p, result);
  return result;
}

// As few keys as possible are changed, to values between those before and behind, as near to what they are as possible.
// Keys less their places do not fall where there is room for all that lie in between.
void sorted_structure::add_keys(const part& p, std::vector<proposal>& to) const {
  const auto count = static_cast<std::int64_t>(p.in_order.size());
  std::vector<std::int64_t> less_places;
  for (std::int64_t i = 0; i < count; ++i)
    less_places.push_back(std::max(keys_.key(p.in_order[static_cast<std::size_t>(i)]), INT64_MIN + count) - i);
  const auto is_right = longest_increasing(less_places, may_be_equal);
  large_vector<wide> most(p.in_order.size(), wide{INT64_MAX});
  for (auto i = p.in_order.size() - 1; i-- > 0;)
    most[i] = (is_right[i + 1] ? wide{keys_.key(p.in_order[i + 1])} : most[i + 1]) - 1;
  wide last = wide{INT64_MIN} - 1;
  for (std::size_t i = 0; i < p.in_order.size(); ++i) {
    const auto cell = keys_.cell_of(p.in_order[i]);
    const auto type = repair_symbols::type_of_cell(space_.domain(cell).source);
    const wide old = keys_.key(p.in_order[i]);
    last = is_right[i] ? old : std::max({last + 1, low_of(type), std::min(old, most[i])});
    if (last > high_of(type)) return;
    if (last != old) to.push_back({cell, wrapped(last, type)});
  }
}

}  // namespace korat::detail
