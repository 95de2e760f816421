// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Where the parts of a sorted structure belong, and which keys are wrong.

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "repair/rules/key_order.hpp"
#include "repair/symbols.hpp"

namespace korat::detail {

// What the root holds stays where it is. The others, from the largest to the smallest, come where a search for their
// keys among all others would end. A leaf whose place is given to a part is one more.
void key_order::place_parts() {
  part_of_.assign(space_.objects().size(), nobody);
  std::vector<std::uint32_t> loose;
  for (std::uint32_t i = 0; i < parts_.size(); ++i) {
    for (const auto o : parts_[i].in_order) part_of_[o] = i;
    const auto claim = claim_[parts_[i].top];
    if (claim == nobody || keys_.has(view_.owner(claim))) loose.push_back(i);
  }
  is_held_ = loose.size() < parts_.size();
  std::ranges::stable_sort(loose, std::greater{}, [&](std::uint32_t i) { return parts_[i].in_order.size(); });
  exchange_leaves();
  for (std::size_t i = 0; i < loose.size(); ++i) {
    place(loose[i]);
    for (const auto leaf : std::exchange(displaced_, {})) {
      part_of_[leaf] = static_cast<std::uint32_t>(parts_.size());
      loose.push_back(part_of_[leaf]);
      parts_.push_back({leaf, {leaf}});
    }
  }
  for (const auto& w : wrong_)
    if (w.leaf == nobody && !given_.contains(w.cell)) lead(w.cell, nobody);
  place_unreached(loose);
}

/// In place of what was proposed before.
void key_order::lead(std::uint32_t cell, std::uint32_t to) {
  ledger_.drop(cell);
  if (view_.target(cell) != to) ledger_.add(cell, to);
}

/// Parts that hang on each other, or on nothing, come where there is room among what is reached.
void key_order::place_unreached(std::span<const std::uint32_t> loose) {
  in_order_as_proposed();
  only_reached_ = true;
  for (const auto number : loose) {
    auto& p = parts_[number];
    if (met_[p.top]) continue;
    if (p.place != nobody) {
      given_.erase(p.place);
      lead(p.place, nobody);
    }
    place(number);
    in_order_as_proposed();
  }
  only_reached_ = false;
}

/// A leaf out of order has a wrong key, or hangs in the wrong place: then a balanced tree is higher there.
void key_order::decide_by_shape() {
  balance shape(space_.objects().size());
  std::vector<balance::choice> choices;
  std::vector<std::uint32_t> from, to;
  for (const auto& w : wrong_) {
    if (w.leaf == nobody) continue;
    for (const auto cell : fields_beside(w.leaf, nobody)) {
      if (ledger_.target(cell) != nobody) continue;
      choices.push_back({w.leaf, view_.owner(cell), cell == link(view_.owner(cell), up) ? 1 : 0, false});
      from.push_back(w.cell), to.push_back(cell);
    }
  }
  if (choices.empty() || !fill(shape)) return;
  if (shape.is_usually_balanced()) shape.decide(choices);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const auto leaf = choices[i].object;
    const auto key = keys_.cell_of(leaf);
    if (!choices[i].moved) {
      ledger_.alternatives.push_back({{from[i], nobody}, {to[i], leaf}, {key, space_.bits_in_memory(key)}});
    } else if (given_.insert(to[i]).second) {
      lead(from[i], nobody);
      lead(to[i], leaf);
      wrong_key_[leaf] = false;
    }
  }
}

/// With the tree as proposed. False: it is none.
bool key_order::fill(balance& shape) const {
  std::vector<std::uint32_t> queue;
  const auto& root = space_.objects()[0];
  for (auto cell = root.first_cell; cell < root.end_cell; ++cell)
    if (is_claim(cell)) queue.push_back(ledger_.target(cell)), shape.add(queue.back(), nobody, 0);
  if (queue.size() != 1) return false;
  for (std::size_t i = 0; i < queue.size() && i < keys_.by_rank.size(); ++i)
    for (const auto s : {down, up}) {
      const auto cell = link(queue[i], s);
      if (cell == nobody || !is_claim(cell)) continue;
      queue.push_back(ledger_.target(cell));
      shape.add(queue.back(), queue[i], s);
    }
  if (queue.size() > keys_.by_rank.size()) return false;
  shape.measure();
  return true;
}

