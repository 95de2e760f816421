// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A finitization bounds a class: how many objects there are of each class, and which values each member may take.
//
//   korat::finitization<tree> bounds;
//   auto nodes = bounds.objects<node>(5);
//   bounds.set<&tree::root>(nodes)
//         .set<&tree::size>(korat::between(0, 5))
//         .set<&node::left>(nodes)
//         .set<&node::right>(nodes);
//
// Members are named as template arguments, so the compiler checks their types and tells us their names; the
// finitization is thereby also the description of the classes that printing, JSON and pictures use. A private member
// is named where the language allows it: in a static function of its class, or a friend (private_member.hpp has a way
// into classes of others). Where a member is part of a member, a function that returns a reference to it takes the
// place of its name. The order of the calls is the order of the fields in the candidate vector.

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include "korat/array.hpp"
#include "korat/choose.hpp"
#include "korat/detail/bounds.hpp"
#include "korat/domain.hpp"
#include "korat/error.hpp"
#include "korat/field.hpp"
#include "korat/private_member.hpp"

namespace korat {

enum class isomorphism {
  broken,  ///< the objects of the set are interchangeable: one of each group of isomorphic structures is generated
  kept,    ///< the objects are told apart, as if each had a name
};

template <class T>
struct object_options {
  isomorphism symmetry = isomorphism::broken;
  null_value null = null_value::included;
  /// Called once for each new object: a place to set members that are not searched.
  std::function<void(T& object, std::uint32_t index)> initialize = {};
};

namespace detail {

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
  using element = Place;
};

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
  static_assert(sizeof(std::unique_ptr<T, Deleter>) == sizeof(void*), "the deleter of a searched unique_ptr has no state");
};
/// A shared_ptr is its pointer, then what counts the owners. The second stays empty, so the objects keep belonging to the
/// search: copies count nothing and the last one deletes nothing.
template <class T>
struct pointer_in<std::shared_ptr<T>> {
  using type = T*;
  static_assert(!std::is_array_v<T> && sizeof(std::shared_ptr<T>) == 2 * sizeof(void*), "a shared_ptr to one object");
};
template <class V>
concept reference = requires { typename pointer_in<V>::type; };

template <class V>
inline constexpr bool is_bitwise =
    std::is_trivially_copyable_v<V> && (sizeof(V) == 1 || sizeof(V) == 2 || sizeof(V) == 4 || sizeof(V) == 8);

template <class V>
field_value show(const V& v) {
  if constexpr (std::is_same_v<V, bool>) return v;
  else if constexpr (std::is_same_v<V, char>) return std::string(1, v);
  else if constexpr (std::is_enum_v<V>) return show(static_cast<std::underlying_type_t<V>>(v));
  else if constexpr (std::is_floating_point_v<V>) return static_cast<double>(v);
  else if constexpr (std::is_unsigned_v<V>) return static_cast<std::uint64_t>(v);
  else if constexpr (std::is_integral_v<V>) return static_cast<std::int64_t>(v);
  else if constexpr (std::is_convertible_v<V, std::string_view>) return std::string(std::string_view(v));
  else if constexpr (requires { v.has_value(); *v; }) return v.has_value() ? show(*v) : field_value(null_reference{});
  else return std::string("?");
}

/// Whether a listed number is the same number as a V. (Other types convert by their own rules.)
template <class V, class T>
bool fits(const T& listed) {
  if constexpr (std::is_integral_v<T> && std::is_integral_v<V>) {
    return std::in_range<decltype(integer(V()))>(integer(listed)) && static_cast<T>(static_cast<V>(listed)) == listed;
  } else if constexpr (std::is_floating_point_v<T> && std::is_integral_v<V>) {
    constexpr auto low = static_cast<T>(std::numeric_limits<V>::lowest());
    const auto above = std::ldexp(T(1), std::numeric_limits<V>::digits);
    return listed >= low && listed < above && std::trunc(listed) == listed;
  } else if constexpr (std::is_integral_v<T> && std::is_floating_point_v<V>) {
    return static_cast<long double>(static_cast<V>(listed)) == static_cast<long double>(listed);
  } else if constexpr (std::is_floating_point_v<T> && std::is_floating_point_v<V>) {
    return !std::isfinite(listed) || std::isfinite(static_cast<V>(listed));  // the nearest will do
  } else {
    return true;
  }
}

/// What is not equal to itself is NaN, and all NaN are one value.
template <class V>
bool same_value(const V& a, const V& b) { return a == b || (!(a == a) && !(b == b)); }

