// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/structure_guide.hpp"

#include <algorithm>
#include <map>

#include "space/find_value.hpp"

namespace korat::detail {

structure_guide::structure_guide(const space& s, const structure& data, const std::vector<std::int64_t>& lowest)
    : space_(s),
      data_(data),
      lowest_(lowest),
      fields_(data.objects.size()),
      data_of_(s.objects().size(), nowhere),
      search_of_(data.objects.size(), nowhere) {
  for (std::size_t o = 0; o < data.objects.size(); ++o)
    for (std::size_t f = 0; f < data.objects[o].fields.size(); ++f)
      fields_[o].emplace(data.objects[o].fields[f].name, f);
  if (data.objects.empty()) {
    fail("the structure has no objects, not even a root");
    return;
  }
  if (data.objects[0].class_name != s.class_name(0))
    fail("the root has the class " + data.objects[0].class_name + ", not " + s.class_name(0));
  data_of_[0] = search_of_[0] = 0;
}

std::uint32_t structure_guide::fail(const std::string& why) {
  if (problem_.empty()) problem_ = why;
  return 0;
}

/// In the names of the data.
std::uint32_t structure_guide::fail_at(std::uint32_t cell, const std::string& why) {
  const auto object = data_of_[space_.owner(cell)];
  return fail(data_.objects[object].name + "." + space_.member_name(cell) + " " + why);
}

const structure::field* structure_guide::find(std::size_t object, const std::string& member) const {
  const auto found = fields_[object].find(member);
  return found == fields_[object].end() ? nullptr : &data_.objects[object].fields[found->second];
}

std::uint32_t structure_guide::pick(std::uint32_t cell, std::uint32_t limit, std::span<const std::uint32_t> used) {
  if (!problem_.empty()) return 0;
  if (space_.choices().has(space_.cells()[cell])) return pick_own(cell, limit);
  const auto object = data_of_[space_.owner(cell)];
  if (object == nowhere) return 0;
  const auto* const field = find(object, space_.member_name(cell));
  if (field == nullptr || !field->read)
    return fail_at(cell, "is read by the predicate, and the structure does not say what it holds");
  const auto& source = space_.domain(cell).source;
  if (source.is_reference()) {
    const auto* const reference = std::get_if<object_id>(&field->value);
    return reference == nullptr ? pick_null(cell, field->value) : pick_object(cell, *reference, used);
  }
  const auto index = find_value(source, field->value);
  if (index == value_source::no_value) return fail_at(cell, "has a value that its domain does not have");
  return std::min(static_cast<std::uint32_t>(index), limit);
}

/// What the predicate chose itself is kept with the root.
std::uint32_t structure_guide::pick_own(std::uint32_t cell, std::uint32_t limit) {
  const auto number = space_.owner(cell) - space_.choices().first;
  const auto* const field = find(0, "chosen[" + std::to_string(number) + "]");
  const auto* const value = field == nullptr ? nullptr : std::get_if<std::int64_t>(&field->value);
  if (value == nullptr)
    return fail("the predicate chooses, and the structure does not say what: chosen[" + std::to_string(number) + "]");
  const auto index = *value - lowest_[number];
  if (index < 0 || index > static_cast<std::int64_t>(limit))
    return fail("chosen[" + std::to_string(number) + "] cannot be chosen there");
  return static_cast<std::uint32_t>(index);
}

std::uint32_t structure_guide::pick_null(std::uint32_t cell, const field_value& value) {
  const auto* const text = std::get_if<std::string>(&value);  // with low bits
  const auto shown = text == nullptr ? value : field_value(named_value{*text});
  for (std::uint32_t i = 0; i < space_.domain(cell).source.nulls.size(); ++i)
    if (space_.show(cell, i) == shown) return i;
  return fail_at(cell, std::holds_alternative<null_reference>(value) ? "is null, which its domain does not have"
                                                                     : "is no reference");
}

std::uint32_t structure_guide::pick_object(std::uint32_t cell, const object_id& to,
                                           std::span<const std::uint32_t> used) {
  const auto& d = space_.domain(cell);
  for (std::size_t r = 0; r < d.ranges.size(); ++r) {
    const auto& range = d.ranges[r];
    if (range.count == 0 || space_.class_name(range.first_object) != data_.objects[to.index].class_name) continue;
    if (d.several_parts && d.source.segments[r].part != to.part) continue;
    const auto known = search_of_[to.index];
    if (known != nowhere && (known < range.first_object || known >= range.first_object + range.count)) continue;
    return range.first + number(cell, range, to.index, used);
  }
  return fail_at(cell, "refers to " + data_.objects[to.index].name + ", which is none of the objects of its domain");
}

/// Within its set.
std::uint32_t structure_guide::number(std::uint32_t cell, const object_range& r, std::size_t object,
                                      std::span<const std::uint32_t> used) {
  if (search_of_[object] == nowhere) {
    const auto fresh = fresh_in(r, object, used);
    if (fresh >= r.count)
      return fail_at(cell, "refers to one more object than the " + std::to_string(r.count) + " of the bounds");
    search_of_[object] = r.first_object + fresh;
    data_of_[r.first_object + fresh] = object;
  }
  return static_cast<std::uint32_t>(search_of_[object] - r.first_object);
}

std::uint32_t structure_guide::fresh_in(const object_range& r, std::size_t object,
                                        std::span<const std::uint32_t> used) const {
  if (r.class_domain != no_class_domain) return used[r.class_domain];
  std::uint32_t free = r.count;
  for (auto i = r.count; i-- > 0;) {
    if (data_of_[r.first_object + i] != nowhere) continue;
    if (space_.object_name(r.first_object + i) == data_.objects[object].name) return i;
    free = i;
  }
  return free;
}

void structure_guide::check_rest() {
  std::map<std::string_view, std::vector<std::size_t>> of_class;  // objects of the search
  for (std::size_t o = 0; o < space_.objects().size(); ++o) of_class[space_.class_name(o)].push_back(o);
  std::map<std::string_view, std::size_t> met;
  for (std::size_t o = 0; o < data_.objects.size() && problem_.empty(); ++o) {
    const auto& its_class = data_.objects[o].class_name;
    const auto& there = of_class[its_class];
    if (there.empty())
      fail(data_.objects[o].name + " has the class " + its_class + ", of which the bounds have no objects");
    else if (++met[its_class] > there.size())
      fail("there are more than " + std::to_string(there.size()) + " objects of the class " + its_class);
    else
      check_object(o, search_of_[o] == nowhere ? there.front() : search_of_[o]);
  }
}

void structure_guide::check_object(std::size_t object, std::size_t stands_for) {
  const auto& its = space_.objects()[stands_for];
  std::unordered_map<std::string, std::uint32_t> cells;
  for (auto cell = its.first_cell; cell < its.end_cell; ++cell) cells.emplace(space_.member_name(cell), cell);
  for (const auto& field : data_.objects[object].fields) {
    if (object == 0 && space_.choices().count != 0 && field.name.starts_with("chosen")) continue;
    const auto found = cells.find(field.name);
    const auto named = data_.objects[object].name + "." + field.name;
    if (found == cells.end()) {
      // The length of an array that always has the same is no field.
      if (!field.name.ends_with(".length")) fail(named + " is no field of the bounds");
      continue;
    }
    const auto& source = space_.domain(found->second).source;
    if (field.read && !source.is_reference() && find_value(source, field.value) == value_source::no_value)
      fail(named + " has a value that its domain does not have");
  }
}

}  // namespace korat::detail