void key_order::place(std::uint32_t number) {
  auto& p = parts_[number];
  const auto right = std::ranges::find_if(p.in_order, [&](std::uint32_t o) { return !wrong_key_[o]; });
  const auto speaker = !wrong_key_[p.top] || right == p.in_order.end() ? p.top : *right;
  auto cells = places_for(speaker, number);
  if (const auto named = only_reached_ ? nobody : place_named_by(p.top); named != nobody)
    cells.insert(cells.begin(), named);
  if (!std::exchange(is_held_, true)) cells.insert(cells.begin(), entry());
  if (cells.empty() || cells.front() == nobody) return;
  const auto cell = p.place = cells.front();
  given_.insert(cell);
  for (auto& w : wrong_)
    if (w.cell == cell && w.leaf != nobody) {
      wrong_key_[w.leaf] = false;
      displaced_.push_back(std::exchange(w.leaf, nobody));
    }
  lead(cell, p.top);
  for (const auto other : cells)
    if (other != cell) ledger_.alternatives.push_back({{cell, nobody}, {other, p.top}});
}

/// Behind the object before it or before the one behind it, one of which has room in an intact tree: a wrong field, an
/// empty one, or one that leads to a leaf out of order. Also a wrong field further away, between whose keys it lies.
std::vector<std::uint32_t> key_order::places_for(std::uint32_t object, std::uint32_t own) const {
  auto cells = fields_beside(object, own);
  std::erase_if(cells, [&](std::uint32_t cell) { return likelihood(cell, object) == 0; });
  auto around = nobody;
  auto least = ranks() + 2;
  for (const auto& w : wrong_)
    if (w.leaf == nobody && w.within.has(rank(object)) && !given_.contains(w.cell) &&
        part_of_[view_.owner(w.cell)] != own && w.within.high - w.within.low < least)
      around = w.cell, least = w.within.high - w.within.low;
  if (around != nobody && std::ranges::find(cells, around) == cells.end()) cells.push_back(around);
  std::ranges::stable_sort(cells, std::greater{}, [&](std::uint32_t cell) { return likelihood(cell, object); });
  if (const auto end = cells.empty() ? end_beside(object, own) : nobody; end != nobody) cells.push_back(end);
  return cells;
}

/// Where objects with wrong keys lie between the neighbours, the empty field at their end.
std::uint32_t key_order::end_beside(std::uint32_t object, std::uint32_t own) const {
  for (const auto s : {up, down}) {
    auto at = neighbour(rank(object), s == up ? down : up, own);
    auto cell = at == nobody ? nobody : link(at, s);
    for (int steps = 0; cell != nobody && ledger_.target(cell) != nobody && steps < longest_way; ++steps)
      cell = link(ledger_.target(cell), s == up ? down : up);
    if (cell != nobody && ledger_.target(cell) == nobody && !given_.contains(cell)) return cell;
  }
  return nobody;
}

/// Those by which the next smaller and the next larger key would lead to it.
std::vector<std::uint32_t> key_order::fields_beside(std::uint32_t object, std::uint32_t own) const {
  std::vector<std::uint32_t> cells;
  for (const auto s : {up, down}) {
    const auto beside = neighbour(rank(object), s == up ? down : up, own);
    const auto cell = beside == nobody ? nobody : link(beside, s);
    if (cell != nobody && !given_.contains(cell)) cells.push_back(cell);
  }
  return cells;
}

/// Of a field to have led to the object; 0: it leads where it should. A leaf that fits elsewhere was exchanged.
int key_order::likelihood(std::uint32_t cell, std::uint32_t object) const {
  const auto is_wrong = [&](std::uint32_t c) {
    const auto found = std::ranges::find(wrong_, c, &wrong_field::cell);
    return found != wrong_.end() && found->leaf == nobody;
  };
  if (is_wrong(cell)) return 4;
  const auto leaf = ledger_.target(cell);
  if (leaf == nobody) return 2;
  if (leaf == object || std::ranges::find(wrong_, cell, &wrong_field::cell) == wrong_.end()) return 0;
  return std::ranges::any_of(fields_beside(leaf, nobody), is_wrong) ? 3 : 1;
}

/// The next object with a smaller or a larger key that is not in the part, and has a right one.
std::uint32_t key_order::neighbour(std::int64_t here, side s, std::uint32_t own) const {
  const std::int64_t step = s == up ? 1 : -1;
  for (auto r = here + step; r >= 0 && r < ranks(); r += step) {
    const auto o = keys_.by_rank[static_cast<std::size_t>(r)];
    if (part_of_[o] != own && !wrong_key_[o] && (!only_reached_ || met_[o])) return o;
  }
  return nobody;
}

/// Empty, or wrong, and not given to another.
bool key_order::is_free(std::uint32_t cell) const {
  if (given_.contains(cell)) return false;
  return ledger_.target(cell) == nobody ||
         std::ranges::any_of(wrong_, [&](const wrong_field& w) { return w.cell == cell && w.leaf == nobody; });
}

