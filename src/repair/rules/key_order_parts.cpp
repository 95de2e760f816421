// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Taking a sorted structure apart: where claims are contested, in rings, and where keys are out of line.

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <utility>

#include "repair/rules/key_order.hpp"

namespace korat::detail {

namespace {

constexpr double usual = thresholds::usual;
constexpr std::uint32_t to_move_a_part = 2;  // changes

}  // namespace

/// From a keyed object to a keyed object, and not known to be wrong.
bool key_order::is_link(std::uint32_t cell) const noexcept {
  const auto to = view_.target(cell);
  return to != nobody && direction_of(cell) != direction::none && is_keyed(to) && !cut_.contains(cell);
}

// Every member that claims keyed objects for keyed objects must have one, and they must lead to most of the objects.
bool key_order::find_directions() {
  directions_.assign(view_.members(), direction::none);
  bool any = false;
  for (std::size_t b = 0; b < directions_.size(); ++b) {
    if (!view_.member_kind(b).owning || keys_.references[b] == 0) continue;
    if (keys_.upward[b] < 1 - usual)
      directions_[b] = direction::down;
    else if (keys_.upward[b] > usual)
      directions_[b] = direction::up;
    else
      return false;
    any = true;
  }
  return any;
}

// Of several claims all are in doubt, or all but one. What is certain comes first, for it tells what hangs where.
void key_order::cut_contested(const std::vector<std::uint32_t>& contested) {
  for (const bool certain : {true, false})
    for (const auto o : contested) {
      std::vector<std::uint32_t> claims;
      for (const auto cell : view_.references_to(o))
        if (view_.is_owning(cell) && !cut_.contains(cell)) claims.push_back(cell);
      // The root's fields have one meaning each: the first one, the one used last.
      if (claims.size() < 2 || std::ranges::all_of(claims, [&](auto cell) { return view_.owner(cell) == 0; })) continue;
      const auto right = right_claim(o, claims, certain);
      if (certain && right == nobody) continue;
      for (const auto cell : claims) {
        if (cell != right) cut_.insert(cell);
        if (certain) continue;
        auto& others = ledger_.doubts.emplace_back(claims);
        std::erase(others, cell);
      }
    }
}

/// One that is answered is right, or the only one that does not lead back to where it hangs, or one whose owner has the
/// key next to those of the part. (From where no keys are, it is right when no other is.) Or none is known to be.
std::uint32_t key_order::right_claim(std::uint32_t o, const std::vector<std::uint32_t>& claims, bool certain) {
  const auto the_one = [&](auto&& is_right) {
    const auto found = std::ranges::find_if(claims, is_right);
    return found == claims.end() ? nobody : *found;
  };
  if (const auto answered = the_one([&](std::uint32_t cell) { return is_answered(o, cell); }); answered != nobody)
    return answered;
  const auto leads_back = [&](std::uint32_t cell) { return hangs_on(view_.owner(cell), o); };
  const auto to_its_key = [&](std::uint32_t cell) { return distance_to({&keys_.rank[o], 1}, cell); };
  const auto from_above = the_one([&](std::uint32_t cell) { return !is_keyed(view_.owner(cell)); });
  if (std::ranges::count_if(claims, leads_back) + 1 == std::ssize(claims)) {
    // Unless it is another reference of the circle that is wrong.
    const auto outside = the_one([&](std::uint32_t cell) { return !leads_back(cell); });
    const bool fits = outside == from_above || to_its_key(outside) != nobody;
    if (fits || std::ranges::none_of(claims, [&](std::uint32_t cell) { return to_its_key(cell) <= about_there; }))
      return outside;
  }
  const auto is_above_or_unanswered = [&](std::uint32_t cell) { return cell == from_above || view_.has_inverse(cell); };
  if (from_above != nobody && std::ranges::all_of(claims, is_above_or_unanswered)) return from_above;
  if (certain) return nobody;
  met_.assign(met_.size(), false);
  auto p = part_at(o, nobody);
  put_in_line(p);
  const auto ranks = ranks_in_line(p);
  // What hangs on it may be in the wrong place, or its own key damaged.
  const auto distance = [&](std::uint32_t cell) {
    return leads_back(cell) ? to_its_key(cell) : std::min(distance_to(ranks, cell), to_its_key(cell));
  };
  const auto nearest = std::ranges::min(claims, {}, distance);
  if (from_above != nobody && distance(nearest) > about_there) return from_above;  // any other may lead there by chance
  const bool alone = std::ranges::count(claims, distance(nearest), distance) == 1;
  return alone ? nearest : from_above;
}

/// Upwards, as far as claims are not known to be wrong.
bool key_order::hangs_on(std::uint32_t object, std::uint32_t above) const {
  std::vector<std::uint32_t> queue{object};
  std::unordered_set<std::uint32_t> seen{object};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    if (queue[i] == above) return true;
    for (const auto cell : view_.references_to(queue[i]))
      if (view_.is_owning(cell) && guessed_target(cell) == queue[i] && seen.insert(view_.owner(cell)).second)
        queue.push_back(view_.owner(cell));
  }
  return false;
}

