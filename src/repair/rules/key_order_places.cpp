// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Where the parts of a sorted structure belong: where they say that they hang, and between which keys theirs lie.

#include <algorithm>
#include <iterator>
#include <utility>

#include "repair/rules/key_order.hpp"

namespace korat::detail {

void key_order::detach(const part& p) {
  std::unordered_set<std::uint32_t> ranks;
  for (const auto& m : p.in_order) ranks.insert(keys_.rank[m.object]);
  std::erase_if(line_, [&](std::uint32_t rank) { return ranks.contains(rank); });
  for (const auto rank : ranks) attached_.erase(rank);
}

// The keys of a part lie together. Where others lie between them, those that lie apart from the top's are out of line,
// although they rise. If the top's lies alone it is the top's that is wrong.
void key_order::keep_together(part& p) const {
  struct group {
    std::size_t size;
    std::uint32_t first, last;  // ranks
  };
  std::vector<group> groups;
  std::size_t own = 0, left = p.rising;
  for (std::size_t i = 0; i < p.in_order.size(); ++i) {
    if (!p.in_line[i]) continue;
    const auto rank = keys_.rank[p.in_order[i].object];
    // A few, compared with what is on both sides, may themselves be in the wrong place, or have damaged keys.
    const auto many = std::max<std::size_t>(3, groups.empty() ? 0 : std::min(left, groups.back().size));
    --left;
    if (groups.empty() || between(groups.back().last, rank, many) == many) groups.push_back({0, rank, rank});
    groups.back().last = rank;
    ++groups.back().size;
    if (p.in_order[i].object == p.top) own = groups.size();
  }
  if (groups.size() < 2) return;
  const auto largest = std::ranges::max_element(groups, {}, &group::size);
  const auto tops = own == 0 ? largest : groups.begin() + static_cast<std::ptrdiff_t>(own - 1);
  const auto kept = tops->size == 1 && largest->size > 1 ? largest : tops;
  put_in_line(p, kept == groups.begin() ? nobody : std::prev(kept)->last,
              kept + 1 == groups.end() ? nobody : std::next(kept)->first);
  groups.erase(kept);
  const auto& other = std::ranges::max(groups, {}, &group::size);
  p.or_else = {other.first, other.last};
}

/// The nearest rank that has its place; or nobody.
std::uint32_t key_order::placed_before(std::uint32_t rank) const {
  auto found = nobody;
  if (const auto at = std::ranges::lower_bound(line_, rank); at != line_.begin()) found = *(at - 1);
  if (const auto at = attached_.lower_bound(rank); at != attached_.begin())
    found = found == nobody ? *std::prev(at) : std::max(found, *std::prev(at));
  return found;
}

std::uint32_t key_order::placed_behind(std::uint32_t rank) const {
  auto found = nobody;
  if (const auto at = std::ranges::upper_bound(line_, rank); at != line_.end()) found = *at;
  if (const auto at = attached_.upper_bound(rank); at != attached_.end()) found = std::min(found, *at);
  return found;
}

bool key_order::place_or_keep(part p) {
  keep_together(p);
  for (auto& other : take_out(p)) place_or_keep(std::move(other));
  const bool placed = place(p);
  if (placed)
    attach(p);
  else
    unplaced_.push_back(std::move(p));
  return placed;
}

// What the root holds is where it is, or else the largest part where the structure begins; the others, from the largest
// to the smallest, find their places in it and in one another.
void key_order::place_parts() {
  std::ranges::stable_sort(parts_, std::greater{},
                           [](const part& p) { return std::pair(p.held_by != nobody, p.in_order.size()); });
  const auto anchor = [&]() -> std::uint32_t {
    for (const auto& p : parts_)
      if (p.held_by != nobody) return nobody;
    for (const auto cell : cut_)
      if (!is_keyed(view_.owner(cell))) return cell;
    const auto& root = space_.objects()[0];
    for (auto cell = root.first_cell; cell < root.end_cell; ++cell)
      if (view_.is_reference(cell) && view_.is_owning(cell) && view_.target(cell) == nobody) return cell;
    return nobody;
  }();
  bool first = true;
  for (auto& p : parts_) {
    if (p.held_by != nobody || first) {
      if (p.held_by == nobody && anchor != nobody) {
        taken_.insert(anchor);
        if (view_.target(anchor) != p.top) ledger_.add(anchor, p.top);
      }
      attach(p);
    } else {
      place_or_keep(std::move(p));
    }
    first = false;
  }
}

void key_order::attach(const part& p) {
  auto ranks = ranks_in_line(p);
  if (line_.empty())
    line_ = std::move(ranks);
  else
    attached_.insert(ranks.begin(), ranks.end());
}

/// How many objects that have their places lie between the two ranks; `more` and beyond are all the same.
std::size_t key_order::between(std::uint32_t low, std::uint32_t high, std::size_t more) const {
  auto count = static_cast<std::size_t>(std::ranges::lower_bound(line_, high) - std::ranges::upper_bound(line_, low));
  for (auto at = attached_.upper_bound(low); count < more && at != attached_.end() && *at < high; ++at) ++count;
  return std::min(count, more);
}

/// That of the object, or if it is out of line that of the next one in line before or behind it.
std::uint32_t key_order::rank_in_order(std::uint32_t object, bool before) const {
  const auto found = beside_.find(object);
  if (found == beside_.end()) return keys_.rank[object];
  return before ? found->second.first : found->second.second;
}

/// A field that was cut and leads to keys such as these, with at most so many others in between.
std::uint32_t key_order::hole_for(std::uint32_t low, std::uint32_t high, const std::unordered_set<std::uint32_t>& holes,
                                  std::size_t most) const {
  auto best = nobody;
  std::size_t least = most + 1;
  for (const auto cell : holes) {
    if (taken_.contains(cell) || direction_of(cell) == direction::none || !is_keyed(view_.owner(cell))) continue;
    const bool up = direction_of(cell) == direction::up;
    const auto owner = rank_in_order(view_.owner(cell), up);
    if (owner == nobody || (up ? owner >= low : owner <= high)) continue;
    const auto distance = up ? between(owner, low, most + 1) : between(high, owner, most + 1);
    if (distance < least || (distance == least && best != nobody && cell < best)) best = cell, least = distance;
  }
  return best;
}

/// Whether the object itself says that the cell leads to it: by a member for that, not by a claim of its own.
bool key_order::is_answered(std::uint32_t object, std::uint32_t cell) const noexcept {
  if (!view_.has_inverse(cell)) return false;
  const auto& o = space_.objects()[object];
  for (auto back = o.first_cell; back < o.end_cell; ++back)
    if (view_.target(back) == view_.owner(cell) && view_.has_inverse(back) && !view_.is_owning(back)) return true;
  return false;
}

/// A free cell of an object that the one without a place says it hangs on; or nobody.
std::uint32_t key_order::place_named_by(std::uint32_t object) const {
  const auto& o = space_.objects()[object];
  for (auto back = o.first_cell; back < o.end_cell; ++back) {
    const auto owner = view_.target(back);
    if (owner == nobody || !is_keyed(owner) || !view_.has_inverse(back) || view_.is_owning(back)) continue;
    const auto d = keys_.rank[object] > keys_.rank[owner] ? direction::up : direction::down;
    for (const auto side : {d, d == direction::up ? direction::down : direction::up})
      if (const auto cell = free_cell(owner, side, object); cell != nobody && is_answered(object, cell)) return cell;
  }
  return nobody;
}

/// A few that have places, between keys that should lie together: they may have taken the place.
void key_order::doubt_between(std::span<const std::uint32_t> ranks) const {
  constexpr std::size_t few = 4;
  if (between(ranks.front(), ranks.back(), few + 1) > few) return;
  for (auto r = placed_behind(ranks.front()); r < ranks.back(); r = placed_behind(r))
    if (const auto cell = holder_of(keys_.by_rank[r]); cell != nobody) ledger_.doubts.push_back({cell});
}

bool key_order::place(const part& p) {
  const auto ranks = ranks_in_line(p);
  if (ranks.empty()) return false;
  doubt_between(ranks);
  constexpr std::size_t damaged = 2;
  auto others = gaps_for(ranks, p.top);
  if (const auto named = place_named_by(p.top); named != nobody)
    others.insert(hole_for(ranks.front(), ranks.back(), {named}, about_there) == named ? others.begin() : others.end(),
                  named);
  auto cell = others.empty() ? nobody : others.front();
  if (const auto hole = hole_for(ranks.front(), ranks.back(), cut_, 0); hole != nobody) others.push_back(hole);
  if (p.in_order.size() > 1 && !cut_.contains(cell))
    if (const auto other = hole_for(ranks.front(), ranks.back(), leaf_cells_, 0); other != nobody) cell = other;
  if (cell == nobody) cell = hole_for(ranks.front(), ranks.back(), cut_, damaged);
  if (cell == nobody) return false;
  if (!p.or_else.empty()) std::ranges::copy(gaps_for(p.or_else, p.top), std::back_inserter(others));
  for (const auto other : others)
    if (other != cell) undecided_.push_back({p.top, cell, other});
  taken_.insert(cell);
  if (view_.target(cell) != p.top) ledger_.add(cell, p.top);
  return true;
}

/// Behind the object before the keys, or before the one behind them: the likelier first. In an intact tree one of the
/// two has room.
std::vector<std::uint32_t> key_order::gaps_for(std::span<const std::uint32_t> ranks, std::uint32_t top) const {
  const auto middle = ranks[ranks.size() / 2];
  auto previous = placed_before(ranks.front()), next = placed_behind(ranks.back());
  if (placed_behind(ranks.front()) != next)  // something lies between them
    previous = placed_before(middle), next = placed_behind(middle);
  std::vector<std::uint32_t> cells;
  const auto add = [&](std::uint32_t cell) {
    if (cell != nobody) cells.push_back(cell);
  };
  if (previous != nobody) add(free_cell(keys_.by_rank[previous], direction::up, top));
  if (next != nobody) add(free_cell(keys_.by_rank[next], direction::down, top));
  // Objects with damaged keys may lie between the two.
  for (auto [at, end] = just_before_.equal_range(next); at != end; ++at)
    for (const auto d : {direction::down, direction::up}) add(free_cell(at->second, d, top));
  std::stable_partition(cells.begin(), cells.end(), [&](std::uint32_t cell) { return cut_.contains(cell); });
  return cells;
}

// Of objects out of line, the ranks of those in line before and behind them.
void key_order::find_neighbours(const std::vector<part>& parts) {
  for (const auto& p : parts) {
    auto last = nobody;
    for (std::size_t i = 0; i < p.in_order.size(); ++i) {
      if (p.in_line[i])
        last = keys_.rank[p.in_order[i].object];
      else
        beside_[p.in_order[i].object] = {last, nobody};
    }
    last = nobody;
    for (auto i = p.in_order.size(); i-- > 0;) {
      const auto object = p.in_order[i].object;
      if (p.in_line[i])
        last = keys_.rank[object];
      else
        beside_[object].second = last, just_before_.emplace(last, object);
    }
  }
}

/// A field of the owner that leads this way and is empty, or was cut.
std::uint32_t key_order::free_cell(std::uint32_t owner, direction d, std::uint32_t to) const {
  const auto& o = space_.objects()[owner];
  auto found = nobody;
  for (auto cell = o.first_cell; cell < o.end_cell; ++cell) {
    if (direction_of(cell) != d || taken_.contains(cell)) continue;
    if (view_.target(cell) == to) return cell;
    if (cut_.contains(cell) || (view_.target(cell) == nobody && found == nobody)) found = cell;
  }
  return found;
}

}  // namespace korat::detail