/// A field of the object that the top says it hangs on; or nobody.
std::uint32_t key_order::place_named_by(std::uint32_t top) const {
  const auto& o = space_.objects()[top];
  for (auto back = o.first_cell; back < o.end_cell; ++back) {
    const auto owner = view_.is_reference(back) ? view_.target(back) : nobody;
    if (owner == nobody || !keys_.has(owner) || !view_.has_inverse(back) || view_.is_owning(back)) continue;
    const auto towards = rank(top) > rank(owner) ? up : down;
    for (const auto s : {towards, towards == up ? down : up})
      if (const auto cell = link(owner, s); cell != nobody && is_free(cell)) return cell;
  }
  return nobody;
}

/// A field without a key that may lead to all of it.
std::uint32_t key_order::entry() const {
  const auto& root = space_.objects()[0];
  for (auto cell = root.first_cell; cell < root.end_cell; ++cell)
    if (view_.is_reference(cell) && view_.is_owning(cell) && view_.may_lead_to(cell, keys_.by_rank[0])) return cell;
  return nobody;
}

/// Two leaves out of order whose keys fit in each other's place hang in the wrong places.
void key_order::exchange_leaves() {
  for (auto& one : wrong_)
    for (auto& other : wrong_) {
      if (one.leaf == nobody || other.leaf == nobody || &one == &other) continue;
      if (!one.within.has(rank(other.leaf)) || !other.within.has(rank(one.leaf))) continue;
      lead(one.cell, other.leaf);
      lead(other.cell, one.leaf);
      for (auto* const w : {&one, &other}) {
        given_.insert(w->cell);
        wrong_key_[w->leaf] = false;
        w->leaf = nobody;
      }
    }
}

/// In order, what the root leads to if all that is proposed is right.
large_vector<std::uint32_t> key_order::in_order_as_proposed() {
  large_vector<std::uint32_t> result;
  std::vector<std::pair<std::uint32_t, bool>> steps;  // an object, and whether what is smaller comes first
  met_.assign(met_.size(), false);
  const auto follow = [&](std::uint32_t cell) {
    const auto to =
        cell == nobody || !view_.is_reference(cell) || !view_.is_owning(cell) ? nobody : ledger_.target(cell);
    if (to == nobody || !keys_.has(to) || met_[to]) return;
    met_[to] = true;
    steps.emplace_back(to, true);
  };
  const auto& root = space_.objects()[0];
  for (auto cell = root.end_cell; cell-- > root.first_cell;) follow(cell);
  while (!steps.empty()) {
    const auto [object, is_first] = steps.back();
    steps.pop_back();
    if (is_first) {
      steps.emplace_back(object, false);
      follow(link(object, down));
    } else {
      result.push_back(object);
      follow(link(object, up));
    }
  }
  return result;
}

/// Those of a longest increasing subsequence (Schensted 1961), of the keys that are not known to be wrong.
std::vector<bool> key_order::rising(std::span<const std::uint32_t> in_order) const {
  std::vector<std::size_t> last;  // [n]: where n + 1 rising ones may end, with the least key
  large_vector<std::size_t> before(in_order.size());
  for (std::size_t i = 0; i < in_order.size(); ++i) {
    if (wrong_key_[in_order[i]]) continue;
    const auto longer =
        std::ranges::lower_bound(last, rank(in_order[i]), {}, [&](std::size_t at) { return rank(in_order[at]); });
    before[i] = longer == last.begin() ? in_order.size() : *(longer - 1);
    if (longer == last.end())
      last.push_back(i);
    else
      *longer = i;
  }
  std::vector<bool> is_rising(in_order.size());
  for (auto i = last.empty() ? in_order.size() : last.back(); i < in_order.size(); i = before[i]) is_rising[i] = true;
  return is_rising;
}

// Wrong keys are between those before and behind, as near to what they are as possible. Where there is no room, the
// next ones give way.
void key_order::propose_keys() {
  const auto in_order = in_order_as_proposed();
  const auto is_right = rising(in_order);
  if (in_order.size() < 3) return;
  large_vector<std::int64_t> above(in_order.size(), INT64_MAX);  // the next right key
  for (auto i = in_order.size() - 1; i-- > 0;) above[i] = is_right[i + 1] ? keys_.key(in_order[i + 1]) : above[i + 1];
  std::optional<wide> last;
  for (std::size_t i = 0; i < in_order.size(); ++i) {
    const auto cell = keys_.cell_of(in_order[i]);
    const auto type = repair_symbols::type_of_cell(space_.domain(cell).source);
    const wide old = keys_.key(in_order[i]);
    wide key = is_right[i] ? old : std::min(old, wide{above[i]} - 1);
    if (last) key = std::max(key, *last + 1);
    if (key > high_of(type)) return;
    key = std::max(key, low_of(type));
    last = key;
    if (key != old) ledger_.add(cell, wrapped(key, type));
  }
}

}  // namespace korat::detail
