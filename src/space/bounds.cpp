// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "korat/detail/bounds.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "korat/detail/names.hpp"
#include "korat/error.hpp"

namespace korat::detail {

object_class::object_class(const class_constants& c)
    : class_constants(c),
      name(unqualified(type_printed_in(c.printed))),
      full_name(without_unnamed(type_printed_in(c.printed))) {
  if (c.construct_by_default != nullptr) construct = c.construct_by_default;
}
object_class::object_class(const object_class&) = default;
object_class::object_class(object_class&&) noexcept = default;
object_class& object_class::operator=(const object_class&) = default;
object_class& object_class::operator=(object_class&&) noexcept = default;
object_class::~object_class() = default;

value_source::value_source() = default;
value_source::value_source(const value_source&) = default;
value_source::value_source(value_source&&) noexcept = default;
value_source& value_source::operator=(const value_source&) = default;
value_source& value_source::operator=(value_source&&) noexcept = default;
value_source::~value_source() = default;

bool value_source::has_several_parts() const {
  return std::any_of(segments.begin(), segments.end(), [&](const segment& s) {
    return std::count_if(segments.begin(), segments.end(),
                         [&](const segment& other) { return other.object_class == s.object_class; }) > 1;
  });
}

binding::binding(const member_constants& m)
    : member_constants(m),
      class_name(unqualified(type_printed_in(m.printed_owner))),
      name(unqualified(value_printed_in(m.printed))) {}
binding::binding(const binding&) = default;
binding::binding(binding&&) noexcept = default;
binding& binding::operator=(const binding&) = default;
binding& binding::operator=(binding&&) noexcept = default;
binding::~binding() = default;

bool bounds::has_choices() const noexcept { return std::ranges::any_of(classes, &object_class::chosen); }

void reject(const bounds& in, std::string_view member, std::string_view why) {
  throw finitization_error("finitization of " + in.name + ": " + std::string(member) + ": " + std::string(why));
}

void reject(const bounds& in, const member_constants& member, std::string_view why) {
  const binding named(member);
  reject(in, named.class_name + "::" + named.name, why);
}

std::string too_many_values(std::uint64_t steps) {
  const std::string count = steps == std::numeric_limits<std::uint64_t>::max() ? "2^64" : std::to_string(steps + 1);
  return count + " values are more than the " + std::to_string(most_values) + " a field domain may have";
}

std::size_t add_class(bounds& to, const class_constants& constants, std::int64_t count,
                      function<void(void* object, std::uint32_t index)> initialize) {
  constexpr std::int64_t most = 100'000'000;
  object_class c(constants);
  if (count < 0) reject(to, c.name, "a set cannot have " + std::to_string(count) + " objects");
  if (count > most)
    reject(to, c.name,
           std::to_string(count) + " objects are more than the " + std::to_string(most) + " a set may have");
  c.count = static_cast<std::uint32_t>(count);
  c.initialize = std::move(initialize);
  to.classes.push_back(std::move(c));
  return to.classes.size() - 1;
}

void check_unbound(const bounds& in, const member_constants& member) {
  for (const auto& earlier : in.bindings)
    if (*earlier.key == *member.key) reject(in, member, "it is bound twice");
}

binding& bind(bounds& to, const member_constants& member, value_source values) {
  auto& b = to.bindings.emplace_back(member);
  b.values = std::move(values);
  return b;
}

binding& bind_array(bounds& to, const member_constants& member, const array_constants& array, value_source values,
                    value_source length, std::int64_t longest) {
  auto& b = bind(to, member, std::move(values));
  static_cast<array_constants&>(b) = array;
  b.form = binding::shape::searched_array;
  b.length = std::move(length);
  b.elements = static_cast<std::size_t>(longest);
  return b;
}

void name_last(bounds& in, std::string_view alias, std::string_view member) {
  auto& b = in.bindings.back();
  b.name = unqualified(type_printed_in(alias));
  b.named_by = binding::naming::alias;
  b.hidden_member = without_unnamed(value_printed_in(member));
}

void keep(bounds& to, const member_constants& member) {
  check_unbound(to, member);
  to.kept.emplace_back(member);
}

void leave_unread(bounds& in, const member_constants& member) {
  for (auto& b : in.bindings)
    if (*b.key == *member.key) {
      b.only_if_read = true;
      return;
    }
  reject(in, member, "it has no domain yet: set it first");
}

}  // namespace korat::detail
