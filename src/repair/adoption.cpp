// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/adoption.hpp"

#include <algorithm>
#include <iterator>
#include <variant>

#include "repair/ordering.hpp"

namespace korat::detail {

/// Whatever else leads there, it does not hang on that.
void adoption::find_held_by_root() {
  held_by_root_.assign(space_.objects().size(), false);
  const auto& root = space_.objects()[0];
  for (auto cell = root.first_cell; cell < root.end_cell; ++cell)
    if (e_.target_[cell] != nobody) held_by_root_[e_.target_[cell]] = true;
}

adoption::adoption(evidence& e) : e_(e), space_(e.space_) {
  find_held_by_root();
  find_keys();
  learn_directions();
}

bool adoption::guess_by_order() {
  ordering order(*this);
  if (order.applies()) order.guess();
  return order.applies();
}

void adoption::guess() {
  find_contested();
  const auto alone = [](const evidence::member& m) { return m.claiming && !m.mutual; };
  if (std::ranges::none_of(e_.members_, alone)) return;  // answers tell more
  for (const auto object : contested_) decide(object);
  const auto is_chained = [&](std::uint32_t o) { return e_.chained_[space_.objects()[o].object_class]; };
  std::ranges::remove_copy_if(e_.unclaimed_, std::back_inserter(lost_), is_chained);
  find_circles();
  find_free_places();
  std::unordered_set<std::uint32_t> placed;  // by an answer that was missing
  for (const auto& g : e_.guesses_)
    if (e_.is_reference(g.cell)) placed.insert(static_cast<std::uint32_t>(g.value));
  for (const auto object : lost_)
    if (!placed.contains(object)) place(object);
  for (const auto cell : wrong_)
    if (!taken_.contains(cell)) e_.add_guess(cell, nobody);
}

// Objects that several fields refer to are normal in some classes: where they are common nothing is guessed. A claim
// that is answered is not contested, nor is one that something else is guessed for.
void adoption::find_contested() {
  std::vector<std::size_t> claimed(space_.described().classes.size()), contested(claimed.size());
  const auto class_of = [&](std::uint32_t o) { return space_.objects()[o].object_class; };
  for (std::uint32_t o = 1; o < e_.claims_.size(); ++o) {
    claimed[class_of(o)] += e_.claims_[o] != 0 ? 1 : 0;
    if (e_.claims_[o] < 2) continue;
    std::size_t unanswered = 0;
    for (const auto cell : e_.references_to(o))
      unanswered += e_.is_claiming(cell) && !e_.is_mutual(cell) && e_.owner(cell) != 0 && !e_.is_guessed(cell) ? 1 : 0;
    if (unanswered < 2) continue;
    contested_.push_back(o);
    ++contested[class_of(o)];
  }
  std::erase_if(contested_, [&](std::uint32_t o) { return 4 * contested[class_of(o)] > claimed[class_of(o)] + 4; });
}

std::int64_t adoption::key(std::uint32_t object) const {
  const auto& o = space_.objects()[object];
  const auto cell = o.first_cell + key_cell_[o.object_class];
  return key_of_bits(cell, space_.bits_in_memory(cell));
}

std::int64_t adoption::key_as_guessed(std::uint32_t object) const {
  const auto& o = space_.objects()[object];
  const auto cell = o.first_cell + key_cell_[o.object_class];
  const auto* const guess = e_.guess_for(cell);
  return key_of_bits(cell, guess != nullptr ? guess->value : space_.bits_in_memory(cell));
}

std::int64_t adoption::key_of_bits(std::uint32_t cell, std::uint64_t bits) const {
  const auto& source = space_.domain(cell).source;
  if (source.integer == value_source::number::is_unsigned)
    return static_cast<std::int64_t>(std::min<std::uint64_t>(bits, INT64_MAX));
  const int unused = 64 - 8 * static_cast<int>(source.width);
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

// A key is an integer member with nearly as many values as objects.
void adoption::find_keys() {
  const auto& classes = space_.described().classes;
  key_cell_.assign(classes.size(), nobody);
  rank_.assign(space_.objects().size(), nobody);
  for (std::uint32_t c = 1; c < classes.size(); ++c) {
    const auto count = std::min(e_.fresh_from_[c], classes[c].count);
    if (count < 3) continue;
    const auto first = space_.first_of_class(c);
    const auto& sample = space_.objects()[first];
    for (auto cell = sample.first_cell; cell < sample.end_cell; ++cell) {
      if (space_.domain(cell).source.integer == value_source::number::none) continue;
      key_cell_[c] = cell - sample.first_cell;
      large_vector<std::pair<std::int64_t, std::uint32_t>> sorted;
      sorted.reserve(count);
      for (std::uint32_t i = 0; i < count; ++i) {
        const auto object = static_cast<std::uint32_t>(first + i);
        sorted.emplace_back(key(object), object);
      }
      std::ranges::sort(sorted);
      std::size_t distinct = 1;
      for (std::size_t i = 1; i < sorted.size(); ++i) distinct += sorted[i].first != sorted[i - 1].first ? 1 : 0;
      if (10 * distinct < 9 * sorted.size()) {
        key_cell_[c] = nobody;
        continue;
      }
      for (std::size_t i = 0; i < sorted.size(); ++i) {
        const auto rank = static_cast<std::uint32_t>(by_key_.size());
        rank_[sorted[i].second] = rank;
        by_key_.push_back(sorted[i].second);
        first_equal_.push_back(i > 0 && sorted[i].first == sorted[i - 1].first ? first_equal_.back() : rank);
      }
      break;
    }
  }
}

void adoption::learn_directions() {
  upward_.assign(e_.members_.size(), 0.5);
  keyed_references_.assign(e_.members_.size(), 0);
  if (by_key_.empty()) return;
  std::vector<std::uint64_t> up(e_.members_.size());
  auto& all = keyed_references_;
  for (std::uint32_t cell = 0; cell < e_.target_.size(); ++cell) {
    if (e_.target_[cell] == nobody || !e_.is_claiming(cell)) continue;
    const auto from = rank_[e_.owner(cell)], to = rank_[e_.target_[cell]];
    if (from == nobody || to == nobody) continue;
    const auto b = e_.member_of(cell);
    ++all[b];
    up[b] += to > from ? 1 : 0;
  }
  for (std::size_t b = 0; b < all.size(); ++b)
    if (all[b] != 0) upward_[b] = static_cast<double>(up[b]) / static_cast<double>(all[b]);
}

const std::vector<std::uint32_t>& adoption::part_of(std::uint32_t top) const {
  stamp_.resize(space_.objects().size());
  ++parts_;
  part_.assign(1, top);
  stamp_[top] = parts_;
  for (std::size_t i = 0; i < part_.size(); ++i) {
    const auto& o = space_.objects()[part_[i]];
    for (auto cell = o.first_cell; cell < o.end_cell; ++cell) {
      const auto to = e_.is_claiming(cell) ? leads_to(cell) : nobody;
      if (to == nobody || in_part(to) || held_by_root_[to]) continue;
      stamp_[to] = parts_;
      part_.push_back(to);
    }
  }
  return part_;
}

// The keys of a part lie together but for damaged ones: around the middle one, as many as there are.
std::vector<std::uint32_t> adoption::neighbours() const {
  std::vector<std::uint32_t> ranks;
  for (const auto object : part_)
    if (rank_[object] != nobody) ranks.push_back(rank_[object]);
  if (ranks.empty()) return {};
  const auto middle = ranks.begin() + static_cast<std::ptrdiff_t>(ranks.size() / 2);
  std::ranges::nth_element(ranks, middle);
  std::vector<std::uint32_t> found;
  constexpr std::size_t most = 6;
  // Outwards from the middle, past the part's own.
  std::int64_t low = *middle, high = *middle;
  const auto end = static_cast<std::int64_t>(by_key_.size());
  const auto next = [&](std::int64_t& at, std::int64_t step) {
    do at += step;
    while (at >= 0 && at < end && in_part(by_key_[static_cast<std::size_t>(at)]));
    if (at >= 0 && at < end) found.push_back(by_key_[static_cast<std::size_t>(at)]);
  };
  while (found.size() < most && (low >= 0 || high < end)) {
    if (low >= 0) next(low, -1);
    if (high < end) next(high, 1);
  }
  return found;
}

/// From 0, where the reference leads to a larger or smaller key as its member usually does, to 1.
double adoption::against_direction(std::uint32_t cell) const {
  const auto from = e_.owner(cell), to = e_.target_[cell];
  if (rank_[from] == nobody || rank_[to] == nobody) return 0.5;
  const auto up = upward_[e_.member_of(cell)];
  return rank_[to] > rank_[from] ? 1 - up : up;
}

std::uint32_t adoption::leads_to(std::uint32_t cell) const {
  if (e_.is_guessed(cell)) return e_.guessed_target(cell);
  return wrong_.contains(cell) ? nobody : e_.target_[cell];
}

// Objects that are claimed but not reached lie in a circle, or hang on one. Of its references the most doubtful is
// wrong.
void adoption::find_circles() {
  std::vector<bool> met(space_.objects().size());
  large_vector<std::uint32_t> queue;
  queue.reserve(met.size());
  const auto reach = [&](std::uint32_t top) {
    if (met[top]) return;
    met[top] = true;
    queue.assign(1, top);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const auto& o = space_.objects()[queue[i]];
      for (auto cell = o.first_cell; cell < o.end_cell; ++cell) {
        const auto to = e_.is_claiming(cell) ? leads_to(cell) : nobody;
        if (to == nobody || met[to]) continue;
        met[to] = true;
        queue.push_back(to);
      }
    }
  };
  reach(0);
  for (const auto top : lost_) reach(top);
  for (std::uint32_t o = 1; o < met.size(); ++o)
    if (e_.chained_[space_.objects()[o].object_class] && !e_.is_fresh(o)) reach(o);
  for (std::uint32_t o = 1; o < met.size(); ++o) {
    if (met[o] || e_.is_fresh(o)) continue;
    // Up along the claims until an object is met again.
    std::vector<std::uint32_t> way;
    std::unordered_set<std::uint32_t> passed;
    for (auto at = o; passed.insert(at).second;) {
      std::uint32_t claim = nobody;
      for (const auto cell : e_.references_to(at))
        if (e_.is_claiming(cell) && leads_to(cell) == at && !met[e_.owner(cell)]) claim = cell;
      if (claim == nobody) break;
      way.push_back(claim);
      at = e_.owner(claim);
    }
    std::uint32_t top = o;
    if (!way.empty()) {
      const auto end = e_.owner(way.back());
      const auto begin = std::ranges::find_if(way, [&](std::uint32_t cell) { return e_.target_[cell] == end; });
      if (begin != way.end()) {
        const auto most = std::max_element(begin, way.end(), [&](std::uint32_t a, std::uint32_t b) {
          return against_direction(a) < against_direction(b);
        });
        wrong_.insert(*most);
        top = e_.target_[*most];
      }
    }
    lost_.push_back(top);
    reach(top);
  }
}

double adoption::doubt(std::uint32_t cell, const std::vector<std::uint32_t>& near) const {
  constexpr double surely_wrong = 100;
  if (in_part(e_.owner(cell))) return surely_wrong;  // it leads back to where it hangs
  return static_cast<double>(std::ranges::find(near, e_.owner(cell)) - near.begin()) + 8 * against_direction(cell);
}

// Of the fields that claim an object, the one whose owner is its neighbour is right.
void adoption::decide(std::uint32_t object) {
  std::vector<std::uint32_t> claims;
  for (const auto cell : e_.references_to(object))
    if (e_.is_claiming(cell) && !e_.is_mutual(cell) && !e_.is_guessed(cell)) claims.push_back(cell);
  if (by_key_.empty()) {
    std::ranges::stable_sort(claims, {}, [&](std::uint32_t cell) { return hangs_on(e_.owner(cell), object); });
  } else {
    part_of(object);
    const auto near = neighbours();
    std::ranges::stable_sort(claims, {}, [&](std::uint32_t cell) { return doubt(cell, near); });
  }
  wrong_.insert(claims.begin() + 1, claims.end());
}

// Upwards there are few, where a part may be nearly everything: some wrong reference leads there.
bool adoption::hangs_on(std::uint32_t object, std::uint32_t above) const {
  constexpr std::size_t many = 4096;
  std::vector<std::uint32_t> queue{object};
  std::unordered_set<std::uint32_t> seen{object};
  for (std::size_t i = 0; i < queue.size() && queue.size() < many; ++i) {
    if (queue[i] == above) return true;
    for (const auto cell : e_.references_to(queue[i]))
      if (e_.is_claiming(cell) && leads_to(cell) == queue[i] && seen.insert(e_.owner(cell)).second)
        queue.push_back(e_.owner(cell));
  }
  if (queue.size() < many) return false;
  part_of(above);
  return in_part(object);
}

void adoption::find_free_places() {
  constexpr std::size_t most = 4096;
  const auto wanted = std::max<std::size_t>(most, 4 * e_.unclaimed_.size());
  for (std::uint32_t cell = 0; cell < e_.target_.size() && empty_.size() < wanted; ++cell)
    if (e_.target_[cell] == nobody && e_.is_reference(cell) && e_.is_claiming(cell) && !e_.is_fresh(e_.owner(cell)) &&
        e_.owner(cell) != 0)
      empty_.push_back(cell);
}

/// A free claiming field of the owner, the one that usually leads in the object's direction; or nobody.
std::uint32_t adoption::place_at(std::uint32_t owner, std::uint32_t object, bool only_wrong) const {
  const auto& o = space_.objects()[owner];
  std::uint32_t best = nobody;
  double best_score = -1;
  for (auto cell = o.first_cell; cell < o.end_cell; ++cell) {
    if (!e_.is_reference(cell) || !e_.is_claiming(cell) || taken_.contains(cell)) continue;
    if (!wrong_.contains(cell) && (only_wrong || e_.target_[cell] != nobody)) continue;
    double score = 0;
    if (rank_[owner] != nobody && rank_[object] != nobody) {
      const auto up = upward_[e_.member_of(cell)];
      score += rank_[object] > rank_[owner] ? up : 1 - up;
      if (score < 0.5) continue;
    }
    if (score > best_score) best = cell, best_score = score;
  }
  return best;
}

std::vector<std::uint32_t> adoption::places_for(std::uint32_t object) const {
  std::vector<std::uint32_t> places;
  if (by_key_.empty()) return places;
  part_of(object);
  for (const auto owner : neighbours()) {
    const auto& o = space_.objects()[owner];
    for (auto cell = o.first_cell; cell < o.end_cell; ++cell)
      if (e_.is_reference(cell) && e_.is_claiming(cell) && e_.target_[cell] == nobody) places.push_back(cell);
  }
  return places;
}

void adoption::place(std::uint32_t lost) {
  part_of(lost);
  const auto give = [&](std::uint32_t cell) {
    taken_.insert(cell);
    e_.add_guess(cell, lost);
  };
  // A field that is wrong anyway first.
  const auto near = neighbours();
  for (const bool only_wrong : {true, false})
    for (const auto owner : near)
      if (const auto cell = place_at(owner, lost, only_wrong); cell != nobody && e_.may_lead_to(cell, lost))
        return give(cell);
  if (rank_[lost] != nobody) return;  // keys there are, and no neighbour has room: leave it to the search
  for (const auto cell : wrong_)
    if (!taken_.contains(cell) && !in_part(e_.owner(cell)) && e_.may_lead_to(cell, lost)) return give(cell);
  for (auto i = empty_.size(); i-- > 0;) {
    const auto cell = empty_[i];
    if (taken_.contains(cell) || in_part(e_.owner(cell)) || !e_.may_lead_to(cell, lost)) continue;
    empty_.erase(empty_.begin() + static_cast<std::ptrdiff_t>(i));
    return give(cell);
  }
}

}  // namespace korat::detail
