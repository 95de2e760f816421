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

#include <memory>
#include <new>
#include <optional>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include "korat/choose.hpp"
#include "korat/detail/bounds.hpp"
#include "korat/detail/erasure.hpp"
#include "korat/detail/held.hpp"
#include "korat/detail/value_sources.hpp"
#include "korat/domain.hpp"
#include "korat/error.hpp"
#include "korat/function.hpp"
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
  function<void(T& object, std::uint32_t index)> initialize = {};
};

/// How the objects of a class without a default constructor are made: made_by([] { return node(7); }).
template <class Factory>
struct made_by {
  explicit made_by(Factory factory) : make(std::move(factory)) {}
  Factory make;
};

namespace detail {

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
  explicit finitization(std::string name = std::string(detail::type_name<Root>())) {
    static_assert(std::is_default_constructible_v<Root>,
                  "the search makes its root object by the default constructor, or by a factory: made_by([] { return "
                  "Root(...); })");
    bounds_.name = std::move(name);
    add_class<Root>(1, {});
  }
  template <class Factory>
  explicit finitization(made_by<Factory> how, std::string name = std::string(detail::type_name<Root>())) {
    bounds_.name = std::move(name);
    make_by<Root>(add_class<Root>(1, {}), std::move(how.make));
  }

  /// `count` objects of class T.
  template <class T>
  object_set<T> objects(std::int64_t count, object_options<T> options = {}) {
    static_assert(std::is_default_constructible_v<T>,
                  "the search makes its objects by the default constructor, or as objects<T>(count, made_by([] { "
                  "return T(...); }))");
    return add_objects<T>(count, std::move(options));
  }
  /// The same, each made by a call of the factory.
  template <class T, class Factory>
  object_set<T> objects(std::int64_t count, made_by<Factory> how, object_options<T> options = {}) {
    const auto set = add_objects<T>(count, std::move(options));
    make_by<T>(detail::erasure::id(set), std::move(how.make));
    return set;
  }

  /// The root, for pointers that lead back to it. It is always there: no null, and nothing to break isomorphism on.
  object_set<Root> root() const {
    return detail::erasure::objects<Root>(bounds_.identity.get(), 0, null_value::excluded);
  }

  /// Binds a member, in every object that has it, to a domain (domain.hpp).
  template <auto Member, class Domain>
  finitization& set(const Domain& domain) {
    constexpr auto mistake = detail::mistake_in_binding<decltype(Member), Domain>();
    detail::say<mistake, Member>();
    if constexpr (mistake == detail::mistake::none) {
      using held = detail::held<typename detail::place_traits<decltype(Member)>::type>;
      auto b = new_binding<Member>();
      b.values = detail::source_of<typename held::value>(domain, bounds_, member_name(b));
      b.elements = held::elements;
      add(std::move(b));
    }
    return *this;
  }

  /// The same for a private member of a class of others, by the name it was given (private_member.hpp).
  template <class Name, class Domain>
  finitization& set(const Domain& domain) {
    set<&detail::private_place<Name>>(domain);
    bounds_.bindings.back().name = detail::type_name<Name>();
    bounds_.bindings.back().named_by = detail::binding::naming::alias;
    bounds_.bindings.back().hidden_member = detail::full_value_name<member_of(Name())>();
    return *this;
  }

  template <auto Member, class Elements>
  finitization& set(const array_domain<Elements>& domain) {
    constexpr auto mistake = detail::mistake_in_array<decltype(Member), Elements>();
    detail::say<mistake, Member>();
    if constexpr (mistake == detail::mistake::none) {
      auto b = new_array<Member>(domain.length);
      using access = detail::array_access<typename detail::place_traits<decltype(Member)>::type>;
      b.values = detail::source_of<typename access::value>(domain.elements, bounds_, member_name(b));
      add(std::move(b));
    }
    return *this;
  }

  template <auto Member, class T>
  finitization& set(const each_of<T>& objects) {
    constexpr auto mistake = detail::mistake_in_array<decltype(Member), object_set<T>>();
    detail::say<mistake, Member>();
    if constexpr (mistake == detail::mistake::none) {
      const bool ours = detail::erasure::owner(objects.set) == bounds_.identity.get();  // else source_of() rejects it
      const auto count = ours ? bounds_.classes[detail::erasure::id(objects.set)].count : 0;
      auto b = new_array<Member>(between(count, count));
      using access = detail::array_access<typename detail::place_traits<decltype(Member)>::type>;
      b.values = detail::source_of<typename access::value>(objects.set.without_null(), bounds_, member_name(b));
      b.values.one_each = true;
      add(std::move(b));
    }
    return *this;
  }

  /// Says that a member is meant to have no domain: it is read, and keeps the value that the constructor gave it.
  template <auto Member>
  finitization& keep() {
    bounds_.kept.push_back(new_binding<Member>());
    return *this;
  }
  template <class Name>
  finitization& keep() {
    return keep<&detail::private_place<Name>>();
  }

