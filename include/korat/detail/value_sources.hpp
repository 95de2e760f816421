// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Domains as values of one member's type: source_of<V>(domain) for every domain of domain.hpp that domain_check.hpp
// lets through.

#pragma once

#include <cstdint>
#include <limits>
#include <memory>
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
#include "korat/detail/number_kind.hpp"
#include "korat/detail/reference.hpp"
#include "korat/detail/show.hpp"
#include "korat/domain.hpp"
#include "korat/error.hpp"

namespace korat::detail {

/// How the numbers of a member's type are kept and shown. An enumeration is the integers below it.
struct number_form {
  number_type type;
  bool is_character;                  // printed as one
  bool counts;                        // one can count with it: an integer, and no bool or enumerator
  std::string_view enumeration = {};  // as C++ code writes it
};
template <symbolic_type V>
inline constexpr number_form form_of{type_of<V>, std::is_same_v<number_of<V>, char>,
                                     std::is_integral_v<V> && !std::is_same_v<V, bool>,
                                     std::is_enum_v<V> ? full_type_name<V>() : std::string_view()};

// What is the same for all types is in the library: a pair of type and domain costs who names it little then.

value_source range_source(const range_domain&, const number_form&, const bounds& in, const member_constants& member);
/// Of an array.
value_source length_source(const range_domain&, const bounds& in, const member_constants& member);
/// Integers of type `from`, as patterns of 64 bits; nothing is in `names`, or a name for each.
value_source listed_source(const std::vector<std::uint64_t>& numbers, number_type from,
                           const std::vector<std::string>& names, const number_form&, const bounds& in,
                           const member_constants& member);
/// Values of other types: so many, and how one is assigned to another.
value_source plain_source(std::uint64_t count, std::size_t width, bool bitwise, void (*copy)(void*, const void*));
/// References of `width` bytes, to objects that add_segment() adds.
value_source reference_source(std::size_t width);
/// The objects of one more set; `bits`: those set in its references.
void add_segment(value_source& to, segment, std::uintptr_t bits, null_value);

/// Whether a listed number is the same number as a V. (Other types convert by their own rules.)
template <class V, class T>
bool fits(const T& listed) {
  if constexpr (std::is_floating_point_v<T> && std::is_integral_v<V>) {
    constexpr auto low = static_cast<T>(std::numeric_limits<V>::lowest());
    constexpr auto above = static_cast<T>(std::numeric_limits<V>::max() / 2 + 1) * 2;  // 2 to the number of its bits
    return listed >= low && listed < above && static_cast<T>(static_cast<V>(listed)) == listed;
  } else if constexpr (std::is_integral_v<T> && std::is_floating_point_v<V>) {
    return static_cast<long double>(static_cast<V>(listed)) == static_cast<long double>(listed);
  } else if constexpr (std::is_floating_point_v<T> && std::is_floating_point_v<V>) {
    const bool is_finite = listed - listed == 0;
    return !is_finite || static_cast<V>(listed) - static_cast<V>(listed) == 0;  // the nearest will do
  } else {
    return true;
  }
}

/// What is not equal to itself is NaN, and all NaN are one value.
template <class V>
bool same_value(const V& a, const V& b) {
  return a == b || (!(a == a) && !(b == b));
}

template <class V>
value_source plain_source(std::uint64_t count) {
  return plain_source(count, sizeof(V), is_bitwise<V>,
                      [](void* to, const void* from) { *static_cast<V*>(to) = *static_cast<const V*>(from); });
}

template <class V>
value_source source_of(const range_domain& range, const bounds& in, const member_constants& member) {
  return range_source(range, form_of<V>, in, member);
}

/// Values of other types. The list itself is kept, so that a member that only refers to its value (a string_view) stays
/// valid.
template <class V, class T>
struct listed_values {
  std::vector<T> listed;
  std::vector<V> values;
  std::vector<field_value> shown;

