// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/ordering.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "repair/symbols.hpp"

namespace korat::detail {

namespace {

constexpr auto nobody = evidence::nobody;
constexpr double usual = evidence::usual;
constexpr std::size_t about_there = 16;  // objects in between: the keys do not contradict

}  // namespace

ordering::ordering(adoption& a) : a_(a), e_(a.e_), space_(a.space_), cut_(a.wrong_) {
  if (a_.by_key_.size() < 3 || !find_directions()) return;
  met_.assign(space_.objects().size(), false);
  const auto contested = contested_from_the_top();
  if (4 * contested.size() > a_.by_key_.size() + 4) return;  // that objects are shared is normal here
  cut_contested(contested);
  find_parts();
  std::size_t objects = 0, in_line = 0;
  for (auto& p : parts_) {
    put_in_line(p);
    objects += p.in_order.size();
    in_line += p.rising;
  }
  applies_ = static_cast<double>(in_line) >= usual * static_cast<double>(objects);
  if (!applies_) cut_.clear();
}

std::uint32_t ordering::key_cell(std::uint32_t object) const noexcept {
  const auto& o = space_.objects()[object];
  return o.first_cell + a_.key_cell_[o.object_class];
}

bool ordering::is_keyed(std::uint32_t object) const noexcept { return a_.rank_[object] != nobody; }

ordering::direction ordering::direction_of(std::uint32_t cell) const noexcept {
  return directions_[space_.place(cell).binding];
}

/// From a keyed object to a keyed object, and not known to be wrong.
bool ordering::is_link(std::uint32_t cell) const noexcept {
  const auto to = e_.target_[cell];
  return to != nobody && direction_of(cell) != direction::none && is_keyed(to) && !cut_.contains(cell);
}

// Every member that claims keyed objects for keyed objects must have one, and they must lead to most of the objects.
bool ordering::find_directions() {
  directions_.assign(e_.members_.size(), direction::none);
  bool any = false;
  for (std::size_t b = 0; b < directions_.size(); ++b) {
    if (!e_.members_[b].claiming || a_.keyed_references_[b] == 0) continue;
    if (a_.upward_[b] < 1 - usual)
      directions_[b] = direction::down;
    else if (a_.upward_[b] > usual)
      directions_[b] = direction::up;
    else
      return false;
    any = true;
  }
  return any;
}

// Of several claims, one that is answered is right, or the only one that does not lead back to where it hangs, or one
// whose owner has the key next to those of the part; or else all are in doubt. (From where no keys are, it is right
// when no other is.) What is certain comes first, for it tells what hangs where.
void ordering::cut_contested(const std::vector<std::uint32_t>& contested) {
  for (const bool certain : {true, false})
    for (const auto o : contested) {
      std::vector<std::uint32_t> claims;
      for (const auto cell : e_.references_to(o))
        if (e_.is_claiming(cell) && !cut_.contains(cell)) claims.push_back(cell);
      if (claims.size() < 2) continue;
      auto right = std::ranges::find_if(
          claims, [&](std::uint32_t cell) { return e_.is_mutual(cell) && e_.refers(o, e_.owner(cell)); });
      if (right == claims.end()) {
        a_.part_of(o);
        const auto leads_back = [&](std::uint32_t cell) { return a_.in_part(e_.owner(cell)); };
        if (std::ranges::count_if(claims, leads_back) + 1 == std::ssize(claims)) {
          right = std::ranges::find_if_not(claims, leads_back);
        } else if (const auto from_above =
                       std::ranges::find_if(claims, [&](std::uint32_t cell) { return !is_keyed(e_.owner(cell)); });
                   from_above != claims.end() && std::ranges::all_of(claims, [&](std::uint32_t cell) {
                     return cell == *from_above || e_.is_mutual(cell);
                   })) {
          right = from_above;  // the others would be answered
        } else if (!certain) {
          met_.assign(met_.size(), false);
          auto p = part_at(o, nobody);
          put_in_line(p);
          const auto distance = [&](std::uint32_t cell) { return leads_back(cell) ? nobody : distance_to(p, cell); };
          std::ranges::stable_sort(claims, {}, distance);
          if (distance(claims[0]) < distance(claims[1]))
            right = claims.begin();
          else
            right = std::ranges::find_if(claims, [&](std::uint32_t cell) { return !is_keyed(e_.owner(cell)); });
        }
      }
      if (certain && right == claims.end()) continue;
      for (auto i = claims.begin(); i != claims.end(); ++i)
        if (i != right) cut_.insert(*i);
    }
}

/// Nearest to the root first: then what leads from below to above is cut before it can make parts of everything.
std::vector<std::uint32_t> ordering::contested_from_the_top() const {
  std::vector<std::uint32_t> contested, queue{0};
  std::vector<bool> seen(space_.objects().size());
  seen[0] = true;
  const auto walk = [&](std::size_t i) {
    for (; i < queue.size(); ++i) {
      if (is_keyed(queue[i]) && e_.claims_[queue[i]] >= 2) contested.push_back(queue[i]);
      const auto& o = space_.objects()[queue[i]];
      for (auto cell = o.first_cell; cell < o.end_cell; ++cell) {
        const auto to = e_.target_[cell];
        if (to == nobody || seen[to] || !e_.is_claiming(cell)) continue;
        seen[to] = true;
        queue.push_back(to);
      }
    }
  };
  walk(0);
  for (const auto o : a_.by_key_) {
    if (seen[o] || e_.claims_[o] != 0) continue;
    seen[o] = true;
    queue.push_back(o);
    walk(queue.size() - 1);
  }
  for (const auto o : a_.by_key_)
    if (!seen[o] && e_.claims_[o] >= 2) contested.push_back(o);
  return contested;
}

/// Of the objects in line; ascending.
std::vector<std::uint32_t> ordering::ranks_in_line(const part& p) const {
  std::vector<std::uint32_t> ranks;
  for (std::size_t i = 0; i < p.in_order.size(); ++i)
    if (p.in_line[i]) ranks.push_back(a_.rank_[p.in_order[i].object]);
  return ranks;
}

/// From the owner's key to the part's, in the member's direction. The part's own first and last keys may be damaged.
std::uint32_t ordering::distance_to(const part& p, std::uint32_t cell) const {
  const auto owner = a_.rank_[e_.owner(cell)];
  if (owner == nobody) return nobody;
  const auto ranks = ranks_in_line(p);
  const auto ends = std::min<std::size_t>(2, ranks.size() / 8);
  const auto low = ranks[ends], high = ranks[ranks.size() - 1 - ends];
  if (direction_of(cell) == direction::up) return owner < low ? low - owner : nobody;
  return owner > high ? owner - high : nobody;
}

// What nothing leads to is the top of a part; what is left lies in circles, which are opened where they go against the
// directions most.
void ordering::find_parts() {
  met_.assign(met_.size(), false);
  std::vector<std::uint32_t> held(space_.objects().size(), nobody);
  for (const auto o : a_.by_key_)
    for (const auto cell : e_.references_to(o))
      if (e_.is_claiming(cell) && !cut_.contains(cell)) held[o] = cell;
  for (const auto o : a_.by_key_)
    if (held[o] == nobody || !is_keyed(e_.owner(held[o]))) parts_.push_back(part_at(o, held[o]));
  for (const auto o : a_.by_key_) {
    if (met_[o]) continue;
    std::unordered_set<std::uint32_t> passed;
    auto at = o;
    while (passed.insert(at).second && !met_[e_.owner(held[at])]) at = e_.owner(held[at]);
    auto worst = held[at];
    if (!met_[e_.owner(held[at])]) {
      std::vector<std::uint32_t> ring{held[at]};
      for (auto i = e_.owner(held[at]); i != at; i = e_.owner(held[i])) ring.push_back(held[i]);
      std::ranges::reverse(ring);
      worst = most_doubtful(ring);
    }
    cut_.insert(worst);
    parts_.push_back(part_at(e_.target_[worst], nobody));
  }
}

/// Of references that lead around in a ring, each to the owner of the next: the one without which the keys are between
/// those of the owners above them, as in a tree.
std::uint32_t ordering::most_doubtful(const std::vector<std::uint32_t>& ring) const {
  constexpr std::size_t longest = 256;  // others are no ways down a tree
  auto best = ring.front();
  std::size_t fewest = 2 * ring.size() + 2;
  for (std::size_t cut = 0; cut < std::min(ring.size(), longest); ++cut) {
    std::size_t outside = a_.against_direction(ring[cut]) > 0.5 ? 0 : 1;
    std::int64_t low = -1, high = static_cast<std::int64_t>(a_.by_key_.size());
    for (std::size_t i = 1; i < std::min(ring.size(), longest); ++i) {
      const auto cell = ring[(cut + i) % ring.size()];
      const std::int64_t owner = a_.rank_[e_.owner(cell)], to = a_.rank_[e_.target_[cell]];
      (direction_of(cell) == direction::up ? low : high) = owner;
      outside += to <= low || to >= high ? 2 : 0;
    }
    if (outside < fewest) best = ring[cut], fewest = outside;
  }
  return best;
}

/// Of the objects that were not met before.
ordering::part ordering::part_at(std::uint32_t top, std::uint32_t held_by) {
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
        const auto to = as_guessed_ ? guessed_target(cell) : e_.target_[cell];
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

// The heaviest subsequence whose keys rise. An object on which others hang weighs a little more than a leaf: where one
// of two is out of line it is rather the leaf. For each object, the heaviest that ends with a smaller key is found in a
// tree of maxima over all keys.
void ordering::put_in_line(part& p, std::uint32_t low, std::uint32_t high) const {
  constexpr std::uint32_t leaf = 4, other = 5;
  const auto count = static_cast<std::uint32_t>(p.in_order.size());
  std::vector<std::int64_t> keys(count);
  for (std::uint32_t i = 0; i < count; ++i) keys[i] = a_.key(p.in_order[i].object);
  auto sorted = keys;
  std::ranges::sort(sorted);
  struct best {
    std::uint32_t weight = 0, last = nobody;
  };
  std::vector<best> maxima(count + 1);
  std::vector<std::uint32_t> before(count);
  best heaviest;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto among_all = a_.rank_[p.in_order[i].object];
    if ((low != nobody && among_all <= low) || among_all >= high) continue;
    const auto rank = static_cast<std::uint32_t>(std::ranges::lower_bound(sorted, keys[i]) - sorted.begin());
    best below;
    for (auto j = rank; j > 0; j &= j - 1)
      if (maxima[j].weight > below.weight) below = maxima[j];
    before[i] = below.last;
    const best mine{below.weight + (p.in_order[i].end - p.in_order[i].begin > 1 ? other : leaf), i};
    for (auto j = rank + 1; j <= count; j += j & (~j + 1))
      if (mine.weight > maxima[j].weight) maxima[j] = mine;
    if (mine.weight > heaviest.weight) heaviest = mine;
  }
  p.in_line.assign(count, false);
  p.rising = 0;
  for (auto i = heaviest.last; i != nobody; i = before[i]) p.in_line[i] = true, ++p.rising;
}

void ordering::guess() {
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
      e_.second_guesses_.push_back(
          {{u.from, nobody}, {u.to, u.object}, {key_cell(u.object), space_.bits_in_memory(key_cell(u.object))}});
  for (const auto cell : cut_)
    if (!taken_.contains(cell)) e_.add_guess(cell, nobody);
  for (const auto& whole : wholes_) guess_keys(whole);
}

/// What the root holds.
std::vector<ordering::part> ordering::parts_as_guessed() {
  as_guessed_ = true;
  met_.assign(met_.size(), false);
  std::vector<part> parts;
  const auto& root = space_.objects()[0];
  for (auto cell = root.first_cell; cell < root.end_cell; ++cell) {
    const auto top = e_.is_reference(cell) ? guessed_target(cell) : nobody;
    if (top == nobody || !is_keyed(top) || met_[top]) continue;
    parts.push_back(part_at(top, cell));
    put_in_line(parts.back());
  }
  return parts;
}

/// The cell that leads to an object, as guessed so far.
std::uint32_t ordering::holder_of(std::uint32_t object) const {
  for (const auto cell : e_.references_to(object))
    if (direction_of(cell) != direction::none && guessed_target(cell) == object) return cell;
  for (const auto& g : e_.guesses_)
    if (direction_of(g.cell) != direction::none && g.value == object) return g.cell;
  return nobody;
}

void ordering::cut(std::uint32_t cell) {
  cut_.insert(cell);
  if (taken_.erase(cell) != 0) e_.drop_guess(cell);
}

// Several objects that hang together and are all out of line are a part of their own.
std::vector<ordering::part> ordering::take_out(part& whole) {
  std::vector<std::uint32_t> in_line_before(whole.in_order.size() + 1);
  for (std::size_t i = 0; i < whole.in_order.size(); ++i)
    in_line_before[i + 1] = in_line_before[i] + (whole.in_line[i] ? 1 : 0);
  std::vector<member> tops;
  for (const auto& m : whole.in_order)
    if (m.object != whole.top && m.end - m.begin >= 2 && in_line_before[m.end] == in_line_before[m.begin])
      tops.push_back(m);
  std::ranges::sort(tops, {}, [](const member& m) { return std::pair(m.begin, ~m.end); });
  std::vector<part> parts;
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
  std::vector<std::uint32_t> left_before(gone.size() + 1);
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

/// Once more, with the structure as guessed so far. True: something has found another place, or may.
bool ordering::regroup() {
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
bool ordering::is_undecided(std::uint32_t leaf, std::uint32_t cell) const {
  return !moved_.contains(leaf) && !is_answered(leaf, cell) &&
         std::ranges::find(undecided_, leaf, &place_or_other::object) == undecided_.end();
}

void ordering::detach(const part& p) {
  std::unordered_set<std::uint32_t> ranks;
  for (const auto& m : p.in_order) ranks.insert(a_.rank_[m.object]);
  std::erase_if(line_, [&](std::uint32_t rank) { return ranks.contains(rank); });
  for (const auto rank : ranks) attached_.erase(rank);
}

// The keys of a part lie together. Where others lie between them, those that lie apart from the top's are out of line,
// although they rise. If the top's lies alone it is the top's that is wrong.
void ordering::keep_together(part& p) const {
  struct group {
    std::size_t size;
    std::uint32_t first, last;  // ranks
  };
  std::vector<group> groups;
  std::size_t own = 0, left = p.rising;
  for (std::size_t i = 0; i < p.in_order.size(); ++i) {
    if (!p.in_line[i]) continue;
    const auto rank = a_.rank_[p.in_order[i].object];
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
std::uint32_t ordering::placed_before(std::uint32_t rank) const {
  auto found = nobody;
  if (const auto at = std::ranges::lower_bound(line_, rank); at != line_.begin()) found = *(at - 1);
  if (const auto at = attached_.lower_bound(rank); at != attached_.begin())
    found = found == nobody ? *std::prev(at) : std::max(found, *std::prev(at));
  return found;
}

std::uint32_t ordering::placed_behind(std::uint32_t rank) const {
  auto found = nobody;
  if (const auto at = std::ranges::upper_bound(line_, rank); at != line_.end()) found = *at;
  if (const auto at = attached_.upper_bound(rank); at != attached_.end()) found = std::min(found, *at);
  return found;
}

bool ordering::place_or_keep(part p) {
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
void ordering::place_parts() {
  std::ranges::stable_sort(parts_, std::greater{},
                           [](const part& p) { return std::pair(p.held_by != nobody, p.in_order.size()); });
  const auto anchor = [&]() -> std::uint32_t {
    for (const auto& p : parts_)
      if (p.held_by != nobody) return nobody;
    for (const auto cell : cut_)
      if (!is_keyed(e_.owner(cell))) return cell;
    const auto& root = space_.objects()[0];
    for (auto cell = root.first_cell; cell < root.end_cell; ++cell)
      if (e_.is_reference(cell) && e_.is_claiming(cell) && e_.target_[cell] == nobody) return cell;
    return nobody;
  }();
  bool first = true;
  for (auto& p : parts_) {
    if (p.held_by != nobody || first) {
      if (p.held_by == nobody && anchor != nobody) {
        taken_.insert(anchor);
        if (e_.target_[anchor] != p.top) e_.add_guess(anchor, p.top);
      }
      attach(p);
    } else {
      place_or_keep(std::move(p));
    }
    first = false;
  }
}

void ordering::attach(const part& p) {
  auto ranks = ranks_in_line(p);
  if (line_.empty())
    line_ = std::move(ranks);
  else
    attached_.insert(ranks.begin(), ranks.end());
}

/// How many objects that have their places lie between the two ranks; `more` and beyond are all the same.
std::size_t ordering::between(std::uint32_t low, std::uint32_t high, std::size_t more) const {
  auto count = static_cast<std::size_t>(std::ranges::lower_bound(line_, high) - std::ranges::upper_bound(line_, low));
  for (auto at = attached_.upper_bound(low); count < more && at != attached_.end() && *at < high; ++at) ++count;
  return std::min(count, more);
}

/// That of the object, or if it is out of line that of the next one in line before or behind it.
std::uint32_t ordering::rank_in_order(std::uint32_t object, bool before) const {
  const auto found = beside_.find(object);
  if (found == beside_.end()) return a_.rank_[object];
  return before ? found->second.first : found->second.second;
}

/// A field that was cut and leads to keys such as these, with at most so many others in between.
std::uint32_t ordering::hole_for(std::uint32_t low, std::uint32_t high, const std::unordered_set<std::uint32_t>& holes,
                                 std::size_t most) const {
  auto best = nobody;
  std::size_t least = most + 1;
  for (const auto cell : holes) {
    if (taken_.contains(cell) || direction_of(cell) == direction::none || !is_keyed(e_.owner(cell))) continue;
    const bool up = direction_of(cell) == direction::up;
    const auto owner = rank_in_order(e_.owner(cell), up);
    if (owner == nobody || (up ? owner >= low : owner <= high)) continue;
    const auto distance = up ? between(owner, low, most + 1) : between(high, owner, most + 1);
    if (distance < least || (distance == least && best != nobody && cell < best)) best = cell, least = distance;
  }
  return best;
}

/// Whether the object itself says that the cell leads to it.
bool ordering::is_answered(std::uint32_t object, std::uint32_t cell) const noexcept {
  return e_.is_mutual(cell) && e_.refers(object, e_.owner(cell));
}

/// A free cell of an object that the one without a place says it hangs on; or nobody.
std::uint32_t ordering::place_named_by(std::uint32_t object) const {
  const auto& o = space_.objects()[object];
  for (auto back = o.first_cell; back < o.end_cell; ++back) {
    const auto owner = e_.target_[back];
    if (owner == nobody || !is_keyed(owner) || !e_.is_mutual(back) || e_.is_claiming(back)) continue;
    const auto d = a_.rank_[object] > a_.rank_[owner] ? direction::up : direction::down;
    for (const auto side : {d, d == direction::up ? direction::down : direction::up})
      if (const auto cell = free_cell(owner, side, object); cell != nobody && is_answered(object, cell)) return cell;
  }
  return nobody;
}

bool ordering::place(const part& p) {
  const auto ranks = ranks_in_line(p);
  if (ranks.empty()) return false;
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
  if (e_.target_[cell] != p.top) e_.add_guess(cell, p.top);
  return true;
}

/// Behind the object before the keys, or before the one behind them: the likelier first. In an intact tree one of the
/// two has room.
std::vector<std::uint32_t> ordering::gaps_for(const std::vector<std::uint32_t>& ranks, std::uint32_t top) const {
  const auto middle = ranks[ranks.size() / 2];
  auto previous = placed_before(ranks.front()), next = placed_behind(ranks.back());
  if (placed_behind(ranks.front()) != next)  // something lies between them
    previous = placed_before(middle), next = placed_behind(middle);
  std::vector<std::uint32_t> cells;
  const auto add = [&](std::uint32_t cell) {
    if (cell != nobody) cells.push_back(cell);
  };
  if (previous != nobody) add(free_cell(a_.by_key_[previous], direction::up, top));
  if (next != nobody) add(free_cell(a_.by_key_[next], direction::down, top));
  // Objects with damaged keys may lie between the two.
  for (auto [at, end] = just_before_.equal_range(next); at != end; ++at)
    for (const auto d : {direction::down, direction::up}) add(free_cell(at->second, d, top));
  std::stable_partition(cells.begin(), cells.end(), [&](std::uint32_t cell) { return cut_.contains(cell); });
  return cells;
}

// Of objects out of line, the ranks of those in line before and behind them.
void ordering::find_neighbours(const std::vector<part>& parts) {
  for (const auto& p : parts) {
    auto last = nobody;
    for (std::size_t i = 0; i < p.in_order.size(); ++i) {
      if (p.in_line[i])
        last = a_.rank_[p.in_order[i].object];
      else
        beside_[p.in_order[i].object] = {last, nobody};
    }
    last = nobody;
    for (auto i = p.in_order.size(); i-- > 0;) {
      const auto object = p.in_order[i].object;
      if (p.in_line[i])
        last = a_.rank_[object];
      else
        beside_[object].second = last, just_before_.emplace(last, object);
    }
  }
}

void ordering::find_leaves(const std::vector<part>& parts) {
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
void ordering::move_leaves() {
  const auto move = [&](std::uint32_t object, std::uint32_t to) {
    taken_.insert(to);
    moved_.insert(object);
    e_.add_guess(to, object);
  };
  const auto fits = [&](std::uint32_t object, std::uint32_t cell) {
    const auto rank = a_.rank_[object];
    return hole_for(rank, rank, {cell}, 0) == cell;
  };
  std::erase_if(leaves_, [&](const auto& leaf) { return is_answered(leaf.first, leaf.second); });
  for (const auto& [object, cell] : leaves_)
    if (const auto named = place_named_by(object);
        named != nobody && hole_for(a_.rank_[object], a_.rank_[object], {named}, about_there) == named) {
      if (guessed_target(cell) == object) cut(cell);
      move(object, named);
    }
  std::erase_if(leaves_, [&](const auto& leaf) { return moved_.contains(leaf.first); });
  for (const auto& [object, cell] : leaves_) {
    if (!taken_.contains(cell)) continue;
    const auto rank = a_.rank_[object];
    auto to = hole_for(rank, rank, cut_, 0);
    if (const auto gaps = gaps_for({rank}, object); to == nobody && !gaps.empty()) to = gaps.front();
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
bool ordering::decide_by_shape() {
  for (const auto& [object, cell] : leaves_) {
    if (!is_undecided(object, cell)) continue;
    for (const auto gap : gaps_for({a_.rank_[object]}, object))
      if (gap != cell) undecided_.push_back({object, cell, gap});
  }
  auto shape = shape_guessed();
  if (!shape) return false;
  std::vector<balance::choice> choices;
  for (const auto& u : undecided_)
    choices.push_back({u.object, e_.owner(u.to), direction_of(u.to) == direction::up ? 1 : 0, false});
  shape->decide(choices);
  bool any = false, waits = false;
  for (const auto& u : undecided_) {
    const bool is_there = shape->hangs_on(u.object, e_.owner(u.to), direction_of(u.to) == direction::up ? 1 : 0);
    const auto from = is_there ? holder_of(u.object) : nobody;
    if (from == nobody || from == u.to) continue;
    if (taken_.contains(u.to)) {
      waits = true;
      continue;
    }
    moved_.insert(u.object);
    cut(from);
    taken_.insert(u.to);
    e_.drop_guess(u.to);
    e_.add_guess(u.to, u.object);
    any = true;
  }
  return any && waits;
}

std::uint32_t ordering::guessed_target(std::uint32_t cell) const {
  if (const auto* const guess = e_.guess_for(cell)) return static_cast<std::uint32_t>(guess->value);
  return cut_.contains(cell) && !taken_.contains(cell) ? nobody : e_.target_[cell];
}

/// The tree with all that is guessed so far, if it is one and balanced nearly everywhere.
std::optional<balance> ordering::shape_guessed() const {
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
      if (!e_.is_reference(cell) || (parent != nobody && direction_of(cell) == direction::none)) continue;
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
  return shape.is_usual() ? std::optional(std::move(shape)) : std::nullopt;
}

/// A field of the owner that leads this way and is empty, or was cut.
std::uint32_t ordering::free_cell(std::uint32_t owner, direction d, std::uint32_t to) const {
  const auto& o = space_.objects()[owner];
  auto found = nobody;
  for (auto cell = o.first_cell; cell < o.end_cell; ++cell) {
    if (direction_of(cell) != d || taken_.contains(cell)) continue;
    if (e_.target_[cell] == to) return cell;
    if (cut_.contains(cell) || (e_.target_[cell] == nobody && found == nobody)) found = cell;
  }
  return found;
}

// Objects out of line that stay where they are: their keys are between those before and behind, as near as possible.
// Where there is no room, a damaged key has happened to be in line, and the next ones give way.
void ordering::guess_keys(const part& p) {
  if (p.rising == p.in_order.size() || p.in_order.size() < 3) return;
  std::vector<std::int64_t> above(p.in_order.size(), INT64_MAX);  // the next key in line
  for (auto i = p.in_order.size() - 1; i-- > 0;)
    above[i] = p.in_line[i + 1] ? a_.key(p.in_order[i + 1].object) : above[i + 1];
  std::optional<wide> last;
  for (std::size_t i = 0; i < p.in_order.size(); ++i) {
    const auto cell = key_cell(p.in_order[i].object);
    const auto type = repair_symbols::type_of_cell(space_.domain(cell).source);
    const wide old = a_.key(p.in_order[i].object);
    wide key = old;
    if (!p.in_line[i]) key = std::min(key, wide{above[i]} - 1);
    if (last) key = std::max(key, *last + 1);
    if (key > high_of(type)) return;
    key = std::max(key, low_of(type));
    last = key;
    if (key != old) e_.add_guess(cell, wrapped(key, type));
  }
}

}  // namespace korat::detail
