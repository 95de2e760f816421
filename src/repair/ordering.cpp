// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/ordering.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace korat::detail {

namespace {

constexpr auto nobody = evidence::nobody;
constexpr double usual = 0.75;  // as in evidence.cpp

}  // namespace

ordering::ordering(adoption& a) : a_(a), e_(a.e_), space_(a.space_), cut_(a.wrong_) {
  if (a_.by_key_.size() < 3 || !find_directions()) return;
  met_.assign(space_.objects().size(), false);
  cut_contested();
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

ordering::direction ordering::direction_of(std::uint32_t cell) const noexcept { return directions_[space_.place(cell).binding]; }

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
    if (a_.upward_[b] < 1 - usual) directions_[b] = direction::down;
    else if (a_.upward_[b] > usual) directions_[b] = direction::up;
    else return false;
    any = true;
  }
  return any;
}

// Of several claims, one that is answered is right, or the only one that does not lead back to where it hangs, or one whose
// owner has the key next to those of the part; or else all are in doubt. (From where no keys are, it is right when no
// other is.) What is certain comes first, for it tells what hangs where.
void ordering::cut_contested() {
  for (const bool certain : {true, false})
    for (const auto o : a_.by_key_) {
      if (e_.claims_[o] < 2) continue;
      std::vector<std::uint32_t> claims;
      for (const auto cell : e_.references_to(o))
        if (e_.is_claiming(cell) && !cut_.contains(cell)) claims.push_back(cell);
      if (claims.size() < 2) continue;
      auto right = std::ranges::find_if(claims, [&](std::uint32_t cell) { return e_.is_mutual(cell) && e_.refers(o, e_.owner(cell)); });
      if (right == claims.end()) {
        a_.part_of(o);
        const auto leads_back = [&](std::uint32_t cell) { return a_.in_part(e_.owner(cell)); };
        const auto near = certain ? std::vector<std::uint32_t>{} : a_.neighbours();
        const auto doubt = [&](std::uint32_t cell) { return a_.doubt(cell, near); };
        if (std::ranges::count_if(claims, leads_back) + 1 == std::ssize(claims)) {
          right = std::ranges::find_if_not(claims, leads_back);
        } else if (!certain) {
          std::ranges::stable_sort(claims, {}, doubt);
          if (doubt(claims[0]) < doubt(claims[1])) right = claims.begin();
          else right = std::ranges::find_if(claims, [&](std::uint32_t cell) { return !is_keyed(e_.owner(cell)); });
        }
      }
      if (certain && right == claims.end()) continue;
      for (auto i = claims.begin(); i != claims.end(); ++i)
        if (i != right) cut_.insert(*i);
    }
}

// What nothing leads to is the top of a part; what is left lies in circles, which are opened where they go against the
// directions most.
void ordering::find_parts() {
  std::vector<std::uint32_t> held(space_.objects().size(), nobody);
  for (const auto o : a_.by_key_)
    for (const auto cell : e_.references_to(o))
      if (e_.is_claiming(cell) && !cut_.contains(cell)) held[o] = cell;
  for (const auto o : a_.by_key_)
    if (held[o] == nobody || !is_keyed(e_.owner(held[o]))) add_part(o, held[o]);
  for (const auto o : a_.by_key_) {
    if (met_[o]) continue;
    std::unordered_set<std::uint32_t> passed;
    auto at = o;
    while (passed.insert(at).second && !met_[e_.owner(held[at])]) at = e_.owner(held[at]);
    auto worst = held[at];
    if (!met_[e_.owner(held[at])])
      for (auto i = e_.owner(held[at]); i != at; i = e_.owner(held[i]))
        if (a_.against_direction(held[i]) > a_.against_direction(worst)) worst = held[i];
    cut_.insert(worst);
    add_part(e_.target_[worst], nobody);
  }
}

void ordering::add_part(std::uint32_t top, std::uint32_t held_by) {
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
        if (direction_of(cell) != d || !is_link(cell) || met_[e_.target_[cell]]) continue;
        met_[e_.target_[cell]] = true;
        work.push_back({e_.target_[cell], stage::before, 0, 0});
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
      case stage::behind: p.in_order[now.place].end = here; break;
    }
  }
  parts_.push_back(std::move(p));
}

/// A longest subsequence whose keys rise: for each length, the object with the smallest key that ends one.
void ordering::put_in_line(part& p) const {
  std::vector<std::uint32_t> ends, before(p.in_order.size(), nobody);
  for (std::uint32_t i = 0; i < p.in_order.size(); ++i) {
    const auto key = a_.key(p.in_order[i].object);
    const auto at = std::ranges::lower_bound(ends, key, {}, [&](std::uint32_t j) { return a_.key(p.in_order[j].object); });
    before[i] = at == ends.begin() ? nobody : *(at - 1);
    if (at == ends.end()) ends.push_back(i);
    else *at = i;
  }
  p.in_line.assign(p.in_order.size(), false);
  p.rising = ends.size();
  for (auto i = ends.empty() ? nobody : ends.back(); i != nobody; i = before[i]) p.in_line[i] = true;
}

