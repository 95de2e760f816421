// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/rules/sorted_lists.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "repair/symbols.hpp"

namespace korat::detail {

namespace {

using link = std::pair<std::uint32_t, std::uint32_t>;  // an object, and where it leads

/// What may be known of a place in the objects that are linked.
struct along_links {
  double up = 0, equal = 0, down = 0;
  bool rises() const noexcept {
    const auto all = up + equal + down;
    return up + equal >= thresholds::usual * all && up - down >= thresholds::beyond_chance * std::sqrt(up + down) &&
           up > down;
  }
  bool rises_strictly() const noexcept { return up >= thresholds::distinct * (up + equal); }
  bool stays_the_same() const noexcept { return equal >= thresholds::usual * (up + equal + down); }
};

along_links look_along(const view& v, const std::vector<link>& links, std::uint32_t place) {
  along_links result;
  const auto cell_of = [&](std::uint32_t object) { return v.image().objects()[object].first_cell + place; };
  for (const auto& [from, to] : links) {
    const auto a = cell_of(from), b = cell_of(to);
    if (v.is_reference(a)) {
      ++(v.target(a) != nobody && v.target(a) == v.target(b) ? result.equal : result.down);
    } else {
      const auto difference = v.integer(a) <=> v.integer(b);
      ++(difference < 0 ? result.up : difference > 0 ? result.down : result.equal);
    }
  }
  return result;
}

bool is_integer(const space& s, std::uint32_t cell) {
  return s.domain(cell).source.integer != value_source::number::none && !s.is_length(cell);
}

bool is_in_array(const view& v, std::uint32_t cell) {
  const auto& o = v.image().objects()[v.owner(cell)];
  return (cell > o.first_cell && v.member_of(cell - 1) == v.member_of(cell)) ||
         (cell + 1 < o.end_cell && v.member_of(cell + 1) == v.member_of(cell));
}

/// By a member that has one field in every object of the class; none where there are few.
std::vector<link> links_by(const view& v, const ledger& so_far, std::uint32_t object_class, std::uint32_t place) {
  const auto& s = v.image();
  const auto first = static_cast<std::uint32_t>(s.first_of_class(object_class));
  const auto count = std::min(v.fresh_from(object_class), s.described().classes[object_class].count);
  const auto& sample = s.objects()[first];
  const auto cell = sample.first_cell + place;
  std::vector<link> links;
  if (is_in_array(v, cell) || !v.is_reference(cell) || so_far.is_settled(v.member_of(cell))) return links;
  for (auto o = first; o < first + count; ++o)
    if (const auto to = v.target(s.objects()[o].first_cell + place);
        to != nobody && s.objects()[to].object_class == object_class)
      links.emplace_back(o, to);
  if (links.size() < thresholds::fewest) links.clear();
  return links;
}

}  // namespace

std::vector<sorted_lists::proposed> sorted_lists::find(const view& v, const ledger& so_far) {
  std::vector<proposed> result;
  const auto& s = v.image();
  for (std::uint32_t c = 1; c < s.described().classes.size(); ++c) {
    if (std::min(v.fresh_from(c), s.described().classes[c].count) < thresholds::fewest) continue;
    const auto& sample = s.objects()[s.first_of_class(c)];
    for (auto cell = sample.first_cell; cell < sample.end_cell; ++cell) {
      const auto o = best_order(v, so_far, c, cell - sample.first_cell);
      if (o.agreement < thresholds::agreement) continue;
      auto proposed = sorted_lists(v, so_far, o).propose();
      proposed.member = v.member_of(cell);
      if (proposed.share >= thresholds::usual) result.push_back(std::move(proposed));
    }
  }
  return result;
}

/// Of the integers that mostly rise along the links, alone or where something else stays the same: the one with which
/// the links agree best.
sorted_lists::order sorted_lists::best_order(const view& v, const ledger& so_far, std::uint32_t object_class,
                                             std::uint32_t place) {
  order best;
  const auto links = links_by(v, so_far, object_class, place);
  if (links.empty()) return best;
  const auto& sample = v.image().objects()[v.image().first_of_class(object_class)];
  std::vector<std::uint32_t> common{nobody};
  std::vector<order> orders;
  for (std::uint32_t p = 0; p < sample.end_cell - sample.first_cell; ++p) {
    const auto cell = sample.first_cell + p;
    if (p == place || !(v.is_reference(cell) || is_integer(v.image(), cell))) continue;
    const auto seen = look_along(v, links, p);
    if (seen.stays_the_same()) common.push_back(p);
    if (seen.rises()) orders.push_back({object_class, place, p, nobody, seen.rises_strictly()});
  }
  for (auto o : orders)
    for (const auto with : common) {
      if (with == o.key) continue;
      o.common = with;
      o.agreement = sorted_lists(v, so_far, o).agreement();
      if (o.agreement > best.agreement) best = o;
    }
  return best;
}

sorted_lists::sorted_lists(const view& v, const ledger& so_far, order o)
    : view_(v), so_far_(so_far), space_(v.image()), order_(o) {
  find_entries();
  measure_agreement();
}

std::uint32_t sorted_lists::link_of(std::uint32_t object) const noexcept {
  return space_.objects()[object].first_cell + order_.link;
}

/// Where the link leads, if it is an entry.
std::uint32_t sorted_lists::next(std::uint32_t object) const {
  const auto to = so_far_.target(link_of(object));
  return is_entry(to) ? to : nobody;
}

/// The same, if it does so rightly.
std::uint32_t sorted_lists::behind(std::uint32_t object) const {
  const auto to = next(object);
  return to != nobody && claim_[to] == object ? to : nobody;
}

/// What the objects of a list have in common.
sorted_lists::number sorted_lists::common(std::uint32_t object) const {
  if (order_.common == nobody) return 0;
  const auto cell = space_.objects()[object].first_cell + order_.common;
  return view_.is_reference(cell) ? view_.target(cell) : view_.integer(cell);
}

/// Objects that lead on, are led to, or should be.
void sorted_lists::find_entries() {
  const auto first = static_cast<std::uint32_t>(space_.first_of_class(order_.object_class));
  const auto count =
      std::min(view_.fresh_from(order_.object_class), space_.described().classes[order_.object_class].count);
  std::vector<bool> is_in(space_.objects().size());
  const auto mark = [&](std::uint32_t object) {
    if (object >= first && object < first + count) is_in[object] = true;
  };
  for (auto o = first; o < first + count; ++o) {
    const auto to = so_far_.target(link_of(o));
    if (to != nobody || order_.common != nobody) mark(o);  // it may be the only one of its list
    mark(to);
  }
  const bool are_all = static_cast<double>(std::ranges::count(is_in, true)) >= thresholds::nearly_all * count;
  entries_.reserve(count);
  for (auto o = first; o < first + count; ++o)
    if (is_in[o] || are_all)
      entries_.push_back({common(o), view_.integer(space_.objects()[o].first_cell + order_.key), o});
  rank_entries();
  if (are_all || order_.common != nobody) return;
  std::erase_if(entries_, [&](const entry& e) { return is_stranger(e.object); });
  rank_entries();
}

/// In a list of some, it leads nowhere, and what leads to it lies elsewhere.
bool sorted_lists::is_stranger(std::uint32_t object) const {
  if (so_far_.target(link_of(object)) != nobody) return false;
  return std::ranges::none_of(view_.references_to(object), [&](std::uint32_t cell) {
    const auto from = view_.owner(cell);
    return is_entry(from) && link_of(from) == cell && comes_soon(object, from);
  });
}

void sorted_lists::rank_entries() {
  std::ranges::sort(entries_);
  equal_.clear();
  rank_.assign(space_.objects().size(), nobody);
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    const bool is_new =
        i == 0 || entries_[i].key != entries_[i - 1].key || entries_[i].common != entries_[i - 1].common;
    equal_.push_back(is_new ? i : equal_.back());
    rank_[entries_[i].object] = i;
  }
}

