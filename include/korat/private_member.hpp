// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A way to name a private member of a class that one cannot edit. The language lets an explicit instantiation name it:
//
//   struct top : korat::private_name<top> {};                     // a name for it
//   template struct korat::private_member<top, &stack::top_>;     // what it names
//
//   bounds.set<top>(nodes);
//
// If the class that it leads to is private too, korat::type_behind<top> is a name for that:
//
//   using node = korat::type_behind<top>;
//   const auto nodes = bounds.objects<node>(3);
//
// A class that one can edit needs none of this: bound its members in a static function of the class, or a friend.

#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "korat/array.hpp"
#include "korat/detail/place.hpp"
#include "korat/field.hpp"

namespace korat {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpragmas"  // one compiler does not know the other's warning
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Wnon-template-friend"  // each name has a function of its own, as meant

template <class Name>
struct private_name {
  friend constexpr auto member_of(Name);  // its type is known when private_member has defined it
};

#pragma GCC diagnostic pop

template <class Name, auto Member>
struct private_member {
  friend constexpr auto member_of(Name) { return Member; }
};

namespace detail {

/// Also of a const or volatile member, whose place has the plain type.
template <class Name>
auto private_place(typename place_traits<decltype(member_of(Name()))>::owner& object) ->
    typename place_traits<decltype(member_of(Name()))>::type& {
  return const_cast<typename place_traits<decltype(member_of(Name()))>::type&>(object.*member_of(Name()));
}

/// What a member leads to: the object of a pointer, the element of an array or a vector; else what it is itself.
template <class T>
struct behind {
  using type = T;
};
template <class T>
struct behind<const T> : behind<T> {};
template <class T>
struct behind<T*> : behind<T> {};
template <class T, std::size_t Size>
struct behind<T[Size]> : behind<T> {};
template <class T, class Deleter>
struct behind<std::unique_ptr<T, Deleter>> : behind<T> {};
template <class T>
struct behind<std::shared_ptr<T>> : behind<T> {};
template <class T, std::size_t Size>
struct behind<std::array<T, Size>> : behind<T> {};
template <class T, class Allocator>
struct behind<std::vector<T, Allocator>> : behind<T> {};
template <class T>
struct behind<field<T>> : behind<T> {};
template <class T>
struct behind<array<T>> : behind<T> {};

}  // namespace detail

/// The class of the objects to which the named member leads, through pointers, arrays and containers.
template <class Name>
using type_behind = typename detail::behind<typename detail::place_traits<decltype(member_of(Name()))>::type>::type;

}  // namespace korat