template <class V>
value_source plain_source(std::uint64_t count) {
  value_source source;
  source.width = sizeof(V);
  source.bitwise = is_bitwise<V>;
  source.count = count;
  source.copy = [](void* to, const void* from) { *static_cast<V*>(to) = *static_cast<const V*>(from); };
  if constexpr (std::is_integral_v<V> && !std::is_same_v<V, bool>)
    source.integer = std::is_signed_v<V> ? value_source::number::is_signed : value_source::number::is_unsigned;
  return source;
}

template <class V>
value_source source_of(const range_domain& range, const bounds& in, const std::string& member) {
  static_assert(std::is_integral_v<V> || std::is_enum_v<V>, "between() bounds integers and enums; list other values with one_of()");
  using integer = typename std::conditional_t<std::is_enum_v<V>, std::underlying_type<V>, std::type_identity<V>>::type;
  if (range.low > range.high)
    reject(in, member, "no value lies between " + std::to_string(range.low) + " and " + std::to_string(range.high));
  if constexpr (std::is_same_v<integer, bool>) {
    if (range.low < 0 || range.high > 1) reject(in, member, "a bool is only 0 or 1");
  } else if (!std::in_range<std::conditional_t<std::is_same_v<integer, char>, signed char, integer>>(range.low) ||
             !std::in_range<std::conditional_t<std::is_same_v<integer, char>, signed char, integer>>(range.high)) {
    reject(in, member, "between(" + std::to_string(range.low) + ", " + std::to_string(range.high) + ") does not fit its type");
  }
  const auto steps = static_cast<std::uint64_t>(range.high) - static_cast<std::uint64_t>(range.low);
  if (steps >= most_values) reject(in, member, too_many_values(steps));
  auto source = plain_source<V>(steps + 1);
  source.is_range = true;
  const auto at = [low = range.low](std::uint32_t index) { return static_cast<V>(static_cast<integer>(low + index)); };
  source.store = [at](void* place, std::uint32_t index) { *static_cast<V*>(place) = at(index); };
  source.show = [at](std::uint32_t index) { return show(at(index)); };
  source.find = [range](const void* place) {
    const auto value = detail::integer(static_cast<integer>(*static_cast<const V*>(place)));
    const bool within = std::cmp_greater_equal(value, range.low) && std::cmp_less_equal(value, range.high);
    return within ? static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(range.low) : value_source::no_value;
  };
  return source;
}

template <class V, class T>
value_source source_of(const list_domain<T>& list, const bounds& in, const std::string& member) {
  static_assert(std::is_convertible_v<const T&, V> || (std::is_arithmetic_v<T> && std::is_arithmetic_v<V>),
                "the listed values do not convert to the member's type");
  if (list.values.empty()) reject(in, member, "the list of its values is empty");
  // The list itself is kept, so that a member that only refers to its value (a string_view) stays valid.
  const auto kept = std::make_shared<const std::vector<T>>(list.values);
  const auto values = std::make_shared<std::vector<std::pair<V, field_value>>>();
  for (std::size_t i = 0; i < kept->size(); ++i) {
    if (!fits<V>((*kept)[i])) reject(in, member, "a listed value does not fit its type");
    V converted = static_cast<V>((*kept)[i]);
    if constexpr (requires { converted == converted; }) {
      for (const auto& earlier : *values)
        if (same_value(earlier.first, converted)) reject(in, member, "a value is listed twice, which would generate every structure twice");
    }
    field_value printed = i < list.names.size() ? field_value(symbol{list.names[i]}) : show(converted);
    values->emplace_back(std::move(converted), std::move(printed));
  }
  auto source = plain_source<V>(values->size());
  source.store = [kept, values](void* place, std::uint32_t index) { *static_cast<V*>(place) = (*values)[index].first; };
  source.show = [values](std::uint32_t index) { return (*values)[index].second; };
  source.find = [values](const void* place) {
    if constexpr (requires(const V& v) { v == v; }) {
      for (std::uint64_t i = 0; i < values->size(); ++i)
        if (same_value((*values)[i].first, *static_cast<const V*>(place))) return i;
    }
    return value_source::no_value;
  };
  return source;
}

template <class V>
value_source source_of(const bool_domain& both, const bounds& in, const std::string& member) {
  return source_of<V>(list_domain<bool>(both), in, member);
}

/// Tells whether a pointer leads to an object of exactly this class; null when its type cannot tell.
template <class Pointer, class Object>
constexpr auto leads_to() -> bool (*)(const void*) {
  using base = std::remove_cv_t<std::remove_pointer_t<Pointer>>;
  if constexpr (std::is_polymorphic_v<base>)
    return [](const void* p) { return typeid(*static_cast<const base*>(p)) == typeid(Object); };
  else
    return nullptr;
}