// By chance a link would lead anywhere in its list, or nowhere.
void sorted_lists::measure_agreement() {
  const auto n = static_cast<std::uint32_t>(entries_.size());
  std::vector<double> equals(n);  // [rank of the first]
  for (std::uint32_t i = 0; i < n; ++i) ++equals[equal_[i]];
  double agree = 0, chance = 0;
  for (std::uint32_t begin = 0, end = 0; begin < n; begin = end) {
    while (end < n && entries_[end].common == entries_[begin].common) ++end;
    const double others = end - begin - 1;
    for (auto i = begin; i < end; ++i) {
      const auto here = equal_[i], beyond = here + static_cast<std::uint32_t>(equals[here]);
      const auto to = next(entries_[i].object);
      const auto there = to == nobody ? n : equal_[rank_[to]];
      if (to == nobody)
        agree += beyond >= end ? 1 : 0;
      else
        agree += there == here || (there == beyond && beyond < end) ? 1 : 0;
      if (to == nobody)
        chance += equals[equal_[end - 1]] / (others + 1);
      else if (others > 0)
        chance += (equals[here] - 1 + (beyond < end ? equals[beyond] : 0)) / others;
    }
  }
  agreement_ = chance < n ? (agree - chance) / (n - chance) : 0;
}

/// Of several links that lead to an object, the one from the nearest that comes before it in its list is right; and
/// none from another list to what its own list is entered by.
void sorted_lists::find_claims() {
  claim_.assign(space_.objects().size(), nobody);
  std::vector<bool> is_entered(space_.objects().size());
  for (std::uint32_t cell = 0; order_.common != nobody && cell < view_.cells(); ++cell)
    if (may_be_entrance(cell) && is_entry(so_far_.target(cell)))
      if (const auto to = so_far_.target(cell); common(to) == entered_by(cell)) is_entered[to] = true;
  const auto distance = [&](std::uint32_t from, std::uint32_t to) {
    const auto a = equal_[rank_[from]], b = equal_[rank_[to]];
    return a <= b && entries_[a].common == entries_[b].common ? b - a : nobody;
  };
  for (const auto& e : entries_) {
    const auto to = next(e.object);
    if (to == nobody || to == e.object || (is_entered[to] && common(to) != e.common)) continue;
    if (claim_[to] == nobody || distance(e.object, to) < distance(claim_[to], to)) claim_[to] = e.object;
  }
}

