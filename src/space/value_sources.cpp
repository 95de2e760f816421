// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "korat/detail/value_sources.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#include "space/space.hpp"

namespace korat {

bool_domain::operator list_domain<bool>() const { return {{false, true}, {}}; }

namespace detail {

namespace {

std::size_t width_of(number_type t) { return t.bits == 1 ? sizeof(bool) : t.bits / 8u; }

/// The number at `place`, extended to 64 bits as its type says.
std::uint64_t load_number(const void* place, number_type t) {
  const auto load = [place](auto number) {
    std::memcpy(&number, place, sizeof number);
    return bits_of(number);
  };
  switch (width_of(t)) {
    case 8: return load(std::uint64_t{});
    case 4: return t.is_signed ? load(std::int32_t{}) : load(std::uint32_t{});
    case 2: return t.is_signed ? load(std::int16_t{}) : load(std::uint16_t{});
    default: return t.is_signed ? load(std::int8_t{}) : load(std::uint8_t{});
  }
}

template <class Integer>
void copy_as(void* to, const void* from) {
  std::memcpy(to, from, sizeof(Integer));
}

value_source source_of_numbers(std::uint64_t count, const number_form& form) {
  value_source source;
  source.width = width_of(form.type);
  source.bitwise = true;
  source.count = count;
  source.enumeration = form.enumeration;
  source.number_as = form.type;
  switch (source.width) {
    case 8: source.copy = copy_as<std::uint64_t>; break;
    case 4: source.copy = copy_as<std::uint32_t>; break;
    case 2: source.copy = copy_as<std::uint16_t>; break;
    default: source.copy = copy_as<std::uint8_t>; break;
  }
  if (form.counts)
    source.integer = form.type.is_signed ? value_source::number::is_signed : value_source::number::is_unsigned;
  return source;
}

field_value show_number(std::uint64_t bits, const number_form& form) {
  if (form.type.bits == 1) return bits != 0;
  if (form.is_character) return std::string(1, static_cast<char>(bits));
  if (form.type.is_signed) return static_cast<std::int64_t>(bits);
  return bits;
}

/// Whether a number, a pattern of type `from`, is one of type `to` as well.
bool fits(std::uint64_t bits, number_type from, number_type to) {
  const bool is_negative = from.is_signed && static_cast<std::int64_t>(bits) < 0;
  const auto highest = ~std::uint64_t{0} >> (64 - to.bits + (to.is_signed ? 1 : 0));
  return is_negative ? to.is_signed && bits >= ~highest : bits <= highest;
}

}  // namespace

value_source range_source(const range_domain& range, const number_form& form, const bounds& in,
                          const member_constants& member) {
  const auto ends = [&] { return std::to_string(range.low) + ", " + std::to_string(range.high); };
  if (range.low > range.high)
    reject(in, member, "no value lies between " + std::to_string(range.low) + " and " + std::to_string(range.high));
  for (const auto end : {range.low, range.high})
    if (!fits(static_cast<std::uint64_t>(end), type_of<std::int64_t>, form.type))
      reject(in, member,
             form.type.bits == 1 ? "a bool is only 0 or 1" : "between(" + ends() + ") does not fit its type");
  const auto steps = static_cast<std::uint64_t>(range.high) - static_cast<std::uint64_t>(range.low);
  if (steps >= most_values) reject(in, member, too_many_values(steps));
  auto source = source_of_numbers(steps + 1, form);
  source.is_range = true;
  const auto low = static_cast<std::uint64_t>(range.low);
  source.store = [low, width = source.width](void* place, std::uint32_t index) {
    store_number(place, low + index, width);
  };
  source.show = [low, form](std::uint32_t index) { return show_number(low + index, form); };
  source.find = [low, steps, type = form.type](const void* place) {
    const auto from_low = load_number(place, type) - low;  // a number below is far above
    return from_low <= steps ? from_low : value_source::no_value;
  };
  return source;
}

value_source length_source(const range_domain& range, const bounds& in, const member_constants& member) {
  auto source = range_source(range, form_of<std::int32_t>, in, member);
  if (range.low < 0) reject(in, member, "an array cannot have a negative length");
  return source;
}

value_source listed_source(const std::vector<std::uint64_t>& numbers, number_type from,
                           const std::vector<std::string>& names, const number_form& form, const bounds& in,
                           const member_constants& member) {
  if (numbers.empty()) reject(in, member, "the list of its values is empty");
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!fits(numbers[i], from, form.type)) reject(in, member, "a listed value does not fit its type");
    if (std::find(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(i), numbers[i]) !=
        numbers.begin() + static_cast<std::ptrdiff_t>(i))
      reject(in, member, "a value is listed twice, which would generate every structure twice");
  }
  auto source = source_of_numbers(numbers.size(), form);
  const auto values = std::make_shared<const std::vector<std::uint64_t>>(numbers);
  const auto known_as = std::make_shared<const std::vector<std::string>>(names);
  source.store = [values, width = source.width](void* place, std::uint32_t index) {
    store_number(place, (*values)[index], width);
  };
  source.show = [values, known_as, form](std::uint32_t index) {
    return index < known_as->size() ? field_value(named_value{(*known_as)[index]})
                                    : show_number((*values)[index], form);
  };
  source.find = [values, type = form.type](const void* place) {
    const auto found = std::find(values->begin(), values->end(), load_number(place, type));
    return found == values->end() ? value_source::no_value : static_cast<std::uint64_t>(found - values->begin());
  };
  return source;
}

value_source plain_source(std::uint64_t count, std::size_t width, bool bitwise, void (*copy)(void*, const void*)) {
  value_source source;
  source.width = width;
  source.bitwise = bitwise;
  source.count = count;
  source.copy = copy;
  return source;
}

value_source reference_source(std::size_t width) {
  value_source source;
  source.width = width;
  source.bitwise = true;
  return source;
}

void add_segment(value_source& to, segment s, std::uintptr_t bits, null_value null) {
  to.tagged = to.tagged || bits != 0;
  to.segments.push_back(std::move(s));
  const bool known = std::find(to.nulls.begin(), to.nulls.end(), bits) != to.nulls.end();
  if (null == null_value::included && !known) to.nulls.push_back(bits);
}

value_source lengths_of_vector(const value_source& counted, std::size_t element_size) {
  auto source = counted;
  source.width = sizeof(void*);
  source.bitwise = false;  // the same length is another pointer in each vector
  source.integer = value_source::number::none;
  source.number_as = {0, false};
  source.is_range = false;
  source.copy = nullptr;
  const auto shortest = static_cast<std::uintptr_t>(std::get<std::int64_t>(counted.show(0)));
  const auto first_element = [](const void* last) {  // the pointer before
    std::uintptr_t first;
    std::memcpy(&first, static_cast<const std::byte*>(last) - sizeof first, sizeof first);
    return first;
  };
  source.store = [=](void* last, std::uint32_t index) {
    const auto end = first_element(last) + (shortest + index) * element_size;
    std::memcpy(last, &end, sizeof end);
  };
  source.find = [=, count = counted.count](const void* last) {
    std::uintptr_t end;
    std::memcpy(&end, last, sizeof end);
    const auto index = (end - first_element(last)) / element_size - shortest;  // one that is too short is far above
    return index < count ? std::uint64_t{index} : value_source::no_value;
  };
  return source;
}

std::vector<bool> values_of(bool_domain) { return {false, true}; }

std::vector<std::int64_t> values_of(const range_domain& range) {
  std::vector<std::int64_t> values;
  for (auto v = range.low; v <= range.high; ++v) values.push_back(v);
  return values;
}

}  // namespace detail

}  // namespace korat
