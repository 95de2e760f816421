// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/evidence.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "repair/balanced_tree.hpp"
#include "repair/chains.hpp"
#include "repair/families.hpp"
#include "repair/keys.hpp"
#include "repair/ordering.hpp"
#include "repair/owned_once.hpp"
#include "repair/relations.hpp"

namespace korat::detail {

evidence::evidence(const space& s, std::vector<std::uint32_t> fresh_from, effort how, rule_set rules)
    : space_(s), fresh_from_(std::move(fresh_from)), members_(s.described().bindings.size()) {
  find_members();
  find_targets();
  index_references();
  find_claiming_members();
  find_mutual_members();
  count_claims();
  relations related(*this);
  chains lists(*this, related);
  if (rules.has(rule::lists)) lists.guess();
  keys_ = std::make_unique<keys>(*this);
  const bool ordered = rules.has(rule::order) && ordering::guess(*this, *keys_);  // that tells almost everything
  if (ordered) {
    if (rules.has(rule::balance)) unbalanced_ = !balanced_tree(*this, how).guess();
    if (rules.has(rule::inverse)) guess_owners(lists);
  } else {
    if (rules.has(rule::relations) && related.any()) related.guess(lists, how != effort::quick);
    if (rules.has(rule::inverse)) guess_answers(lists);
  }
  if (rules.has(rule::constant)) guess_constants();
  if (ordered || !rules.has(rule::owners)) return;
  for (const auto& g : own_once(*this, space_)) add_guess(g.cell, g.value);
}

evidence::~evidence() = default;

bool evidence::is_fresh(std::uint32_t object) const noexcept {
  const auto& o = space_.objects()[object];
  return o.index >= fresh_from_[o.object_class];
}

std::uint32_t evidence::target_in_memory(std::uint32_t cell) const {
  const auto object = space_.object_in_memory(cell);
  return object == space::no_object ? nobody : static_cast<std::uint32_t>(object);
}

std::uint32_t evidence::reference_place::target_in(const std::byte* object) const noexcept {
  std::uint64_t bits = 0;
  std::memcpy(&bits, object + offset, sizeof(void*));
  const auto distance = bits - first;
  if (distance > std::uint64_t{stride} * (count - 1)) return nobody;
  return first_object + static_cast<std::uint32_t>(distance) / stride;
}

void evidence::find_members() {
  member_of_.reserve(space_.cells().size());
  for (const auto& o : space_.objects()) {
    const auto count = o.end_cell - o.first_cell;
    for (auto cell = o.first_cell; cell < o.end_cell; ++cell) {
      // Objects of a class have the same members.
      if (o.index > 0)
        member_of_.push_back(member_of_[cell - count]);
      else
        member_of_.push_back(static_cast<std::uint16_t>(
            space_.place(cell).binding | (space_.domain(cell).source.is_reference() ? 0 : no_reference)));
    }
  }
}

void evidence::find_targets() {
  target_.assign(space_.cells().size(), nobody);
  guessed_.assign(space_.cells().size(), false);
  // Objects of a class have their references in the same places, to the same objects: what is the same is asked once.
  std::vector<reference_place> places;
  for (const auto& o : space_.objects()) {
    if (o.index == 0) places = reference_places(o);
    for (const auto& p : places) {
      const auto cell = o.first_cell + p.number;
      target_[cell] = p.count == 0 ? target_in_memory(cell) : p.target_in(o.address);
    }
  }
}

std::vector<evidence::reference_place> evidence::reference_places(const object& sample) const {
  std::vector<reference_place> places;
  for (auto cell = sample.first_cell; cell < sample.end_cell; ++cell) {
    if (!is_reference(cell)) continue;
    auto& p = places.emplace_back();
    p.number = cell - sample.first_cell;
    const auto& d = space_.domain(cell);
    if (space_.is_element(cell) || d.ranges.size() != 1 || d.ranges[0].count < 2) continue;
    const auto& range = d.ranges[0];
    const auto stride = d.bits[range.first + 1] - d.bits[range.first];
    if (stride * range.count > 0xffff'ffff) continue;
    p.offset = space_.cells()[cell].address - sample.address;
    p.first_object = static_cast<std::uint32_t>(range.first_object);
    p.count = range.count;
    p.first = d.bits[range.first];
    p.stride = static_cast<std::uint32_t>(stride);
  }
  return places;
}

void evidence::index_references() {
  referring_begin_.assign(space_.objects().size() + 1, 0);
  for (const auto t : target_)
    if (t != nobody) ++referring_begin_[t + 1];
  for (std::size_t o = 1; o < referring_begin_.size(); ++o) referring_begin_[o] += referring_begin_[o - 1];
  referring_.resize(referring_begin_.back());
  auto next = referring_begin_;
  for (std::uint32_t cell = 0; cell < target_.size(); ++cell)
    if (target_[cell] != nobody) referring_[next[target_[cell]]++] = cell;
}

// By a walk over the structure: a member that mostly leads to objects not met before is how objects are reached; one
// that leads back (a parent, the previous one) is not.
void evidence::find_claiming_members() {
  std::vector<bool> met(space_.objects().size());
  large_vector<std::uint32_t> queue;
  queue.reserve(met.size());
  const auto walk_from = [&](std::uint32_t start) {
    queue.assign(1, start);
    met[start] = true;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const auto& o = space_.objects()[queue[i]];
      for (auto cell = o.first_cell; cell < o.end_cell; ++cell) {
        const auto to = target_[cell];
        if (to == nobody) continue;
        auto& m = members_[member_of(cell)];
        ++m.references;
        if (met[to]) continue;
        met[to] = true;
        ++m.discoveries;
        queue.push_back(to);
      }
    }
  };
  walk_from(0);
  reached_at_first_ = met;
  for (std::uint32_t o = 1; o < met.size(); ++o)  // lost parts
    if (!met[o] && !is_fresh(o) && references_to(o).empty()) walk_from(o);
  for (auto& m : members_) m.claiming = m.references > 0 && 2 * m.discoveries > m.references;
}

std::vector<bool> evidence::reached_now() const {
  std::vector<bool> met(space_.objects().size());
  large_vector<std::uint32_t> queue{0};
  queue.reserve(met.size());
  met[0] = true;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const auto& o = space_.objects()[queue[i]];
    for (auto cell = o.first_cell; cell < o.end_cell; ++cell) {
      const auto to = target_[cell];
      if (to == nobody || met[to]) continue;
      met[to] = true;
      queue.push_back(to);
    }
  }
  return met;
}

