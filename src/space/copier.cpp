// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "space/copier.hpp"

#include <algorithm>
#include <cstring>

#include "korat/error.hpp"

namespace korat::detail {

namespace {

std::uint64_t bits_at(const std::byte* place, std::size_t width) noexcept {
  std::uint64_t bits = 0;
  std::memcpy(&bits, place, std::min(width, sizeof bits));
  return bits;
}

/// Most are one number.
inline void copy_bytes(std::byte* to, const std::byte* from, std::size_t width) noexcept {
  if (width == sizeof(std::uint32_t))
    std::memcpy(to, from, sizeof(std::uint32_t));
  else if (width == sizeof(std::uint64_t))
    std::memcpy(to, from, sizeof(std::uint64_t));
  else
    std::memcpy(to, from, width);
}

bool owns(const value_source& source) {
  return std::ranges::any_of(source.segments, [](const segment& s) { return s.own != nullptr; });
}

}  // namespace

structure_copier::structure_copier(const space& s)
    : space_(s),
      members_(s.described().classes.size()),
      copy_of_(s.objects().size()),
      met_(s.objects().size()),
      copied_(s.objects().size()),
      owners_(s.objects().size()) {
  makings usual;
  for (const auto& c : s.described().classes) initialized_.push_back(c.initialize != nullptr);
  for (const auto& c : s.described().classes) usual.push_back({c.make, c.free, c.make_by_factory, nullptr});
  usual_ = std::make_shared<const makings>(std::move(usual));
  for (std::size_t c = 0; c < members_.size(); ++c) {
    if (s.described().classes[c].count == 0) continue;
    const auto& o = s.objects()[s.first_of_class(c)];
    for (auto cell = o.first_cell; cell < o.end_cell;) {
      members_[c].push_back(member_at(cell, o));
      const auto& b = *members_[c].back().bound;
      cell += static_cast<std::uint32_t>(b.elements) + (b.form == binding::shape::searched_array ? 1 : 0);
    }
  }
}

structure_copier::member structure_copier::member_at(std::uint32_t cell, const object& o) const {
  const auto& b = space_.binding_of(cell);
  const bool searched = b.form == binding::shape::searched_array;
  const auto* const address = searched ? static_cast<std::byte*>(*b.locate(space_.class_of(o).throw_pointer, o.address))
                                       : space_.cells()[cell].address;
  member m{};
  m.first_cell = cell - o.first_cell;
  m.offset = static_cast<std::size_t>(address - o.address);
  m.is_single = b.form == binding::shape::single;
  m.bound = &b;
  m.source = &b.values;
  if (b.elements == 0) return m;
  const auto first = cell + (searched ? 1 : 0);
  const auto& c = space_.cells()[first];
  const auto& d = space_.domain(first);
  m.width = c.width;
  if (c.what == cell::kind::assigned)
    m.what = member::kind::assigned;
  else if (!b.values.is_reference())
    m.what = member::kind::bytes;
  else
    m.what = member::kind::several;
  const bool one_set = d.ranges.size() == 1 && !b.values.one_each && d.ranges.front().count > 1;
  if (m.what != member::kind::several || !one_set || b.values.tagged || owns(b.values)) return m;
  m.what = member::kind::reference;
  m.first_object = d.ranges.front().first_object;
  m.first_bits = d.bits[d.ranges.front().first];
  m.into_object = m.first_bits - reinterpret_cast<std::uintptr_t>(space_.objects()[m.first_object].address);
  const auto distance = d.bits[d.ranges.front().first + 1] - m.first_bits;
  m.extent = d.ranges.front().count * distance;
  m.inverse = ~std::uint64_t{0} / distance + 1;
  if (m.extent >> 32 != 0) m.what = member::kind::several;  // beyond what the inverse is exact for
  return m;
}

std::span<const object_copy> structure_copier::copy(const makings& how) {
  forget();
  try {
    copy_of(0, how);
    for (std::size_t i = 0; i < count_; ++i) copy_members(met_[i], how);
    if (!links_.empty()) check_owners();
  } catch (...) {
    abandon(how);
    throw;
  }
  for (const auto& l : links_) own(l);
  if (!links_.empty())
    for (const auto object : met()) owners_[object].reset();
  return {copied_.data(), count_};
}

/// A structure in which two std::unique_ptr own an object cannot be: both would delete it.
void structure_copier::check_owners() const {
  std::vector<bool> owned(space_.objects().size());
  for (const auto& l : links_) {
    if (l.object == space::no_object || l.from->source->segments.front().shared) continue;
    if (owned[l.object])
      throw usage_error("korat::copy: two std::unique_ptr own " + space_.object_name(l.object) + ", one of them " +
                        l.from->bound->class_name + "::" + l.from->bound->name +
                        ", so there can be no such copy: let the predicate refuse shared objects");
    owned[l.object] = true;
  }
}

void structure_copier::forget() noexcept {
  for (const auto object : met()) copy_of_[object] = nullptr;
  count_ = 0;
  links_.clear();
}

void structure_copier::abandon(const makings& how) noexcept {
  for (const auto object : met())
    for (const auto& m : members_[space_.objects()[object].object_class])
      if (m.source->is_reference() && !owns(*m.source) && m.bound->form != binding::shape::searched_array &&
          copy_of_[object] != nullptr)
        std::memset(copy_of_[object] + m.offset, 0, m.bound->elements * m.bound->stride);
  for (const auto& c : std::span(copied_.data(), count_))
    if (c.object != nullptr) how[c.object_class].free(c.object);
}

inline std::byte* structure_copier::copy_of(std::size_t object, const makings& how) {
  auto* const known = copy_of_[object];
  return known != nullptr ? known : make(object, how);
}

std::byte* structure_copier::make(std::size_t object, const makings& how) {
  const auto& o = space_.objects()[object];
  met_[count_] = object;
  auto& copied = copied_[count_++] = {nullptr, o.object_class};
  auto* const made = static_cast<std::byte*>(how[o.object_class].make());
  copied.object = copy_of_[object] = made;
  if (initialized_[o.object_class]) space_.class_of(o).initialize(made, o.index);
  return made;
}

void structure_copier::copy_members(std::size_t object, const makings& how) {
  const auto& o = space_.objects()[object];
  auto* const copy = copy_of_[object];
  for (const auto& m : members_[o.object_class]) {
    if (m.is_single)
      copy_field(m, o.first_cell + m.first_cell, o.address + m.offset, copy + m.offset, how);
    else
      copy_elements(m, o, copy + m.offset, how);
  }
}

void structure_copier::copy_elements(const member& m, const object& o, std::byte* to, const makings& how) {
  auto cell = o.first_cell + m.first_cell;
  auto elements = static_cast<std::uint32_t>(m.bound->elements);
  if (m.bound->form == binding::shape::searched_array) {
    ++cell;
    const auto length = static_cast<std::int32_t>(m.bound->length_in(o.address + m.offset));
    m.bound->resize(to, length);
    elements = static_cast<std::uint32_t>(std::max(length, 0));
    to = static_cast<std::byte*>(const_cast<void*>(m.bound->elements_in(to)));
  }
  for (std::uint32_t e = 0; e < elements; ++e)
    copy_field(m, cell + e, space_.cells()[cell + e].address, to + e * m.bound->stride, how);
}

inline void structure_copier::copy_field(const member& m, std::uint32_t cell, const std::byte* from, std::byte* to,
                                         const makings& how) {
  if (m.what == member::kind::bytes) return copy_bytes(to, from, m.width);
  if (m.what == member::kind::assigned) return m.source->copy(to, from);
  auto bits = bits_at(from, sizeof(void*));
  if (m.what == member::kind::several) return refer(m, cell, bits, to, how);
  if (bits != 0) {
    const auto offset = bits - m.first_bits;
    if (offset >= m.extent) return refer(m, cell, bits, to, how);
    __extension__ using wide = unsigned __int128;
    const auto object = m.first_object + static_cast<std::size_t>(wide{offset} * m.inverse >> 64);
    bits = reinterpret_cast<std::uintptr_t>(copy_of(object, how)) + m.into_object;
  }
  store_as<std::uint64_t>(to, bits);
}

/// A pointer keeps its way into the object: to a base, to a part, with low bits set.
void structure_copier::refer(const member& m, std::uint32_t cell, std::uint64_t bits, std::byte* to,
                             const makings& how) {
  const auto object = space_.object_in_memory(cell);
  if (object == space::no_object && bits != 0 && std::ranges::find(m.source->nulls, bits) == m.source->nulls.end())
    throw usage_error("korat::copy: " + space_.field_name(cell) +
                      " leads to an object that is not one of the search's: copy the "
                      "structure before it is changed in place, or after restore()");
  auto* const copy = object == space::no_object ? nullptr : copy_of(object, how);
  if (owns(*m.source)) return links_.push_back({&m, to, object});
  const auto old = copy == nullptr ? 0 : reinterpret_cast<std::uintptr_t>(space_.objects()[object].address);
  store_as<std::uint64_t>(to, bits - old + reinterpret_cast<std::uintptr_t>(copy));
}

void structure_copier::own(const link& l) {
  std::shared_ptr<void> nobody;
  const auto& segments = l.from->source->segments;
  if (l.object == space::no_object) return segments.front().own(l.place, nullptr, nobody);
  const auto to = std::ranges::find(segments, space_.objects()[l.object].object_class, &segment::object_class);
  to->own(l.place, copy_of_[l.object], owners_[l.object]);
}

}  // namespace korat::detail
