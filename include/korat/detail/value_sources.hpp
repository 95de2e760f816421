// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Domains as values of one member's type: source_of<V>(domain) for every domain of domain.hpp that domain_check.hpp lets
// through.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <variant>
#include <vector>

#include "korat/detail/bounds.hpp"
#include "korat/detail/domain_check.hpp"
#include "korat/detail/names.hpp"
#include "korat/detail/reference.hpp"
#include "korat/detail/show.hpp"
#include "korat/domain.hpp"
#include "korat/error.hpp"

namespace korat::detail {

/// Whether a listed number is the same number as a V. (Other types convert by their own rules.)
template <class V, class T>
bool fits(const T& listed) {
  if constexpr (std::is_integral_v<T> && std::is_integral_v<V>) {
    return std::in_range<decltype(integer(V()))>(integer(listed)) && static_cast<T>(static_cast<V>(listed)) == listed;
  } else if constexpr (std::is_floating_point_v<T> && std::is_integral_v<V>) {
    constexpr auto low = static_cast<T>(std::numeric_limits<V>::lowest());
    const auto above = std::ldexp(T(1), std::numeric_limits<V>::digits);
    return listed >= low && listed < above && std::trunc(listed) == listed;
  } else if constexpr (std::is_integral_v<T> && std::is_floating_point_v<V>) {
    return static_cast<long double>(static_cast<V>(listed)) == static_cast<long double>(listed);
  } else if constexpr (std::is_floating_point_v<T> && std::is_floating_point_v<V>) {
    return !std::isfinite(listed) || std::isfinite(static_cast<V>(listed));  // the nearest will do
  } else {
    return true;
  }
}

/// What is not equal to itself is NaN, and all NaN are one value.
template <class V>
bool same_value(const V& a, const V& b) { return a == b || (!(a == a) && !(b == b)); }

template <class V>
value_source plain_source(std::uint64_t count) {
  value_source source;
  source.width = sizeof(V);
  source.bitwise = is_bitwise<V>;
  source.count = count;
  if constexpr (std::is_enum_v<V>) source.enumeration = full_type_name<V>();
  source.copy = [](void* to, const void* from) { *static_cast<V*>(to) = *static_cast<const V*>(from); };
  if constexpr (std::is_integral_v<V> && !std::is_same_v<V, bool>)
    source.integer = std::is_signed_v<V> ? value_source::number::is_signed : value_source::number::is_unsigned;
  return source;
}

template <class V>
value_source source_of(const range_domain& range, const bounds& in, const std::string& member) {
  using integer = typename std::conditional_t<std::is_enum_v<V>, std::underlying_type<V>, std::type_identity<V>>::type;
  if (range.low > range.high)
    reject(in, member, "no value lies between " + std::to_string(range.low) + " and " + std::to_string(range.high));
  if constexpr (std::is_same_v<integer, bool>) {
    if (range.low < 0 || range.high > 1) reject(in, member, "a bool is only 0 or 1");
  } else if (!std::in_range<std::conditional_t<std::is_same_v<integer, char>, signed char, integer>>(range.low) ||
             !std::in_range<std::conditional_t<std::is_same_v<integer, char>, signed char, integer>>(range.high)) {
    reject(in, member, "between(" + std::to_string(range.low) + ", " + std::to_string(range.high) + ") does not fit its type");
  }
  const auto steps = static_cast<std::uint64_t>(range.high) - static_cast<std::uint64_t>(range.low);
  if (steps >= most_values) reject(in, member, too_many_values(steps));
  auto source = plain_source<V>(steps + 1);
  source.is_range = true;
  const auto at = [low = range.low](std::uint32_t index) { return static_cast<V>(static_cast<integer>(low + index)); };
  source.store = [at](void* place, std::uint32_t index) { *static_cast<V*>(place) = at(index); };
  source.show = [at](std::uint32_t index) { return show(at(index)); };
  source.find = [range](const void* place) {
    const auto value = detail::integer(static_cast<integer>(*static_cast<const V*>(place)));
    const bool within = std::cmp_greater_equal(value, range.low) && std::cmp_less_equal(value, range.high);
    return within ? static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(range.low) : value_source::no_value;
  };
  return source;
}

template <class V, class T>
value_source source_of(const list_domain<T>& list, const bounds& in, const std::string& member) {
  if (list.values.empty()) reject(in, member, "the list of its values is empty");
  // The list itself is kept, so that a member that only refers to its value (a string_view) stays valid.
  const auto kept = std::make_shared<const std::vector<T>>(list.values);
  const auto values = std::make_shared<std::vector<std::pair<V, field_value>>>();
  for (std::size_t i = 0; i < kept->size(); ++i) {
    if (!fits<V>((*kept)[i])) reject(in, member, "a listed value does not fit its type");
    V converted = static_cast<V>((*kept)[i]);
    if constexpr (requires { converted == converted; }) {
      for (const auto& earlier : *values)
        if (same_value(earlier.first, converted)) reject(in, member, "a value is listed twice, which would generate every structure twice");
    }
    field_value printed = i < list.names.size() ? field_value(symbol{list.names[i]}) : show(converted);
    values->emplace_back(std::move(converted), std::move(printed));
  }
  auto source = plain_source<V>(values->size());
  source.store = [kept, values](void* place, std::uint32_t index) { *static_cast<V*>(place) = (*values)[index].first; };
  source.show = [values](std::uint32_t index) { return (*values)[index].second; };
  source.find = [values](const void* place) {
    if constexpr (requires(const V& v) { v == v; }) {
      for (std::uint64_t i = 0; i < values->size(); ++i)
        if (same_value((*values)[i].first, *static_cast<const V*>(place))) return i;
    }
    return value_source::no_value;
  };
  return source;
}

template <class V>
value_source source_of(const bool_domain& both, const bounds& in, const std::string& member) {
  return source_of<V>(list_domain<bool>(both), in, member);
}

/// Tells whether a pointer leads to an object of exactly this class; null when its type cannot tell.
template <class Pointer, class Object>
constexpr auto leads_to() -> bool (*)(const void*) {
  using base = std::remove_cv_t<std::remove_pointer_t<Pointer>>;
  if constexpr (std::is_polymorphic_v<base>)
    return [](const void* p) { return typeid(*static_cast<const base*>(p)) == typeid(Object); };
  else
    return nullptr;
}

template <class Reference, class Set>
void refer(void* place, void* object) {
  if constexpr (std::is_pointer_v<Reference>) {
    Reference pointer = target<Set>::in(object);
    if constexpr (target<Set>::bits != 0)
      pointer = reinterpret_cast<Reference>(reinterpret_cast<std::uintptr_t>(pointer) | target<Set>::bits);
    *static_cast<Reference*>(place) = pointer;
  } else {
    *static_cast<Reference*>(place) = reinterpret_cast<std::uintptr_t>(target<Set>::in(object)) | target<Set>::bits;
  }
}

/// A smart pointer V that owns an object of its own: all shared ones of an object share its count of owners.
template <class V, class Set>
void own(void* place, void* object, std::shared_ptr<void>& owners) {
  if (object == nullptr) return static_cast<V*>(place)->reset();
  auto* const pointed = target<Set>::in(object);
  if constexpr (requires(V& v) { v.use_count(); }) {
    using whole = typename target<whole_objects<Set>>::type;
    if (owners == nullptr) owners = std::shared_ptr<whole>(static_cast<whole*>(object));
    *static_cast<V*>(place) = V(owners, pointed);
  } else {
    static_cast<V*>(place)->reset(pointed);
  }
}

template <class V, class Reference, class Set>
void add_segment(value_source& to, const Set& set) {
  constexpr auto bits = target<Set>::bits;
  bool (*leads_here)(const void*) = nullptr;
  if constexpr (std::is_pointer_v<Reference> && bits == 0) leads_here = leads_to<Reference, typename target<Set>::type>();
  to.tagged = to.tagged || bits != 0;
  to.segments.push_back({set.id(), refer<Reference, Set>, leads_here, target<Set>::name()});
  if constexpr (bits == 0 && std::is_class_v<V>) {
    to.segments.back().own = own<V, Set>;
    to.segments.back().shared = requires(V& v) { v.use_count(); };
  }
  const bool known = std::find(to.nulls.begin(), to.nulls.end(), bits) != to.nulls.end();
  if (set.null() == null_value::included && !known) to.nulls.push_back(bits);
}

template <class V, class... Sets>
value_source source_of(const object_union<Sets...>& sets, const bounds& in, const std::string& member) {
  using type = typename referring<V, Sets...>::type;
  value_source source;
  source.width = sizeof(type);
  source.bitwise = true;
  std::apply(
      [&](const auto&... set) {
        if (((set.of() != in.identity.get()) || ...)) reject(in, member, "its object set belongs to another finitization");
        (add_segment<V, type>(source, set), ...);
      },
      sets.sets);
  return source;
}
template <class V, set_of_objects Set>
value_source source_of(const Set& set, const bounds& in, const std::string& member) {
  return source_of<V>(any_of(set), in, member);
}

template <class V, class Values>
value_source source_of(const optional_of<Values>& domain, const bounds& in, const std::string& member) {
  using inner = typename V::value_type;
  const auto values = std::make_shared<const value_source>(source_of<inner>(domain.values, in, member));
  auto source = plain_source<V>(values->count + 1);
  source.enumeration = values->enumeration;
  source.store = [values](void* place, std::uint32_t index) {
    auto& there = *static_cast<V*>(place);
    if (index == 0) return there.reset();
    if (!there.has_value()) there.emplace();
    values->store(&*there, index - 1);
  };
  source.show = [values](std::uint32_t index) {
    return index == 0 ? field_value(null_reference{}) : values->show(index - 1);
  };
  source.find = [values](const void* place) -> std::uint64_t {
    const auto& there = *static_cast<const V*>(place);
    if (!there.has_value()) return 0;
    const auto index = values->find(&*there);
    return index == value_source::no_value ? index : index + 1;
  };
  return source;
}

/// Alternative `I` of a std::variant, with the values of its domain.
template <class V, std::size_t I, class Domain>
value_source alternative_of(const Domain& domain, const bounds& in, const std::string& member) {
  using alternative = std::variant_alternative_t<I, V>;
  const auto values = std::make_shared<const value_source>(source_of<alternative>(domain, in, member));
  auto source = plain_source<V>(values->count);
  source.store = [values](void* place, std::uint32_t index) {
    auto& there = *static_cast<V*>(place);
    if (there.index() != I) there.template emplace<I>();
    values->store(&std::get<I>(there), index);
  };
  source.show = values->show;
  source.find = [values](const void* place) {
    const auto* const there = std::get_if<I>(static_cast<const V*>(place));
    return there == nullptr ? value_source::no_value : values->find(there);
  };
  return source;
}

template <class V, class... Domains>
value_source source_of(const variant_of<Domains...>& domain, const bounds& in, const std::string& member) {
  const auto alternatives = std::make_shared<std::vector<value_source>>();
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (alternatives->push_back(alternative_of<V, I>(std::get<I>(domain.alternatives), in, member)), ...);
  }(std::index_sequence_for<Domains...>());
  std::uint64_t count = 0;
  for (const auto& a : *alternatives) count += a.count;
  if (count > most_values) reject(in, member, too_many_values(count - 1));
  auto source = plain_source<V>(count);
  source.bitwise = false;  // which alternative it is, is told by the type's own bytes
  const auto at = [alternatives](std::uint32_t index, auto use) {
    auto a = alternatives->begin();
    for (; index >= a->count; ++a) index -= static_cast<std::uint32_t>(a->count);
    return use(*a, index);
  };
  source.store = [at](void* place, std::uint32_t index) {
    at(index, [place](const value_source& a, std::uint32_t i) { a.store(place, i); });
  };
  source.show = [at](std::uint32_t index) {
    return at(index, [](const value_source& a, std::uint32_t i) { return a.show(i); });
  };
  source.find = [alternatives](const void* place) {
    std::uint64_t before = 0;
    for (const auto& a : *alternatives) {
      if (const auto index = a.find(place); index != value_source::no_value) return before + index;
      before += a.count;
    }
    return value_source::no_value;
  };
  return source;
}

}  // namespace korat::detail