// A claim that is not answered, where the object says that it hangs elsewhere: its keys decide. What is there instead
// is not answered either, or nothing is.
void key_order::cut_unanswered() {
  for (const auto o : keys_.by_rank) {
    const auto& fields = space_.objects()[o];
    for (auto back = fields.first_cell; back < fields.end_cell; ++back) {
      const auto named = view_.target(back);
      if (named == nobody || !is_keyed(named) || view_.is_owning(back) || !view_.has_inverse(back) ||
          view_.refers(named, o))
        continue;
      const auto in_place = names_its_place(o, named);
      if (in_place == nobody) continue;
      for (const auto cell : view_.references_to(o))
        if (view_.is_owning(cell)) cut_.insert(cell);
      if (view_.target(in_place) != nobody) cut_.insert(in_place);
    }
  }
}

/// The owner's field that led to the object if that belongs there rather than where it is; or nobody.
std::uint32_t key_order::names_its_place(std::uint32_t object, std::uint32_t owner) {
  met_.assign(met_.size(), false);
  auto p = part_at(object, nobody);
  put_in_line(p);
  const auto ranks = ranks_in_line(p);
  const auto is_near = [&](std::uint32_t cell) { return distance_to(ranks, cell) <= about_there; };
  for (const auto cell : view_.references_to(object))
    if (view_.is_owning(cell) && !cut_.contains(cell) && (!view_.has_inverse(cell) || is_near(cell))) return nobody;
  const auto& o = space_.objects()[owner];
  for (auto cell = o.first_cell; cell < o.end_cell; ++cell) {
    if (direction_of(cell) == direction::none || !is_near(cell)) continue;
    if (view_.target(cell) == nobody || !is_answered(view_.target(cell), cell)) return cell;
  }
  return nobody;
}

/// Nearest to the root first: then what leads from below to above is cut before it can make parts of everything.
std::vector<std::uint32_t> key_order::contested_from_the_top() const {
  std::vector<std::uint32_t> contested;
  large_vector<std::uint32_t> queue{0};
  queue.reserve(space_.objects().size());
  std::vector<bool> seen(space_.objects().size());
  seen[0] = true;
  const auto walk = [&](std::size_t i) {
    for (; i < queue.size(); ++i) {
      if (is_keyed(queue[i]) && view_.owners(queue[i]) >= 2) contested.push_back(queue[i]);
      const auto& o = space_.objects()[queue[i]];
      for (auto cell = o.first_cell; cell < o.end_cell; ++cell) {
        const auto to = view_.target(cell);
        if (to == nobody || seen[to] || !view_.is_owning(cell)) continue;
        seen[to] = true;
        queue.push_back(to);
      }
    }
  };
  walk(0);
  for (const auto o : keys_.by_rank) {
    if (seen[o] || view_.owners(o) != 0) continue;
    seen[o] = true;
    queue.push_back(o);
    walk(queue.size() - 1);
  }
  for (const auto o : keys_.by_rank)
    if (!seen[o] && view_.owners(o) >= 2) contested.push_back(o);
  return contested;
}

/// Of the objects in line; ascending.
large_vector<std::uint32_t> key_order::ranks_in_line(const part& p) const {
  large_vector<std::uint32_t> ranks;
  ranks.reserve(p.rising);
  for (std::size_t i = 0; i < p.in_order.size(); ++i)
    if (p.in_line[i]) ranks.push_back(keys_.rank[p.in_order[i].object]);
  return ranks;
}

/// From the owner's key to a part's, ascending, in the member's direction. The first and the last may be damaged.
std::uint32_t key_order::distance_to(std::span<const std::uint32_t> ranks, std::uint32_t cell) const {
  const auto owner = keys_.rank[view_.owner(cell)];
  if (owner == nobody) return nobody;
  const auto ends = std::min<std::size_t>(2, ranks.size() / 8);
  const auto low = ranks[ends], high = ranks[ranks.size() - 1 - ends];
  if (direction_of(cell) == direction::up) return owner < low ? low - owner : nobody;
  return owner > high ? owner - high : nobody;
}

