// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Field domains: the values a field may take, in the order the search takes them.
//
//   between(0, n)                            integers, both ends included
//   exactly(n)                               one value
//   one_of(2, 3, 5), one_of(vector)          listed values of any type: numbers, characters, strings, bool, ...
//   enumerators<color::red, color::black>    listed enumerators, which print by name
//   any_bool                                 false, true
//   nodes                                    an object set (see finitization.hpp): null, then its objects
//   nodes.without_null()                     only its objects
//   nodes.part<&node::link>()                the part of each of its objects, for a pointer to that part
//   nodes.tagged<1>()                        the same with low bits set, for a pointer or integer that keeps a mark
//   any_of(inner_nodes, leaves)              objects of several sets, or several parts of one set, for one pointer
//   optional_of(between(1, 3))               for a std::optional: nothing, then the values
//   each_of(nodes)                           for an array<node*>: all objects of the set, in order, nothing to search
//   vector_of(elements, between(0, n))       for an array<T> or a std::vector<T>: each element, and its length
//   sequences_of<std::string>(one_of('a', 'b'), between(0, n))   all strings, or containers, of these elements, listed
//   variant_of(between(0, 3), any_bool)      for a std::variant: each alternative with the values of its domain

#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "korat/detail/erasure.hpp"
#include "korat/detail/names.hpp"
#include "korat/detail/place.hpp"
#include "korat/error.hpp"

namespace korat {

namespace detail {

/// bool and characters count as the integers they are.
template <std::integral T>
constexpr auto integer(T value) {
  if constexpr (std::is_signed_v<T>)
    return static_cast<std::int64_t>(value);
  else
    return static_cast<std::uint64_t>(value);
}

}  // namespace detail

struct range_domain {
  std::int64_t low;
  std::int64_t high;
};

/// The integers from `low` to `high`, both included.
template <std::integral Low, std::integral High>
constexpr range_domain between(Low low, High high) {
  if (!std::in_range<std::int64_t>(detail::integer(low)) || !std::in_range<std::int64_t>(detail::integer(high)))
    throw finitization_error(
        "between(): an end of the range does not fit 64 signed bits; list the values with one_of()");
  return {static_cast<std::int64_t>(low), static_cast<std::int64_t>(high)};
}

template <class T>
struct list_domain {
  std::vector<T> values;
  std::vector<std::string> names;  // empty, or one for each value
};

template <class T>
list_domain<T> one_of(std::vector<T> values) {
  return {std::move(values), {}};
}
template <class First, class... Rest>
auto one_of(First first, Rest... rest) {
  using value = std::common_type_t<First, Rest...>;
  return list_domain<value>{{static_cast<value>(first), static_cast<value>(rest)...}, {}};
}
template <class T>
list_domain<T> exactly(T value) {
  return {{value}, {}};
}

// No list_domain themselves: those would be variables to be initialised in every file, and Clang's link-time
// optimisation loses such a one where the library has it too.
template <auto First, auto... Rest>
struct enumerator_domain {
  operator list_domain<decltype(First)>() const {
    return {{First, Rest...}, {std::string(detail::value_name<First>()), std::string(detail::value_name<Rest>())...}};
  }
};
template <auto First, auto... Rest>
inline constexpr enumerator_domain<First, Rest...> enumerators{};

struct bool_domain {
  operator list_domain<bool>() const;
};
inline constexpr bool_domain any_bool{};

/// For a std::optional: no value, then those of the domain.
template <class Values>
struct optional_of {
  explicit optional_of(Values domain) : values(std::move(domain)) {}
  Values values;
};

/// For a std::variant: a domain for each alternative, in their order.
template <class... Domains>
struct variant_of {
  explicit variant_of(Domains... domains) : alternatives(std::move(domains)...) {}
  std::tuple<Domains...> alternatives;
};

enum class null_value { included, excluded };

template <class T, auto Part>
class object_parts;
template <class Set, std::uintptr_t Bits>
class tagged_objects;

/// Some objects of class T, made by a finitization. A value to hand around: it names the set, it does not hold it.
template <class T>
class object_set {
 public:
  object_set with_null() const { return {of_, id_, null_value::included}; }
  object_set without_null() const { return {of_, id_, null_value::excluded}; }
  /// The member of each object, or what a function returns a reference to: for intrusive structures, whose pointers
  /// lead to a hook within the object.
  template <auto Part>
  object_parts<T, Part> part() const {
    return object_parts<T, Part>(*this);
  }
  /// With these low bits set in every pointer, null too: for structures that keep a colour or a mark there.
  template <std::uintptr_t Bits>
  tagged_objects<object_set, Bits> tagged() const {
    return tagged_objects<object_set, Bits>(*this);
  }
  null_value null() const noexcept { return null_; }

 private:
  friend struct detail::erasure;
  object_set(const void* of, std::size_t id, null_value null) : of_(of), id_(id), null_(null) {}

