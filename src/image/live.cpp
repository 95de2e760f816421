// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "image/live.hpp"

#include <algorithm>
#include <cstring>

#include "image/image.hpp"
#include "korat/error.hpp"

namespace korat::detail {

namespace {

constexpr std::size_t soon = 16, very_soon = 8;  // objects ahead

const std::byte* pointer_at(const std::byte* place) {
  const std::byte* pointer;
  std::memcpy(&pointer, place, sizeof pointer);
  return pointer;
}

/// Objects of a class lie one behind the other.
const std::byte* address_of_first(const space& in, std::size_t object_class) {
  const auto first = in.first_of_class(object_class);
  return first < in.objects().size() ? in.objects()[first].address : nullptr;
}

/// How far a pointer to an object of the segment's class lies from the object (a base, a part).
std::ptrdiff_t offset_of(const segment& s, const object_class& c) {
  const auto alignment = std::align_val_t(c.alignment);
  void* const object = ::operator new(c.size, alignment);
  c.construct(object);
  void* pointer = nullptr;
  s.store(&pointer, object);
  const auto offset = static_cast<std::byte*>(pointer) - static_cast<std::byte*>(object);
  c.destroy(object);
  ::operator delete(object, alignment);
  return offset;
}

}  // namespace

void check_repairable(const bounds& in, const binding& b) {
  if (b.take_back != nullptr)
    reject(in, b.class_name + "::" + b.name,
           "it is a std::vector, whose length cannot be repaired: hold a korat::array<>");
  if (!b.values.tagged && !b.values.has_several_parts()) return;
  reject(in, b.class_name + "::" + b.name,
         "its references have low bits set or lead to several parts of an object, so it cannot be repaired");
}

live_structure::live_structure(const bounds& b, void* root, const std::vector<std::pair<std::string, void*>>& more)
    : bounds_(b), plan_(space::lay_out(b)), objects_(b.classes.size()), noted_(b.classes.size()) {
  for (const auto& c : b.classes) number_.emplace_back(c.alignment);
  for (const auto& bound : b.bindings) {
    if (bound.values.is_reference() && bound.values.width != sizeof(void*))
      reject(b, bound.class_name + "::" + bound.name, "it counts its owners, so it cannot be repaired");
    check_repairable(b, bound);
    auto& offsets = pointer_offset_.emplace_back();
    for (const auto& s : bound.values.segments) offsets.push_back(offset_of(s, b.classes[s.object_class]));
  }
  meet(0, static_cast<std::byte*>(root));
  for (std::size_t i = 0; i < more.size(); ++i) {
    const auto is_its = [&](const object_class& c) { return c.name == more[i].first; };
    const auto found = std::find_if(b.classes.begin() + 1, b.classes.end(), is_its);
    if (found == b.classes.end()) throw finitization_error("repair: no object set has the class " + more[i].first);
    const auto object_class = static_cast<std::size_t>(found - b.classes.begin());
    if (i + soon < more.size()) number_[object_class].expect(more[i + soon].second);
    meet(object_class, static_cast<std::byte*>(more[i].second));
  }
  std::vector<std::size_t> followed(b.classes.size());
  for (bool news = true; news;) {
    news = false;
    for (std::size_t c = 0; c < objects_.size(); ++c)
      for (; followed[c] < objects_[c].size(); news = true) {
        expect(c, followed[c]);
        follow(c, objects_[c][followed[c]++]);
      }
  }
}

std::uint32_t live_structure::meet(std::size_t object_class, std::byte* object) {
  auto& set = objects_[object_class];
  const auto number = static_cast<std::uint32_t>(set.size());
  if (!number_[object_class].add(object, number)) return number_[object_class].find(object);
  set.push_back(object);
  return number;
}

/// Whether what its references lead to is noted when they are followed: they have one set to lead to, and their places
/// are the same in every object.
bool live_structure::is_noted(const binding& b) const noexcept {
  return b.form != binding::shape::searched_array && b.values.segments.size() == 1;
}

// Objects lie anywhere in memory: what is needed for those that come next is asked for while it is still on its way for
// this one. First the object, then, when it is there, what is known about the addresses in it.
void live_structure::expect(std::size_t object_class, std::size_t followed) const noexcept {
  const auto& set = objects_[object_class];
  if (followed + soon < set.size()) __builtin_prefetch(set[followed + soon]);
  if (followed + very_soon >= set.size()) return;
  const auto& members = plan_.member[object_class];
  for (std::size_t i = 0; i < members.size(); ++i) {
    const auto& b = bounds_.bindings[i];
    if (members[i] == space::layout::absent || !is_noted(b)) continue;
    const auto* const pointer = pointer_at(set[followed + very_soon] + members[i]);
    if (pointer != nullptr) number_[b.values.segments[0].object_class].expect(pointer - pointer_offset_[i][0]);
  }
}

void live_structure::follow(std::size_t object_class, std::byte* object) {
  const auto& members = plan_.member[object_class];
  for (std::size_t i = 0; i < members.size(); ++i) {
    const auto& b = bounds_.bindings[i];
    if (members[i] == space::layout::absent || !b.values.is_reference()) continue;
    const std::byte* begin = object + members[i];
    if (is_noted(b)) {
      for (std::size_t e = 0; e < b.elements; ++e)
        noted_[object_class].push_back(follow_pointer(b.values, i, pointer_at(begin + e * b.stride)));
      continue;
    }
    auto count = b.elements;
    if (b.form == binding::shape::searched_array) {
      count = static_cast<std::size_t>(std::max(b.room_in(begin), 0));
      begin = static_cast<const std::byte*>(b.elements_in(begin));
      if (!readable_.holds(begin, count * b.stride)) continue;
    }
    for (std::size_t e = 0; e < count; ++e) follow_pointer(b.values, i, pointer_at(begin + e * b.stride));
  }
}

/// The number of the object that it leads to, in its set.
std::uint32_t live_structure::follow_pointer(const value_source& source, std::size_t binding,
                                             const std::byte* pointer) {
  if (pointer == nullptr) return address_index::not_there;
  const auto& segments = source.segments;
  if (segments.size() == 1) {
    const auto known = number_[segments[0].object_class].find(pointer - pointer_offset_[binding][0]);
    if (known != address_index::not_there) return known;
  }
  if (!readable_.holds(pointer, 1)) return address_index::not_there;
  for (std::size_t s = 0; s < segments.size(); ++s) {
    const auto object_class = segments[s].object_class;
    const auto& c = bounds_.classes[object_class];
    auto* const object = const_cast<std::byte*>(pointer - pointer_offset_[binding][s]);
    if (reinterpret_cast<std::uintptr_t>(object) % c.alignment != 0 || !readable_.holds(object, c.size)) continue;
    const auto leads_here = segments[s].leads_here;
    if (segments.size() > 1 && (leads_here == nullptr || !leads_here(pointer))) continue;
    return meet(object_class, object);
  }
  return address_index::not_there;
}

bounds live_structure::with_room(std::uint32_t fresh) const {
  bounds result = bounds_;
  for (std::size_t c = 0; c < result.classes.size(); ++c) {
    auto& set = result.classes[c];
    const auto found = static_cast<std::uint32_t>(objects_[c].size());
    set.told_apart = true;
    set.count = c == 0 ? 1 : found + fresh;
  }
  for (auto& b : result.bindings) b.values.one_each = false;  // an array may hold any object anywhere
  return result;
}

std::size_t live_structure::find(std::size_t binding, const value_source& source, const std::byte* pointer) const {
  for (std::size_t s = 0; s < source.segments.size(); ++s) {
    const auto object_class = source.segments[s].object_class;
    const auto found = number_[object_class].find(pointer - pointer_offset_[binding][s]);
    if (found != address_index::not_there) return s << 32 | found;
  }
  return not_there;
}

void live_structure::copy_to(const space& to) const {
  for (std::size_t c = 0; c < objects_.size(); ++c) {
    const auto first = to.first_of_class(c);
    const auto& members = plan_.member[c];
    const bool plain = bounds_.classes[c].plain_bytes;
    const auto* noted = noted_[c].data();
    for (std::size_t i = 0; i < objects_[c].size(); ++i) {
      if (i + soon < objects_[c].size()) __builtin_prefetch(objects_[c][i + soon]);
      auto* const copy = to.objects()[first + i].address;
      if (plain) std::memcpy(copy, objects_[c][i], bounds_.classes[c].size);
      for (std::size_t m = 0; m < members.size(); ++m) {
        if (members[m] == space::layout::absent) continue;
        const auto& b = bounds_.bindings[m];
        if (is_noted(b))
          copy_noted(to, b, m, noted, objects_[c][i] + members[m], copy + members[m]);
        else if (!plain || b.values.is_reference() || !b.values.bitwise || b.form == binding::shape::searched_array)
          copy_member(to, b, m, objects_[c][i] + members[m], copy + members[m]);
      }
    }
  }
}

void live_structure::copy_noted(const space& in, const binding& b, std::size_t index, const std::uint32_t*& noted,
                                const std::byte* from, std::byte* to) const {
  const auto object_class = b.values.segments[0].object_class;
  const auto* const first = address_of_first(in, object_class) + pointer_offset_[index][0];
  for (std::size_t e = 0; e < b.elements; ++e, ++noted, from += b.stride, to += b.stride) {
    const auto* const pointer =
        *noted == address_index::not_there ? pointer_at(from) : first + *noted * plan_.stride[object_class];
    std::memcpy(to, &pointer, sizeof pointer);
  }
}

void live_structure::copy_member(const space& in, const binding& b, std::size_t index, const std::byte* from,
                                 std::byte* to) const {
  auto count = b.elements;
  if (b.form == binding::shape::searched_array) {
    const auto room = static_cast<std::size_t>(std::max(b.room_in(from), 0));
    if (room > b.elements)
      reject(bounds_, b.class_name + "::" + b.name,
             "an array has " + std::to_string(room) + " elements, more than the " + std::to_string(b.elements) +
                 " of the bounds");
    const auto* const length = static_cast<const std::byte*>(b.length_field(const_cast<std::byte*>(from)));
    copy_value(in, index, b.length, length, static_cast<std::byte*>(b.length_field(to)));
    from = static_cast<const std::byte*>(b.elements_in(from));
    to = static_cast<std::byte*>(const_cast<void*>(b.elements_in(to)));
    count = room;
  }
  for (std::size_t e = 0; e < count; ++e) copy_value(in, index, b.values, from + e * b.stride, to + e * b.stride);
}

void live_structure::copy_value(const space& in, std::size_t binding, const value_source& source, const std::byte* from,
                                std::byte* to) const {
  if (source.is_reference()) {
    const auto* const pointer = pointer_at(from);
    const auto found = pointer == nullptr ? not_there : find(binding, source, pointer);
    // A pointer to nowhere stays one: who follows it crashes, which is a way to be rejected.
    if (found == not_there) return static_cast<void>(std::memcpy(to, &pointer, sizeof pointer));
    const auto& s = source.segments[found >> 32];
    s.store(to, in.objects()[in.first_of_class(s.object_class) + (found & 0xffff'ffff)].address);
    return;
  }
  if (source.bitwise) return static_cast<void>(std::memcpy(to, from, source.width));
  const auto index = source.find(from);
  if (index == value_source::no_value)
    reject(bounds_, bounds_.bindings[binding].name,
           "it holds a value that is not in its domain and is more than its bytes");
  source.store(to, static_cast<std::uint32_t>(index));
}

std::byte* live_structure::object(const space& in, std::size_t object) const {
  const auto& o = in.objects()[object];
  const auto& set = objects_[o.object_class];
  return o.index < set.size() ? set[o.index] : nullptr;
}

std::byte* live_structure::place(const space& in, std::uint32_t cell, std::byte* owner) const {
  const auto& where = in.place(cell);
  const auto& o = in.objects()[where.object];
  if (!in.is_element(cell)) return owner + (in.cells()[cell].address - o.address);
  const auto& b = in.binding_of(cell);
  auto* const array = owner + plan_.member[o.object_class][where.binding];
  return static_cast<std::byte*>(const_cast<void*>(b.elements_in(array))) + where.element * b.stride;
}

std::uint64_t live_structure::pointer_bits(std::size_t binding, std::size_t object_class,
                                           const std::byte* object) const {
  const auto& segments = bounds_.bindings[binding].values.segments;
  for (std::size_t s = 0; s < segments.size(); ++s)
    if (segments[s].object_class == object_class)
      return reinterpret_cast<std::uintptr_t>(object + pointer_offset_[binding][s]);
  return 0;
}

structure read_live(const description& what, void* root, const std::vector<std::pair<std::string, void*>>& more) {
  const live_structure live(erasure::of(what).bounds, root, more);
  const space copy(live.with_room(0));
  live.copy_to(copy);
  return to_structure(copy);
}

}  // namespace korat::detail