// What nothing leads to is the top of a part; what is left lies in circles, which are opened where they go against the
// directions most.
void key_order::find_parts() {
  met_.assign(met_.size(), false);
  large_vector<std::uint32_t> held(space_.objects().size(), nobody);
  for (const auto o : keys_.by_rank)
    for (const auto cell : view_.references_to(o))
      if (view_.is_owning(cell) && !cut_.contains(cell)) held[o] = cell;
  for (const auto o : keys_.by_rank)
    if (held[o] == nobody || !is_keyed(view_.owner(held[o]))) parts_.push_back(part_at(o, held[o]));
  for (const auto o : keys_.by_rank) {
    if (met_[o]) continue;
    std::unordered_set<std::uint32_t> passed;
    auto at = o;
    while (passed.insert(at).second && !met_[view_.owner(held[at])]) at = view_.owner(held[at]);
    auto worst = held[at];
    if (!met_[view_.owner(held[at])]) {
      std::vector<std::uint32_t> ring{held[at]};
      for (auto i = view_.owner(held[at]); i != at; i = view_.owner(held[i])) ring.push_back(held[i]);
      std::ranges::reverse(ring);
      worst = most_doubtful(ring);
    }
    cut_.insert(worst);
    parts_.push_back(part_at(view_.target(worst), nobody));
  }
}

/// Of references that lead around in a ring, each to the owner of the next: the one without which the keys are between
/// those of the owners above them, as in a tree.
std::uint32_t key_order::most_doubtful(const std::vector<std::uint32_t>& ring) const {
  constexpr std::size_t longest = 256;  // others are no ways down a tree
  auto best = ring.front();
  std::size_t fewest = 2 * ring.size() + 2;
  for (std::size_t cut = 0; cut < std::min(ring.size(), longest); ++cut) {
    std::size_t outside = keys_.against_direction(ring[cut]) > 0.5 ? 0 : 1;
    std::int64_t low = -1, high = static_cast<std::int64_t>(keys_.by_rank.size());
    for (std::size_t i = 1; i < std::min(ring.size(), longest); ++i) {
      const auto cell = ring[(cut + i) % ring.size()];
      const std::int64_t owner = keys_.rank[view_.owner(cell)], to = keys_.rank[view_.target(cell)];
      (direction_of(cell) == direction::up ? low : high) = owner;
      outside += to <= low || to >= high ? 2 : 0;
    }
    if (outside < fewest) best = ring[cut], fewest = outside;
  }
  return best;
}

/// Of the objects that were not met before.
key_order::part key_order::part_at(std::uint32_t top, std::uint32_t held_by) {
  part p{top, held_by, {}, {}, 0};
  // Depth first: what leads down before the object itself, what leads up behind it.
  enum class stage : std::uint8_t { before, between, behind };
  struct step {
    std::uint32_t object;
    stage at;
    std::uint32_t begin;  // of all that hangs on it
    std::uint32_t place;  // its own
  };
  std::vector<step> work{{top, stage::before, 0, 0}};
  met_[top] = true;
  while (!work.empty()) {
    const auto now = work.back();
    work.pop_back();
    const auto& o = space_.objects()[now.object];
    const auto here = static_cast<std::uint32_t>(p.in_order.size());
    const auto push = [&](direction d) {
      for (auto cell = o.end_cell; cell-- > o.first_cell;) {
        if (direction_of(cell) != d || !(as_guessed_ || is_link(cell))) continue;
        const auto to = as_guessed_ ? guessed_target(cell) : view_.target(cell);
        if (to == nobody || !is_keyed(to) || met_[to]) continue;
        met_[to] = true;
        work.push_back({to, stage::before, 0, 0});
      }
    };
    switch (now.at) {
      case stage::before:
        work.push_back({now.object, stage::between, here, 0});
        push(direction::down);
        break;
      case stage::between:
        work.push_back({now.object, stage::behind, now.begin, here});
        p.in_order.push_back({now.object, now.begin, 0});
        push(direction::up);
        break;
      case stage::behind:
        p.in_order[now.place].end = here;
        break;
    }
  }
  return p;
}