/// What refers to objects of these sets: a pointer, or where all are tagged, a number with the bits of one.
template <class V, class... Sets>
struct referring {};
template <reference V, class... Sets>
struct referring<V, Sets...> : pointer_in<V> {};
template <class... Sets>
  requires(is_tagged<Sets> && ...)
struct referring<std::uintptr_t, Sets...> {
  using type = std::uintptr_t;
};

template <class Reference, class Set>
void refer(void* place, void* object) {
  if constexpr (std::is_pointer_v<Reference>) {
    Reference pointer = target<Set>::in(object);
    if constexpr (target<Set>::bits != 0)
      pointer = reinterpret_cast<Reference>(reinterpret_cast<std::uintptr_t>(pointer) | target<Set>::bits);
    *static_cast<Reference*>(place) = pointer;
  } else {
    *static_cast<Reference*>(place) = reinterpret_cast<std::uintptr_t>(target<Set>::in(object)) | target<Set>::bits;
  }
}

/// A smart pointer V that owns an object of its own: all shared ones of an object share its count of owners.
template <class V, class Set>
void own(void* place, void* object, std::shared_ptr<void>& owners) {
  if (object == nullptr) return static_cast<V*>(place)->reset();
  auto* const pointed = target<Set>::in(object);
  if constexpr (requires(V& v) { v.use_count(); }) {
    using whole = typename target<whole_objects<Set>>::type;
    if (owners == nullptr) owners = std::shared_ptr<whole>(static_cast<whole*>(object));
    *static_cast<V*>(place) = V(owners, pointed);
  } else {
    static_cast<V*>(place)->reset(pointed);
  }
}

template <class V, class Reference, class Set>
void add_segment(value_source& to, const Set& set) {
  static_assert(!std::is_pointer_v<Reference> || std::is_convertible_v<typename target<Set>::type*, Reference>,
                "objects of this set do not convert to the member's pointer type");
  constexpr auto bits = target<Set>::bits;
  bool (*leads_here)(const void*) = nullptr;
  if constexpr (std::is_pointer_v<Reference> && bits == 0) leads_here = leads_to<Reference, typename target<Set>::type>();
  to.tagged = to.tagged || bits != 0;
  to.segments.push_back({set.id(), refer<Reference, Set>, leads_here, target<Set>::name()});
  if constexpr (bits == 0 && std::is_class_v<V>) {
    to.segments.back().own = own<V, Set>;
    to.segments.back().shared = requires(V& v) { v.use_count(); };
  }
  const bool known = std::find(to.nulls.begin(), to.nulls.end(), bits) != to.nulls.end();
  if (set.null() == null_value::included && !known) to.nulls.push_back(bits);
}

template <class V, class... Sets>
value_source source_of(const object_union<Sets...>& sets, const bounds& in, const std::string& member) {
  static_assert(requires { typename referring<V, Sets...>::type; },
                "objects are referred to by pointers: T*, std::unique_ptr or std::shared_ptr");
  using type = typename referring<V, Sets...>::type;
  value_source source;
  source.width = sizeof(type);
  source.bitwise = true;
  std::apply(
      [&](const auto&... set) {
        if (((set.of() != in.identity.get()) || ...)) reject(in, member, "its object set belongs to another finitization");
        (add_segment<V, type>(source, set), ...);
      },
      sets.sets);
  return source;
}
template <class V, set_of_objects Set>
value_source source_of(const Set& set, const bounds& in, const std::string& member) {
  return source_of<V>(any_of(set), in, member);
}

template <class V, class Values>
value_source source_of(const optional_of<Values>& domain, const bounds& in, const std::string& member) {
  static_assert(requires { typename V::value_type; V(std::nullopt); }, "optional_of() bounds a std::optional");
  static_assert(!set_of_objects<Values>, "a pointer has a null of its own: leave the std::optional around it out");
  using inner = typename V::value_type;
  const auto values = std::make_shared<const value_source>(source_of<inner>(domain.values, in, member));
  auto source = plain_source<V>(values->count + 1);
  source.store = [values](void* place, std::uint32_t index) {
    auto& there = *static_cast<V*>(place);
    if (index == 0) return there.reset();
    if (!there.has_value()) there.emplace();
    values->store(&*there, index - 1);
  };
  source.show = [values](std::uint32_t index) {
    return index == 0 ? field_value(null_reference{}) : values->show(index - 1);
  };
  source.find = [values](const void* place) -> std::uint64_t {
    const auto& there = *static_cast<const V*>(place);
    if (!there.has_value()) return 0;
    const auto index = values->find(&*there);
    return index == value_source::no_value ? index : index + 1;
  };
  return source;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdelete-non-virtual-dtor"  // it is exactly a T

template <class T>
void delete_object(void* object) {
  delete static_cast<T*>(object);
}

#pragma GCC diagnostic pop

}  // namespace detail