void evidence::find_mutual_members() {
  std::vector<std::uint64_t> total(members_.size());
  for (std::uint32_t o = 0; o < space_.objects().size(); ++o)
    for (auto cell = space_.objects()[o].first_cell; cell < space_.objects()[o].end_cell; ++cell) {
      if (target_[cell] == nobody) continue;
      const auto b = member_of(cell);
      ++total[b];
      if (refers(target_[cell], o)) ++members_[b].answered;
    }
  // Damage hits all members alike: what one of them lacks by far more often than another is not meant to be there.
  constexpr std::uint64_t fewest = 8;
  constexpr double tolerated = 0.1, times = 3;
  const auto lacking = [&](std::size_t b) {
    return 1 - static_cast<double>(members_[b].answered) / static_cast<double>(total[b]);
  };
  double least = 1;
  for (std::size_t b = 0; b < members_.size(); ++b)
    if (total[b] >= fewest) least = std::min(least, lacking(b));
  for (std::size_t b = 0; b < members_.size(); ++b)
    members_[b].mutual = total[b] > 0 && lacking(b) <= std::min(1 - usual, tolerated + times * least);
}

void evidence::count_claims() {
  claims_.assign(space_.objects().size(), 0);
  for (std::uint32_t cell = 0; cell < target_.size(); ++cell)
    if (target_[cell] != nobody && is_claiming(cell)) ++claims_[target_[cell]];
  for (std::uint32_t o = 1; o < claims_.size(); ++o)
    if (claims_[o] == 0 && !is_fresh(o)) unclaimed_.push_back(o);
}