/// What has the same integers comes in the order of its links: first what others lead to, last what leads to others.
void sorted_lists::follow_links_among_equals() {
  for (std::uint32_t begin = 0, end = 0; begin < entries_.size(); begin = end) {
    while (end < entries_.size() && equal_[end] == begin) ++end;
    if (end - begin < 2) continue;
    struct chain {
      int place;
      std::vector<std::uint32_t> objects;
    };
    const auto is_equal = [&](std::uint32_t o) { return is_entry(o) && equal_[rank_[o]] == begin; };
    std::vector<chain> chains;
    std::size_t met = 0;
    for (auto i = begin; i < end; ++i) {
      const auto o = entries_[i].object;
      if (is_equal(claim_[o])) continue;
      chain c{claim_[o] != nobody ? 0 : 1, {o}};
      for (auto to = behind(o); is_equal(to); to = behind(to)) c.objects.push_back(to);
      if (c.place == 1 && behind(c.objects.back()) != nobody) c.place = 2;
      met += c.objects.size();
      chains.push_back(std::move(c));
    }
    if (met != end - begin) continue;  // a ring
    std::ranges::stable_sort(chains, {}, &chain::place);
    auto at = begin;
    for (const auto& c : chains)
      for (const auto o : c.objects) {
        entries_[at].object = o;
        rank_[o] = at++;
      }
  }
}

/// Of the same list, and not far behind.
bool sorted_lists::comes_soon(std::uint32_t object, std::uint32_t after) const {
  const auto from = rank_[after], to = rank_[object];
  return from < to && to - from <= about_there && entries_[from].common == entries_[to].common;
}

/// The one behind it should come first.
bool sorted_lists::is_overtaken(std::uint32_t object, std::uint32_t after) const {
  const auto to = behind(object);
  return to != nobody && rank_[to] < rank_[object] && comes_soon(to, after);
}

/// The next one in the order, or the one before, of the same list; or nobody.
std::uint32_t sorted_lists::beside(std::uint32_t object, int step) const {
  const auto there = rank_[object] + static_cast<std::uint32_t>(step);
  if (there >= entries_.size() || entries_[there].common != entries_[rank_[object]].common) return nobody;
  return entries_[there].object;
}

