// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A way to name a private member of a class that one cannot edit. The language lets an explicit instantiation name it:
//
//   struct top { friend constexpr auto place_of(top); };          // a name for it
//   template struct korat::private_member<top, &stack::top_>;     // what it names
//
//   bounds.set<place_of(top())>(nodes);
//
// A class that one can edit needs none of this: bound its members in a static function of the class, or a friend.

#pragma once

namespace korat {

template <class Name, auto Member>
struct private_member {
  friend constexpr auto place_of(Name) { return Member; }
};

}  // namespace korat