template <class Root>
class finitization {
 public:
  static_assert(std::is_default_constructible_v<Root>, "the search makes its root object by the default constructor");

  explicit finitization(std::string name = std::string(detail::type_name<Root>())) {
    bounds_.name = std::move(name);
    add_class<Root>(1, {});
  }

  /// `count` objects of class T.
  template <class T>
  object_set<T> objects(std::int64_t count, object_options<T> options = {}) {
    static_assert(std::is_default_constructible_v<T>, "the search makes its objects by the default constructor");
    const std::string name(detail::type_name<T>());
    if (count < 0) detail::reject(bounds_, name, "a set cannot have " + std::to_string(count) + " objects");
    if (count > max_objects) detail::reject(bounds_, name, std::to_string(count) + " objects are more than the " + std::to_string(max_objects) + " a set may have");
    const auto null = options.null;
    return {bounds_.identity.get(), add_class<T>(static_cast<std::uint32_t>(count), std::move(options)), null};
  }

  /// The root, for pointers that lead back to it. It is always there: no null, and nothing to break isomorphism on.
  object_set<Root> root() const { return {bounds_.identity.get(), 0, null_value::excluded}; }

  /// Binds a member, in every object that has it, to a domain (domain.hpp).
  template <auto Member, class Domain>
  finitization& set(const Domain& domain) {
    using traits = detail::place_traits<decltype(Member)>;
    using held = detail::held<typename traits::type>;
    static_assert(held::form != detail::binding::shape::searched_array,
                  "an array<T> is bound with array_of(elements).with_length(between(...))");
    auto b = new_binding<Member>();
    b.values = detail::source_of<typename held::value>(domain, bounds_, member_name(b));
    b.elements = held::elements;
    return add(std::move(b));
  }

  /// The same for a private member of a class of others, by the name it was given (private_member.hpp).
  template <class Name, class Domain>
  finitization& set(const Domain& domain) {
    set<&detail::private_place<Name>>(domain);
    bounds_.bindings.back().name = detail::type_name<Name>();
    bounds_.bindings.back().named_by = detail::binding::naming::alias;
    return *this;
  }

  template <auto Member, class Elements>
  finitization& set(const array_domain<Elements>& domain) {
    auto b = new_array<Member>(domain.length);
    using held = detail::held<typename detail::place_traits<decltype(Member)>::type>;
    b.values = detail::source_of<typename held::value>(domain.elements, bounds_, member_name(b));
    return add(std::move(b));
  }

  template <auto Member, class T>
  finitization& set(const each_of<T>& objects) {
    const bool ours = objects.set.of() == bounds_.identity.get();  // else source_of() rejects it
    const auto count = ours ? bounds_.classes[objects.set.id()].count : 0;
    auto b = new_array<Member>(between(count, count));
    using held = detail::held<typename detail::place_traits<decltype(Member)>::type>;
    b.values = detail::source_of<typename held::value>(objects.set.without_null(), bounds_, member_name(b));
    b.values.one_each = true;
    return add(std::move(b));
  }

  /// Says that a member is meant to have no domain: it is read, and keeps the value that the constructor gave it.
  template <auto Member>
  finitization& keep() {
    bounds_.kept.push_back(new_binding<Member>());
    return *this;
  }
  template <class Name>
  finitization& keep() { return keep<&detail::private_place<Name>>(); }

  /// Where the predicate accepts a structure and has not read this bound member, the member is no part of the structure:
  /// it holds its first value, and the others are not generated. For the part of a union or variant that is not in use.
  template <auto Member>
  finitization& leave_unread() {
    for (auto& b : bounds_.bindings)
      if (b.key == typeid(key<Member>*)) return b.only_if_read = true, *this;
    detail::reject(bounds_, member_name(named<Member>()), "it has no domain yet: set it first");
  }
  template <class Name>
  finitization& leave_unread() { return leave_unread<&detail::private_place<Name>>(); }

