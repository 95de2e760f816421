// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/rules/sorted_structure.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "repair/rules/increasing.hpp"

namespace korat::detail {

/// Every member that leads from keys to keys has a direction, and an object has at most one of each.
bool sorted_structure::find_links() {
  double references = 0, in_order = 0;
  for (auto& l : links_) l.assign(space_.described().classes.size(), nobody);
  for (std::uint32_t c = 1; c < space_.described().classes.size(); ++c) {
    if (space_.described().classes[c].count == 0) continue;
    const auto& sample = space_.objects()[space_.first_of_class(c)];
    for (auto cell = sample.first_cell; cell < sample.end_cell; ++cell) {
      const auto m = view_.member_of(cell);
      if (!view_.is_reference(cell) || !view_.is_owning(cell) || keys_.references[m] == 0 || so_far_.is_settled(m))
        continue;
      const auto share = std::max(keys_.upward[m], 1 - keys_.upward[m]);
      auto& place = links_[keys_.upward[m] > thresholds::usual ? up : down][c];
      if (share <= thresholds::usual || place != nobody) return false;
      place = cell - sample.first_cell;
      references += static_cast<double>(keys_.references[m]);
      in_order += share * static_cast<double>(keys_.references[m]);
    }
  }
  const auto is_any = [](std::uint32_t place) { return place != nobody; };
  if (std::ranges::none_of(links_[down], is_any) || std::ranges::none_of(links_[up], is_any)) return false;  // a list
  return references > 0 && 2 * in_order - references >= thresholds::beyond_chance * std::sqrt(references);
}

std::uint32_t sorted_structure::target(std::uint32_t cell) const {
  const auto found = placed_.find(cell);
  return found == placed_.end() ? so_far_.target(cell) : found->second;
}

std::uint32_t sorted_structure::link(std::uint32_t object, side s) const noexcept {
  const auto& o = space_.objects()[object];
  const auto place = links_[s][o.object_class];
  return place == nobody ? nobody : o.first_cell + place;
}

/// What hangs on the object on a side, and does so rightly; or nobody.
std::uint32_t sorted_structure::below(std::uint32_t object, side s) const {
  const auto cell = link(object, s);
  const auto to = cell == nobody ? nobody : target(cell);
  return to != nobody && claim_[to] == cell ? to : nobody;
}

/// A field by which a keyed object is reached.
bool sorted_structure::is_claim(std::uint32_t cell) const {
  if (!view_.is_reference(cell) || !view_.is_owning(cell) || view_.is_fresh(view_.owner(cell))) return false;
  const auto to = target(cell);
  return to != nobody && keys_.has(to);
}

/// False: that several fields lead to one object is normal here. Else right is the one next to whose key its keys lie,
/// and none from below it.
bool sorted_structure::find_right_claims() {
  claim_.assign(view_.objects(), nobody);
  std::map<std::uint32_t, std::vector<std::uint32_t>> contested;
  for (std::uint32_t cell = 0; cell < view_.cells(); ++cell) {
    if (!is_claim(cell)) continue;
    const auto first = std::exchange(claim_[target(cell)], cell);
    if (first == nobody) continue;
    auto& claims = contested[target(cell)];
    if (claims.empty()) claims.push_back(first);
    claims.push_back(cell);
  }
  for (const auto& [object, claims] : contested) {
    claim_[object] = std::ranges::min(claims, {}, [&](auto cell) { return std::pair(hangs_on(cell), distance(cell)); });
    for (const auto cell : claims)
      if (cell != claim_[object] && keys_.has(view_.owner(cell))) wrong_.insert(cell);
  }
  return static_cast<double>(contested.size()) <=
         thresholds::shared * static_cast<double>(ranks()) + thresholds::shared_at_least;
}

/// Whether the field's owner hangs on what the field leads to.
bool sorted_structure::hangs_on(std::uint32_t claim) const {
  auto object = view_.owner(claim);
  for (int steps = 0; steps < longest_way && object != target(claim); ++steps) {
    if (!keys_.has(object) || claim_[object] == nobody) return false;
    object = view_.owner(claim_[object]);
  }
  return object == target(claim);
}

/// Between the key of the field's owner and the nearest one on the way from the object towards it.
std::int64_t sorted_structure::distance(std::uint32_t claim) const {
  constexpr std::int64_t about_there = 16;  // keys in between: they do not contradict
  const auto from = view_.owner(claim);
  auto object = target(claim);
  if (view_.refers(object, from)) return -1;
  if (!keys_.has(from)) return about_there;
  const auto s = claim == link(from, up) ? up : down;
  auto least = ranks();
  for (int steps = 0; object != nobody && keys_.has(object) && steps < longest_way; ++steps) {
    const auto d = s == up ? rank(object) - rank(from) : rank(from) - rank(object);
    if (d > 0) least = std::min(least, d);
    const auto on = link(object, other(s));
    object = on == nobody ? nobody : target(on);
  }
  return least;
}

// From where others lead; from what nothing rightly leads to; then from rings, the smallest key first.
void sorted_structure::walk_all() {
  parts_.clear();
  met_.assign(view_.objects(), false);
  for (const auto o : keys_.by_rank)
    if (claim_[o] == nobody || !keys_.has(view_.owner(claim_[o]))) parts_.push_back(walk(o));
  for (const auto o : keys_.by_rank)
    while (!met_[o]) {
      const auto top = top_of_ring(o);
      wrong_.insert(std::exchange(claim_[top], nobody));
      parts_.push_back(walk(top));
    }
}

/// Of references that lead around in a ring, above the object: one that is not answered, or that leads to a smaller key
/// where it should lead to a larger one, or the other way round.
std::uint32_t sorted_structure::top_of_ring(std::uint32_t object) const {
  std::unordered_set<std::uint32_t> passed;
  while (passed.insert(object).second) object = view_.owner(claim_[object]);
  const auto credible = [&](std::uint32_t o) {
    const auto above = view_.owner(claim_[o]);
    const bool is_up = claim_[o] == link(above, up);
    return (view_.refers(o, above) ? 2 : 0) + (is_up == (rank(o) > rank(above)) ? 1 : 0);
  };
  auto top = object;
  for (auto o = view_.owner(claim_[object]); o != object; o = view_.owner(claim_[o]))
    if (credible(o) < credible(top)) top = o;
  return top;
}

void sorted_structure::find_parts() {
  risen_.assign(view_.objects(), false);
  const auto find_risen = [&](const part& p) {
    const auto is_rising = rising(p);
    for (std::size_t i = 0; i < p.in_order.size(); ++i) risen_[p.in_order[i]] = is_rising[i];
  };
  walk_all();
  std::ranges::for_each(parts_, find_risen);
  if (std::ranges::count_if(parts_, [&](const part& p) { return cut_off(p); }) == 0) return;
  walk_all();
  std::ranges::for_each(parts_, find_risen);
}

sorted_structure::part sorted_structure::walk(std::uint32_t top) {
  part p{top};
  std::vector<std::pair<std::uint32_t, bool>> steps{{top, false}};  // an object, and whether it is between its sides
  met_[top] = true;
  while (!steps.empty()) {
    const auto [object, is_between] = steps.back();
    steps.pop_back();
    if (is_between) {
      p.in_order.push_back(object);
      continue;
    }
    p.from_the_top.push_back(object);
    const auto follow = [&, from = object](side s) {
      const auto to = below(from, s);
      if (to == nobody || met_[to]) return;
      met_[to] = true;
      steps.emplace_back(to, false);
    };
    follow(up);
    steps.emplace_back(object, true);
    follow(down);
  }
  return p;
}

std::vector<bool> sorted_structure::rising(const part& p) const {
  std::vector<std::int64_t> values;
  values.reserve(p.in_order.size());
  for (const auto o : p.in_order) values.push_back(rank(o));
  return longest_increasing(values);
}

// From the top down it is known, as in a search, between which keys those must lie that hang on a field. Where neither
// what it leads to lies there nor what is below that, the field is wrong. A leaf has a wrong key, unless it turns out
// that it belongs elsewhere.
bool sorted_structure::cut_off(const part& p) {
  std::unordered_map<std::uint32_t, interval> within{{p.top, {-1, ranks()}}};
  bool any = false;
  for (const auto o : p.from_the_top) {
    const auto found = within.find(o);
    if (found == within.end()) continue;  // it hangs on what was cut off
    const auto here = found->second;
    interval on[] = {{here.low, rank(o)}, {rank(o), here.high}};
    risen_[o] = !has_wrong_key(o, here);
    for (const auto s : {down, up}) {
      const auto nearest = next_below(o, other(s));
      if (!risen_[o])
        (s == down ? on[s].high : on[s].low) = nearest != nobody && here.has(rank(nearest)) ? rank(nearest)
                                               : s == down                                  ? here.high
                                                                                            : here.low;
      const auto to = below(o, s);
      if (to == nobody) continue;
      if (on[s].has(rank(to)) || any_below(to, on[s]) || view_.refers(to, o)) {
        within.emplace(to, on[s]);
        continue;
      }
      if (below(to, down) == nobody && below(to, up) == nobody) home_[to] = claim_[to];
      wrong_.insert(std::exchange(claim_[to], nobody));
      any = true;
    }
  }
  return any;
}

bool sorted_structure::any_below(std::uint32_t object, const interval& within) const {
  return std::ranges::any_of(std::initializer_list<side>{down, up}, [&](side s) {
    const auto to = below(object, s);
    return to != nobody && within.has(rank(to));
  });
}

/// What hangs on the object with the next smaller or the next larger key; or nobody.
std::uint32_t sorted_structure::next_below(std::uint32_t object, side s) const {
  auto to = below(object, s);
  for (int steps = 0; to != nobody && steps < longest_way; ++steps) {
    const auto nearer = below(to, other(s));
    if (nearer == nobody) break;
    to = nearer;
  }
  return to;
}

/// It does not lie where it should, or not between the keys next to it, which do.
bool sorted_structure::has_wrong_key(std::uint32_t object, const interval& within) const {
  if (!within.has(rank(object))) return true;
  const auto smaller = next_below(object, down), larger = next_below(object, up);
  const auto lies_there = [&](std::uint32_t o) { return o != nobody && within.has(rank(o)); };
  return lies_there(smaller) && lies_there(larger) && rank(smaller) < rank(larger) &&
         !interval{rank(smaller), rank(larger)}.has(rank(object));
}

/// The share of objects that are in order and lead rightly. In any order, a subsequence of about twice the root
/// increases (Logan and Shepp 1977): that, or less, is none.
double sorted_structure::share_in_order() const {
  const auto all = static_cast<double>(ranks());
  const auto right = static_cast<double>(std::ranges::count(risen_, true) - std::ssize(wrong_));
  return right >= 2 * std::sqrt(all) + 1 ? right / all : 0;
}

}  // namespace korat::detail
