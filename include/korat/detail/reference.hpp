// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Which types refer to objects, and which values are nothing but their bytes.

#pragma once

#include <memory>
#include <type_traits>

namespace korat::detail {

/// The pointer that a reference is, or begins with.
template <class V>
struct pointer_in;
template <class T>
struct pointer_in<T*> {
  using type = T*;
};
template <class T, class Deleter>
struct pointer_in<std::unique_ptr<T, Deleter>> {
  using type = typename std::unique_ptr<T, Deleter>::pointer;
  static_assert(!std::is_array_v<T> && std::is_pointer_v<type>, "a unique_ptr to one object, with an ordinary pointer");
  static_assert(sizeof(std::unique_ptr<T, Deleter>) == sizeof(void*),
                "the deleter of a searched unique_ptr has no state");
};
/// A shared_ptr is its pointer, then what counts the owners. The second stays empty, so the objects keep belonging to
/// the search: copies count nothing and the last one deletes nothing.
template <class T>
struct pointer_in<std::shared_ptr<T>> {
  using type = T*;
  static_assert(!std::is_array_v<T> && sizeof(std::shared_ptr<T>) == 2 * sizeof(void*), "a shared_ptr to one object");
};
template <class V>
concept reference = requires {
  typename pointer_in<V>::type;
};

template <class V>
inline constexpr bool is_bitwise = std::is_trivially_copyable_v<V> &&
                                   (sizeof(V) == 1 || sizeof(V) == 2 || sizeof(V) == 4 || sizeof(V) == 8);

}  // namespace korat::detail
