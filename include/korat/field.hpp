// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// field<T>: a member whose reads are noticed. It has the size of a T and is used like one:
//
//   struct node { korat::field<node*> left, right; korat::field<int> key; };
//   bool ordered(const node* n) { return !n->left || n->left->key < n->key; }
//
// read(): the same for a plain member, in code one can edit: korat::read(n->left).
//
// Outside a search both cost one compare more than the plain type.

#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "korat/detail/notice.hpp"

namespace korat {

/// Reads `place`, a plain member of an object, so that a search notices. Pass the member itself, not a copy of it.
template <class T>
[[gnu::always_inline]] inline const T& read(const T& place) noexcept {
  detail::notice_read(&place);
  return place;
}
template <class T>
void read(const T&&) = delete;  // a temporary is no member

template <class T>
class field {
  static_assert(!std::is_reference_v<T> && !std::is_const_v<T>, "a field holds a plain value");

 public:
  using value_type = T;

  constexpr field() = default;
  constexpr field(const T& value) : value_(value) {}
  constexpr field(T&& value) : value_(std::move(value)) {}
  field(const field& other) : value_(other.get()) {}
  ~field() = default;

  field& operator=(const field& other) { return *this = other.get(); }
  template <class U>
    requires std::assignable_from<T&, U&&>
  field& operator=(U&& value) {
    detail::notice_write(this);
    value_ = std::forward<U>(value);
    return *this;
  }

  [[gnu::always_inline]] const T& get() const noexcept { return korat::read(value_); }
  [[gnu::always_inline]] operator const T&() const noexcept { return get(); }

  decltype(auto) operator*() const requires requires(const T& t) { *t; } { return *get(); }
  [[gnu::always_inline]] T operator->() const noexcept requires std::is_pointer_v<T> { return get(); }
  const T* operator->() const noexcept requires std::is_class_v<T> { return &get(); }
  template <class Index>
  decltype(auto) operator[](Index&& i) const requires requires(const T& t) { t[std::forward<Index>(i)]; } {
    return get()[std::forward<Index>(i)];
  }

  template <class U> field& operator+=(U&& u) requires requires(T t) { t + u; } { return assign(get() + u); }
  template <class U> field& operator-=(U&& u) requires requires(T t) { t - u; } { return assign(get() - u); }
  template <class U> field& operator*=(U&& u) requires requires(T t) { t * u; } { return assign(get() * u); }
  template <class U> field& operator/=(U&& u) requires requires(T t) { t / u; } { return assign(get() / u); }
  template <class U> field& operator%=(U&& u) requires requires(T t) { t % u; } { return assign(get() % u); }
  template <class U> field& operator&=(U&& u) requires requires(T t) { t & u; } { return assign(get() & u); }
  template <class U> field& operator|=(U&& u) requires requires(T t) { t | u; } { return assign(get() | u); }
  template <class U> field& operator^=(U&& u) requires requires(T t) { t ^ u; } { return assign(get() ^ u); }
  field& operator++() requires requires(T t) { ++t; } { return assign(step(get(), 1)); }
  field& operator--() requires requires(T t) { --t; } { return assign(step(get(), -1)); }
  T operator++(int) requires requires(T t) { ++t; } { T old = get(); ++*this; return old; }
  T operator--(int) requires requires(T t) { --t; } { T old = get(); --*this; return old; }

 private:
  template <class U>
  field& assign(U&& value) { return *this = static_cast<T>(std::forward<U>(value)); }
  static T step(T value, int by) { if (by > 0) ++value; else --value; return value; }

  T value_{};
};

template <class T>
struct is_field : std::false_type {};
template <class T>
struct is_field<field<T>> : std::true_type { using value_type = T; };

// The built-in comparisons serve every T that is no class; a class brings its own operators, which template deduction
// does not find through a conversion. T is deduced, so that nothing but a field brings these into play.
template <class T, class U>
  requires std::is_class_v<T> && (!is_field<U>::value) && requires(const T& t, const U& u) { { t == u } -> std::convertible_to<bool>; }
bool operator==(const field<T>& a, const U& b) { return a.get() == b; }
template <class T, class U>
  requires std::is_class_v<T> && std::is_class_v<U> && requires(const T& t, const U& u) { { t == u } -> std::convertible_to<bool>; }
bool operator==(const field<T>& a, const field<U>& b) {
  const T& left = a.get();
  return left == b.get();
}
template <class T, class U>
  requires std::is_class_v<T> && (!is_field<U>::value) && requires(const T& t, const U& u) { t <=> u; }
auto operator<=>(const field<T>& a, const U& b) { return a.get() <=> b; }
template <class T, class U>
  requires std::is_class_v<T> && std::is_class_v<U> && requires(const T& t, const U& u) { t <=> u; }
auto operator<=>(const field<T>& a, const field<U>& b) {
  const T& left = a.get();
  return left <=> b.get();
}

}  // namespace korat

// A field and a plain value can be compared by the algorithms of std::ranges.
namespace std {

template <class T, class U, template <class> class TQualified, template <class> class UQualified>
  requires(!korat::is_field<U>::value) && common_reference_with<const T&, UQualified<U>>
struct basic_common_reference<korat::field<T>, U, TQualified, UQualified> {
  using type = common_reference_t<const T&, UQualified<U>>;
};
template <class T, class U, template <class> class TQualified, template <class> class UQualified>
  requires(!korat::is_field<T>::value) && common_reference_with<TQualified<T>, const U&>
struct basic_common_reference<T, korat::field<U>, TQualified, UQualified> {
  using type = common_reference_t<TQualified<T>, const U&>;
};

}  // namespace std
