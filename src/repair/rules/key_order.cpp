// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/rules/key_order.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace korat::detail {

// What has found its place shows more of what has not: the structure as proposed is walked once more.
bool key_order::propose(const view& v, ledger& l, const keys& k) {
  constexpr int most_rounds = 3;
  for (int round = 0; round < most_rounds; ++round) {
    key_order order(v, l, k);
    if (k.by_rank.size() < 3 || !order.find_links() || !order.find_right_claims()) return round > 0;
    order.walk_all();
    if (round == 0 && !order.is_sorted()) return false;
    order.place_parts();
    if (order.parts_.size() > 1 && round + 1 < most_rounds) continue;
    order.decide_by_shape();
    order.propose_keys();
    break;
  }
  return true;
}

key_order::key_order(const view& v, ledger& l, const keys& k) : keys_(k), view_(v), ledger_(l), space_(v.image()) {}

/// Every member that leads from keys to keys has a direction, and an object has at most one of each.
bool key_order::find_links() {
  std::vector<bool> seen(view_.members());
  for (auto& l : links_) l.assign(space_.described().classes.size(), nobody);
  double references = 0, in_order = 0;
  for (std::uint32_t c = 1; c < space_.described().classes.size(); ++c) {
    if (space_.described().classes[c].count == 0) continue;
    const auto& sample = space_.objects()[space_.first_of_class(c)];
    for (auto cell = sample.first_cell; cell < sample.end_cell; ++cell) {
      const auto b = view_.member_of(cell);
      if (!view_.is_reference(cell) || !view_.is_owning(cell) || keys_.references[b] == 0) continue;
      const bool is_down = keys_.upward[b] < 1 - thresholds::usual;
      if (!is_down && keys_.upward[b] <= thresholds::usual) return false;
      auto& place = links_[is_down ? down : up][c];
      if (place != nobody) return false;
      place = cell - sample.first_cell;
      if (seen[b]) continue;
      seen[b] = true;
      const auto all = static_cast<double>(keys_.references[b]);
      references += all;
      in_order += all * (is_down ? 1 - keys_.upward[b] : keys_.upward[b]);
    }
  }
  return references > 0 && 2 * in_order - references >= thresholds::beyond_chance * std::sqrt(references);
}

std::uint32_t key_order::link(std::uint32_t object, side s) const noexcept {
  const auto& o = space_.objects()[object];
  const auto place = links_[s][o.object_class];
  return place == nobody ? nobody : o.first_cell + place;
}

/// A field by which a keyed object is reached.
bool key_order::is_claim(std::uint32_t cell) const noexcept {
  const auto to = view_.is_reference(cell) && view_.is_owning(cell) ? ledger_.target(cell) : nobody;
  return to != nobody && keys_.has(to) && !view_.is_fresh(view_.owner(cell));
}

std::vector<std::uint32_t> key_order::claims_of(std::uint32_t object) const {
  std::vector<std::uint32_t> cells;
  for (const auto cell : view_.references_to(object))
    if (is_claim(cell) && ledger_.target(cell) == object && !refuted_.contains(cell)) cells.push_back(cell);
  return cells;
}

/// False: that several fields lead to one object is normal here. Objects near the root are decided first: then what
/// leads back there from below is known to be wrong.
bool key_order::find_right_claims() {
  claim_.assign(space_.objects().size(), nobody);
  std::vector<bool> is_contested(space_.objects().size());
  std::size_t contested = 0;
  for (std::uint32_t cell = 0; cell < view_.cells(); ++cell) {
    if (!is_claim(cell)) continue;
    const auto to = ledger_.target(cell);
    if (claim_[to] != nobody && !is_contested[to]) is_contested[to] = true, ++contested;
    claim_[to] = cell;
  }
  if (static_cast<double>(contested) >
      thresholds::shared * static_cast<double>(keys_.by_rank.size()) + thresholds::shared_at_least)
    return false;
  if (contested == 0) return true;
  for (const auto object : from_the_top()) {
    if (!is_contested[object]) continue;
    const auto claims = claims_of(object);
    claim_[object] = right_claim(object, claims);
    for (const auto cell : claims)
      if (cell != claim_[object]) refuted_.insert(cell);
  }
  return true;
}

/// Objects by their distance from the root, then those that it does not reach.
large_vector<std::uint32_t> key_order::from_the_top() const {
  large_vector<std::uint32_t> queue{0};
  queue.reserve(space_.objects().size());
  std::vector<bool> seen(space_.objects().size());
  std::size_t next = 0;
  const auto add = [&](std::uint32_t object) {
    if (!seen[object]) seen[object] = true, queue.push_back(object);
    for (; next < queue.size(); ++next) {
      const auto& o = space_.objects()[queue[next]];
      for (auto cell = o.first_cell; cell < o.end_cell; ++cell)
        if (is_claim(cell) && !seen[ledger_.target(cell)])
          seen[ledger_.target(cell)] = true, queue.push_back(ledger_.target(cell));
    }
  };
  seen[0] = true;
  add(0);
  for (const auto o : keys_.by_rank)
    if (claim_[o] == nobody) add(o);
  for (const auto o : keys_.by_rank) add(o);
  return queue;
}

