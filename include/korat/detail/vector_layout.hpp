// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A std::vector whose elements are lent to it. It is three pointers: to the first element, behind the last, and behind
// the room there is. The first and the third lead to room that the search owns, and the second is the length that is
// searched: code compiled through the pass that asks for size(), or for end(), reads it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "korat/detail/bounds.hpp"
#include "korat/detail/reference.hpp"

namespace korat::detail {

/// Lengths, as values of the second pointer.
value_source lengths_of_vector(const value_source& counted, std::size_t element_size);

template <class T, class Allocator>
struct vector_layout {
  using type = std::vector<T, Allocator>;
  using value = T;
  using element = T;
  /// As a standard library lays it out that is in no debug mode.
  static constexpr bool can_be_lent = !std::is_same_v<T, bool> &&
                                      (is_bitwise<T> || reference<T>)&&std::is_same_v<Allocator, std::allocator<T>> &&
                                      sizeof(type) == 3 * sizeof(void*);

  struct pointers {
    T* first;
    T* last;
    T* room_end;
  };
  static pointers& of(void* vector) { return *static_cast<pointers*>(vector); }

  static void lend(type& v, T* room, std::size_t count) { of(&v) = {room, room, room + count}; }
  /// What was lent, or what it has got for itself since: no element is destroyed with it, for they may lead anywhere.
  static void take_back(void* vector, void* room) {
    auto& p = of(vector);
    if (p.first == room)
      p = {};
    else
      p.last = p.first;
  }
  static void* length_field(type& v) { return &of(&v).last; }
  static std::int64_t length(const type& v) { return static_cast<std::int64_t>(v.size()); }
  static const T* elements(const type& v) { return v.data(); }
  static std::int32_t room(const type& v) { return static_cast<std::int32_t>(v.size()); }
  static void resize(type& v, std::int32_t count) { v.resize(static_cast<std::size_t>(count)); }

  static value_source lengths(const value_source& counted) { return lengths_of_vector(counted, sizeof(T)); }
};

}  // namespace korat::detail
