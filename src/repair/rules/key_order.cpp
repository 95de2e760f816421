// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/rules/key_order.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "repair/symbols.hpp"

namespace korat::detail {

key_order::key_order(const view& v, ledger& l, const keys& k) : keys_(k), view_(v), ledger_(l), space_(v.image()) {
  if (keys_.by_rank.size() < 3 || !find_directions()) return;
  met_.assign(space_.objects().size(), false);
  const auto contested = contested_from_the_top();
  if (4 * contested.size() > keys_.by_rank.size() + 4) return;  // that objects are shared is normal here
  cut_contested(contested);
  cut_unanswered();
  find_parts();
  std::size_t objects = 0, in_line = 0;
  for (auto& p : parts_) {
    put_in_line(p);
    doubt_links(p);
    objects += p.in_order.size();
    in_line += p.rising;
  }
  applies_ = static_cast<double>(in_line) >= thresholds::usual * static_cast<double>(objects);
  if (applies_) return;
  cut_.clear();
  ledger_.doubts.clear();
}

bool key_order::propose(const view& v, ledger& l, const keys& k) {
  key_order order(v, l, k);
  if (order.applies_) order.propose();
  return order.applies_;
}

void key_order::propose() {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    auto whole = std::move(parts_[i]);
    std::ranges::move(take_out(whole), std::back_inserter(parts_));
    parts_[i] = std::move(whole);
  }
  find_leaves(parts_);
  find_neighbours(parts_);
  place_parts();
  move_leaves();
  // What has found its place shows more of what has not.
  constexpr int most_rounds = 4;
  for (int round = 0; round < most_rounds; ++round) {
    const bool waits = decide_by_shape();
    if (!regroup() && !waits) break;
  }
  for (const auto& u : undecided_)
    if (!moved_.contains(u.object))
      ledger_.alternatives.push_back({{u.from, nobody},
                                      {u.to, u.object},
                                      {keys_.cell_of(u.object), space_.bits_in_memory(keys_.cell_of(u.object))}});
  for (const auto cell : cut_)
    if (!taken_.contains(cell)) ledger_.add(cell, nobody);
  for (const auto& whole : wholes_) guess_keys(whole);
}

/// What the root holds.
std::vector<key_order::part> key_order::parts_as_guessed() {
  as_guessed_ = true;
  met_.assign(met_.size(), false);
  std::vector<part> parts;
  const auto& root = space_.objects()[0];
  for (auto cell = root.first_cell; cell < root.end_cell; ++cell) {
    const auto top = view_.is_reference(cell) ? guessed_target(cell) : nobody;
    if (top == nobody || !is_keyed(top) || met_[top]) continue;
    parts.push_back(part_at(top, cell));
    put_in_line(parts.back());
  }
  return parts;
}

/// The cell that leads to an object, as guessed so far.
std::uint32_t key_order::holder_of(std::uint32_t object) const {
  for (const auto cell : view_.references_to(object))
    if (direction_of(cell) != direction::none && guessed_target(cell) == object) return cell;
  for (const auto& g : ledger_.proposals())
    if (direction_of(g.cell) != direction::none && g.value == object) return g.cell;
  return nobody;
}

void key_order::cut(std::uint32_t cell) {
  cut_.insert(cell);
  if (taken_.erase(cell) != 0) ledger_.drop(cell);
}

/// Once more, with the structure as guessed so far. True: something has found another place, or may.
bool key_order::regroup() {
  wholes_ = parts_as_guessed();
  std::vector<part> loose;
  for (auto& whole : wholes_) std::ranges::move(take_out(whole), std::back_inserter(loose));
  for (const auto& p : loose) detach(p);
  std::ranges::move(std::exchange(unplaced_, {}), std::back_inserter(loose));
  bool any = false;
  for (auto& p : loose) any = place_or_keep(std::move(p)) || any;
  leaves_.clear();
  find_leaves(wholes_);
  beside_.clear();
  just_before_.clear();
  find_neighbours(wholes_);
  if (any) wholes_ = parts_as_guessed();
  return any || std::ranges::any_of(leaves_, [&](const auto& leaf) { return is_undecided(leaf.first, leaf.second); });
}

/// Whether it may hang elsewhere, and that was not thought of before.
bool key_order::is_undecided(std::uint32_t leaf, std::uint32_t cell) const {
  return !moved_.contains(leaf) && !is_answered(leaf, cell) &&
         std::ranges::find(undecided_, leaf, &place_or_other::object) == undecided_.end();
}

void key_order::find_leaves(const std::vector<part>& parts) {
  for (const auto& p : parts)
    for (std::size_t i = 0; i < p.in_order.size(); ++i) {
      const auto& m = p.in_order[i];
      if (p.in_line[i] || m.end - m.begin != 1) continue;
      if (const auto cell = holder_of(m.object); cell != nobody)
        leaves_.emplace_back(m.object, cell), leaf_cells_.insert(cell);
    }
}