  /// Room for what the predicate chooses itself (korat/choose.hpp): `count` choices in a run, each of at most `values`
  /// values. In the candidate vector they stand where this is called, as objects do.
  finitization& choices(std::int64_t count, std::int64_t values) {
    objects<detail::choice_slot>(count, {.symmetry = isomorphism::kept});
    bounds_.classes.back().name = "choice";
    bounds_.classes.back().chosen = true;
    return set<&detail::choice_slot::value>(between(0, values - 1));
  }

  const detail::bounds& erased() const noexcept { return bounds_; }

 private:
  static constexpr std::int64_t max_objects = 100'000'000;

  static std::string member_name(const detail::binding& b) { return b.class_name + "::" + b.name; }

  template <auto Member>
  detail::binding new_array(const range_domain& length) {
    using type = typename detail::place_traits<decltype(Member)>::type;
    using held = detail::held<type>;
    static_assert(held::form == detail::binding::shape::searched_array, "only an array<T> has a length to search");
    using element = typename held::element;
    auto b = new_binding<Member>();
    b.length = detail::source_of<std::int32_t>(length, bounds_, member_name(b));
    if (length.low < 0) detail::reject(bounds_, member_name(b), "an array cannot have a negative length");
    b.elements = static_cast<std::size_t>(length.high);
    b.element_alignment = alignof(element);
    b.construct_element = [](void* place) { ::new (place) element(); };
    b.destroy_element = [](void* e) { static_cast<element*>(e)->~element(); };
    b.lend = [](void* a, void* room, std::size_t count) { static_cast<type*>(a)->lend({static_cast<element*>(room), count}); };
    b.length_field = [](void* a) -> void* { return &static_cast<type*>(a)->length(); };
    b.elements_in = [](const void* a) -> const void* { return static_cast<const type*>(a)->begin(); };
    b.room_in = [](const void* a) { return static_cast<const type*>(a)->room(); };
    b.resize = [](void* a, std::int32_t count) { static_cast<type*>(a)->resize(count); };
    return b;
  }

  template <class T>
  std::size_t add_class(std::uint32_t count, object_options<T> options) {
    detail::object_class c;
    c.name = detail::type_name<T>();
    c.full_name = detail::full_type_name<T>();
    c.count = count;
    c.told_apart = options.symmetry == isomorphism::kept;
    c.size = sizeof(T);
    c.alignment = alignof(T);
    c.plain_bytes = std::is_trivially_destructible_v<T>;
    c.construct = [](void* place) { ::new (place) T(); };
    c.destroy = [](void* object) { static_cast<T*>(object)->~T(); };
    c.throw_pointer = [](void* object) { throw static_cast<T*>(object); };
    if constexpr (requires(T* t) { new T(); delete t; }) {
      c.make = []() -> void* { return new T(); };
      c.free = detail::delete_object<T>;
    }
    if (options.initialize)
      c.initialize = [f = std::move(options.initialize)](void* object, std::uint32_t i) { f(*static_cast<T*>(object), i); };
    bounds_.classes.push_back(std::move(c));
    return bounds_.classes.size() - 1;
  }

  template <auto Member>
  struct key;  // one type for each member

  finitization& add(detail::binding b) {
    bounds_.bindings.push_back(std::move(b));
    return *this;
  }

  template <auto Member>
  static detail::binding named() {
    detail::binding b;
    b.class_name = detail::type_name<typename detail::place_traits<decltype(Member)>::owner>();
    b.name = detail::value_name<Member>();
    if (!std::is_member_object_pointer_v<decltype(Member)>) b.named_by = detail::binding::naming::function;
    b.key = typeid(key<Member>*);
    return b;
  }

  template <auto Member>
  detail::binding new_binding() const {
    using traits = detail::place_traits<decltype(Member)>;
    using owner = typename traits::owner;
    auto b = named<Member>();
    b.form = detail::held<typename traits::type>::form;
    b.is_field = detail::held<typename traits::type>::is_field;
    b.stride = sizeof(typename detail::held<typename traits::type>::value);
    b.extent = sizeof(typename traits::type);
    b.locate = [](void (*throw_pointer)(void*), void* object) -> std::optional<void*> {
      try {
        throw_pointer(object);
      } catch (owner* o) {
        return std::addressof(detail::place_in<Member>(*o));
      } catch (...) {  // an object of an unrelated class
      }
      return std::nullopt;
    };
    for (const auto& earlier : bounds_.bindings)
      if (earlier.key == b.key) detail::reject(bounds_, member_name(b), "it is bound twice");
    return b;
  }

  detail::bounds bounds_;
};

}  // namespace korat