/// One that the object answers; else not one from below it. Of others the one next to which its keys lie, unless none
/// does and one is from where no keys are.
std::uint32_t key_order::right_claim(std::uint32_t object, std::span<const std::uint32_t> claims) const {
  auto best = nobody;
  auto least = 2 * ranks();
  for (const auto cell : claims) {
    const auto owner = view_.owner(cell);
    const auto distance = names(object, owner) ? -1 : keys_.has(owner) ? distance_to(object, cell) : about_there;
    if (distance >= least || (distance >= 0 && hangs_on(owner, object))) continue;
    best = cell, least = distance;
  }
  return best;
}

/// Between the key of the field's owner and the nearest one on the way from the object towards it.
std::int64_t key_order::distance_to(std::uint32_t object, std::uint32_t cell) const {
  const auto from = view_.owner(cell);
  const bool is_up = cell == link(from, up);
  auto least = ranks();
  for (int steps = 0; object != nobody && keys_.has(object) && steps < longest_way; ++steps) {
    const auto distance = is_up ? rank(object) - rank(from) : rank(from) - rank(object);
    if (distance > 0) least = std::min(least, distance);
    const auto on = link(object, is_up ? down : up);
    object = on == nobody ? nobody : ledger_.target(on);
  }
  return least;
}

/// Upwards by whatever leads there, a limited way.
bool key_order::hangs_on(std::uint32_t object, std::uint32_t above) const {
  std::vector<std::uint32_t> queue{object};
  std::unordered_set<std::uint32_t> seen{object};
  constexpr std::size_t most = 4'096;
  for (std::size_t i = 0; i < queue.size() && i < most; ++i) {
    if (queue[i] == above) return true;
    for (const auto cell : claims_of(queue[i]))
      if (seen.insert(view_.owner(cell)).second) queue.push_back(view_.owner(cell));
  }
  return false;
}

/// Whether the object says that it hangs on the other, by a member for that.
bool key_order::names(std::uint32_t object, std::uint32_t owner) const {
  const auto& o = space_.objects()[object];
  for (auto back = o.first_cell; back < o.end_cell; ++back)
    if (view_.is_reference(back) && view_.target(back) == owner && view_.has_inverse(back) && !view_.is_owning(back))
      return true;
  return false;
}

/// What hangs on the object on a side, and does so rightly; or nobody.
std::uint32_t key_order::below(std::uint32_t object, side s) const noexcept {
  const auto cell = link(object, s);
  const auto to = cell == nobody ? nobody : ledger_.target(cell);
  return to != nobody && claim_[to] == cell ? to : nobody;
}

/// In a list, where several wrong keys may follow each other, among the next few.
bool key_order::any_below(std::uint32_t object, const interval& within) const {
  const auto c = space_.objects()[object].object_class;
  const int most = links_[down][c] == nobody || links_[up][c] == nobody ? thresholds::next_few : 1;
  return std::ranges::any_of(std::initializer_list<side>{down, up}, [&](side s) {
    auto to = below(object, s);
    for (int steps = 1; to != nobody && !within.has(rank(to)) && steps < most; ++steps) to = below(to, s);
    return to != nobody && within.has(rank(to));
  });
}

/// From where the root leads first; then from what nothing rightly leads to; then from rings.
void key_order::walk_all() {
  met_.assign(space_.objects().size(), false);
  wrong_key_ = met_;
  for (const auto o : keys_.by_rank)
    if (claim_[o] == nobody)
      tops_.push_back(o);
    else if (!met_[o] && !keys_.has(view_.owner(claim_[o])))
      parts_.push_back(walk(o));
  const auto walk_tops = [&] {
    while (!tops_.empty()) {
      const auto top = tops_.back();
      tops_.pop_back();
      if (!met_[top]) parts_.push_back(walk(top));
    }
  };
  walk_tops();
  for (const auto o : keys_.by_rank)
    while (!met_[o]) {
      const auto top = top_of_ring(o);
      wrong_.push_back({std::exchange(claim_[top], nobody), {-1, ranks()}, nobody});
      tops_.push_back(top);
      walk_tops();
    }
}