void ordering::guess() {
  const auto found = parts_.size();
  for (std::size_t i = 0; i < found; ++i) split(i);
  place_parts();
  move_leaves();
  for (const auto cell : cut_)
    if (!taken_.contains(cell)) e_.add_guess(cell, nobody);
  for (const auto& p : parts_) guess_keys(p);
}

// Several objects that hang together and are all out of line are a part of their own.
void ordering::split(std::size_t which) {
  auto whole = std::move(parts_[which]);
  std::vector<std::uint32_t> in_line_before(whole.in_order.size() + 1);
  for (std::size_t i = 0; i < whole.in_order.size(); ++i) in_line_before[i + 1] = in_line_before[i] + (whole.in_line[i] ? 1 : 0);
  std::vector<member> tops;
  for (const auto& m : whole.in_order)
    if (m.object != whole.top && m.end - m.begin >= 2 && in_line_before[m.end] == in_line_before[m.begin]) tops.push_back(m);
  std::ranges::sort(tops, {}, [](const member& m) { return std::pair(m.begin, ~m.end); });
  std::vector<bool> gone(whole.in_order.size());
  std::uint32_t end = 0;
  for (const auto& top : tops) {
    if (top.begin < end) continue;  // hangs on one that is gone
    end = top.end;
    for (const auto cell : e_.references_to(top.object))
      if (is_link(cell)) cut_.insert(cell);
    part p{top.object, nobody, {}, {}, 0};
    for (auto i = top.begin; i < top.end; ++i) {
      gone[i] = true;
      const auto& m = whole.in_order[i];
      p.in_order.push_back({m.object, m.begin - top.begin, m.end - top.begin});
    }
    put_in_line(p);
    parts_.push_back(std::move(p));
  }
  std::size_t left = 0;
  for (std::size_t i = 0; i < gone.size(); ++i) {
    if (gone[i]) continue;
    whole.in_order[left] = whole.in_order[i];  // what hangs on it is not asked for again
    whole.in_line[left++] = whole.in_line[i];
  }
  whole.in_order.resize(left);
  whole.in_line.resize(left);
  parts_[which] = std::move(whole);
}

// The largest part is where it is, or where the structure begins; the others, from the largest to the smallest, find
// their places in it and in one another.
void ordering::place_parts() {
  std::ranges::stable_sort(parts_, std::greater{}, [](const part& p) { return p.in_order.size(); });
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
  for (const auto& p : parts_) {
    if (p.held_by != nobody || first) {
      if (p.held_by == nobody && anchor != nobody) {
        taken_.insert(anchor);
        if (e_.target_[anchor] != p.top) e_.add_guess(anchor, p.top);
      }
      attach(p);
    } else if (place(p)) {
      attach(p);
    }
    first = false;
  }
}

void ordering::attach(const part& p) {
  std::vector<std::uint32_t> ranks;
  for (std::size_t i = 0; i < p.in_order.size(); ++i)
    if (p.in_line[i]) ranks.push_back(a_.rank_[p.in_order[i].object]);
  if (line_.empty()) line_ = std::move(ranks);  // in line: ascending
  else attached_.insert(ranks.begin(), ranks.end());
}

/// So many objects that have their places lie between the two ranks.
std::size_t ordering::between(std::uint32_t low, std::uint32_t high) const {
  const auto in_line = std::ranges::lower_bound(line_, high) - std::ranges::upper_bound(line_, low);
  const auto others = std::distance(attached_.upper_bound(low), attached_.lower_bound(high));
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(in_line, 0) + std::max<std::ptrdiff_t>(others, 0));
}

/// A field that was cut and leads to keys such as these, with at most so many others in between.
std::uint32_t ordering::hole_for(std::uint32_t low, std::uint32_t high, const std::unordered_set<std::uint32_t>& holes,
                                 std::size_t most) const {
  auto best = nobody;
  std::size_t least = most + 1;
  for (const auto cell : holes) {
    if (taken_.contains(cell) || direction_of(cell) == direction::none || !is_keyed(e_.owner(cell))) continue;
    const auto owner = a_.rank_[e_.owner(cell)];
    const bool up = direction_of(cell) == direction::up;
    if (up ? owner >= low : owner <= high) continue;
    const auto distance = up ? between(owner, low) : between(high, owner);
    if (distance < least || (distance == least && cell < best)) best = cell, least = distance;
  }
  return best;
}

