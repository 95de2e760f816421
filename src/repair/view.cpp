// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/view.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <variant>

#include "repair/covering.hpp"

namespace korat::detail {

view::view(const space& s, std::vector<std::uint32_t> fresh_from)
    : space_(s), fresh_from_(std::move(fresh_from)), members_(s.described().bindings.size()) {
  find_members();
  find_targets();
  index_references();
  find_owning_members();
  find_members_with_inverse();
  count_owners();
}

view::~view() = default;

bool view::is_fresh(std::uint32_t object) const noexcept {
  const auto& o = space_.objects()[object];
  return o.index >= fresh_from_[o.object_class];
}

std::int64_t view::integer(std::uint32_t cell) const {
  const auto value = space_.value_in_memory(cell);
  if (const auto* u = std::get_if<std::uint64_t>(&value))
    return static_cast<std::int64_t>(std::min<std::uint64_t>(*u, INT64_MAX));
  return std::get<std::int64_t>(value);
}

/// What lies beyond the length of its array is not there, and leads nowhere.
std::uint32_t view::target_in_memory(std::uint32_t cell) const {
  if (const auto length = space_.place(cell).length_cell;
      cell - length > space_.bits_in_memory(length) && cell != length)
    return nobody;
  const auto object = space_.object_in_memory(cell);
  return object == space::no_object ? nobody : static_cast<std::uint32_t>(object);
}

std::uint32_t view::reference_place::target_in(const std::byte* object) const noexcept {
  std::uint64_t bits = 0;
  std::memcpy(&bits, object + offset, sizeof(void*));
  const auto distance = bits - first;
  if (distance > std::uint64_t{stride} * (count - 1)) return nobody;
  return first_object + static_cast<std::uint32_t>(distance) / stride;
}

void view::find_members() {
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

void view::find_targets() {
  target_.assign(space_.cells().size(), nobody);
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

std::vector<view::reference_place> view::reference_places(const object& sample) const {
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

void view::index_references() {
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
void view::find_owning_members() {
  std::vector<bool> met(space_.objects().size());
  std::vector<std::uint64_t> references(members_.size()), discoveries(members_.size());
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
        ++references[member_of(cell)];
        if (met[to]) continue;
        met[to] = true;
        ++discoveries[member_of(cell)];
        queue.push_back(to);
      }
    }
  };
  walk_from(0);
  reached_at_first_ = met;
  for (std::uint32_t o = 1; o < met.size(); ++o)  // lost parts
    if (!met[o] && !is_fresh(o) && references_to(o).empty()) walk_from(o);
  for (std::size_t m = 0; m < members_.size(); ++m)
    members_[m].owning = references[m] > 0 && 2 * discoveries[m] > references[m];
}

std::vector<bool> view::reached_now() const {
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

void view::find_members_with_inverse() {
  answers_.assign(members_.size() * members_.size(), 0);
  for (std::uint32_t cell = 0; cell < target_.size(); ++cell) {
    if (target_[cell] == nobody) continue;
    auto& m = members_[member_of(cell)];
    ++m.references;
    m.answered += refers(target_[cell], owner(cell)) ? 1 : 0;
    const auto& to = space_.objects()[target_[cell]];
    for (auto back = to.first_cell; back < to.end_cell; ++back)
      if (target_[back] == owner(cell)) ++answers_[member_of(cell) * members_.size() + member_of(back)];
  }
  // Damage hits all members alike: what one of them lacks by far more often than another is not meant to be there.
  const auto lacking = [](const member& m) {
    return 1 - static_cast<double>(m.answered) / static_cast<double>(m.references);
  };
  double least = 1;
  for (const auto& m : members_)
    if (m.references >= thresholds::fewest) least = std::min(least, lacking(m));
  const auto most = std::min(1 - thresholds::usual, thresholds::tolerated + thresholds::times_the_least * least);
  for (auto& m : members_) m.has_inverse = m.references > 0 && lacking(m) <= most;
}

void view::count_owners() {
  owners_.assign(space_.objects().size(), 0);
  for (std::uint32_t cell = 0; cell < target_.size(); ++cell)
    if (target_[cell] != nobody && is_owning(cell)) ++owners_[target_[cell]];
  for (std::uint32_t o = 1; o < owners_.size(); ++o)
    if (owners_[o] == 0 && !is_fresh(o)) unowned_.push_back(o);
}

std::span<const std::uint32_t> view::references_to(std::uint32_t object) const noexcept {
  return std::span(referring_)
      .subspan(referring_begin_[object], referring_begin_[object + 1] - referring_begin_[object]);
}

bool view::may_lead_to(std::uint32_t cell, std::uint32_t object) const noexcept {
  return std::ranges::any_of(space_.domain(cell).ranges, [&](const object_range& r) {
    return object >= r.first_object && object < r.first_object + r.count;
  });
}

bool view::refers(std::uint32_t from, std::uint32_t to) const noexcept {
  const auto& o = space_.objects()[from];
  for (auto cell = o.first_cell; cell < o.end_cell; ++cell)
    if (target_[cell] == to) return true;
  return false;
}

std::vector<std::uint32_t> view::cells_leading_to(std::uint32_t object, std::size_t most) const {
  std::vector<std::uint32_t> found;
  const auto add = [&](std::uint32_t cell) {
    if (found.size() < most && holds(cell, object)) found.push_back(cell);
  };
  const auto [first, last] = later_.equal_range(object);
  for (auto i = first; i != last; ++i) add(i->second);
  const auto cells = references_to(object);
  for (auto i = cells.begin(); i != cells.end() && found.size() < most && i - cells.begin() < 64; ++i) add(*i);
  return found;
}

std::vector<std::uint32_t> view::referring(std::uint32_t object, std::size_t most) const {
  auto found = cells_leading_to(object, most);
  for (auto& cell : found) cell = owner(cell);
  return found;
}

std::vector<std::uint32_t> view::rivals(std::uint32_t cell, std::uint32_t object, std::size_t most) const {
  const auto& known = covering_fields();
  const auto group = known.of(cell);
  if (!group && !is_owning(cell)) return {};
  auto found = cells_leading_to(object);
  std::erase_if(found, [&](std::uint32_t other) { return group ? known.of(other) != group : !is_owning(other); });
  if (found.size() > most) found.resize(most);
  return found;
}

bool view::holds(std::uint32_t cell, std::uint32_t object) const noexcept { return target_[cell] == object; }

const covering& view::covering_fields() const {
  if (covering_ == nullptr) covering_ = std::make_unique<covering>(*this);
  return *covering_;
}

void view::changed(std::uint32_t cell) {
  if (space_.is_length(cell))
    for (std::uint32_t i = 1; i <= space_.place(cell).room; ++i) changed(cell + i);
  if (!is_reference(cell)) return;
  const auto to = target_in_memory(cell);
  const auto before = std::exchange(target_[cell], to);
  if (before == to) return;
  if (covering_ != nullptr) covering_->changed(cell, before, to);
  if (before != nobody) {
    const auto [first, last] = later_.equal_range(before);
    const auto old = std::find_if(first, last, [&](const auto& l) { return l.second == cell; });
    if (old != last) later_.erase(old);
  }
  if (to != nobody) later_.emplace(to, cell);
  if (!is_owning(cell)) return;
  if (before != nobody) --owners_[before];
  if (to != nobody) ++owners_[to];
}

}  // namespace korat::detail