std::span<const std::uint32_t> evidence::references_to(std::uint32_t object) const noexcept {
  return std::span(referring_)
      .subspan(referring_begin_[object], referring_begin_[object + 1] - referring_begin_[object]);
}

bool evidence::may_lead_to(std::uint32_t cell, std::uint32_t object) const noexcept {
  return std::ranges::any_of(space_.domain(cell).ranges, [&](const object_range& r) {
    return object >= r.first_object && object < r.first_object + r.count;
  });
}

bool evidence::refers(std::uint32_t from, std::uint32_t to) const noexcept {
  const auto& o = space_.objects()[from];
  for (auto cell = o.first_cell; cell < o.end_cell; ++cell)
    if (target_[cell] == to) return true;
  return false;
}

std::vector<std::uint32_t> evidence::referring(std::uint32_t object, std::size_t most) const {
  std::vector<std::uint32_t> found;
  const auto add = [&](std::uint32_t cell) {
    if (found.size() < most && holds(cell, object)) found.push_back(owner(cell));
  };
  const auto [first, last] = later_.equal_range(object);
  for (auto i = first; i != last; ++i) add(i->second);
  const auto cells = references_to(object);
  for (auto i = cells.begin(); i != cells.end() && found.size() < most && i - cells.begin() < 64; ++i) add(*i);
  return found;
}

std::vector<std::uint32_t> evidence::rivals(std::uint32_t cell, std::uint32_t object, std::size_t most) {
  std::vector<std::uint32_t> found;
  const auto& known = families_of_fields();
  const auto family = known.of(cell);
  if (!family && !is_claiming(cell)) return found;
  const auto add = [&](std::uint32_t other) {
    const bool is_rival = family ? known.of(other) == family : is_claiming(other);
    if (found.size() < most && holds(other, object) && is_rival) found.push_back(other);
  };
  const auto [first, last] = later_.equal_range(object);
  for (auto i = first; i != last; ++i) add(i->second);
  const auto cells = references_to(object);
  for (auto i = cells.begin(); i != cells.end() && found.size() < most && i - cells.begin() < 64; ++i) add(*i);
  return found;
}

bool evidence::holds(std::uint32_t cell, std::uint32_t object) const noexcept { return target_[cell] == object; }

const families& evidence::families_of_fields() {
  if (families_ == nullptr) families_ = std::make_unique<families>(*this);
  return *families_;
}

void evidence::changed(std::uint32_t cell) {
  const auto to = target_in_memory(cell);
  const auto before = std::exchange(target_[cell], to);
  if (before == to) return;
  if (families_ != nullptr) families_->changed(cell, before, to);
  if (before != nobody) {
    const auto [first, last] = later_.equal_range(before);
    const auto old = std::find_if(first, last, [&](const auto& l) { return l.second == cell; });
    if (old != last) later_.erase(old);
  }
  if (to != nobody) later_.emplace(to, cell);
  if (!is_claiming(cell)) return;
  if (before != nobody) --claims_[before];
  if (to != nobody) ++claims_[to];
}

void evidence::add_guess(std::uint32_t cell, std::uint64_t value) {
  if (!guess_of_.emplace(cell, static_cast<std::uint32_t>(guesses_.size())).second) return;
  guesses_.push_back({cell, value});
  guessed_[cell] = true;
}

void evidence::drop_guess(std::uint32_t cell) {
  const auto found = guess_of_.find(cell);
  if (found == guess_of_.end()) return;
  guess_of_[guesses_.back().cell] = found->second;
  guesses_[found->second] = guesses_.back();
  guesses_.pop_back();
  guess_of_.erase(cell);
  guessed_[cell] = false;
}

