// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "space/space.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <new>

#include "encoding/sign_extend.hpp"
#include "korat/error.hpp"
#include "space/find_value.hpp"

namespace korat {

extern const char KORAT_LIBRARY_LIKE_THIS_PROGRAM = 1;
extern const char KORAT_LIBRARY_OF_THESE_ADDRESSES = 1;
#if defined(KORAT_LIBRARY_WITH_SHADOW_CALL_STACKS)
extern const char KORAT_LIBRARY_WITH_SHADOW_CALL_STACKS = 1;
#endif

}  // namespace korat

namespace korat::detail {

namespace {

constexpr std::size_t round_up(std::size_t n, std::size_t alignment) {
  return (n + alignment - 1) / alignment * alignment;
}

std::string full_name(const binding& b) { return b.class_name + "::" + b.name; }

/// An object of the class on the heap, to learn where its members are.
class probe {
 public:
  explicit probe(const object_class& c) : class_(c), memory_(::operator new(c.size, std::align_val_t(c.alignment))) {
    try {
      c.construct(memory_);
    } catch (...) {
      ::operator delete(memory_, std::align_val_t(c.alignment));
      throw;
    }
  }
  ~probe() {
    class_.destroy(memory_);
    ::operator delete(memory_, std::align_val_t(class_.alignment));
  }
  probe(const probe&) = delete;
  probe& operator=(const probe&) = delete;
  std::ptrdiff_t offset_of(const bounds& in, const binding& b) const {
    const auto member = located(in, b);
    if (!member) return space::layout::absent;
    // As numbers: a reference to what an empty container does not have may be anything.
    const auto offset = reinterpret_cast<std::uintptr_t>(*member) - reinterpret_cast<std::uintptr_t>(memory_);
    if (offset >= class_.size || b.extent > class_.size - offset)
      reject(in, full_name(b),
             "it is no part of the object but lies outside, where nothing is searched: what a class refers "
             "to is searched as objects of a set, as an array member or as a korat::array<>");
    return static_cast<std::ptrdiff_t>(offset);
  }

 private:
  std::optional<void*> located(const bounds& in, const binding& b) const {
    try {
      return b.locate(class_.throw_pointer, memory_);
    } catch (const std::exception& e) {
      reject(in, full_name(b),
             "the function that names it threw, for an object as it is made: " + std::string(e.what()));
    }
  }

