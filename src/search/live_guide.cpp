// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/live_guide.hpp"

#include <algorithm>
#include <cstring>

namespace korat::detail {

live_guide::live_guide(const space& s, const void* root) : space_(s), live_(s.objects().size()) {
  live_[0] = static_cast<const std::byte*>(root);
  known_[{0, root}] = 0;
}

std::uint32_t live_guide::fail(std::uint32_t cell, const std::string& why) {
  if (problem_.empty()) problem_ = space_.field_name(cell) + " " + why;
  return 0;
}

/// The field in the user's object. Null: there is none.
const std::byte* live_guide::place_of(std::uint32_t cell) const {
  const auto& place = space_.place(cell);
  const auto& object = space_.objects()[place.object];
  const auto* const live = live_[place.object];
  if (live == nullptr) return nullptr;
  if (!space_.is_element(cell)) return live + (space_.cells()[cell].address - object.address);
  const auto& b = space_.binding_of(cell);
  auto* const search_array = static_cast<std::byte*>(*b.locate(space_.class_of(object).throw_pointer, object.address));
  const auto* const array = live + (search_array - object.address);
  if (static_cast<std::int64_t>(place.element) >= b.length_in(array)) return nullptr;
  return static_cast<const std::byte*>(b.elements_in(array)) + place.element * b.stride;
}

std::uint32_t live_guide::pick(std::uint32_t cell, std::uint32_t limit, std::span<const std::uint32_t> used) {
  const auto* const place = place_of(cell);
  if (place == nullptr) return 0;
  const auto& source = space_.domain(cell).source;
  if (!source.is_reference()) return std::min(pick_value(cell, place), limit);
  const std::byte* pointer;
  std::memcpy(&pointer, place, sizeof pointer);
  const auto null = std::find(source.nulls.begin(), source.nulls.end(), reinterpret_cast<std::uintptr_t>(pointer));
  if (null != source.nulls.end()) return static_cast<std::uint32_t>(null - source.nulls.begin());
  if (pointer != nullptr) return pick_object(cell, pointer, used);
  return fail(cell, "is null, which its domain does not have");
}

std::uint32_t live_guide::pick_value(std::uint32_t cell, const std::byte* place) {
  const auto index = space_.domain(cell).source.find(place);
  if (index != value_source::no_value) return static_cast<std::uint32_t>(index);
  return fail(cell, "has a value that its domain does not have");
}

std::uint32_t live_guide::pick_object(std::uint32_t cell, const std::byte* pointer,
                                      std::span<const std::uint32_t> used) {
  const auto* const range = range_of(cell, pointer);
  if (range == nullptr)
    return fail(cell,
                "refers to an object of which the class or the part cannot be told: a class without virtual functions");
  if (range->count == 0) return fail(cell, "refers to an object, of which there are none");
  return range->first + number(cell, *range, object_behind(cell, *range, pointer), used);
}

/// The set that the object is to be one of, and the part of it that the pointer leads to.
const object_range* live_guide::range_of(std::uint32_t cell, const std::byte* pointer) const {
  const auto& ranges = space_.domain(cell).ranges;
  if (ranges.size() == 1) return &ranges.front();
  const auto& segments = space_.domain(cell).source.segments;  // one for each range
  for (std::size_t i = 0; i < ranges.size(); ++i)
    if (ranges[i].count != 0 && known_.contains({segments[i].object_class, object_behind(cell, ranges[i], pointer)}))
      return &ranges[i];
  for (std::size_t i = 0; i < ranges.size(); ++i)
    if (segments[i].leads_here != nullptr && segments[i].leads_here(pointer)) return &ranges[i];
  return only_range_for_unknown(cell, pointer);
}

const object_range* live_guide::only_range_for_unknown(std::uint32_t cell, const std::byte* pointer) const {
  const object_range* only = nullptr;
  for (const auto& r : space_.domain(cell).ranges) {
    if (r.count == 0 || r.first_object == 0) continue;  // the root is known
    const auto address = reinterpret_cast<std::uintptr_t>(object_behind(cell, r, pointer));
    if (address % space_.class_of(space_.objects()[r.first_object]).alignment != 0) continue;
    if (only != nullptr) return nullptr;
    only = &r;
  }
  return only;
}

/// A pointer to an object is the object's address and a few bytes (a base, a part), the same for all objects of a set.
const std::byte* live_guide::object_behind(std::uint32_t cell, const object_range& r, const std::byte* pointer) const {
  const auto first = reinterpret_cast<std::uintptr_t>(space_.objects()[r.first_object].address);
  return pointer - static_cast<std::ptrdiff_t>(space_.domain(cell).bits[r.first] - first);
}

/// Within its set. An object met for the first time is the first that is not in use; in a set that is told apart, too.
std::uint32_t live_guide::number(std::uint32_t cell, const object_range& r, const std::byte* object,
                                 std::span<const std::uint32_t> used) {
  const auto its_class = space_.objects()[r.first_object].object_class;
  const auto known = known_.find({its_class, object});
  if (known != known_.end()) return static_cast<std::uint32_t>(known->second - r.first_object);
  std::uint32_t fresh = 0;
  if (r.class_domain != no_class_domain)
    fresh = used[r.class_domain];
  else
    while (fresh < r.count && live_[r.first_object + fresh] != nullptr) ++fresh;
  if (fresh >= r.count)
    return fail(cell, "refers to one more object than the " + std::to_string(r.count) + " of the bounds");
  known_[{its_class, object}] = r.first_object + fresh;
  live_[r.first_object + fresh] = object;
  return fresh;
}

}  // namespace korat::detail