  /// Where the predicate accepts a structure and has not read this bound member, the member is no part of the
  /// structure: it holds its first value, and the others are not generated. For the part of a union or variant that is
  /// not in use.
  template <auto Member>
  finitization& leave_unread() {
    for (auto& b : bounds_.bindings)
      if (*b.key == typeid(key<Member>*)) return b.only_if_read = true, *this;
    detail::reject(bounds_, member_name(named<Member>()), "it has no domain yet: set it first");
  }
  template <class Name>
  finitization& leave_unread() {
    return leave_unread<&detail::private_place<Name>>();
  }

  /// Room for what the predicate chooses itself (korat/choose.hpp): `count` choices in a run, each of at most `values`
  /// values. In the candidate vector they stand where this is called, as objects do.
  finitization& choices(std::int64_t count, std::int64_t values) {
    objects<detail::choice_slot>(count, {.symmetry = isomorphism::kept});
    bounds_.classes.back().name = "choice";
    bounds_.classes.back().chosen = true;
    return set<&detail::choice_slot::value>(between(0, values - 1));
  }

 private:
  friend struct detail::erasure;

  static std::string member_name(const detail::binding& b) { return b.class_name + "::" + b.name; }

  template <auto Member>
  detail::binding new_array(const range_domain& length) {
    using type = typename detail::place_traits<decltype(Member)>::type;
    using access = detail::array_access<type>;
    using element = typename access::element;
    auto b = new_binding<Member>();
    b.form = detail::binding::shape::searched_array;
    b.stride = sizeof(typename access::value);
    b.length = access::lengths(detail::source_of<std::int32_t>(length, bounds_, member_name(b)));
    if (length.low < 0) detail::reject(bounds_, member_name(b), "an array cannot have a negative length");
    b.elements = static_cast<std::size_t>(length.high);
    b.element_alignment = alignof(element);
    b.construct_element = [](void* place) { ::new (place) element(); };
    b.destroy_element = [](void* e) { static_cast<element*>(e)->~element(); };
    b.lend = [](void* a, void* room, std::size_t count) {
      access::lend(*static_cast<type*>(a), static_cast<element*>(room), count);
    };
    b.take_back = access::take_back;
    b.length_field = [](void* a) { return access::length_field(*static_cast<type*>(a)); };
    b.length_in = [](const void* a) { return access::length(*static_cast<const type*>(a)); };
    b.elements_in = [](const void* a) -> const void* { return access::elements(*static_cast<const type*>(a)); };
    b.room_in = [](const void* a) { return access::room(*static_cast<const type*>(a)); };
    b.resize = [](void* a, std::int32_t count) { access::resize(*static_cast<type*>(a), count); };
    return b;
  }

  template <class T>
  object_set<T> add_objects(std::int64_t count, object_options<T> options) {
    detail::check_count(bounds_, detail::type_name<T>(), count);
    const auto null = options.null;
    return detail::erasure::objects<T>(bounds_.identity.get(),
                                       add_class<T>(static_cast<std::uint32_t>(count), std::move(options)), null);
  }

  /// Objects of this class are what a factory returns, in their place or by new.
  template <class T, class Factory>
  void make_by(std::size_t object_class, Factory make) {
    static_assert(std::is_same_v<std::invoke_result_t<const Factory&>, T>,
                  "the factory of made_by() returns an object of the class");
    auto& c = bounds_.classes[object_class];
    c.construct = [make](void* place) { ::new (place) T(make()); };
    c.make = nullptr;
    if constexpr (requires(T * t) { delete t; }) {
      c.make_by_factory = [make = std::move(make)]() -> void* { return new T(make()); };
      c.free = detail::delete_object<T>;
    }
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
    if constexpr (std::is_default_constructible_v<T>) c.construct = [](void* place) { ::new (place) T(); };
    if constexpr (!std::is_abstract_v<T>) c.destroy = [](void* object) { static_cast<T*>(object)->~T(); };
    c.throw_pointer = [](void* object) { throw static_cast<T*>(object); };
    if constexpr (requires(T * t) {
                    new T();
                    delete t;
                  }) {
      c.make = []() -> void* { return new T(); };
      c.free = detail::delete_object<T>;
    }
    if (options.initialize)
      c.initialize = [f = std::move(options.initialize)](void* object, std::uint32_t i) {
        f(*static_cast<T*>(object), i);
      };
    bounds_.classes.push_back(std::move(c));
    return bounds_.classes.size() - 1;
  }

  template <auto Member>
  struct key;  // one type for each member

  void add(detail::binding b) { bounds_.bindings.push_back(std::move(b)); }

  template <auto Member>
  static detail::binding named() {
    detail::binding b;
    b.class_name = detail::type_name<typename detail::place_traits<decltype(Member)>::owner>();
    b.name = detail::value_name<Member>();
    if (!std::is_member_object_pointer_v<decltype(Member)>) b.named_by = detail::binding::naming::function;
    b.key = &typeid(key<Member>*);
    return b;
  }

  template <auto Member>
  detail::binding new_binding() const {
    using traits = detail::place_traits<decltype(Member)>;
    using owner = typename traits::owner;
    auto b = named<Member>();
    b.form = detail::held<typename traits::type>::form;
    b.is_field = detail::held<typename traits::type>::is_field;
    b.is_const = traits::is_const;
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
      if (*earlier.key == *b.key) detail::reject(bounds_, member_name(b), "it is bound twice");
    return b;
  }

  detail::bounds bounds_;
};

}  // namespace korat