// One object out of line, on which nothing hangs, has a wrong key; unless its place was given to a part, or it and
// another one have keys that fit in each other's place. Else that it hangs in the wrong place is the second guess.
void key_order::move_leaves() {
  const auto move = [&](std::uint32_t object, std::uint32_t to) {
    taken_.insert(to);
    moved_.insert(object);
    ledger_.add(to, object);
  };
  const auto fits = [&](std::uint32_t object, std::uint32_t cell) {
    const auto rank = keys_.rank[object];
    return hole_for(rank, rank, {cell}, 0) == cell;
  };
  std::erase_if(leaves_, [&](const auto& leaf) { return is_answered(leaf.first, leaf.second); });
  for (const auto& [object, cell] : leaves_)
    if (const auto named = place_named_by(object);
        named != nobody && hole_for(keys_.rank[object], keys_.rank[object], {named}, about_there) == named) {
      if (guessed_target(cell) == object) cut(cell);
      move(object, named);
    }
  std::erase_if(leaves_, [&](const auto& leaf) { return moved_.contains(leaf.first); });
  for (const auto& [object, cell] : leaves_) {
    if (!taken_.contains(cell)) continue;
    const auto rank = keys_.rank[object];
    auto to = hole_for(rank, rank, cut_, 0);
    if (const auto gaps = gaps_for({&rank, 1}, object); to == nobody && !gaps.empty()) to = gaps.front();
    if (to != nobody) move(object, to);
  }
  for (std::size_t i = 0; i < leaves_.size(); ++i) {
    const auto& [object, cell] = leaves_[i];
    for (std::size_t j = i + 1; j < leaves_.size() && !moved_.contains(object); ++j) {
      const auto& [other, place] = leaves_[j];
      if (moved_.contains(other) || !fits(object, place) || !fits(other, cell)) continue;
      move(object, place);
      move(other, cell);
    }
  }
}

// What the order leaves undecided. True: something waits for a place that may be free now.
bool key_order::decide_by_shape() {
  for (const auto& [object, cell] : leaves_) {
    if (!is_undecided(object, cell)) continue;
    for (const auto gap : gaps_for({&keys_.rank[object], 1}, object))
      if (gap != cell) undecided_.push_back({object, cell, gap});
  }
  auto shape = shape_guessed();
  if (!shape) return false;
  ledger_.unbalanced = shape->is_often_balanced() && !shape->is_balanced();
  if (!shape->is_usually_balanced()) return false;
  std::vector<balance::choice> choices;
  for (const auto& u : undecided_)
    choices.push_back({u.object, view_.owner(u.to), direction_of(u.to) == direction::up ? 1 : 0, false});
  shape->decide(choices);
  ledger_.unbalanced = ledger_.unbalanced && !shape->is_balanced();
  bool any = false, waits = false;
  for (const auto& u : undecided_) {
    const bool is_there = shape->hangs_on(u.object, view_.owner(u.to), direction_of(u.to) == direction::up ? 1 : 0);
    const auto from = is_there ? holder_of(u.object) : nobody;
    if (from == nobody || from == u.to) continue;
    if (taken_.contains(u.to)) {
      waits = true;
      continue;
    }
    moved_.insert(u.object);
    cut(from);
    taken_.insert(u.to);
    ledger_.drop(u.to);
    ledger_.add(u.to, u.object);
    any = true;
  }
  return any && waits;
}

std::uint32_t key_order::guessed_target(std::uint32_t cell) const {
  if (cut_.contains(cell) && !taken_.contains(cell) && ledger_.find(cell) == nullptr) return nobody;
  return ledger_.target(cell);
}

/// The tree with all that is guessed so far, if it is one.
std::optional<balance> key_order::shape_guessed() const {
  balance shape(space_.objects().size());
  std::vector<bool> seen(space_.objects().size());
  struct step {
    std::uint32_t object, parent;
    int side;
  };
  std::vector<step> work;
  const auto push = [&](std::uint32_t from, std::uint32_t parent) {
    const auto& o = space_.objects()[from];
    bool taken[2] = {false, false};
    for (auto cell = o.first_cell; cell < o.end_cell; ++cell) {
      if (!view_.is_reference(cell) || (parent != nobody && direction_of(cell) == direction::none)) continue;
      const auto to = guessed_target(cell);
      if (to == nobody || !is_keyed(to) || seen[to]) continue;
      const int side = direction_of(cell) == direction::up ? 1 : 0;
      if (std::exchange(taken[side], true)) return false;
      seen[to] = true;
      work.push_back({to, parent, side});
    }
    return true;
  };
  if (!push(0, nobody)) return std::nullopt;
  while (!work.empty()) {
    const auto now = work.back();
    work.pop_back();
    shape.add(now.object, now.parent, now.side);
    if (!push(now.object, now.object)) return std::nullopt;
  }
  shape.measure();
  return shape;
}

// Objects out of line that stay where they are: their keys are between those before and behind, as near as possible.
// Where there is no room, a damaged key has happened to be in line, and the next ones give way.
void key_order::guess_keys(const part& p) {
  if (p.rising == p.in_order.size() || p.in_order.size() < 3) return;
  large_vector<std::int64_t> above(p.in_order.size(), INT64_MAX);  // the next key in line
  for (auto i = p.in_order.size() - 1; i-- > 0;)
    above[i] = p.in_line[i + 1] ? keys_.key(p.in_order[i + 1].object) : above[i + 1];
  std::optional<wide> last;
  for (std::size_t i = 0; i < p.in_order.size(); ++i) {
    const auto cell = keys_.cell_of(p.in_order[i].object);
    const auto type = repair_symbols::type_of_cell(space_.domain(cell).source);
    const wide old = keys_.key(p.in_order[i].object);
    wide key = old;
    if (!p.in_line[i]) key = std::min(key, wide{above[i]} - 1);
    if (last) key = std::max(key, *last + 1);
    if (key > high_of(type)) return;
    key = std::max(key, low_of(type));
    last = key;
    if (key != old) ledger_.add(cell, wrapped(key, type));
  }
}

}  // namespace korat::detail
