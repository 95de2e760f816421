// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/complete.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "search/choose.hpp"

namespace korat::detail {

namespace {

/// Nothing is pending in [begin, end).
bool is_clean(const std::byte* begin, const std::byte* end) noexcept {
  const auto* shadow = shadow_of(begin);
  auto size = static_cast<std::size_t>(end - begin);
  const auto word = [](const auto* at) {
    std::uint64_t bits;
    std::memcpy(&bits, at, sizeof bits);
    return bits;
  };
  std::uint64_t seen = 0;
  if (size >= 8) {
    const auto last = word(shadow + size - 8);  // may overlap the others
    std::uint64_t other = 0;
    for (; size >= 16; shadow += 16, size -= 16) {
      seen |= word(shadow);
      other |= word(shadow + 8);
    }
    if (size > 8) seen |= word(shadow);
    return (seen | other | last) == 0;
  }
  for (; size != 0; --size) seen |= static_cast<std::uint64_t>(*shadow++);
  return seen == 0;
}

}  // namespace

completion::completion(search_engine& engine)
    : engine_(engine),
      visit_of_(engine.searched().objects().size(), none),
      walked_(std::make_unique_for_overwrite<walked_choice[]>(engine.searched().cells().size())) {
  know_ways();
}

void completion::know_ways() {
  const auto& space = engine_.space_;
  const auto has_fields = [&](const object_range& r) {
    const auto first = space.objects().begin() + static_cast<std::ptrdiff_t>(r.first_object);
    return std::any_of(first, first + r.count, [](const object& o) { return o.first_cell != o.end_cell; });
  };
  std::vector<int> leads(space.domain_count(), -1);
  for (std::uint32_t i = 0; i < space.cells().size(); ++i) {
    const cell& c = space.cells()[i];
    auto& to_objects = leads[c.domain];
    if (to_objects < 0) to_objects = std::ranges::any_of(space.domain_at(c).ranges, has_fields) ? reference : 0;
    const auto place = space.place(i);
    const bool is_length = place.room != no_room;
    ways_.push_back(static_cast<std::uint8_t>(to_objects | (is_length ? length : 0) |
                                              (place.length_cell != i ? element : 0) |
                                              (space.binding_of(i).only_if_read ? only_if_read : 0)));
    if (is_length && place.room != 0) {
      const auto* const begin = space.cells()[i + 1].address;
      arrays_.push_back(
          {i, begin, place.room == 1 ? 1 : static_cast<std::size_t>(space.cells()[i + 2].address - begin)});
    }
  }
}

void completion::start() {
  base_ = engine_.depth_;
  walk_from_root();
  repeats_ = false;
}

bool completion::is_needed() noexcept {
  base_ = engine_.depth_;
  const auto unchanged = std::exchange(engine_.unchanged_, base_);
  repeats_ = goes_as_before(unchanged);
  if (repeats_) return !positions_.empty();
  remember_choices(unchanged);
  return true;
}

void completion::start_again() {
  if (repeats_)
    choose_again(0);
  else
    walk_from_root();
}

void completion::walk_from_root() {
  positions_.clear();
  repeats_ = engine_.symbolic_ == nullptr;
  if (nothing_unread()) return;
  rewind(0, 0);
  walk(visit(0, {0, 0, none}));
}

inline completion::walked_choice completion::to_remember(const choice& made) const noexcept {
  return {made.cell, ways_[made.cell] & way_on ? made.value : 0};
}

/// The first `unchanged` choices need not be looked at.
inline bool completion::goes_as_before(std::uint32_t unchanged) const noexcept {
  if (!repeats_ || walked_count_ != base_) return false;
  for (auto i = unchanged; i < base_; ++i)
    if (walked_[i] != to_remember(engine_.choices_[i])) return false;
  return true;
}

void completion::remember_choices(std::uint32_t unchanged) noexcept {
  for (auto i = std::min(walked_count_, unchanged); i < base_; ++i) walked_[i] = to_remember(engine_.choices_[i]);
  walked_count_ = base_;
}

void completion::resume() {
  const auto last = engine_.depth_ - base_ - 1;
  auto& at = positions_[last];
  const bool led_on = std::exchange(at.leads_on, leads_on(at));
  if (led_on || at.leads_on)
    walk_behind(last);
  else
    choose_again(last + 1);
}

/// The fields that were chosen behind, which are the same as before, until one leads on.
void completion::choose_again(std::size_t first) {
  for (auto i = first; i < positions_.size(); ++i) {
    const bool led_on = positions_[i].leads_on;
    choose(positions_[i]);
    if (led_on || positions_[i].leads_on) return walk_behind(i);
  }
}

void completion::choose(position& at) {
  engine_.push_unread(at.cell);
  at.leads_on = leads_on(at);
}

/// To an object that was not yet visited there, or elements that the array did not have.
bool completion::leads_on(const position& at) const noexcept {
  const auto way = ways_[at.cell] & way_on;
  return way != 0 && (way == length || fresh_object(at.cell, at.visited) != space::no_object);
}

/// The object that the field refers to, if it has fields and is not among the first `visited`.
std::size_t completion::fresh_object(std::uint32_t cell, std::uint32_t visited) const noexcept {
  const auto object = engine_.space_.object_in_memory(cell);
  if (object == space::no_object || visit_of_[object] < visited) return space::no_object;
  const auto& o = engine_.space_.objects()[object];
  return o.first_cell != o.end_cell ? object : space::no_object;
}

void completion::walk_behind(std::size_t last) {
  const auto at = positions_[last];
  positions_.resize(last + 1);
  rewind(at.frames, at.visited);
  const auto object = at.leads_on && ways_[at.cell] & reference ? fresh_object(at.cell, at.visited) : space::no_object;
  walk(object == space::no_object ? at.behind : visit(object, at.behind));
}

// Usually the predicate has read everything, and the shadow of the objects in use tells so at a glance: objects are
// used in order, so they are the first of their set. (With objects told apart only the walk can tell.)
bool completion::nothing_unread() const noexcept {
  const auto& space = engine_.space_;
  if (!space.shows_objects_in_use()) return false;
  const auto& objects = space.objects();
  const auto clean = [&](const object& first, const object& last) {
    return is_clean(first.address, last.address + space.object_size(last));
  };
  if (!clean(objects[0], objects[0])) return false;
  for (std::size_t d = 1; d < space.class_domains().size(); ++d) {
    const auto first = space.class_domains()[d].first_object;
    const auto used = engine_.used_[d];
    if (used != 0 && !clean(objects[first], objects[first + used - 1])) return false;
  }
  // Elements behind the length are no part of the structure. An array whose length is unread is not either, by now.
  return std::ranges::all_of(arrays_, [&](const array& a) {
    if (engine_.is_pending(a.length_cell)) return true;
    const auto elements = length_in(a.length_cell);
    return elements <= 0 || is_clean(a.elements, a.elements + static_cast<std::size_t>(elements) * a.stride);
  });
}

void completion::walk(frame at) {
  for (;;) {
    while (at.next == at.end) {
      if (at.parent == none) return;
      at = frames_[at.parent];
    }
    const auto cell = at.next++;
    const auto way = ways_[cell];
    if (const auto behind = way & element ? behind_array(cell) : none; behind != none) {
      at.next = behind;
      continue;
    }
    if (engine_.is_pending(cell)) {
      if (way & only_if_read) {
        engine_.space_.put(engine_.cells_[cell], 0);
        repeats_ = false;  // another candidate may have another value there
        continue;
      }
      positions_.push_back(
          {cell, at, static_cast<std::uint32_t>(frames_.size()), static_cast<std::uint32_t>(visited_.size()), false});
      choose(positions_.back());
    }
    if (!(way & reference)) continue;
    if (const auto object = fresh_object(cell, none); object != space::no_object) at = visit(object, at);
  }
}

std::int64_t completion::length_in(std::uint32_t index) const noexcept {
  const auto& c = engine_.cells_[index];
  if (c.what == cell::kind::assigned) [[unlikely]]
    return engine_.space_.vector_length(c);
  std::int32_t elements;
  std::memcpy(&elements, c.address, sizeof elements);
  return elements;
}

// An element behind its array's length is not part of the structure: the cell to go on with. The length is chosen by
// then, because its cell comes first. For any other element: none.
std::uint32_t completion::behind_array(std::uint32_t cell) const noexcept {
  const auto place = engine_.space_.place(cell);
  if (static_cast<std::int64_t>(place.element) < length_in(place.length_cell)) return none;
  return place.length_cell + 1 + engine_.space_.place(place.length_cell).room;
}

/// The way through the object's fields, and then on.
completion::frame completion::visit(std::size_t object, frame behind) {
  visit_of_[object] = static_cast<std::uint32_t>(visited_.size());
  visited_.push_back(static_cast<std::uint32_t>(object));
  const auto& o = engine_.space_.objects()[object];
  if (behind.next == behind.end) return {o.first_cell, o.end_cell, behind.parent};
  frames_.push_back(behind);
  return {o.first_cell, o.end_cell, static_cast<std::uint32_t>(frames_.size() - 1)};
}

void completion::rewind(std::uint32_t frames, std::uint32_t visited) noexcept {
  frames_.resize(frames);
  for (auto i = visited_.size(); i > visited; --i) visit_of_[visited_[i - 1]] = none;
  visited_.resize(visited);
}

}  // namespace korat::detail
