// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/rules/key_order.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "repair/rules/increasing.hpp"
#include "repair/rules/union_find.hpp"
#include "repair/symbols.hpp"

namespace korat::detail {

namespace {

class sorted_structure {
 public:
  sorted_structure(const view& v, const ledger& l, const keys& k)
      : keys_(k), view_(v), so_far_(l), space_(v.image()), speaks_(v.objects()), hanging_(v.objects()) {}

  bool find_links();
  bool find_right_claims();
  void find_parts();
  bool is_sorted() const;
  void place_parts();
  std::vector<proposal> references() const;
  std::vector<proposal> wrong_keys();
  std::size_t parts() const noexcept { return parts_.size(); }

 private:
  enum side : std::uint8_t { down, up };
  static constexpr int longest_way = 256;  // down a tree
  /// Between two keys, by their ranks; neither included.
  struct interval {
    std::int64_t low, high;
    bool has(std::int64_t rank) const noexcept { return low < rank && rank < high; }
  };
  static constexpr side other(side s) noexcept { return s == up ? down : up; }
  /// What hangs on an object, itself included.
  struct part {
    std::uint32_t top;
    large_vector<std::uint32_t> in_order = {}, from_the_top = {};
  };

  std::uint32_t target(std::uint32_t cell) const;
  std::int64_t rank(std::uint32_t object) const noexcept { return keys_.first_equal[keys_.rank[object]]; }
  std::int64_t ranks() const noexcept { return static_cast<std::int64_t>(keys_.by_rank.size()); }
  std::uint32_t link(std::uint32_t object, side) const noexcept;
  std::uint32_t below(std::uint32_t object, side) const;
  bool is_claim(std::uint32_t cell) const;
  bool hangs_on(std::uint32_t claim) const;
  std::int64_t distance(std::uint32_t claim) const;
  void walk_all();
  std::uint32_t top_of_ring(std::uint32_t object) const;
  part walk(std::uint32_t top);
  std::vector<bool> rising(const part&) const;
  bool cut_off(const part&);
  bool any_below(std::uint32_t object, const interval&) const;
  std::uint32_t next_below(std::uint32_t object, side) const;
  bool has_wrong_key(std::uint32_t object, const interval&) const;
  bool lies_within(const part& inner, const part& outer) const;
  void speak(const part&);
  bool place(const part&);
  std::uint32_t neighbour(std::uint32_t object, side);
  bool is_free(std::uint32_t cell) const;
  std::uint32_t end_of(std::uint32_t cell, side) const;
  std::uint32_t named_by(std::uint32_t object) const;
  bool insert(const part&, std::uint32_t cell, side);
  bool lead(std::uint32_t cell, std::uint32_t to);
  std::uint32_t entry() const;
  void add_keys(const part&, std::vector<proposal>&) const;