const evidence::guess* evidence::guess_for(std::uint32_t cell) const {
  const auto found = guess_of_.find(cell);
  return found == guess_of_.end() ? nullptr : &guesses_[found->second];
}

std::uint32_t evidence::guessed_target(std::uint32_t cell) const {
  return guessed_[cell] ? static_cast<std::uint32_t>(guess_for(cell)->value) : target_[cell];
}

// Two references that lack their answers, one from s to o and one from o to elsewhere: the second probably led to s.
void evidence::guess_answers(const chains& lists) {
  for (std::uint32_t cell = 0; cell < target_.size(); ++cell) {
    if (target_[cell] == nobody || !is_mutual(cell) || lists.cover(member_of(cell))) continue;
    const auto from = owner(cell), to = target_[cell];
    if (refers(to, from)) continue;
    const auto& o = space_.objects()[to];
    std::uint32_t wrong = nobody, empty = nobody;
    for (auto back = o.first_cell; back < o.end_cell; ++back) {
      if (!is_reference(back) || member_of(back) == member_of(cell) || !is_mutual(back)) continue;
      if (target_[back] == nobody)
        empty = empty == nobody ? back : empty;
      else if (!refers(target_[back], to))
        wrong = back;
    }
    if (wrong != nobody)
      add_guess(wrong, from);
    else if (empty != nobody && (!is_claiming(empty) || claims_[from] == 0))
      add_guess(empty, from);
  }
}

// A member that refers to one and the same object almost everywhere.
void evidence::guess_constants() {
  constexpr std::uint32_t fewest = 8;
  for (std::uint32_t b = 0; b < members_.size(); ++b) {
    if (members_[b].claiming || !space_.described().bindings[b].values.is_reference()) continue;
    std::uint32_t candidate = nobody, lead = 0, total = 0;
    const auto each = [&](auto&& use) {
      for (std::uint32_t cell = 0; cell < target_.size(); ++cell)
        if (member_of(cell) == b && !is_fresh(owner(cell))) use(cell);
    };
    each([&](std::uint32_t cell) {  // the majority vote of Boyer and Moore
      ++total;
      if (lead == 0) candidate = target_[cell];
      lead += target_[cell] == candidate ? 1 : ~std::uint32_t{0};
    });
    if (total < fewest || candidate == nobody) continue;
    std::uint32_t agreeing = 0;
    each([&](std::uint32_t cell) { agreeing += target_[cell] == candidate ? 1 : 0; });
    if (static_cast<double>(agreeing) < usual * total) continue;
    each([&](std::uint32_t cell) {
      if (target_[cell] != candidate) add_guess(cell, candidate);
    });
  }
}

// Where it is known which field claims an object, members that answer such claims refer to the field's owner.
void evidence::guess_owners(const chains& lists) {
  constexpr std::uint32_t several = nobody - 1;
  large_vector<std::uint32_t> owner_of(space_.objects().size(), nobody);
  for (std::uint32_t cell = 0; cell < target_.size(); ++cell) {
    if (!is_reference(cell) || !is_claiming(cell) || is_fresh(owner(cell))) continue;
    const auto to = guessed_target(cell);
    if (to != nobody) owner_of[to] = owner_of[to] == nobody ? owner(cell) : several;
  }
  for (std::uint32_t cell = 0; cell < target_.size(); ++cell) {
    if (!is_reference(cell) || is_claiming(cell) || !is_mutual(cell) || is_fresh(owner(cell))) continue;
    if (lists.cover(member_of(cell))) continue;
    auto to = owner_of[owner(cell)];
    if (to == nobody || to == several) continue;
    if (!may_lead_to(cell, to)) to = nobody;  // the root, for one
    drop_guess(cell);
    if (target_[cell] != to) add_guess(cell, to);
  }
}

}  // namespace korat::detail
