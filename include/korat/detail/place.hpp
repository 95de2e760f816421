// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A place in an object, named by a template argument: a data member (&node::left), or a function that takes the object
// and returns a reference to what is meant, for members of members and of classes of others:
//
//   node*& left(node& n) { return n.link.left; }

#pragma once

#include <type_traits>

namespace korat::detail {

/// Of anything else: nothing (domain_check.hpp).
template <class Where>
struct place_traits {};
template <class Class, class Type>
struct place_traits<Type Class::*> {
  using owner = Class;
  using type = std::remove_cv_t<Type>;
  static constexpr bool is_const = std::is_const_v<Type>;
};
template <class Class, class Type>
struct place_traits<Type& (*)(Class&)> {
  using owner = Class;
  using type = std::remove_cv_t<Type>;
  static constexpr bool is_const = std::is_const_v<Type>;
};
template <class Class, class Type>
struct place_traits<Type& (*)(Class&) noexcept> : place_traits<Type& (*)(Class&)> {};

template <auto Where, class Object>
auto& place_in(Object& object) {
  using traits = place_traits<decltype(Where)>;
  typename traits::owner& owner = object;
  if constexpr (std::is_member_object_pointer_v<decltype(Where)>)
    return const_cast<typename traits::type&>(owner.*Where);
  else
    return const_cast<typename traits::type&>(Where(owner));
}

}  // namespace korat::detail