/// References of a part that nothing leads to, from what is in line to what is not, or back: one of the two hangs in
/// the wrong place, or has a damaged key.
void key_order::doubt_links(const part& p) const {
  if (p.held_by != nobody || p.rising == p.in_order.size()) return;
  std::unordered_map<std::uint32_t, bool> in_line;
  for (std::size_t i = 0; i < p.in_order.size(); ++i) in_line.emplace(p.in_order[i].object, p.in_line[i]);
  for (const auto& [object, is_in_line] : in_line) {
    const auto& o = space_.objects()[object];
    for (auto cell = o.first_cell; cell < o.end_cell; ++cell)
      if (const auto to = is_link(cell) ? in_line.find(view_.target(cell)) : in_line.end(); to != in_line.end())
        if (to->second != is_in_line) ledger_.doubts.push_back({cell});
  }
}

// The heaviest subsequence whose keys rise. An object on which others hang weighs a little more than a leaf: where one
// of two is out of line it is rather the leaf. For each object, the heaviest that ends with a smaller key is found in a
// tree of maxima over all keys.
void key_order::put_in_line(part& p, std::uint32_t low, std::uint32_t high) const {
  constexpr std::uint32_t leaf = 4, other = 5;
  const auto count = static_cast<std::uint32_t>(p.in_order.size());
  const auto all = static_cast<std::uint32_t>(keys_.by_rank.size());
  const auto place_among_all = [&](std::uint32_t i) { return keys_.first_equal[keys_.rank[p.in_order[i].object]]; };
  large_vector<std::uint32_t> sorted;  // places among all; of nearly all that is not needed
  const bool is_most = count > all / 8;
  for (std::uint32_t i = 0; i < count && !is_most; ++i) sorted.push_back(place_among_all(i));
  std::ranges::sort(sorted);
  const auto places = is_most ? all : count;
  struct best {
    std::uint32_t weight = 0, last = nobody;
  };
  large_vector<best> maxima(places + 1);
  large_vector<std::uint32_t> before(count);
  best heaviest;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto among_all = keys_.rank[p.in_order[i].object];
    if ((low != nobody && among_all <= low) || among_all >= high) continue;
    auto rank = place_among_all(i);
    if (!is_most) rank = static_cast<std::uint32_t>(std::ranges::lower_bound(sorted, rank) - sorted.begin());
    best below;
    for (auto j = rank; j > 0; j &= j - 1)
      if (maxima[j].weight > below.weight) below = maxima[j];
    before[i] = below.last;
    const best mine{below.weight + (p.in_order[i].end - p.in_order[i].begin > 1 ? other : leaf), i};
    for (auto j = rank + 1; j <= places; j += j & (~j + 1))
      if (mine.weight > maxima[j].weight) maxima[j] = mine;
    if (mine.weight > heaviest.weight) heaviest = mine;
  }
  p.in_line.assign(count, false);
  p.rising = 0;
  for (auto i = heaviest.last; i != nobody; i = before[i]) p.in_line[i] = true, ++p.rising;
}

// Several objects that hang together and are all out of line are a part of their own.
std::vector<key_order::member> key_order::out_of_line(const part& whole) {
  large_vector<std::uint32_t> in_line_before(whole.in_order.size() + 1);
  for (std::size_t i = 0; i < whole.in_order.size(); ++i)
    in_line_before[i + 1] = in_line_before[i] + (whole.in_line[i] ? 1 : 0);
  std::vector<member> tops;
  for (const auto& m : whole.in_order)
    if (m.object != whole.top && m.end - m.begin >= 2 && in_line_before[m.end] == in_line_before[m.begin])
      tops.push_back(m);
  return tops;
}

// A part in the wrong place may be larger than what lies between that place and its own: then it is in line, and they
// are not. Each of them would need another key, where it takes two changes to move the part. It is next to them, and
// without it they are in line.
std::vector<key_order::member> key_order::wrongly_in_line(const part& whole) const {
  constexpr std::uint32_t fewest = 2, most = 1'000;
  struct run {
    std::uint32_t begin, end;
    std::uint32_t changes;  // that it takes to put them in line
    std::optional<member> moved = std::nullopt;
  };
  std::vector<run> runs;
  std::unordered_multimap<std::uint32_t, std::size_t> at;  // where runs begin or end
  const auto count = static_cast<std::uint32_t>(whole.in_order.size());
  for (std::uint32_t begin = 0, end = 0; begin < count; begin = end + 1) {
    for (end = begin; end < count && !whole.in_line[end]; ++end) {
    }
    if (end - begin < fewest || end - begin > most) continue;
    at.emplace(begin, runs.size());
    at.emplace(end, runs.size());
    runs.push_back({begin, end, changes_to_put_in_line(whole, begin, end)});
  }
  const auto consider = [&](run& r, const member& m) {
    if (m.end - m.begin < 2 || m.object == whole.top || (m.begin != r.end && m.end != r.begin)) return;
    if (r.moved && r.moved->end - r.moved->begin <= m.end - m.begin) return;
    if (to_move_a_part + (r.end - r.begin - rising_without(whole, r.begin, r.end, m)) <= r.changes) r.moved = m;
  };
  if (runs.empty()) return {};
  for (const auto& m : whole.in_order)
    for (const auto place : {m.begin, m.end})
      for (auto [i, end] = at.equal_range(place); i != end; ++i) consider(runs[i->second], m);
  std::vector<member> tops;
  for (const auto& r : runs)
    if (r.moved) tops.push_back(*r.moved);
  return tops;
}

