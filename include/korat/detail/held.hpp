// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a member holds: one value, an array of them, or an array whose length is searched; and how the search lends the
// last kind its elements.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "korat/array.hpp"
#include "korat/detail/bounds.hpp"
#include "korat/detail/vector_layout.hpp"
#include "korat/field.hpp"

namespace korat::detail {

/// What a member holds, through field<>, and arrays of it.
template <class T>
struct held {
  using value = T;
  static constexpr binding::shape form = binding::shape::single;
  static constexpr std::size_t elements = 1;
  static constexpr bool is_field = false;
};
template <class T>
struct held<field<T>> : held<T> {
  static constexpr bool is_field = true;
};
template <class T, std::size_t N>
struct held<T[N]> {
  using value = typename held<T>::value;
  static constexpr bool is_field = held<T>::is_field;
  static constexpr binding::shape form = binding::shape::fixed_array;
  static constexpr std::size_t elements = N * held<T>::elements;
};
template <class T, std::size_t N>
struct held<std::array<T, N>> : held<T[N]> {};
template <class T, class Place>
struct held<array<T, Place>> {
  using value = T;
  static constexpr binding::shape form = binding::shape::searched_array;
  static constexpr std::size_t elements = 0;
  static constexpr bool is_field = !std::is_same_v<T, Place>;
};
/// How an array of searched length is reached: what the functions of 'binding' do. Other types have none.
template <class Array>
struct array_access {};
template <class T, class Place>
struct array_access<array<T, Place>> {
  using type = array<T, Place>;
  using value = T;
  using element = Place;
  static void lend(type& a, Place* room, std::size_t count) { a.lend({room, count}); }
  static constexpr void (*take_back)(void*, void*) = nullptr;  // it owns nothing that it was lent
  static void* length_field(type& a) { return &a.length(); }
  static std::int64_t length(const type& a) { return a.size(); }
  static const Place* elements(const type& a) { return a.begin(); }
  static std::int32_t room(const type& a) { return a.room(); }
  static void resize(type& a, std::int32_t count) { a.resize(count); }
  static value_source lengths(value_source counted) { return counted; }
};
template <class T, class Allocator>
struct array_access<std::vector<T, Allocator>> : vector_layout<T, Allocator> {
  static constexpr bool of_fields = held<T>::is_field;
};

}  // namespace korat::detail