/// Its list, by its integers, does not lead past it: what is wrong is the link that leads to it.
bool sorted_lists::is_missed(std::uint32_t object) const {
  const auto before = beside(object, -1), after = beside(object, 1);
  if (before == nobody) return after != nobody && claim_[after] == object;
  auto to = behind(before);
  for (int steps = 0; steps < thresholds::next_few && to != nobody; ++steps, to = behind(to))
    if (comes_soon(to, before)) return false;
  return to != nobody || after != nobody;
}

// What links lead through on the way to one that comes soon, or to the end of the list.
void sorted_lists::find_wrong_integers() {
  is_wrong_.assign(space_.objects().size(), false);
  std::vector<std::uint32_t> passed;
  const auto is_on_the_way = [&](std::uint32_t object) { return std::ranges::find(passed, object) != passed.end(); };
  const auto arrives = [&](std::uint32_t before, std::uint32_t to) {
    if (before == nobody) return !passed.empty() && (beside(to, -1) == nobody || is_on_the_way(beside(to, -1)));
    if (to == nobody) return beside(before, 1) == nobody || is_on_the_way(beside(before, 1));
    return comes_soon(to, before) && !is_overtaken(to, before);
  };
  const auto look_behind = [&](std::uint32_t before, std::uint32_t from) {
    passed.clear();
    auto to = from;
    for (int steps = 0; steps <= thresholds::next_few && (to != nobody || before != nobody); ++steps) {
      if (arrives(before, to)) {
        if (to == nobody && !passed.empty() && is_missed(passed.front())) return;
        for (const auto o : passed) is_wrong_[o] = true;
        return;
      }
      if (to == nobody) return;
      const bool is_another = order_.common != nobody && !passed.empty() && comes_soon(to, passed.back());
      if (is_another && is_missed(passed.front())) return;  // part of another list
      passed.push_back(to);
      to = behind(to);
    }
  };
  for (const auto& e : entries_)
    if (const auto to = behind(e.object); to != nobody && !is_wrong_[e.object]) look_behind(e.object, to);
  for (const auto& e : entries_)
    if (const auto to = behind(e.object); claim_[e.object] == nobody && to != nobody && !comes_soon(to, e.object))
      look_behind(nobody, e.object);
}

sorted_lists::proposed sorted_lists::propose() {
  const auto all = entries_.size();
  find_claims();
  follow_links_among_equals();
  find_wrong_integers();
  std::erase_if(entries_, [&](const entry& e) { return is_wrong_[e.object]; });
  for (std::uint32_t begin = 0, end = 0; begin < entries_.size(); begin = end) {
    while (end < entries_.size() && entries_[end].common == entries_[begin].common) ++end;
    propose_list(begin, end);
  }
  propose_heads();
  const auto changes = proposed_.known.size() + proposed_.near.size();
  proposed_.share = 1 - static_cast<double>(changes) / static_cast<double>(all);
  return std::move(proposed_);
}

void sorted_lists::add(std::uint32_t cell, std::uint64_t value) {
  const auto now = view_.is_reference(cell) ? so_far_.target(cell) : space_.bits_in_memory(cell);
  if (value != now) proposed_.known.push_back({cell, value});
}

/// Each one leads to the next, perhaps through some whose integers are wrong.
void sorted_lists::propose_list(std::uint32_t first, std::uint32_t end) {
  std::vector<std::uint32_t> wrong;
  for (auto o = claim_[entries_[first].object]; o != nobody && is_wrong_[o] && wrong.size() < thresholds::next_few;
       o = claim_[o])
    wrong.insert(wrong.begin(), o);
  firsts_[entries_[first].common] = wrong.empty() ? entries_[first].object : wrong.front();
  propose_integers(wrong, nobody, entries_[first].object);
  for (auto i = first; i < end; ++i) {
    auto last = entries_[i].object;
    const auto following = i + 1 < end ? entries_[i + 1].object : nobody;
    wrong.clear();
    for (auto o = behind(last); o != nobody && is_wrong_[o]; o = behind(o)) wrong.push_back(o), last = o;
    propose_integers(wrong, entries_[i].object, following);
    // What leads back to the first may be meant to, and what leads away from such objects.
    const auto to = so_far_.target(link_of(last));
    if (following != nobody || (is_entry(to) && to != entries_[first].object)) add(link_of(last), following);
  }
}

