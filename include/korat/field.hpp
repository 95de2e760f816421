// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// field<T>: a member whose reads are noticed. It has the size of a T and is used like one:
//
//   struct node { korat::field<node*> left, right; korat::field<int> key; };
//   bool ordered(const node* n) { return !n->left || n->left->key < n->key; }
//
// read(): the same for a plain member, in code one can edit: korat::read(n->left).
//
// A number, a pointer or an enumerator is handed out by value: loaded as soon as its read is noticed, before another
// read can be. A class is handed out by reference.
//
// Outside a search both cost one compare more than the plain type.

#pragma once

#include "korat/detail/requirements.hpp"

#include <compare>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "korat/detail/decide.hpp"
#include "korat/detail/notice.hpp"

namespace korat {

template <class T>
class field;

/// What a read of a T gives: numbers, enumerators and pointers by value, all else by reference.
template <class T>
using read_result = std::conditional_t<std::is_scalar_v<T>, T, const T&>;

namespace detail {

/// The same, where another read follows before it is used.
template <class T>
using held_over = std::conditional_t<std::is_trivially_copyable_v<T>, T, const T&>;

/// A pointer is not asked: that would take the class it leads to, which may be the one around the field.
template <class T>
concept counts = std::is_pointer_v<T> || requires(T t) {
  ++t;
  --t;
};

/// What is in memory, without a question. The compiler pass knows these functions, and asks none here either.
struct field_memory {
  template <class T>
  [[gnu::always_inline]] static read_result<T> of(const field<T>& f) noexcept {
    return f.value_;
  }
  template <class T>
  [[gnu::always_inline]] static read_result<T> at(const T& place) noexcept {
    return place;
  }
};

}  // namespace detail

/// Reads `place`, a plain member of an object, so that a search notices. Pass the member itself, not a copy of it.
template <class T>
[[gnu::always_inline]] inline read_result<T> read(const T& place) noexcept {
  detail::notice_read(&place);
  return detail::field_memory::at(place);
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
  requires std::assignable_from<T&, U&&> field& operator=(U&& value) {
    detail::notice_write(this);
    value_ = std::forward<U>(value);
    return *this;
  }

  [[gnu::always_inline]] read_result<T> get() const noexcept {
    if constexpr (detail::symbolic_type<T>)
      detail::notice_and_fix(&value_);
    else
      detail::notice_read(&value_);
    return detail::field_memory::of(*this);
  }
  [[gnu::always_inline]] operator read_result<T>() const noexcept { return get(); }

  /// A test against zero leaves a symbol one.
  [[gnu::always_inline]] explicit operator bool() const noexcept requires std::integral<T> &&(!std::same_as<T, bool>) {
    return !(*this == T{});
  }

  decltype(auto) operator*() const requires requires(const T& t) { *t; }
  { return *get(); }
  [[gnu::always_inline]] T operator->() const noexcept requires std::is_pointer_v<T> { return get(); }
  const T* operator->() const noexcept requires std::is_class_v<T> { return &get(); }
  /// Of a string or a container: the read is noticed once, for all of it.
  auto size() const requires std::is_class_v<T> && requires(const T& t) { t.size(); }
  { return get().size(); }
  bool empty() const requires std::is_class_v<T> && requires(const T& t) { t.empty(); }
  { return get().empty(); }
  auto begin() const requires std::is_class_v<T> && requires(const T& t) { t.begin(); }
  { return get().begin(); }
  auto end() const requires std::is_class_v<T> && requires(const T& t) { t.end(); }
  { return get().end(); }
  template <class Index>
  decltype(auto) operator[](Index&& i) const requires requires(const T& t) {
    t[std::forward<Index>(i)];
  }
  { return get()[std::forward<Index>(i)]; }

  template <class U>
  field& operator+=(U&& u) requires requires(T t) {
    t + u;
  }
  { return assign(get() + u); }
  template <class U>
  field& operator-=(U&& u) requires requires(T t) {
    t - u;
  }
  { return assign(get() - u); }
  template <class U>
  field& operator*=(U&& u) requires requires(T t) {
    t* u;
  }
  { return assign(get() * u); }
  template <class U>
  field& operator/=(U&& u) requires requires(T t) {
    t / u;
  }
  { return assign(get() / u); }
  template <class U>
  field& operator%=(U&& u) requires requires(T t) {
    t % u;
  }
  { return assign(get() % u); }
  template <class U>
  field& operator&=(U&& u) requires requires(T t) {
    t& u;
  }
  { return assign(get() & u); }
  template <class U>
  field& operator|=(U&& u) requires requires(T t) {
    t | u;
  }
  { return assign(get() | u); }
  template <class U>
  field& operator^=(U&& u) requires requires(T t) {
    t ^ u;
  }
  { return assign(get() ^ u); }
  field& operator++() requires detail::counts<T> { return assign(step(get(), 1)); }
  field& operator--() requires detail::counts<T> { return assign(step(get(), -1)); }
  T operator++(int) requires detail::counts<T> {
    T old = get();
    ++*this;
    return old;
  }
  T operator--(int) requires detail::counts<T> {
    T old = get();
    --*this;
    return old;
  }

 private:
  friend struct detail::field_memory;
  template <class U>
  field& assign(U&& value) {
    return *this = static_cast<T>(std::forward<U>(value));
  }
  static T step(T value, int by) {
    if (by > 0)
      ++value;
    else
      --value;
    return value;
  }

  T value_{};
};

template <class T>
struct is_field : std::false_type {};
template <class T>
struct is_field<field<T>> : std::true_type {
  using value_type = T;
};

// Comparisons of numbers leave symbols open (detail/decide.hpp). The left side is read first. Plain numbers come by
// value, so that a static constant without a definition will do.
namespace detail {

template <class To, class T>
operand operand_of(const field<T>* f) noexcept {
  const auto term = notice_symbol(f) ? term_at(f) : 0;
  return converted<To>(term, field_memory::of(*f));
}
template <class To, symbolic_type T>
operand operand_of(T plain) noexcept {
  return {0, bits_of(static_cast<To>(plain))};
}

template <relation How, class As, class A, class B>
[[gnu::cold, gnu::noinline]] bool decide(A a, B b) noexcept {
  const auto left = operand_of<As>(a), right = operand_of<As>(b);
  return korat_decide(left.term, left.bits, right.term, right.bits, kind_of(How, type_of<As>));
}

template <relation How, class T, class U>
[[gnu::always_inline]] inline bool compare(const field<T>& a, U b) noexcept {
  using as = typename compared_as<T, U>::type;
  if (notice_symbol(&a)) return decide<How, as>(&a, b);
  return related<How>(static_cast<as>(field_memory::of(a)), static_cast<as>(b));
}
template <relation How, class T, class U>
[[gnu::always_inline]] inline bool compare(const field<T>& a, const field<U>& b) noexcept {
  using as = typename compared_as<T, U>::type;
  if (notice_symbol(&a)) return decide<How, as>(&a, &b);
  const T left = field_memory::of(a);  // before b is asked about
  if (notice_symbol(&b)) return decide<How, as>(left, &b);
  return related<How>(static_cast<as>(left), static_cast<as>(field_memory::of(b)));
}

}  // namespace detail

template <class T, detail::comparable_with<T> U>
[[gnu::always_inline]] inline bool operator==(const field<T>& a, U b) noexcept {
  return detail::compare<detail::relation::equal>(a, b);
}
template <class T, detail::comparable_with<T> U>
[[gnu::always_inline]] inline bool operator==(const field<T>& a, const field<U>& b) noexcept {
  return detail::compare<detail::relation::equal>(a, b);
}
template <class T, detail::comparable_with<T> U>
[[gnu::always_inline]] inline bool operator<(const field<T>& a, U b) noexcept {
  return detail::compare<detail::relation::less>(a, b);
}
template <class T, detail::comparable_with<T> U>
[[gnu::always_inline]] inline bool operator<(const field<T>& a, const field<U>& b) noexcept {
  return detail::compare<detail::relation::less>(a, b);
}
template <class T, detail::comparable_with<T> U>
[[gnu::always_inline]] inline bool operator<(T a, const field<U>& b) noexcept {
  return detail::compare<detail::relation::greater>(b, a);
}
template <class T, detail::comparable_with<T> U>
[[gnu::always_inline]] inline bool operator<=(const field<T>& a, U b) noexcept {
  return detail::compare<detail::relation::less_or_equal>(a, b);
}
template <class T, detail::comparable_with<T> U>
[[gnu::always_inline]] inline bool operator<=(const field<T>& a, const field<U>& b) noexcept {
  return detail::compare<detail::relation::less_or_equal>(a, b);
}
template <class T, detail::comparable_with<T> U>
[[gnu::always_inline]] inline bool operator<=(T a, const field<U>& b) noexcept {
  return detail::compare<detail::relation::greater_or_equal>(b, a);
}
template <class T, detail::comparable_with<T> U>
[[gnu::always_inline]] inline bool operator>(const field<T>& a, U b) noexcept {
  return detail::compare<detail::relation::greater>(a, b);
}
template <class T, detail::comparable_with<T> U>
[[gnu::always_inline]] inline bool operator>(const field<T>& a, const field<U>& b) noexcept {
  return detail::compare<detail::relation::greater>(a, b);
}
template <class T, detail::comparable_with<T> U>
[[gnu::always_inline]] inline bool operator>(T a, const field<U>& b) noexcept {
  return detail::compare<detail::relation::less>(b, a);
}
template <class T, detail::comparable_with<T> U>
[[gnu::always_inline]] inline bool operator>=(const field<T>& a, U b) noexcept {
  return detail::compare<detail::relation::greater_or_equal>(a, b);
}
template <class T, detail::comparable_with<T> U>
[[gnu::always_inline]] inline bool operator>=(const field<T>& a, const field<U>& b) noexcept {
  return detail::compare<detail::relation::greater_or_equal>(a, b);
}
template <class T, detail::comparable_with<T> U>
[[gnu::always_inline]] inline bool operator>=(T a, const field<U>& b) noexcept {
  return detail::compare<detail::relation::less_or_equal>(b, a);
}

// The built-in comparisons serve every other T that is no class; a class brings its own operators, which template
// deduction does not find through a conversion. T is deduced, so that nothing but a field brings these into play.
template <class T, class U>
requires std::is_class_v<T> &&(!is_field<U>::value) && requires(const T& t, const U& u) {
  { t == u } -> std::convertible_to<bool>;
}
bool operator==(const field<T>& a, const U& b) { return a.get() == b; }
template <class T, class U>
requires std::is_class_v<T> && std::is_class_v<U> && requires(const T& t, const U& u) {
  { t == u } -> std::convertible_to<bool>;
}
bool operator==(const field<T>& a, const field<U>& b) {
  detail::held_over<T> left = a.get();
  return left == b.get();
}
template <class T, class U>
requires std::is_class_v<T> &&(!is_field<U>::value) && requires(const T& t, const U& u) { t <=> u; }
auto operator<=>(const field<T>& a, const U& b) { return a.get() <=> b; }
template <class T, class U>
requires std::is_class_v<T> && std::is_class_v<U> && requires(const T& t, const U& u) { t <=> u; }
auto operator<=>(const field<T>& a, const field<U>& b) {
  detail::held_over<T> left = a.get();
  return left <=> b.get();
}

template <class T, class U>
requires std::is_class_v<T> &&(!is_field<U>::value) && requires(const T& t, const U& u) { t + u; }
auto operator+(const field<T>& a, const U& b) { return a.get() + b; }
template <class T, class U>
requires std::is_class_v<U> &&(!is_field<T>::value) && requires(const T& t, const U& u) { t + u; }
auto operator+(const T& a, const field<U>& b) { return a + b.get(); }
template <class T, class U>
requires std::is_class_v<T> && std::is_class_v<U> && requires(const T& t, const U& u) { t + u; }
auto operator+(const field<T>& a, const field<U>& b) {
  detail::held_over<T> left = a.get();
  return left + b.get();
}
template <class Stream, class T>
requires std::is_class_v<T> && requires(Stream& out, const T& t) { out << t; }
Stream& operator<<(Stream& out, const field<T>& f) {
  out << f.get();
  return out;
}

}  // namespace korat

// A field and a plain value can be compared by the algorithms of std::ranges.
namespace std {

template <class T, class U, template <class> class TQualified, template <class> class UQualified>
requires(!korat::is_field<U>::value) && common_reference_with<const T&, UQualified<U>> struct basic_common_reference<
                                            korat::field<T>, U, TQualified, UQualified> {
  using type = common_reference_t<const T&, UQualified<U>>;
};
template <class T, class U, template <class> class TQualified, template <class> class UQualified>
requires(!korat::is_field<T>::value) && common_reference_with<TQualified<T>, const U&> struct basic_common_reference<
                                            T, korat::field<U>, TQualified, UQualified> {
  using type = common_reference_t<TQualified<T>, const U&>;
};

}  // namespace std
