// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/complete.hpp"

#include <array>
#include <cstring>

#include "search/choose.hpp"

namespace korat::detail {

completion::completion(search_engine& engine) : engine_(engine), is_visited_(engine.searched().objects().size()) {}

void completion::start() {
  base_ = engine_.depth_;
  if (nothing_unread()) return;
  rewind({0, none, 0, 0});
  positions_.clear();
  visit(0);
  walk();
}

void completion::resume() {
  const bool undone = positions_.size() != engine_.depth_ - base_;
  positions_.resize(engine_.depth_ - base_);
  const auto at = positions_.back();
  // The commonest case: the last choice just took another value, which leads to nothing the walk has not seen. Then
  // the rest of the walk is as it was, and it found nothing unread.
  if (!undone && !leads_to_new_fields(at.cell)) return;
  rewind(at);
  follow(at.cell);
  walk();
}

bool completion::leads_to_new_fields(std::uint32_t cell) const noexcept {
  const auto& space = engine_.space_;
  if (space.is_length(cell)) return true;
  const auto object = space.domain(cell).source.is_reference() ? space.object_in_memory(cell) : space::no_object;
  return object != space::no_object && !is_visited_[object] &&
         space.objects()[object].first_cell != space.objects()[object].end_cell;
}

// Usually the predicate has read everything, and the shadow of the objects in use tells so at a glance: objects are used
// in order, so they are the first of their set. (Elements behind an array's length are unread and do not count: with
// such arrays, and objects told apart, only the walk can tell.)
bool completion::nothing_unread() const noexcept {
  const auto& space = engine_.space_;
  if (!space.is_plain()) return false;
  const auto clean = [&](const object& first, const object& last) {
    const auto* begin = shadow_of(first.address);
    const auto* end = shadow_of(last.address) + space.object_size(last);
    std::array<std::uint64_t, 4> seen{};  // several at a time, in vector registers
    for (; end - begin >= 32; begin += 32) {
      std::array<std::uint64_t, 4> words;
      std::memcpy(&words, begin, 32);
      for (std::size_t i = 0; i < 4; ++i) seen[i] |= words[i];
    }
    for (; begin != end; ++begin) seen[0] |= *begin;
    return (seen[0] | seen[1] | seen[2] | seen[3]) == 0;
  };
  const auto& objects = space.objects();
  if (!clean(objects[0], objects[0])) return false;
  for (std::size_t d = 1; d < space.class_domains().size(); ++d) {
    const auto first = space.class_domains()[d].first_object;
    const auto used = engine_.used_[d];
    if (used != 0 && !clean(objects[first], objects[first + used - 1])) return false;
  }
  return true;
}

void completion::walk() {
  while (top_ != none) {
    const frame at = frames_[top_];
    if (at.next == at.end) {
      top_ = at.parent;
      continue;
    }
    const auto behind = behind_array(at.next);
    frames_.push_back({behind != none ? behind : at.next + 1, at.end, at.parent});
    top_ = static_cast<std::uint32_t>(frames_.size() - 1);
    if (behind != none) continue;
    if (engine_.is_pending(at.next)) {
      if (engine_.space_.binding_of(at.next).only_if_read) {
        engine_.space_.put(engine_.cells_[at.next], 0);
        continue;
      }
      positions_.push_back({at.next, top_, static_cast<std::uint32_t>(frames_.size()), static_cast<std::uint32_t>(visited_.size())});
      engine_.push_unread(at.next);
    }
    follow(at.next);
  }
}

// An element behind its array's length is not part of the structure: the cell to go on with. The length is chosen by
// then, because its cell comes first. For any other cell: none.
std::uint32_t completion::behind_array(std::uint32_t cell) const noexcept {
  const auto& place = engine_.space_.place(cell);
  if (place.length_cell == cell) return none;
  std::int32_t length;
  std::memcpy(&length, engine_.cells_[place.length_cell].address, sizeof length);
  if (static_cast<std::int64_t>(place.element) < length) return none;
  return place.length_cell + 1 + engine_.space_.place(place.length_cell).room;
}

void completion::follow(std::uint32_t cell) {
  if (!engine_.space_.domain(cell).source.is_reference()) return;
  const auto object = engine_.space_.object_in_memory(cell);
  if (object != space::no_object && !is_visited_[object]) visit(object);
}

void completion::visit(std::size_t object) {
  is_visited_[object] = true;
  visited_.push_back(static_cast<std::uint32_t>(object));
  const auto& o = engine_.space_.objects()[object];
  frames_.push_back({o.first_cell, o.end_cell, top_});
  top_ = static_cast<std::uint32_t>(frames_.size() - 1);
}

void completion::rewind(const position& to) {
  top_ = to.top;
  frames_.resize(to.frames);
  for (auto i = visited_.size(); i > to.visited; --i) is_visited_[visited_[i - 1]] = false;
  visited_.resize(to.visited);
}

}  // namespace korat::detail
