// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a compiler knows of a class, a member and an array, as constants (bounds.hpp).

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <typeinfo>

#include "korat/detail/bounds.hpp"
#include "korat/detail/held.hpp"
#include "korat/detail/names.hpp"
#include "korat/detail/place.hpp"

namespace korat::detail {

/// What is done with objects of a class. (Lambdas would be two functions each.)
template <class T>
struct object_functions {
  static void construct(void* place) { ::new (place) T(); }
  static void destroy(void* object) { static_cast<T*>(object)->~T(); }
  static void throw_pointer(void* object) { throw static_cast<T*>(object); }
  static void* make() { return new T(); }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdelete-non-virtual-dtor"  // it is exactly a T
  static void free(void* object) { delete static_cast<T*>(object); }
#pragma GCC diagnostic pop
};

template <class T>
constexpr class_constants constants_of_class() {
  using functions = object_functions<T>;
  class_constants c;
  c.printed = printed_type<T>();
  c.size = sizeof(T);
  c.alignment = alignof(T);
  c.plain_bytes = std::is_trivially_destructible_v<T>;
  if constexpr (std::is_default_constructible_v<T>) c.construct_by_default = functions::construct;
  if constexpr (!std::is_abstract_v<T>) c.destroy = functions::destroy;
  c.throw_pointer = functions::throw_pointer;
  if constexpr (requires(T * t) {
                  new T();
                  delete t;
                }) {
    c.make = functions::make;
    c.free = functions::free;
  }
  return c;
}
template <class T>
inline constexpr class_constants class_of = constants_of_class<T>();

// With the member's class named as well: where it is one of an unnamed namespace, GCC 12 forgets that for what has only
// a pointer to the member, and two files' classes of one name would share their constants.

template <class Owner, auto Member>
struct member_key;  // one type for each member

template <class Owner, auto Member>
std::optional<void*> locate_member(void (*throw_pointer)(void*), void* object) {
  try {
    throw_pointer(object);
  } catch (Owner* o) {
    return std::addressof(place_in<Member>(*o));
  } catch (...) {  // an object of an unrelated class
  }
  return std::nullopt;
}

template <class Owner, auto Member>
constexpr member_constants constants_of_member() {
  using traits = place_traits<decltype(Member)>;
  using type = held<typename traits::type>;
  member_constants m;
  m.printed_owner = printed_type<Owner>();
  m.printed = printed_value<Member>();
  m.key = &typeid(member_key<Owner, Member>*);
  if (!std::is_member_object_pointer_v<decltype(Member)>) m.named_by = member_constants::naming::function;
  m.form = type::form;
  m.is_field = type::is_field;
  m.is_const = traits::is_const;
  m.extent = sizeof(typename traits::type);
  m.stride = sizeof(typename type::value);
  m.elements = type::elements;
  m.locate = locate_member<Owner, Member>;
  return m;
}
template <class Owner, auto Member>
inline constexpr member_constants constants_of = constants_of_member<Owner, Member>();
template <auto Member>
using owner_of = typename place_traits<decltype(Member)>::owner;

template <class Array>
constexpr array_constants constants_of_array() {
  using access = array_access<Array>;
  using element = typename access::element;
  array_constants a;
  a.element_alignment = alignof(element);
  a.construct_element = [](void* place) { ::new (place) element(); };
  a.destroy_element = [](void* e) { static_cast<element*>(e)->~element(); };
  a.lend = [](void* array, void* room, std::size_t count) {
    access::lend(*static_cast<Array*>(array), static_cast<element*>(room), count);
  };
  a.take_back = access::take_back;
  a.length_field = [](void* array) { return access::length_field(*static_cast<Array*>(array)); };
  a.length_in = [](const void* array) { return access::length(*static_cast<const Array*>(array)); };
  a.elements_in = [](const void* array) -> const void* { return access::elements(*static_cast<const Array*>(array)); };
  a.room_in = [](const void* array) { return access::room(*static_cast<const Array*>(array)); };
  a.resize = [](void* array, std::int32_t count) { access::resize(*static_cast<Array*>(array), count); };
  return a;
}
template <class Array>
inline constexpr array_constants array_of_member = constants_of_array<Array>();

}  // namespace korat::detail
