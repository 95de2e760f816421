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
#include "korat/detail/constants.hpp"
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

/// A function of an object and its index in the set: anything callable with (T&, std::uint32_t), or none.
template <class T>
class object_initializer {
 public:
  object_initializer() = default;
  template <class Callable>
  requires(!std::is_same_v<std::remove_cvref_t<Callable>, object_initializer> &&
           std::is_invocable_v<std::decay_t<Callable>&, T&, std::uint32_t>) object_initializer(Callable&& callable)
      : inside_([f = std::forward<Callable>(callable)](void* object, std::uint32_t index) mutable {
          f(*static_cast<T*>(object), index);
        }) {}

 private:
  friend struct detail::erasure;
  function<void(void* object, std::uint32_t index)> inside_;
};

template <class T>
struct object_options {
  isomorphism symmetry = isomorphism::broken;
  null_value null = null_value::included;
  /// Called once for each new object: a place to set members that are not searched.
  object_initializer<T> initialize = {};
};

/// How the objects of a class without a default constructor are made: made_by([] { return node(7); }).
template <class Factory>
struct made_by {
  explicit made_by(Factory factory) : make(std::move(factory)) {}
  Factory make;
};

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

  /// The root, for pointers that lead back to it. It always exists, so there is no null, and it is the only one of its
  /// set.
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
      constexpr auto& member = detail::constants_of<detail::owner_of<Member>, Member>;
      detail::check_unbound(bounds_, member);
      detail::bind(bounds_, member, detail::source_of<typename held::value>(domain, bounds_, member));
    }
    return *this;
  }

  /// The same for a private member of a class of others, by the name it was given (private_member.hpp).
  template <class Name, class Domain>
  finitization& set(const Domain& domain) {
    set<&detail::private_place<Name>>(domain);
    detail::name_last(bounds_, detail::printed_type<Name>(), detail::printed_value<member_of(Name())>());
    return *this;
  }

  template <auto Member, class Elements>
  finitization& set(const array_domain<Elements>& domain) {
    constexpr auto mistake = detail::mistake_in_array<decltype(Member), Elements>();
    detail::say<mistake, Member>();
    if constexpr (mistake == detail::mistake::none) {
      bind_array<Member>(domain.length, domain.elements);
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
      bind_array<Member>(between(count, count), objects.set.without_null()).values.one_each = true;
    }
    return *this;
  }

  /// Says that a member is meant to have no domain: it is read, and keeps the value that the constructor gave it.
  template <auto Member>
  finitization& keep() {
    detail::keep(bounds_, detail::constants_of<detail::owner_of<Member>, Member>);
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
    detail::leave_unread(bounds_, detail::constants_of<detail::owner_of<Member>, Member>);
    return *this;
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

  template <auto Member, class Elements>
  detail::binding& bind_array(const range_domain& length, const Elements& elements) {
    using type = typename detail::place_traits<decltype(Member)>::type;
    using access = detail::array_access<type>;
    constexpr auto& member = detail::constants_of<detail::owner_of<Member>, Member>;
    detail::check_unbound(bounds_, member);
    auto lengths = access::lengths(detail::length_source(length, bounds_, member));
    auto& b = detail::bind_array(bounds_, member, detail::array_of_member<type>,
                                 detail::source_of<typename access::value>(elements, bounds_, member),
                                 std::move(lengths), length.high);
    b.stride = sizeof(typename access::value);  // of a vector's elements, which are not in it
    return b;
  }

  template <class T>
  object_set<T> add_objects(std::int64_t count, object_options<T> options) {
    const auto null = options.null;
    return detail::erasure::objects<T>(bounds_.identity.get(), add_class<T>(count, std::move(options)), null);
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
      c.free = detail::object_functions<T>::free;
    }
  }

  template <class T>
  std::size_t add_class(std::int64_t count, object_options<T> options) {
    const auto id =
        detail::add_class(bounds_, detail::class_of<T>, count, std::move(detail::erasure::inside(options.initialize)));
    bounds_.classes[id].told_apart = options.symmetry == isomorphism::kept;
    return id;
  }

  detail::bounds bounds_;
};

}  // namespace korat
