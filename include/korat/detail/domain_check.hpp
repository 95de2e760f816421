// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Whether a domain fits a member, before anything is made of the two: a mistake is one sentence, and nothing is
// instantiated behind it that would add to it.

#pragma once

#include <cstdint>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "korat/detail/held.hpp"
#include "korat/detail/place.hpp"
#include "korat/detail/reference.hpp"
#include "korat/domain.hpp"

namespace korat::detail {

/// What refers to objects of these sets: a pointer, or where all are tagged, a number with the bits of one.
template <class V, class... Sets>
struct referring {};
template <reference V, class... Sets>
struct referring<V, Sets...> : pointer_in<V> {};
template <class... Sets>
requires(is_tagged<Sets>&&...) struct referring<std::uintptr_t, Sets...> {
  using type = std::uintptr_t;
};

enum class mistake {
  none,
  no_place,
  no_domain,
  range_of_others,
  values_of_another_type,
  no_pointer,
  other_objects,
  no_optional,
  optional_pointer,
  no_variant,
  pointer_in_variant,
  array_without_length,
  no_array,
  vector_of_fields,
  vector_of_others,
};

/// One sentence, and an error that ends there.
template <mistake Made, auto Member>  // once for each member
constexpr void say() {
  using enum mistake;
  static_assert(Made != no_place,
                "name a data member (&node::left) or a function that returns a reference to one (node*& left(node&))");
  static_assert(Made != no_domain,
                "this is no domain; korat/domain.hpp lists them: between(), one_of(), an object set, ...");
  static_assert(Made != range_of_others,
                "between() bounds integers and enums; list other values with one_of(), or bound them by optional_of() "
                "and sequences_of()");
  static_assert(Made != values_of_another_type, "the listed values do not convert to the member's type");
  static_assert(Made != no_pointer, "objects are referred to by pointers: T*, std::unique_ptr or std::shared_ptr");
  static_assert(Made != other_objects, "objects of this set do not convert to the member's pointer type");
  static_assert(Made != no_optional, "optional_of() bounds a std::optional");
  static_assert(Made != optional_pointer, "a pointer has a null of its own: leave the std::optional around it out");
  static_assert(Made != no_variant,
                "variant_of() bounds a std::variant, and takes a domain for each alternative, in their order");
  static_assert(
      Made != pointer_in_variant,
      "an alternative of a std::variant cannot refer to objects of a set: make the pointer a member of its own");
  static_assert(Made != array_without_length, "an array<T> is bound with array_of(elements).with_length(between(...))");
  static_assert(Made != no_array,
                "only a korat::array<T> or a plain std::vector<T> has a length to search; list the values of others "
                "with sequences_of()");
  static_assert(Made != vector_of_fields,
                "the length of a std::vector is read without notice: let a class of field<T> hold a korat::array<T>");
  static_assert(Made != vector_of_others,
                "a searched std::vector holds numbers, enumerators or pointers; list others whole, with one_of() or "
                "sequences_of()");
}

/// What is wrong with a domain for a member that holds a V.
template <class V, class Domain>
inline constexpr mistake mistake_with = mistake::no_domain;

template <class V>
inline constexpr mistake mistake_with<V, range_domain> =
    std::is_integral_v<V> || std::is_enum_v<V> ? mistake::none : mistake::range_of_others;

template <class V, class T>
inline constexpr mistake mistake_with<V, list_domain<T>> = std::is_convertible_v<const T&, V> ||
                                                                   (std::is_arithmetic_v<T> && std::is_arithmetic_v<V>)
                                                               ? mistake::none
                                                               : mistake::values_of_another_type;
template <class V>
inline constexpr mistake mistake_with<V, bool_domain> = mistake_with<V, list_domain<bool>>;
template <class V, auto First, auto... Rest>
inline constexpr mistake mistake_with<V, enumerator_domain<First, Rest...>> =
    mistake_with<V, list_domain<decltype(First)>>;

template <class V, class... Sets>
constexpr mistake mistake_with_objects() {
  if constexpr (requires { typename referring<V, Sets...>::type; }) {
    using type = typename referring<V, Sets...>::type;
    const bool all = ((!std::is_pointer_v<type> || std::is_convertible_v<typename target<Sets>::type*, type>)&&...);
    return all ? mistake::none : mistake::other_objects;
  } else {
    return mistake::no_pointer;
  }
}
template <class V, class... Sets>
inline constexpr mistake mistake_with<V, object_union<Sets...>> = mistake_with_objects<V, Sets...>();
template <class V, set_of_objects Set>
inline constexpr mistake mistake_with<V, Set> = mistake_with_objects<V, Set>();

template <class V, class Values>
inline constexpr mistake mistake_with<V, optional_of<Values>> = mistake::no_optional;
template <class V, class Values>
inline constexpr mistake mistake_with<std::optional<V>, optional_of<Values>> =
    refers_to_objects<Values> ? mistake::optional_pointer : mistake_with<V, Values>;

template <class V, class... Domains>
inline constexpr mistake mistake_with<V, variant_of<Domains...>> = mistake::no_variant;
template <class... Alternatives, class... Domains>
requires(sizeof...(Alternatives) == sizeof...(Domains)) inline constexpr mistake
    mistake_with<std::variant<Alternatives...>, variant_of<Domains...>> = [] {
      if ((refers_to_objects<Domains> || ...)) return mistake::pointer_in_variant;
      auto first = mistake::none;
      ((first = first == mistake::none ? mistake_with<Alternatives, Domains> : first), ...);
      return first;
    }();

template <class Where>
concept names_a_place = requires {
  typename place_traits<Where>::type;
}
&&!std::is_function_v<typename place_traits<Where>::type>;

/// What is wrong with a domain for what a member names.
template <class Where, class Domain>
constexpr mistake mistake_in_binding() {
  if constexpr (names_a_place<Where>) {
    using holds = held<typename place_traits<Where>::type>;
    if constexpr (holds::form == binding::shape::searched_array)
      return mistake::array_without_length;
    else
      return mistake_with<typename holds::value, Domain>;
  } else {
    return mistake::no_place;
  }
}

/// The same for a domain of arrays with these elements.
template <class Where, class Elements>
constexpr mistake mistake_in_array() {
  if constexpr (names_a_place<Where>) {
    using access = array_access<typename place_traits<Where>::type>;
    if constexpr (!requires { typename access::element; })
      return mistake::no_array;
    else if constexpr (requires { access::of_fields; }) {
      if constexpr (access::of_fields)
        return mistake::vector_of_fields;
      else if constexpr (!access::can_be_lent)
        return mistake::vector_of_others;
      else
        return mistake_with<typename access::value, Elements>;
    } else {
      return mistake_with<typename access::value, Elements>;
    }
  } else {
    return mistake::no_place;
  }
}

}  // namespace korat::detail