bool ordering::place(const part& p) {
  std::vector<std::uint32_t> ranks;
  for (std::size_t i = 0; i < p.in_order.size(); ++i)
    if (p.in_line[i]) ranks.push_back(a_.rank_[p.in_order[i].object]);
  if (ranks.empty()) return false;
  constexpr std::size_t damaged = 2;
  auto cell = hole_for(ranks.front(), ranks.back(), cut_, 0);
  if (cell == nobody) cell = gap_for(ranks, p.top);
  if (cell == nobody) cell = hole_for(ranks.front(), ranks.back(), cut_, damaged);
  if (cell == nobody) return false;
  taken_.insert(cell);
  if (e_.target_[cell] != p.top) e_.add_guess(cell, p.top);
  return true;
}

/// Behind the object before the keys, or before the one behind them: in a tree one of the two has room.
std::uint32_t ordering::gap_for(const std::vector<std::uint32_t>& ranks, std::uint32_t top) const {
  const auto before = [&](std::uint32_t rank) {
    auto found = nobody;
    if (const auto at = std::ranges::lower_bound(line_, rank); at != line_.begin()) found = *(at - 1);
    if (const auto at = attached_.lower_bound(rank); at != attached_.begin())
      found = found == nobody ? *std::prev(at) : std::max(found, *std::prev(at));
    return found;
  };
  const auto behind = [&](std::uint32_t rank) {
    auto found = nobody;
    if (const auto at = std::ranges::upper_bound(line_, rank); at != line_.end()) found = *at;
    if (const auto at = attached_.upper_bound(rank); at != attached_.end()) found = std::min(found, *at);
    return found;
  };
  const auto middle = ranks[ranks.size() / 2];
  auto previous = before(ranks.front()), next = behind(ranks.back());
  if (behind(ranks.front()) != next) previous = before(middle), next = behind(middle);  // something lies between them
  auto cell = nobody;
  if (previous != nobody) cell = free_cell(a_.by_key_[previous], direction::up, top);
  if (const auto other = next == nobody ? nobody : free_cell(a_.by_key_[next], direction::down, top);
      other != nobody && (cell == nobody || (cut_.contains(other) && !cut_.contains(cell))))
    cell = other;
  return cell;
}

// One object out of line, on which nothing hangs, has a wrong key; unless it and another one have keys that fit in each
// other's place. Else that it hangs in the wrong place is the second guess.
void ordering::move_leaves() {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> leaves;  // object and the cell that leads to it
  for (const auto& p : parts_)
    for (std::size_t i = 0; i < p.in_order.size(); ++i) {
      const auto& m = p.in_order[i];
      if (p.in_line[i] || m.end - m.begin != 1) continue;
      for (const auto cell : e_.references_to(m.object))
        if (is_link(cell) && !taken_.contains(cell)) leaves.emplace_back(m.object, cell);
    }
  const auto fits = [&](std::uint32_t object, std::uint32_t cell) {
    const auto rank = a_.rank_[object];
    return hole_for(rank, rank, {cell}, 0) == cell;
  };
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const auto& [object, cell] = leaves[i];
    if (moved_.contains(object)) continue;
    for (std::size_t j = i + 1; j < leaves.size(); ++j) {
      const auto& [other, place] = leaves[j];
      if (moved_.contains(other) || !fits(object, place) || !fits(other, cell)) continue;
      e_.add_guess(place, object);
      e_.add_guess(cell, other);
      moved_.insert({object, other});
      break;
    }
    if (moved_.contains(object)) continue;
    if (const auto gap = gap_for({a_.rank_[object]}, object); gap != nobody && gap != cell)
      e_.second_guesses_.push_back({{cell, nobody}, {gap, object}, {key_cell(object), space_.bits_in_memory(key_cell(object))}});
  }
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
void ordering::guess_keys(const part& p) {
  if (p.rising == p.in_order.size() || p.in_order.size() < 3) return;
  std::vector<std::int64_t> above(p.in_order.size(), INT64_MAX);  // the next key in line
  for (auto i = p.in_order.size(); i-- > 0;) {
    if (i + 1 < p.in_order.size()) above[i] = p.in_line[i + 1] ? a_.key(p.in_order[i + 1].object) : above[i + 1];
  }
  std::optional<std::int64_t> last;
  for (std::size_t i = 0; i < p.in_order.size(); ++i) {
    const auto object = p.in_order[i].object;
    auto key = a_.key(object);
    if (moved_.contains(object)) continue;
    if (p.in_line[i]) {
      last = key;
      continue;
    }
    if (last && *last == INT64_MAX) return;
    if (above[i] != INT64_MAX) key = std::min(key, above[i] - 1);
    if (last) key = std::max(key, *last + 1);
    if (key >= above[i]) continue;  // there is no room
    last = key;
    const auto cell = key_cell(object);
    const auto width = space_.domain(cell).source.width;
    e_.add_guess(cell, width >= 8 ? static_cast<std::uint64_t>(key)
                                  : static_cast<std::uint64_t>(key) & ((std::uint64_t{1} << (8 * width)) - 1));
  }
}

}  // namespace korat::detail