  const void* of_;  // the finitization it belongs to
  std::size_t id_;
  null_value null_;
};

template <class T, auto Part>
class object_parts : public object_set<T> {
 public:
  explicit object_parts(const object_set<T>& whole) : object_set<T>(whole) {}
  object_parts with_null() const { return object_parts(object_set<T>::with_null()); }
  object_parts without_null() const { return object_parts(object_set<T>::without_null()); }
  template <std::uintptr_t Bits>
  tagged_objects<object_parts, Bits> tagged() const {
    return tagged_objects<object_parts, Bits>(*this);
  }
};

template <class Set, std::uintptr_t Bits>
class tagged_objects : public Set {
 public:
  explicit tagged_objects(const Set& plain) : Set(plain) {}
  tagged_objects with_null() const { return tagged_objects(Set::with_null()); }
  tagged_objects without_null() const { return tagged_objects(Set::without_null()); }
};

namespace detail {

/// What a reference to an object of the set points to, with which low bits set, and how that is told from other
/// references to the same object.
template <class Set>
struct target;
template <class T>
struct target<object_set<T>> {
  using type = T;
  static constexpr std::uintptr_t bits = 0;
  static T* in(void* object) { return static_cast<T*>(object); }
  static std::string name() { return {}; }
};
template <class T, auto Part>
struct target<object_parts<T, Part>> {
  using type = typename place_traits<decltype(Part)>::type;
  static constexpr std::uintptr_t bits = 0;
  static type* in(void* object) { return &place_in<Part>(*static_cast<T*>(object)); }
  static std::string name() { return "." + std::string(value_name<Part>()); }
};
template <class Set, std::uintptr_t Bits>
struct target<tagged_objects<Set, Bits>> {
  using type = typename target<Set>::type;
  static constexpr std::uintptr_t bits = Bits;
  static_assert(Bits < alignof(type), "a pointer to this type has no such bits to spare");
  static type* in(void* object) { return target<Set>::in(object); }
  static std::string name() { return target<Set>::name() + (Bits == 0 ? "" : "+" + std::to_string(Bits)); }
};
template <class Set>
inline constexpr bool is_tagged = false;
template <class Set, std::uintptr_t Bits>
inline constexpr bool is_tagged<tagged_objects<Set, Bits>> = true;

/// The set that a part or a tagged set is of.
template <class T>
object_set<T> whole_of(const object_set<T>&);
template <class Set>
using whole_objects = decltype(whole_of(std::declval<Set>()));

template <class T>
concept set_of_objects = requires {
  typename target<T>::type;
};
template <class T>
inline constexpr bool refers_to_objects = set_of_objects<T>;

}  // namespace detail

/// Objects of several sets, or several parts of one, in the order named; null if any of the sets includes it.
template <class... Sets>
struct object_union {
  std::tuple<Sets...> sets;
};
template <class... Sets>
inline constexpr bool detail::refers_to_objects<object_union<Sets...>> = true;
template <detail::set_of_objects... Sets>
object_union<Sets...> any_of(Sets... sets) {
  return {{sets...}};
}

/// A fixed list of all objects of a set: element i of the array is object i. Being in it does not count as a use, so
/// the objects stay interchangeable for everything else.
template <class T>
struct each_of {
  explicit each_of(object_set<T> objects) : set(objects) {}
  object_set<T> set;
};

/// For an array<T>: the domain of each element, and the lengths to search.
template <class Elements>
struct array_domain {
  Elements elements;
  range_domain length;
};
template <class Elements>
class array_of {
 public:
  explicit array_of(Elements elements) : elements_(std::move(elements)) {}
  array_domain<Elements> with_length(range_domain length) const { return {elements_, length}; }
  template <std::integral Length>
  array_domain<Elements> with_length(Length length) const {
    return with_length(between(length, length));
  }
  /// exactly(n): a list of one.
  template <std::integral Length>
  array_domain<Elements> with_length(const list_domain<Length>& length) const {
    if (length.values.size() != 1)
      throw finitization_error("with_length() takes a length, exactly(length) or between(low, high)");
    return with_length(length.values.front());
  }

 private:
  Elements elements_;
};

/// The same in one call: vector_of(nodes, between(0, 3)).
template <class Elements>
array_domain<Elements> vector_of(Elements elements, range_domain length) {
  return {std::move(elements), length};
}
template <class Elements, class Length>
array_domain<Elements> vector_of(Elements elements, const Length& length) {
  return array_of<Elements>(std::move(elements)).with_length(length);
}

namespace detail {

template <class T>
std::vector<T> values_of(const list_domain<T>& list) {
  return list.values;
}
template <auto First, auto... Rest>
std::vector<decltype(First)> values_of(const enumerator_domain<First, Rest...>&) {
  return {First, Rest...};
}
std::vector<bool> values_of(bool_domain);
std::vector<std::int64_t> values_of(const range_domain&);

inline constexpr std::size_t most_sequences = 1'000'000;

}  // namespace detail

/// All containers or strings whose elements are of the domain and whose length is in the range, the short ones first:
/// values of one field, for members whose elements are not searched one by one.
template <class Sequence, class Elements>
list_domain<Sequence> sequences_of(const Elements& elements, range_domain length) {
  const auto values = detail::values_of(elements);
  list_domain<Sequence> all;
  std::vector<Sequence> longest = {Sequence()};
  for (std::int64_t n = 0; n <= length.high && !longest.empty(); ++n) {
    if (n >= length.low) all.values.insert(all.values.end(), longest.begin(), longest.end());
    if (n == length.high) break;
    if (longest.size() > detail::most_sequences / (values.empty() ? 1 : values.size()))
      throw finitization_error(
          "sequences_of(): there are more than a million of them; a std::vector is searched element by element with "
          "vector_of()");
    std::vector<Sequence> longer;
    for (const auto& beginning : longest)
      for (const auto& value : values) {
        longer.push_back(beginning);
        longer.back().insert(longer.back().end(), static_cast<typename Sequence::value_type>(value));
      }
    longest = std::move(longer);
  }
  return all;
}

}  // namespace korat