  const object_class& class_;
  void* memory_;
};

/// Domains up to this size are written out as a table of bytes.
constexpr std::uint64_t longest_table = 1 << 20;

void check_references(const bounds& in, const binding& b, const field_domain& d) {
  if (!d.several_parts) return;
  auto values = d.bits;
  std::sort(values.begin(), values.end());
  if (std::adjacent_find(values.begin(), values.end()) != values.end())
    reject(in, full_name(b),
           "an object set, or a part of its objects, is named twice, which would generate every structure twice");
}

void check_values(const bounds& in, const binding& b, const value_source& source) {
  std::uint64_t count = source.nulls.size();
  for (const auto& s : source.segments) count += in.classes[s.object_class].count;
  if (source.width > std::numeric_limits<std::uint16_t>::max())
    reject(in, full_name(b), "its type is too large for a field");
  count += source.count;
  if (count == 0) reject(in, full_name(b), "it may not be null, and its object set is empty: it can have no value");
  if (count > most_values) reject(in, full_name(b), too_many_values(count - 1));
}

}  // namespace

space::layout space::lay_out(const bounds& in) {
  layout result;
  for (const auto& c : in.classes) {
    const probe object(c);
    auto& offsets = result.member.emplace_back();
    for (const auto& b : in.bindings) offsets.push_back(object.offset_of(in, b));
    auto& kept = result.kept.emplace_back();
    for (const auto& b : in.kept)
      if (const auto offset = object.offset_of(in, b); offset != layout::absent)
        kept.push_back({static_cast<std::size_t>(offset), b.extent});
    result.size = round_up(result.size, std::max(c.alignment, alignof(std::max_align_t)));
    result.class_begin.push_back(result.size);
    result.stride.push_back(round_up(c.size, c.alignment));
    result.size += c.count * result.stride.back() + 1;  // a pointer behind the last object is none to what follows
  }
  result.size = result.rooms_begin = round_up(result.size, alignof(std::max_align_t));
  for (std::size_t b = 0; b < in.bindings.size(); ++b) {
    const auto& bound = in.bindings[b];
    std::size_t owners = 0;
    for (std::size_t c = 0; c < in.classes.size(); ++c)
      if (result.member[c][b] != space::layout::absent) owners += in.classes[c].count;
    const bool declared = std::any_of(result.member.begin(), result.member.end(),
                                      [&](const auto& offsets) { return offsets[b] != space::layout::absent; });
    if (!declared) reject(in, full_name(bound), "there is no object set of class " + bound.class_name);
    if (owners == 0) continue;  // an empty set: nothing to bound
    if (bound.elements != 0) check_values(in, bound, bound.values);
    if (bound.form == binding::shape::searched_array) {
      if (bound.length.count > longest_table) reject(in, full_name(bound), "the array is too long");
      result.size += owners * round_up(bound.elements * bound.stride, alignof(std::max_align_t));
    }
  }
  result.size += sizeof(std::uint64_t);  // so that the widest store to the last field stays inside
  return result;
}

space::space(bounds description, use what_for) : space(description, lay_out(description), what_for) {}

space::space(bounds description, layout plan, use what_for) : bounds_(std::move(description)), slice_(plan.size) {
  try {
    make_objects(plan);
    make_class_domains();
    make_cells(plan);
    index_cells();
    if (what_for == use::search) find_unbound(plan);
    if (what_for == use::search || !bytes_ || !rooms_.empty()) pristine_.assign(memory(), memory() + memory_size());
  } catch (...) {
    destroy_all();  // a constructor that throws is followed by no destructor
    throw;
  }
}

void space::find_unbound(const layout& plan) {
  for (std::size_t c = 0; c < bounds_.classes.size(); ++c) {
    std::vector<bool> bound(bounds_.classes[c].size);
    const auto mark = [&](byte_range r) {
      std::fill_n(bound.begin() + static_cast<std::ptrdiff_t>(r.offset), r.size, true);
    };
    for (std::size_t b = 0; b < bounds_.bindings.size(); ++b)
      if (const auto offset = plan.member[c][b]; offset != layout::absent)
        mark({static_cast<std::size_t>(offset), bounds_.bindings[b].extent});
    for (const auto& kept : plan.kept[c]) mark(kept);
    auto& ranges = unbound_.emplace_back();
    for (std::size_t i = 0; i < bound.size(); ++i) {
      if (bound[i]) continue;
      if (i == 0 || bound[i - 1]) ranges.push_back({i, 0});
      ++ranges.back().size;
    }
  }
}

std::size_t space::object_around(const void* address) const noexcept {
  for (std::size_t i = 0; i < objects_.size(); ++i)
    if (const auto offset = static_cast<const std::byte*>(address) - objects_[i].address;
        offset >= 0 && static_cast<std::size_t>(offset) < object_size(objects_[i]))
      return i;
  return no_object;
}

void space::restore_pristine_bytes() const noexcept {
  for (const auto& o : objects_)
    if (bounds_.classes[o.object_class].plain_bytes)
      std::memcpy(o.address, pristine_.data() + (o.address - memory()), object_size(o));
}

void space::restore_pristine() {
  reset_references();
  for (const auto& o : objects_) {
    if (!bounds_.classes[o.object_class].plain_bytes) remake(o);
  }
  for (const auto& r : rooms_) bounds_.bindings[r.binding].lend(r.array, r.begin, bounds_.bindings[r.binding].elements);
  restore_pristine_bytes();
}

// So that no destructor follows a pointer that the search, or a visitor, has put there.
void space::reset_references() const noexcept {
  for (const auto& c : cells_)
    if (c.what != cell::kind::assigned) std::memcpy(c.address, pristine_.data() + (c.address - memory()), c.width);
}

space::~space() {
  if (pristine_.empty()) return;  // no destructor does anything
  reset_references();
  destroy_all();
}

void space::destroy_all() noexcept {
  for (const auto& r : rooms_) {
    const auto& b = bounds_.bindings[r.binding];
    for (std::size_t i = 0; i < b.elements; ++i) b.destroy_element(r.begin + i * b.stride);
  }
  for (const auto& o : objects_) destroy(o);
}

void space::destroy(const object& o) noexcept {
  if (std::find(released_.begin(), released_.end(), o.address) != released_.end()) return;
  take_back_rooms(o);
  bounds_.classes[o.object_class].destroy(o.address);
}

// Rooms are in the order of their objects.
void space::take_back_rooms(const object& o) const noexcept {
  const auto before = [&](const room& r) { return r.array < o.address; };
  for (auto r = std::partition_point(rooms_.begin(), rooms_.end(), before);
       r != rooms_.end() && r->array < o.address + object_size(o); ++r)
    if (const auto take_back = bounds_.bindings[r->binding].take_back) take_back(r->array, r->begin);
}

// If the constructor throws, there is no object.
void space::remake(const object& o) {
  destroy(o);
  std::erase(released_, o.address);
  released_.push_back(o.address);
  make_object(o);
  released_.pop_back();
}

void space::remake_released() {
  while (!released_.empty()) remake(*object_at(released_.back()));
}

// Objects lie in the order in which they were made.
const object* space::object_at(const void* address) const noexcept {
  const auto found = std::ranges::lower_bound(objects_, address, std::less<>(),
                                              [](const object& o) { return static_cast<const void*>(o.address); });
  return found != objects_.end() && found->address == address ? &*found : nullptr;
}

std::size_t space::size_at(const void* address) const noexcept {
  const auto* const found = object_at(address);
  return found == nullptr ? 0 : object_size(*found);
}

void space::object_released(const void* address) noexcept {
  const auto* const found = object_at(address);
  if (found == nullptr || bounds_.classes[found->object_class].plain_bytes) return;  // destroying it does nothing
  if (std::find(released_.begin(), released_.end(), found->address) == released_.end())
    released_.push_back(found->address);
}

// Also on the predicate's stack and in functions that may not fail: whoever asked for the value looks whether it came.
void space::assign(const cell& c, std::uint32_t index) const noexcept {
  const auto failed = [&](const char* what) {
    const auto which = cell_at(c.address);
    failed_assignment_ = "finitization of " + bounds_.name + ": " + declared_name(which) +
                         ": assigning its value number " + std::to_string(index) + " threw: " + what;
  };
  try {
    domain_at(c).source.store(c.address, index);
  } catch (const std::exception& e) {
    failed(e.what());
  } catch (...) {
    failed("something that is no std::exception");
  }
}

void space::make_objects(const layout& plan) {
  std::map<std::string, std::uint32_t> numbers;
  std::size_t count = 0;
  for (const auto& c : bounds_.classes) count += c.count;
  objects_.reserve(count);
  for (std::uint32_t c = 0; c < bounds_.classes.size(); ++c) {
    first_object_.push_back(objects_.size());
    auto& number = numbers[bounds_.classes[c].name];
    for (std::uint32_t i = 0; i < bounds_.classes[c].count; ++i) {
      const object o{slice_.objects() + plan.class_begin[c] + i * plan.stride[c], c, i, c == 0 ? 0 : number++, 0, 0};
      make_object(o);
      objects_.push_back(o);
    }
  }
}

void space::make_object(const object& o) {
  const auto& c = bounds_.classes[o.object_class];
  if (!c.plain_bytes) bytes_ = false;
  c.construct(o.address);
  if (c.initialize) c.initialize(o.address, o.index);
}

// Isomorphism is broken within each object set whose objects are interchangeable. A set that is told apart, and the
// root, have no counter: every value is always allowed.
void space::make_class_domains() {
  class_domains_.push_back({0, std::numeric_limits<std::uint32_t>::max() - 2});
  for (std::size_t c = 0; c < bounds_.classes.size(); ++c) {
    domain_of_class_.push_back(no_class_domain);
    if (bounds_.classes[c].chosen) add_choices(c);
    if (c == 0 || bounds_.classes[c].told_apart) continue;
    if (class_domains_.size() > std::numeric_limits<std::uint16_t>::max())
      throw finitization_error("finitization of " + bounds_.name + ": too many object sets");
    domain_of_class_.back() = static_cast<std::uint16_t>(class_domains_.size());
    class_domains_.push_back({first_object_[c], 0});
  }
}

/// What the predicate chooses itself is limited by a counter too: it says how many values are offered.
void space::add_choices(std::size_t object_class) {
  choices_ = {first_object_[object_class], bounds_.classes[object_class].count,
              static_cast<std::uint16_t>(class_domains_.size())};
  class_domains_.push_back({first_object_[object_class], 0});
}

std::uint32_t space::add_domain(const value_source& source) {
  // Members that refer to the same objects in the same way share one table.
  for (std::uint32_t i = 0; source.is_reference() && i < domains_.size(); ++i)
    if (!domains_[i].source.one_each && domains_[i].source.segments == source.segments &&
        domains_[i].source.nulls == source.nulls)
      return i;
  field_domain d;
  d.source = source;
  d.several_parts = source.has_several_parts();
  const auto add_bits = [&](auto&& store) {
    std::uint64_t buffer = 0;
    store(&buffer);
    d.bits.push_back(buffer);
  };
  if (source.is_reference()) {
    d.bits.insert(d.bits.end(), source.nulls.begin(), source.nulls.end());
    for (const auto& s : source.segments) {
      const auto count = bounds_.classes[s.object_class].count;
      const auto first = first_object_[s.object_class];
      d.ranges.push_back({domain_of_class_[s.object_class], static_cast<std::uint32_t>(d.bits.size()), count, first});
      d.bits.reserve(d.bits.size() + count);
      for (std::uint32_t i = 0; i < count; ++i) {
        const auto& object = objects_[first + i];
        add_bits([&](void* place) { s.store(place, object.address); });
        if (d.bits.back() - reinterpret_cast<std::uintptr_t>(object.address) > object_size(object))
          reject(bounds_, class_name(first + i),
                 "the part of it that references shall lead to lies outside the object");
      }
    }
    d.count = static_cast<std::uint32_t>(d.bits.size());
  } else {
    d.count = static_cast<std::uint32_t>(source.count);
    if (source.bitwise && d.count <= longest_table)
      for (std::uint32_t i = 0; i < d.count; ++i) add_bits([&](void* place) { source.store(place, i); });
  }
  domains_.push_back(std::move(d));
  return static_cast<std::uint32_t>(domains_.size() - 1);
}

/// The domain of an element of a fixed list: one object, which it does not use.
std::uint32_t space::add_single_object(const value_source& source, std::uint32_t element) {
  const auto& segment = source.segments.front();
  const auto object = first_object_[segment.object_class] + element;
  field_domain d;
  d.source = source;
  d.count = 1;
  d.bits.push_back(0);
  segment.store(d.bits.data(), objects_[object].address);
  d.ranges.push_back({no_class_domain, 0, 1, object});
  domains_.push_back(std::move(d));
  return static_cast<std::uint32_t>(domains_.size() - 1);
}

void space::add_cell(std::byte* address, std::uint32_t domain, const cell_place& place) {
  const auto& d = domains_[domain];
  cell c{};
  c.address = address;
  c.values = d.bits.data();
  c.last = d.count - 1;
  const bool several = d.ranges.size() > 1 || d.source.nulls.size() > 1;
  c.null_first = d.source.nulls.empty() ? 0 : 1;
  c.class_domain = d.ranges.size() == 1 && !several ? d.ranges.front().class_domain : no_class_domain;
  if (bounds_.classes[objects_[place.object].object_class].chosen) c.class_domain = choices_.class_domain;
  c.width = static_cast<std::uint16_t>(d.source.width);
  c.what = d.bits.empty() ? cell::kind::assigned : several ? cell::kind::several_classes : cell::kind::plain;
  c.domain = domain;
  if (c.what == cell::kind::assigned) bytes_ = false;
  cells_.push_back(c);
  owners_.push_back(place.object);
  const auto& o = objects_[place.object];
  if (o.index != 0) return;
  auto& relative = places_[o.object_class].emplace_back(place);
  relative.length_cell -= o.first_cell;
}

/// Those of the object before, of the same class.
void space::repeat_cells(std::uint32_t o) {
  const auto& before = objects_[o - 1];
  auto& object = objects_[o];
  const auto count = before.end_cell - before.first_cell;
  object.first_cell = before.end_cell;
  object.end_cell = before.end_cell + count;
  for (auto i = before.first_cell; i < before.end_cell; ++i) {
    auto c = cells_[i];
    c.address += object.address - before.address;
    cells_.push_back(c);
    owners_.push_back(o);
  }
}

void space::make_cells(const layout& plan) {
  struct domain_pair {
    std::uint32_t values, length;
  };
  std::vector<domain_pair> domains;
  for (const auto& b : bounds_.bindings) {
    domain_pair pair{};
    pair.values = add_domain(b.values);
    check_references(bounds_, b, domains_[pair.values]);
    if (b.form == binding::shape::searched_array) pair.length = add_domain(b.length);
    domains.push_back(pair);
  }
  std::size_t count = 0;
  for (std::size_t c = 0; c < bounds_.classes.size(); ++c)
    for (std::size_t b = 0; b < bounds_.bindings.size(); ++b)
      if (const auto& bound = bounds_.bindings[b]; plan.member[c][b] != layout::absent)
        count += bounds_.classes[c].count * (bound.elements + (bound.form == binding::shape::searched_array ? 1 : 0));
  if (count >= no_cell) throw finitization_error("finitization of " + bounds_.name + ": too many fields");
  cells_.reserve(count);
  owners_.reserve(count);
  places_.resize(bounds_.classes.size());
  auto* next_room = slice_.objects() + plan.rooms_begin;
  // Arrays have memory of their own, and elements of a fixed list each a domain.
  const auto all_alike = [&](std::size_t object_class) {
    for (std::size_t i = 0; i < bounds_.bindings.size(); ++i)
      if (const auto& b = bounds_.bindings[i]; plan.member[object_class][i] != layout::absent)
        if (b.form == binding::shape::searched_array || b.values.one_each) return false;
    return true;
  };
  bool alike = false;  // the objects of the class
  for (std::uint32_t o = 0; o < objects_.size(); ++o) {
    auto& object = objects_[o];
    if (object.index == 0)
      alike = all_alike(object.object_class);
    else if (alike) {
      repeat_cells(o);
      continue;
    }
    object.first_cell = static_cast<std::uint32_t>(cells_.size());
    for (std::uint32_t i = 0; i < bounds_.bindings.size(); ++i) {
      const auto& b = bounds_.bindings[i];
      const auto offset = plan.member[object.object_class][i];
      if (offset == layout::absent) continue;
      auto* member = object.address + offset;
      const auto first = static_cast<std::uint32_t>(cells_.size());
      if (b.form == binding::shape::searched_array) {
        auto* const room_begin = next_room;
        next_room += round_up(b.elements * b.stride, alignof(std::max_align_t));
        for (std::size_t e = 0; e < b.elements; ++e) b.construct_element(room_begin + e * b.stride);
        b.lend(member, room_begin, b.elements);
        rooms_.push_back({room_begin, i, member});
        add_cell(static_cast<std::byte*>(b.length_field(member)), domains[i].length,
                 {o, i, 0, first, static_cast<std::uint32_t>(b.elements)});
        member = room_begin;
      }
      const bool searched = b.form == binding::shape::searched_array;
      for (std::uint32_t e = 0; e < b.elements; ++e) {
        const auto self = static_cast<std::uint32_t>(cells_.size());
        const auto values = b.values.one_each ? add_single_object(b.values, e) : domains[i].values;
        add_cell(member + e * b.stride, values, {o, i, e, searched ? first : self, no_room});
      }
    }
    object.end_cell = static_cast<std::uint32_t>(cells_.size());
    if (bounds_.classes[object.object_class].told_apart && object.first_cell != object.end_cell)
      fields_told_apart_ = true;
  }
}

void space::index_cells() {
  for (const auto& c : cells_) {
    const auto width = c.what == cell::kind::assigned ? alignof(std::max_align_t) : c.width;
    granule_bits_ = std::min(granule_bits_, std::countr_zero(width));
    granule_bits_ = std::min(granule_bits_, std::countr_zero(reinterpret_cast<std::uintptr_t>(c.address)));
  }
  cell_at_.assign((slice_.size() >> granule_bits_) + 1, no_cell);
  for (std::uint32_t i = 0; i < cells_.size(); ++i) index_cell(i);
  for (std::size_t c = 0; c < bounds_.classes.size(); ++c) {
    auto& pending = pending_.emplace_back(bounds_.classes[c].size);
    if (bounds_.classes[c].count == 0) continue;
    const auto& o = objects_[first_object_[c]];
    for (auto i = o.first_cell; i < o.end_cell; ++i)
      if (const auto offset = static_cast<std::size_t>(cells_[i].address - o.address); offset < pending.size())
        std::memset(pending.data() + offset, 1, domain(i).source.width);
  }
}

void space::index_cell(std::uint32_t i) {
  const auto begin = static_cast<std::size_t>(cells_[i].address - slice_.objects());
  const auto end = begin + domain(i).source.width;
  for (auto granule = begin >> granule_bits_; granule << granule_bits_ < end; ++granule) {
    if (cell_at_[granule] != no_cell)
      reject(bounds_, declared_name(i), "it shares its memory with " + declared_name(cell_at_[granule]));
    cell_at_[granule] = i;
  }
}

void space::set_all_pending() const noexcept {
  for (const auto& o : objects_) {
    const auto& pending = pending_[o.object_class];
    std::memcpy(shadow_of(o.address), pending.data(), pending.size());
  }
  for (const auto& r : rooms_) {
    const auto& b = bounds_.bindings[r.binding];
    for (std::size_t e = 0; e < b.elements; ++e) std::memset(shadow_of(r.begin + e * b.stride), 1, b.values.width);
  }
}

std::size_t space::object_of(std::size_t cell, std::uint32_t index) const noexcept {
  for (const auto& range : domain(cell).ranges)
    if (index >= range.first && index - range.first < range.count) return range.first_object + (index - range.first);
  return no_object;
}

// Objects of a set are equally spaced, so the bytes of a reference tell the object without a search.
std::size_t space::object_in_memory(std::size_t cell) const noexcept {
  const auto& d = domain(cell);
  std::uint64_t bits = 0;
  std::memcpy(&bits, cells_[cell].address, sizeof(void*));
  for (const auto& range : d.ranges) {
    if (range.count == 0 || bits < d.bits[range.first] || bits > d.bits[range.first + range.count - 1]) continue;
    const auto stride = range.count > 1 ? d.bits[range.first + 1] - d.bits[range.first] : 1;
    const auto offset = bits - d.bits[range.first];
    if (d.ranges.size() > 1 && offset % stride != 0) continue;  // another part of these objects
    // The processor divides narrow numbers several times as fast.
    if ((offset | stride) >> 32 == 0)
      return range.first_object + static_cast<std::uint32_t>(offset) / static_cast<std::uint32_t>(stride);
    return range.first_object + offset / stride;
  }
  return no_object;
}

field_value space::show(std::size_t cell, std::uint32_t index) const {
  const auto& d = domain(cell);
  if (!d.source.is_reference()) return d.source.show(index);
  for (std::size_t r = 0; r < d.ranges.size(); ++r)
    if (const auto& range = d.ranges[r]; index >= range.first && index - range.first < range.count)
      return object_id{range.first_object + (index - range.first), d.several_parts ? d.source.segments[r].part : ""};
  const auto tag = index < d.source.nulls.size() ? d.source.nulls[index] : 0;
  return tag == 0 ? field_value(null_reference{}) : field_value(named_value{"null+" + std::to_string(tag)});
}

std::uint64_t space::bits_in_memory(std::size_t cell) const noexcept {
  const auto& c = cells_[cell];
  std::uint64_t bits = 0;
  std::memcpy(&bits, c.address, std::min<std::size_t>(c.width, sizeof bits));
  return bits;
}

std::int64_t space::vector_length(const cell& length) const {
  const auto& source = domain_at(length).source;
  return std::get<std::int64_t>(source.show(static_cast<std::uint32_t>(source.find(length.address))));
}

field_value space::value_in_memory(std::size_t cell) const {
  const auto& source = domain(cell).source;
  if (source.is_reference()) {
    const auto object = object_in_memory(cell);
    return object == no_object ? field_value(null_reference{}) : field_value(object_id{object});
  }
  if (source.integer == value_source::number::none) {
    const auto index = source.find(cells_[cell].address);
    if (index != value_source::no_value) return source.show(static_cast<std::uint32_t>(index));
    if (is_real(source)) return real_of(source, bits_in_memory(cell));
  }
  const auto bits = bits_in_memory(cell);
  if (source.integer == value_source::number::is_unsigned) return bits;
  return encoding::sign_extended(bits, 8 * static_cast<unsigned>(std::min<std::size_t>(source.width, 8)));
}

std::string space::object_name(std::size_t object) const {
  const auto& o = objects_[object];
  return object == 0 ? class_name(0) : class_name(object) + std::to_string(o.number);
}

std::string space::member_name(std::size_t cell) const {
  const auto p = place(cell);
  const auto& b = bounds_.bindings[p.binding];
  if (is_length(cell)) return b.name + ".length";
  if (b.form == binding::shape::single) return b.name;
  return b.name + "[" + std::to_string(p.element) + "]";
}

std::string space::field_name(std::size_t cell) const { return object_name(owner(cell)) + "." + member_name(cell); }

std::string space::declared_name(std::size_t cell) const {
  return binding_of(cell).class_name + "::" + member_name(cell);
}

}  // namespace korat::detail