  const keys& keys_;
  const view& view_;
  const ledger& so_far_;
  const space& space_;
  std::vector<std::uint32_t> links_[2];      // [class]: the number of the member's cell among the object's; or nobody
  large_vector<std::uint32_t> claim_;        // [object]: the field that rightly leads to it; or nobody
  std::unordered_set<std::uint32_t> wrong_;  // fields that lead where they should not
  std::unordered_map<std::uint32_t, std::uint32_t> placed_;  // fields, and where they lead now
  std::unordered_map<std::uint32_t, std::uint32_t> home_;    // leaves, and the fields that led to them
  std::vector<bool> speaks_;                                 // [object]: its key tells where others belong
  std::vector<bool> met_, risen_;                            // [object]; and its key is in order
  std::vector<part> parts_;
  union_find hanging_;    // objects on each other
  bool is_held_ = false;  // a part, by what has no key
};

/// Every member that leads from keys to keys has a direction, and an object has at most one of each.
bool sorted_structure::find_links() {
  double references = 0, in_order = 0;
  for (auto& l : links_) l.assign(space_.described().classes.size(), nobody);
  for (std::uint32_t c = 1; c < space_.described().classes.size(); ++c) {
    if (space_.described().classes[c].count == 0) continue;
    const auto& sample = space_.objects()[space_.first_of_class(c)];
    for (auto cell = sample.first_cell; cell < sample.end_cell; ++cell) {
      const auto m = view_.member_of(cell);
      if (!view_.is_reference(cell) || !view_.is_owning(cell) || keys_.references[m] == 0) continue;
      const auto share = std::max(keys_.upward[m], 1 - keys_.upward[m]);
      auto& place = links_[keys_.upward[m] > thresholds::usual ? up : down][c];
      if (share <= thresholds::usual || place != nobody) return false;
      place = cell - sample.first_cell;
      references += static_cast<double>(keys_.references[m]);
      in_order += share * static_cast<double>(keys_.references[m]);
    }
  }
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
// that it belongs elsewhere. In a list, where all that follows would be cut off, only keys are wrong.
bool sorted_structure::cut_off(const part& p) {
  const bool is_list = link(p.top, up) == nobody || link(p.top, down) == nobody;
  std::unordered_map<std::uint32_t, interval> within{{p.top, {-1, ranks()}}};
  bool any = false;
  for (const auto o : p.from_the_top) {
    const auto found = within.find(o);
    if (found == within.end()) continue;  // it hangs on what was cut off
    const auto here = found->second;
    interval on[] = {{here.low, rank(o)}, {rank(o), here.high}};
    risen_[o] = is_list ? risen_[o] && here.has(rank(o)) : !has_wrong_key(o, here);
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

/// In a list, where several wrong keys may follow each other, among the next few.
bool sorted_structure::any_below(std::uint32_t object, const interval& within) const {
  const bool is_list = link(object, up) == nobody || link(object, down) == nobody;
  return std::ranges::any_of(std::initializer_list<side>{down, up}, [&](side s) {
    auto to = below(object, s);
    for (int steps = 1; is_list && to != nobody && !within.has(rank(to)) && steps < thresholds::next_few; ++steps)
      to = below(to, s);
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

/// In any order, a subsequence of about twice the root increases (Logan and Shepp 1977).
bool sorted_structure::is_sorted() const {
  const auto all = static_cast<double>(ranks());
  const auto right = static_cast<double>(std::ranges::count(risen_, true) - std::ssize(wrong_));
  return right >= thresholds::usual * all && right >= 2 * std::sqrt(all) + 1;
}

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
  for (const auto& p : parts_)
    if (!is_held(p) && place(p)) speak(p);
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
  if (const auto home = home_.find(p.top); home != home_.end() && is_free(home->second))
    return !lead(home->second, p.top);
  for (const auto cell : {behind, before})
    if (is_free(cell)) return lead(cell, p.top);
  return insert(p, behind, up) || insert(p, before, down) || lead(end_of(behind, down), p.top) ||
         lead(end_of(before, up), p.top);
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

/// Into a list, before what follows there.
bool sorted_structure::insert(const part& p, std::uint32_t cell, side s) {
  const auto end = link(s == up ? p.in_order.back() : p.in_order.front(), s);
  if (cell == nobody || placed_.contains(cell) || !is_free(end) || link(p.top, other(s)) != nobody) return false;
  return lead(end, target(cell)) && lead(cell, p.top);
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

}  // namespace

// What has found its place shows more of what has not: the structure as proposed is looked at again.
std::optional<std::vector<proposal>> sort_by_keys(const view& v, const ledger& so_far, const keys& k) {
  constexpr int most_rounds = 3;
  ledger l = so_far;
  std::map<std::uint32_t, std::uint64_t> found;
  for (int round = 1;; ++round) {
    sorted_structure s(v, l, k);
    const bool known = k.by_rank.size() >= 3 && s.find_links() && s.find_right_claims();
    if (known) s.find_parts();
    if (round == 1 && !(known && s.is_sorted())) return std::nullopt;
    if (!known) break;
    const auto parts = s.parts();
    s.place_parts();
    for (const auto& p : s.references()) found[p.cell] = p.value, l.replace(p.cell, p.value);
    if (round < most_rounds && parts > 1) continue;
    for (const auto& p : s.wrong_keys()) found[p.cell] = p.value;
    break;
  }
  std::vector<proposal> result;
  for (const auto& [cell, value] : found) result.push_back({cell, value});
  return result;
}

}  // namespace korat::detail
