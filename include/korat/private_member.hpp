// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A way to name a private member of a class that one cannot edit. The language lets an explicit instantiation name it:
//
//   struct top : korat::private_name<top, node* stack::*> {};     // a name for it, and what kind of member it is
//   template struct korat::private_member<top, &stack::top_>;     // what it names
//
//   bounds.set<top>(nodes);
//
// A class that one can edit needs none of this: bound its members in a static function of the class, or a friend.

#pragma once

#include "korat/detail/place.hpp"

namespace korat {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpragmas"  // one compiler does not know the other's warning
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Wnon-template-friend"  // each name has a function of its own, as meant

template <class Name, class MemberPointer>
struct private_name {
  using type = MemberPointer;
  friend MemberPointer member_of(Name);
};

#pragma GCC diagnostic pop

template <class Name, auto Member>
struct private_member {
  friend typename Name::type member_of(Name) { return Member; }
};

namespace detail {

template <class Name>
auto& private_place(typename place_traits<typename Name::type>::owner& object) {
  return object.*member_of(Name());
}

}  // namespace detail
}  // namespace korat