/// For each of a run another key, or another place for those that hang on one.
std::uint32_t key_order::changes_to_put_in_line(const part& whole, std::uint32_t begin, std::uint32_t end) {
  std::vector<member> apart;
  for (auto i = begin; i < end; ++i)
    if (const auto& m = whole.in_order[i]; m.end - m.begin >= 2 && m.begin >= begin && m.end <= end) apart.push_back(m);
  std::ranges::sort(apart, {}, [](const member& m) { return std::pair(m.begin, ~m.end); });
  auto changes = end - begin;
  auto done = begin;
  for (const auto& m : apart) {
    if (m.begin < done) continue;
    changes -= m.end - m.begin;
    changes += to_move_a_part;
    done = m.end;
  }
  return changes;
}

/// How many of a run would be in line if the objects next to it, which hang on one, were not there.
std::uint32_t key_order::rising_without(const part& whole, std::uint32_t begin, std::uint32_t end,
                                        const member& m) const {
  const auto key_at = [&](std::uint32_t i) { return keys_.rank[whole.in_order[i].object]; };
  std::optional<std::uint32_t> low, high;
  for (auto i = m.end == begin ? m.begin : begin; i-- > 0 && !low;)
    if (whole.in_line[i]) low = key_at(i);
  for (auto i = m.begin == end ? m.end : end; i < whole.in_order.size() && !high; ++i)
    if (whole.in_line[i]) high = key_at(i);
  std::vector<std::uint32_t> last;  // [n]: the least key with which n + 1 rising ones may end
  for (auto i = begin; i < end; ++i) {
    const auto key = key_at(i);
    if ((low && key <= *low) || (high && key >= *high)) continue;
    const auto longer = std::ranges::lower_bound(last, key);
    if (longer == last.end())
      last.push_back(key);
    else
      *longer = key;
  }
  return static_cast<std::uint32_t>(last.size());
}

std::vector<key_order::part> key_order::take_out(part& whole) {
  auto parts = take_out(whole, wrongly_in_line(whole));
  if (!parts.empty()) put_in_line(whole);
  std::ranges::move(take_out(whole, out_of_line(whole)), std::back_inserter(parts));
  return parts;
}

/// Those that hang on the given ones.
std::vector<key_order::part> key_order::take_out(part& whole, std::vector<member> tops) {
  std::vector<part> parts;
  if (tops.empty()) return parts;
  std::ranges::sort(tops, {}, [](const member& m) { return std::pair(m.begin, ~m.end); });
  std::vector<bool> gone(whole.in_order.size());
  std::uint32_t end = 0;
  for (const auto& top : tops) {
    if (top.begin < end) continue;  // hangs on one that is gone
    end = top.end;
    if (const auto cell = holder_of(top.object); cell != nobody) cut(cell);
    part p{top.object, nobody, {}, {}, 0};
    for (auto i = top.begin; i < top.end; ++i) {
      gone[i] = true;
      const auto& m = whole.in_order[i];
      p.in_order.push_back({m.object, m.begin - top.begin, m.end - top.begin});
    }
    put_in_line(p);
    parts.push_back(std::move(p));
  }
  large_vector<std::uint32_t> left_before(gone.size() + 1);
  for (std::size_t i = 0; i < gone.size(); ++i) left_before[i + 1] = left_before[i] + (gone[i] ? 0 : 1);
  for (std::size_t i = 0; i < gone.size(); ++i) {
    if (gone[i]) continue;
    const auto& m = whole.in_order[i];
    whole.in_order[left_before[i]] = {m.object, left_before[m.begin], left_before[m.end]};
    whole.in_line[left_before[i]] = whole.in_line[i];
  }
  whole.in_order.resize(left_before.back());
  whole.in_line.resize(left_before.back());
  return parts;
}

}  // namespace korat::detail
