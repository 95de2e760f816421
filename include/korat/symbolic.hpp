// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// value<T>: a number that may be open. Comparing a field leaves it open by itself; computing with it, or keeping it for
// later, takes a value:
//
//   bool in_order(const node* n, korat::value<int> above) {
//     return !n || (n->key > above && in_order(n->next, korat::symbolic(n->key) + 1));
//   }
//
// A value that is not open is a plain T and a zero. Operators convert as those of plain numbers do, and conversion to T
// settles on one value.

#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "korat/field.hpp"

namespace korat {

template <detail::symbolic_type T>
class value {
 public:
  using value_type = T;

  constexpr value() = default;
  constexpr value(T plain) : plain_(plain) {}
  /// A read of the field, which leaves a symbol open.
  template <class U>
  requires std::same_as<T, U> ||(std::integral<T>&& std::integral<U>)value(const field<U>& f) noexcept {
    if (detail::notice_symbol(&f)) [[unlikely]]
      take(detail::operand_of<T>(&f));
    else
      plain_ = static_cast<T>(detail::field_memory::of(f));
  }
  template <class U>
  requires(!std::same_as<T, U>) && std::integral<T>&& std::integral<U> value(const value<U>& other) noexcept {
    if (other.is_open()) [[unlikely]]
      take(detail::converted<T>(other.term(), U{}));
    else
      plain_ = static_cast<T>(other.plain());
  }
  /// An open number, by its term.
  static value open(std::uint32_t term) noexcept {
    value v;
    v.term_ = term;
    return v;
  }

  bool is_open() const noexcept { return term_ != 0; }
  std::uint32_t term() const noexcept { return term_; }
  /// What it is if it is not open.
  T plain() const noexcept { return plain_; }

  /// Settles on one value.
  operator T() const noexcept { return is_open() ? fixed() : plain_; }
  explicit operator bool() const noexcept requires std::integral<T> &&(!std::same_as<T, bool>) {
    return !(*this == T{});
  }

  template <class U>
  value& operator+=(const U& u) requires std::integral<T> {
    return *this = value(*this + u);
  }
  template <class U>
  value& operator-=(const U& u) requires std::integral<T> {
    return *this = value(*this - u);
  }
  template <class U>
  value& operator*=(const U& u) requires std::integral<T> {
    return *this = value(*this * u);
  }
  template <class U>
  value& operator/=(const U& u) requires std::integral<T> {
    return *this = value(*this / u);
  }
  template <class U>
  value& operator%=(const U& u) requires std::integral<T> {
    return *this = value(*this % u);
  }
  template <class U>
  value& operator&=(const U& u) requires std::integral<T> {
    return *this = value(*this & u);
  }
  template <class U>
  value& operator|=(const U& u) requires std::integral<T> {
    return *this = value(*this | u);
  }
  template <class U>
  value& operator^=(const U& u) requires std::integral<T> {
    return *this = value(*this ^ u);
  }
  template <class U>
  value& operator<<=(const U& u) requires std::integral<T> {
    return *this = value(*this << u);
  }
  template <class U>
  value& operator>>=(const U& u) requires std::integral<T> {
    return *this = value(*this >> u);
  }
  value& operator++() noexcept requires std::integral<T> { return *this += T{1}; }
  value& operator--() noexcept requires std::integral<T> { return *this -= T{1}; }
  value operator++(int) noexcept requires std::integral<T> {
    const value old = *this;
    ++*this;
    return old;
  }
  value operator--(int) noexcept requires std::integral<T> {
    const value old = *this;
    --*this;
    return old;
  }

 private:
  [[gnu::cold, gnu::noinline]] T fixed() const noexcept { return static_cast<T>(detail::korat_fix(term_, nullptr)); }
  void take(detail::operand o) noexcept {
    term_ = o.term;
    if (term_ == 0) plain_ = static_cast<T>(o.bits);
  }