/// In order of the keys.
key_order::part key_order::walk(std::uint32_t top) {
  struct step {
    std::uint32_t object;
    interval within;
    bool is_between = false;  // its two sides
  };
  part p{top, {}};
  std::vector<step> steps{{top, {-1, ranks()}}};
  met_[top] = true;
  const auto follow = [&](std::uint32_t from, side s, const interval& within) {
    const auto cell = link(from, s);
    if (cell == nobody || !leads_on(cell, within)) return;
    met_[ledger_.target(cell)] = true;
    steps.push_back({ledger_.target(cell), within});
  };
  while (!steps.empty()) {
    const auto [object, within, is_between] = steps.back();
    steps.pop_back();
    if (is_between) {
      p.in_order.push_back(object);
      continue;
    }
    interval lower{within.low, rank(object)}, upper{rank(object), within.high};
    if (has_wrong_key(object, within)) {
      wrong_key_[object] = true;
      const auto smaller = next_below(object, down), larger = next_below(object, up);
      lower.high = larger != nobody && within.has(rank(larger)) ? rank(larger) : within.high;
      upper.low = smaller != nobody && within.has(rank(smaller)) ? rank(smaller) : within.low;
    }
    follow(object, up, upper);
    steps.push_back({object, within, true});
    follow(object, down, lower);
  }
  return p;
}

/// Else the field is wrong, or empty.
bool key_order::leads_on(std::uint32_t cell, const interval& within) {
  const auto to = ledger_.target(cell);
  if (to == nobody) return false;
  const bool is_right = claim_[to] == cell && !met_[to];
  if (is_right && (within.has(rank(to)) || any_below(to, within) || names(to, view_.owner(cell)))) return true;
  const bool is_leaf = is_right && below(to, down) == nobody && below(to, up) == nobody && place_named_by(to) == nobody;
  wrong_.push_back({cell, within, is_leaf ? to : nobody});
  if (is_right && !is_leaf) claim_[to] = nobody, tops_.push_back(to);
  return is_leaf;
}

/// What hangs on the object with the next smaller or the next larger key; or nobody.
std::uint32_t key_order::next_below(std::uint32_t object, side s) const noexcept {
  auto to = below(object, s);
  for (int steps = 0; to != nobody && steps < longest_way; ++steps) {
    const auto nearer = below(to, s == up ? down : up);
    if (nearer == nobody) break;
    to = nearer;
  }
  return to;
}

/// It does not lie where it should. Or the keys next to it, which do, do not lie on both sides of it; of one side
/// alone, two of them.
bool key_order::has_wrong_key(std::uint32_t object, const interval& within) const {
  const auto here = rank(object);
  if (!within.has(here)) return true;
  const auto smaller = next_below(object, down), larger = next_below(object, up);
  const bool is_less = smaller == nobody || rank(smaller) < here, is_more = larger == nobody || rank(larger) > here;
  if (is_less && is_more) return false;
  const auto lies_there = [&](std::uint32_t o) { return o != nobody && within.has(rank(o)); };
  if (lies_there(smaller) && lies_there(larger) && rank(smaller) < rank(larger)) return true;
  const auto two_in = [&](std::uint32_t nearest, side s, const interval& beyond) {
    if (!beyond.has(rank(nearest))) return false;
    const auto first = below(object, s);
    return first != nearest ? beyond.has(rank(first)) : any_below(nearest, beyond);
  };
  return is_less ? two_in(larger, up, {within.low, here}) : two_in(smaller, down, {here, within.high});
}

/// Of references that lead around in a ring: the top is where the keys are between those of the owners above them, as
/// on a way down a tree.
std::uint32_t key_order::top_of_ring(std::uint32_t object) const {
  std::unordered_set<std::uint32_t> passed;
  while (passed.insert(object).second) object = view_.owner(claim_[object]);
  std::vector<std::uint32_t> ring{object};
  for (auto o = view_.owner(claim_[object]); o != object; o = view_.owner(claim_[o])) ring.push_back(o);
  std::ranges::reverse(ring);
  constexpr std::size_t longest = longest_way;  // others are no ways down a tree
  auto best = ring.front();
  std::size_t fewest = ~std::size_t{0};
  for (std::size_t top = 0; top < std::min(ring.size(), longest); ++top) {
    interval within{-1, ranks()};
    const auto back = claim_[ring[top]];
    const bool is_up = rank(ring[top]) > rank(view_.owner(back));
    std::size_t outside = is_up != (back == link(view_.owner(back), up)) ? 0 : 1;  // it goes against its direction
    for (std::size_t i = 1; i < std::min(ring.size(), longest); ++i) {
      const auto cell = claim_[ring[(top + i) % ring.size()]];
      const auto owner = view_.owner(cell);
      (cell == link(owner, up) ? within.low : within.high) = rank(owner);
      outside += within.has(rank(ledger_.target(cell))) ? 0 : 2;
    }
    if (outside < fewest) best = ring[top], fewest = outside;
  }
  return best;
}

bool key_order::is_sorted() const noexcept {
  const auto wrong = static_cast<double>(wrong_.size()) + static_cast<double>(std::ranges::count(wrong_key_, true));
  return wrong <= (1 - thresholds::usual) * static_cast<double>(keys_.by_rank.size());
}

}  // namespace korat::detail