  std::uint64_t find(const V& wanted) const {
    if constexpr (requires { wanted == wanted; }) {
      for (std::uint64_t i = 0; i < values.size(); ++i)
        if (same_value<V>(values[i], wanted)) return i;
    }
    return value_source::no_value;
  }
};

template <class V, class T>
value_source list_of_values(const list_domain<T>& list, const bounds& in, const member_constants& member) {
  if (list.values.empty()) reject(in, member, "the list of its values is empty");
  const auto made = std::make_shared<listed_values<V, T>>();
  made->listed = list.values;
  for (std::size_t i = 0; i < made->listed.size(); ++i) {
    if (!fits<V>(made->listed[i])) reject(in, member, "a listed value does not fit its type");
    V converted = static_cast<V>(made->listed[i]);
    if (made->find(converted) != value_source::no_value)
      reject(in, member, "a value is listed twice, which would generate every structure twice");
    made->shown.push_back(i < list.names.size() ? field_value(named_value{list.names[i]}) : show(converted));
    made->values.push_back(std::move(converted));
  }
  auto source = plain_source<V>(made->values.size());
  if constexpr (symbolic_type<V>) source.number_as = type_of<V>;
  if constexpr (std::is_integral_v<V> && !std::is_same_v<V, bool>)
    source.integer = std::is_signed_v<V> ? value_source::number::is_signed : value_source::number::is_unsigned;
  source.store = [made](void* place, std::uint32_t index) { *static_cast<V*>(place) = made->values[index]; };
  source.show = [made](std::uint32_t index) { return made->shown[index]; };
  source.find = [made](const void* place) { return made->find(*static_cast<const V*>(place)); };
  return source;
}

template <class V, class T>
value_source source_of(const list_domain<T>& list, const bounds& in, const member_constants& member) {
  if constexpr (symbolic_type<V> && symbolic_type<T>) {
    std::vector<std::uint64_t> numbers;
    for (const T value : list.values) numbers.push_back(bits_of(value));
    return listed_source(numbers, type_of<T>, list.names, form_of<V>, in, member);
  } else {
    return list_of_values<V>(list, in, member);
  }
}

template <class V, auto First, auto... Rest>
value_source source_of(const enumerator_domain<First, Rest...>& all, const bounds& in, const member_constants& member) {
  return source_of<V>(list_domain<decltype(First)>(all), in, member);
}
template <class V>
value_source source_of(const bool_domain& both, const bounds& in, const member_constants& member) {
  if constexpr (symbolic_type<V>)
    return listed_source({0, 1}, type_of<bool>, {}, form_of<V>, in, member);
  else
    return list_of_values<V>(list_domain<bool>(both), in, member);
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
  if constexpr (requires(V & v) { v.use_count(); }) {
    using whole = typename target<whole_objects<Set>>::type;
    if (owners == nullptr) owners = std::shared_ptr<whole>(static_cast<whole*>(object));
    *static_cast<V*>(place) = V(owners, pointed);
  } else {
    static_cast<V*>(place)->reset(pointed);
  }
}

template <class V, class Reference, class Set>
segment segment_of(const Set& set) {
  segment s{erasure::id(set), refer<Reference, Set>, nullptr, target<Set>::name()};
  if constexpr (target<Set>::bits == 0) {
    if constexpr (std::is_pointer_v<Reference>) s.leads_here = leads_to<Reference, typename target<Set>::type>();
    if constexpr (std::is_class_v<V>) {
      s.own = own<V, Set>;
      s.shared = requires(V & v) { v.use_count(); };
    }
  }
  return s;
}

template <class V, class... Sets>
value_source source_of(const object_union<Sets...>& sets, const bounds& in, const member_constants& member) {
  using type = typename referring<V, Sets...>::type;
  auto source = reference_source(sizeof(type));
  std::apply(
      [&](const auto&... set) {
        if (((erasure::owner(set) != in.identity.get()) || ...))
          reject(in, member, "its object set belongs to another finitization");
        (add_segment(source, segment_of<V, type>(set), target<std::remove_cvref_t<decltype(set)>>::bits, set.null()),
         ...);
      },
      sets.sets);
  return source;
}
template <class V, set_of_objects Set>
value_source source_of(const Set& set, const bounds& in, const member_constants& member) {
  return source_of<V>(any_of(set), in, member);
}

template <class V, class Values>
value_source source_of(const optional_of<Values>& domain, const bounds& in, const member_constants& member) {
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
value_source alternative_of(const Domain& domain, const bounds& in, const member_constants& member) {
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
value_source source_of(const variant_of<Domains...>& domain, const bounds& in, const member_constants& member) {
  const auto alternatives = std::make_shared<std::vector<value_source>>();
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (alternatives->push_back(alternative_of<V, I>(std::get<I>(domain.alternatives), in, member)), ...);
  }
  (std::index_sequence_for<Domains...>());
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
