// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "image/image.hpp"

#include <cstring>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>

#include "korat/error.hpp"
#include "space/find_value.hpp"

namespace korat::detail {

namespace {

/// The class that an object of the structure belongs to: the root's, or the first set with the class's name.
std::size_t class_of(const bounds& in, const structure& s, std::size_t object) {
  const auto& name = s.objects[object].class_name;
  if (object == 0) {
    if (name != in.classes[0].name)
      reject(in, s.objects[0].name, "it has the class " + name + ", the root has " + in.classes[0].name);
    return 0;
  }
  for (std::size_t c = 1; c < in.classes.size(); ++c)
    if (in.classes[c].name == name) return c;
  reject(in, s.objects[object].name, "no object set has its class " + name);
}

/// Stores data in a field of a known type.
class field_writer {
 public:
  field_writer(const space& to, const std::vector<std::size_t>& place_of, const structure& from)
      : space_(to), place_of_(place_of), from_(from) {}

  void write(std::uint32_t cell, const field_value& value) const {
    const auto& source = space_.domain(cell).source;
    const bool done = source.is_reference()                          ? write_reference(cell, value)
                      : source.integer != value_source::number::none ? write_integer(cell, value)
                                                                     : write_listed(cell, value);
    if (!done) reject(space_.described(), space_.field_name(cell), "it cannot hold what it is given");
  }

  /// A field that nobody has read may hold anything: the first value of its domain. A reference is null already.
  void write_unread(std::uint32_t cell) const {
    const auto& source = space_.domain(cell).source;
    if (!source.is_reference() && source.count > 0) source.store(space_.cells()[cell].address, 0);
  }

 private:
  bool write_reference(std::uint32_t cell, const field_value& value) const {
    auto* const place = space_.cells()[cell].address;
    if (std::holds_alternative<null_reference>(value)) return std::memset(place, 0, sizeof(void*)), true;
    const auto* const object = std::get_if<object_id>(&value);
    if (object == nullptr || object->index >= from_.objects.size()) return false;
    const auto target = place_of_[object->index];
    for (const auto& s : space_.domain(cell).source.segments) {
      if (s.object_class != space_.objects()[target].object_class) continue;
      s.store(place, space_.objects()[target].address);
      return true;
    }
    return false;
  }

  bool write_integer(std::uint32_t cell, const field_value& value) const {
    const auto bits = integer_bits(space_.domain(cell).source, value);
    if (bits) store(space_.cells()[cell], space_.cells()[cell].address, *bits);
    return bits.has_value();
  }

  /// Enumerators, strings and whatever else is listed.
  bool write_listed(std::uint32_t cell, const field_value& value) const {
    const auto& source = space_.domain(cell).source;
    const auto index = find_value(source, value);
    if (index == value_source::no_value) return write_real(cell, value);
    source.store(space_.cells()[cell].address, static_cast<std::uint32_t>(index));
    return true;
  }

  /// A real number that is not listed is no mistake of the file: it may be what is to be repaired.
  bool write_real(std::uint32_t cell, const field_value& value) const {
    const auto& source = space_.domain(cell).source;
    const auto bits = is_real(source) ? real_bits(source, value) : std::nullopt;
    if (bits) store(space_.cells()[cell], space_.cells()[cell].address, *bits);
    return bits.has_value();
  }

  const space& space_;
  const std::vector<std::size_t>& place_of_;
  const structure& from_;
};

}  // namespace

bounds with_room_for(bounds in, const structure& s, std::uint32_t fresh) {
  if (s.objects.empty()) throw finitization_error("the structure has no objects, not even a root");
  std::vector<std::uint32_t> counts(in.classes.size());
  for (std::size_t o = 0; o < s.objects.size(); ++o) ++counts[class_of(in, s, o)];
  for (std::size_t c = 0; c < in.classes.size(); ++c) {
    in.classes[c].told_apart = true;
    in.classes[c].count = c == 0 ? 1 : counts[c] + fresh;
  }
  for (auto& b : in.bindings) b.values.one_each = false;  // a broken array may hold any object anywhere
  return in;
}

void load(const structure& from, const space& to) {
  std::vector<std::size_t> place_of;
  std::vector<std::size_t> next;
  for (std::size_t c = 0; c < to.described().classes.size(); ++c) next.push_back(to.first_of_class(c));
  std::vector<std::unordered_map<std::string, std::uint32_t>> cell_of(
      next.size());  // [class]: member to number of cell
  for (std::size_t o = 0; o < from.objects.size(); ++o) {
    const auto c = class_of(to.described(), from, o);
    place_of.push_back(next[c]++);
    const auto& object = to.objects()[place_of.back()];
    if (!cell_of[c].empty()) continue;
    for (auto cell = object.first_cell; cell < object.end_cell; ++cell)
      cell_of[c].emplace(to.member_name(cell), cell - object.first_cell);
  }
  const field_writer writer(to, place_of, from);
  for (std::size_t o = 0; o < from.objects.size(); ++o) {
    const auto& object = to.objects()[place_of[o]];
    for (const auto& field : from.objects[o].fields) {
      const auto found = cell_of[object.object_class].find(field.name);
      if (found == cell_of[object.object_class].end())
        reject(to.described(), from.objects[o].name, "it has no field " + field.name);
      const auto cell = object.first_cell + found->second;
      if (field.read)
        writer.write(cell, field.value);
      else
        writer.write_unread(cell);
    }
  }
}

structure to_structure(const space& from, const std::vector<bool>& included) {
  constexpr auto left_out = static_cast<std::size_t>(-1);
  std::vector<std::size_t> number(from.objects().size(), left_out);
  std::size_t count = 0;
  for (std::size_t o = 0; o < number.size(); ++o)
    if (included.empty() || included[o]) number[o] = count++;
  structure result;
  result.objects.reserve(count);
  for (std::size_t o = 0; o < number.size(); ++o) {
    if (number[o] == left_out) continue;
    const auto& object = from.objects()[o];
    auto& shown = result.objects.emplace_back(structure::object{from.object_name(o), from.class_name(o), {}});
    for (auto cell = object.first_cell; cell < object.end_cell; ++cell) {
      const auto& place = from.place(cell);
      if (place.length_cell != cell) {
        const auto length = from.value_in_memory(place.length_cell);
        if (static_cast<std::int64_t>(place.element) >= std::get<std::int64_t>(length)) continue;
      }
      auto value = from.value_in_memory(cell);
      if (auto* const to = std::get_if<object_id>(&value)) {
        if (number[to->index] == left_out)
          value = null_reference{};
        else
          to->index = number[to->index];
      }
      shown.fields.push_back({from.member_name(cell), std::move(value)});
    }
  }
  return result;
}

}  // namespace korat::detail