/// To values between those before and behind, as near to what they are as possible.
void sorted_lists::propose_integers(const std::vector<std::uint32_t>& wrong, std::uint32_t before,
                                    std::uint32_t after) {
  const auto cell_of = [&](std::uint32_t object, std::uint32_t place) {
    return space_.objects()[object].first_cell + place;
  };
  const wide step = order_.is_strict ? 1 : 0;
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    if (order_.common != nobody) {
      const auto cell = cell_of(wrong[i], order_.common),
                 other = cell_of(before != nobody ? before : after, order_.common);
      add(cell, view_.is_reference(cell) ? view_.target(other) : space_.bits_in_memory(other));
    }
    const auto cell = cell_of(wrong[i], order_.key);
    const auto type = repair_symbols::type_of_cell(space_.domain(cell).source);
    wide low = low_of(type), high = high_of(type);
    if (before != nobody) low = view_.integer(cell_of(before, order_.key)) + step * static_cast<wide>(i + 1);
    if (after != nobody) high = view_.integer(cell_of(after, order_.key)) - step * static_cast<wide>(wrong.size() - i);
    if (low > high) continue;
    const auto near = wrapped(std::clamp(wide{view_.integer(cell)}, low, high), type);
    if (near != space_.bits_in_memory(cell)) proposed_.near.push_back({cell, near});
  }
}

// Of the members that lead to the first objects of lists, the one that does most. What the objects of a list have in
// common is often the object that has the field, or the field's place in its array.
void sorted_lists::propose_heads() {
  if (order_.common == nobody) return;
  struct entrances {
    std::vector<std::uint32_t> fields;
    std::size_t lead_to_first = 0, lead_to_own = 0, lead_elsewhere = 0;
  };
  std::map<std::uint32_t, entrances> by_member;
  std::vector<bool> is_first(space_.objects().size());
  for (const auto& [common, object] : firsts_) is_first[object] = true;
  const auto own_first = [&](std::uint32_t cell) {
    const auto first = firsts_.find(entered_by(cell));
    return first == firsts_.end() ? nobody : first->second;
  };
  for (std::uint32_t cell = 0; cell < view_.cells(); ++cell) {
    if (!may_be_entrance(cell)) continue;
    auto& e = by_member[view_.member_of(cell)];
    e.fields.push_back(cell);
    const auto to = so_far_.target(cell);
    if (!is_entry(to)) continue;
    ++(is_first[to] ? e.lead_to_first : e.lead_elsewhere);
    e.lead_to_own += is_first[to] && own_first(cell) == to ? 1 : 0;
  }
  for (const auto& [member, e] : by_member) {
    const auto all = static_cast<double>(e.lead_to_first + e.lead_elsewhere);
    if (e.lead_to_first < 3 || static_cast<double>(e.lead_to_own) < thresholds::usual * all) continue;
    for (const auto cell : e.fields) add(cell, own_first(cell));
  }
}

/// What the objects of the list have in common that the field should lead to.
sorted_lists::number sorted_lists::entered_by(std::uint32_t cell) const {
  const auto place = space_.place(cell);
  if (is_common_object()) return place.object;
  return place.length_cell == cell ? place.element : cell - place.length_cell - 1;
}

bool sorted_lists::may_be_entrance(std::uint32_t cell) const {
  const auto& first = space_.objects()[space_.first_of_class(order_.object_class)];
  if (!view_.is_reference(cell) || view_.is_fresh(view_.owner(cell))) return false;
  if (!is_common_object() && !is_in_array(view_, cell)) return false;
  if (view_.member_of(cell) == view_.member_of(first.first_cell + order_.link)) return false;
  const auto length = space_.place(cell).length_cell;
  return length == cell || cell - length <= space_.bits_in_memory(length);
}

bool sorted_lists::is_common_object() const {
  return view_.is_reference(space_.objects()[space_.first_of_class(order_.object_class)].first_cell + order_.common);
}

}  // namespace korat::detail