  T plain_{};
  std::uint32_t term_ = 0;  // 0: plain
};

template <class T>
value(const field<T>&) -> value<T>;

/// A read of the field, which leaves a symbol open.
template <detail::symbolic_type T>
[[gnu::always_inline]] inline value<T> symbolic(const field<T>& f) noexcept {
  return f;
}

/// Whether this run of the predicate may meet open numbers at all. For a loop that plain numbers make faster: write it
/// for either, as a template, and ask once.
inline bool numbers_may_be_open() noexcept { return detail::korat_may_be_open(); }

namespace detail {

template <class T>
struct is_value : std::false_type {};
template <class T>
struct is_value<value<T>> : std::true_type {};

/// The number in a value, a field or a plain number.
template <class T>
struct number_in {
  using type = T;
};
template <class T>
struct number_in<value<T>> {
  using type = T;
};
template <class T>
struct number_in<field<T>> {
  using type = T;
};
template <class T>
using number_in_t = typename number_in<T>::type;

/// What may stand beside an A: one of the two is a value.
template <class B, class A>
concept beside =
    (is_value<A>::value || is_value<B>::value) && symbolic_type<number_in_t<A>>&& symbolic_type<number_in_t<B>>;
template <class B, class A>
concept compares_with = beside<B, A> && comparable_with<number_in_t<B>, number_in_t<A>>;
template <class B, class A>
concept computes_with = beside<B, A> && std::integral<number_in_t<A>> && std::integral<number_in_t<B>>;

template <class A>
[[gnu::always_inline]] inline value<number_in_t<A>> value_in(const A& a) noexcept {
  return a;
}

template <class To, class T>
operand operand_of(value<T> v) noexcept {
  return converted<To>(v.term(), v.plain());
}

template <relation How, class As, class T, class U>
[[gnu::cold, gnu::noinline]] bool decide_values(value<T> a, value<U> b) noexcept {
  const auto left = operand_of<As>(a), right = operand_of<As>(b);
  return korat_decide(left.term, left.bits, right.term, right.bits, kind_of(How, type_of<As>));
}

template <relation How, class A, class B>
[[gnu::always_inline]] inline bool compare_values(const A& a, const B& b) noexcept {
  using as = typename compared_as<number_in_t<A>, number_in_t<B>>::type;
  const auto left = value_in(a);
  const auto right = value_in(b);
  if (left.is_open() || right.is_open()) [[unlikely]]
    return decide_values<How, as>(left, right);
  return related<How>(static_cast<as>(left.plain()), static_cast<as>(right.plain()));
}

/// Of plain numbers of one type. An amount of a shift may have another.
template <operation What, class T, class U>
constexpr T compute(T a, U b) {
  if constexpr (What == operation::add)
    return a + b;
  else if constexpr (What == operation::subtract)
    return a - b;
  else if constexpr (What == operation::multiply)
    return a * b;
  else if constexpr (What == operation::divide)
    return a / b;
  else if constexpr (What == operation::remainder)
    return a % b;
  else if constexpr (What == operation::bit_and)
    return a & b;
  else if constexpr (What == operation::bit_or)
    return a | b;
  else if constexpr (What == operation::bit_xor)
    return a ^ b;
  else if constexpr (What == operation::shift_left)
    return a << b;
  else
    return a >> b;
}

template <operation What, class T, class U, class A, class B>
[[gnu::cold, gnu::noinline]] value<T> operate(A a, B b) noexcept {
  const auto left = operand_of<T>(a);
  const auto right = operand_of<U>(b);
  const auto kind = kind_of(What, type_of<T>, type_of<U>);
  return value<T>::open(korat_operate(left.term, left.bits, right.term, right.bits, kind));
}

template <operation What, class T, class A>
[[gnu::cold, gnu::noinline]] value<T> operate_alone(value<A> a) noexcept {
  return value<T>::open(korat_operate(operand_of<T>(a).term, 0, 0, 0, kind_of(What, type_of<T>, type_of<T>)));
}

/// T and U are what the operands are converted to; the result is a T.
template <operation What, class T, class U, class A, class B>
[[gnu::always_inline]] inline value<T> combine(const A& a, const B& b) noexcept {
  const auto left = value_in(a);
  const auto right = value_in(b);
  if (left.is_open() || right.is_open()) [[unlikely]]
    return operate<What, T, U>(left, right);
  return compute<What, T, U>(static_cast<T>(left.plain()), static_cast<U>(right.plain()));
}

template <class A, class B>
using both_as = decltype(number_in_t<A>{} + number_in_t<B>{});
template <class A>
using promoted = decltype(+number_in_t<A>{});

}  // namespace detail

template <class A, detail::compares_with<A> B>
[[gnu::always_inline]] inline bool operator==(const A& a, const B& b) noexcept {
  return detail::compare_values<detail::relation::equal>(a, b);
}
template <class A, detail::compares_with<A> B>
[[gnu::always_inline]] inline bool operator<(const A& a, const B& b) noexcept {
  return detail::compare_values<detail::relation::less>(a, b);
}
template <class A, detail::compares_with<A> B>
[[gnu::always_inline]] inline bool operator<=(const A& a, const B& b) noexcept {
  return detail::compare_values<detail::relation::less_or_equal>(a, b);
}
template <class A, detail::compares_with<A> B>
[[gnu::always_inline]] inline bool operator>(const A& a, const B& b) noexcept {
  return detail::compare_values<detail::relation::greater>(a, b);
}
template <class A, detail::compares_with<A> B>
[[gnu::always_inline]] inline bool operator>=(const A& a, const B& b) noexcept {
  return detail::compare_values<detail::relation::greater_or_equal>(a, b);
}

template <class A, detail::computes_with<A> B>
auto operator+(const A& a, const B& b) noexcept {
  return detail::combine<detail::operation::add, detail::both_as<A, B>, detail::both_as<A, B>>(a, b);
}
template <class A, detail::computes_with<A> B>
auto operator-(const A& a, const B& b) noexcept {
  return detail::combine<detail::operation::subtract, detail::both_as<A, B>, detail::both_as<A, B>>(a, b);
}
template <class A, detail::computes_with<A> B>
auto operator*(const A& a, const B& b) noexcept {
  return detail::combine<detail::operation::multiply, detail::both_as<A, B>, detail::both_as<A, B>>(a, b);
}
template <class A, detail::computes_with<A> B>
auto operator/(const A& a, const B& b) noexcept {
  return detail::combine<detail::operation::divide, detail::both_as<A, B>, detail::both_as<A, B>>(a, b);
}
template <class A, detail::computes_with<A> B>
auto operator%(const A& a, const B& b) noexcept {
  return detail::combine<detail::operation::remainder, detail::both_as<A, B>, detail::both_as<A, B>>(a, b);
}
template <class A, detail::computes_with<A> B>
auto operator&(const A& a, const B& b) noexcept {
  return detail::combine<detail::operation::bit_and, detail::both_as<A, B>, detail::both_as<A, B>>(a, b);
}
template <class A, detail::computes_with<A> B>
auto operator|(const A& a, const B& b) noexcept {
  return detail::combine<detail::operation::bit_or, detail::both_as<A, B>, detail::both_as<A, B>>(a, b);
}
template <class A, detail::computes_with<A> B>
auto operator^(const A& a, const B& b) noexcept {
  return detail::combine<detail::operation::bit_xor, detail::both_as<A, B>, detail::both_as<A, B>>(a, b);
}
template <class A, detail::computes_with<A> B>
auto operator<<(const A& a, const B& b) noexcept {
  return detail::combine<detail::operation::shift_left, detail::promoted<A>, detail::promoted<B>>(a, b);
}
template <class A, detail::computes_with<A> B>
auto operator>>(const A& a, const B& b) noexcept {
  return detail::combine<detail::operation::shift_right, detail::promoted<A>, detail::promoted<B>>(a, b);
}

template <std::integral T>
value<decltype(+T{})> operator+(const value<T>& a) noexcept {
  return a;
}
template <std::integral T>
value<decltype(+T{})> operator-(const value<T>& a) noexcept {
  using as = decltype(+T{});
  if (a.is_open()) [[unlikely]]
    return detail::operate_alone<detail::operation::negate, as>(a);
  return -static_cast<as>(a.plain());
}
template <std::integral T>
value<decltype(+T{})> operator~(const value<T>& a) noexcept {
  using as = decltype(+T{});
  if (a.is_open()) [[unlikely]]
    return detail::operate_alone<detail::operation::complement, as>(a);
  return ~static_cast<as>(a.plain());
}

}  // namespace korat
