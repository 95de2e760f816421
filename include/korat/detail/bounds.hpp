// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a finitization collects, with the types erased: classes of objects, and members bound to domains. The typed half
// is finitization.hpp; 'space' (src/space) turns this into objects in memory.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "korat/detail/number_kind.hpp"
#include "korat/field_value.hpp"
#include "korat/function.hpp"

namespace korat::detail {

// What a compiler knows of a class or a member is a constant, made for each; what is done with it is the same for all
// and in the library, with what constructs and destroys the larger structures: a class and its bounds are compiled in
// half the time then.

/// What a compiler knows of a class.
struct class_constants {
  std::string_view printed;  // its name, as printed_type() has it
  std::size_t size = 0;
  std::size_t alignment = 0;
  bool plain_bytes = false;                             // an object owns nothing: it can be put back by its bytes
  void (*construct_by_default)(void* place) = nullptr;  // null: it has no default constructor
  void (*destroy)(void* object) = nullptr;
  void (*throw_pointer)(void* object) = nullptr;  // throws a pointer of the class's own type, see 'binding::locate'
  void* (*make)() = nullptr;                      // one of its own, by new; null: the class does not allow that
  void (*free)(void* object) = nullptr;           // by delete
};

/// The root class (always the first), or one object set: `count` objects of one class.
struct object_class : class_constants {
  explicit object_class(const class_constants&);
  object_class(const object_class&);
  object_class(object_class&&) noexcept;
  object_class& operator=(const object_class&);
  object_class& operator=(object_class&&) noexcept;
  ~object_class();

  std::string name;
  std::string full_name;  // as C++ code writes it
  std::uint32_t count = 0;
  bool told_apart = false;  // exempt from isomorphism breaking
  bool chosen = false;      // room for what the predicate chooses itself: a field each
  function<void(void* place)> construct;
  function<void*()> make_by_factory;  // in place of 'make', where the class's objects are made by a factory
  function<void(void* object, std::uint32_t index)> initialize;
};

/// One part of a domain of references: the objects of one set, or a part of each.
struct segment {
  std::size_t object_class;
  void (*store)(void* place, void* object);  // converts to the member's pointer type
  bool (*leads_here)(
      const void* pointer);  // the member's pointer, to an object of exactly this class; null: cannot tell
  std::string part;          // told from other references to the same object: ".left", "+1"
  /// Smart pointers: makes the one at `place` an owner of `object`, which is of its own, made by new. Null: nothing is
  /// owned.
  void (*own)(void* place, void* object, std::shared_ptr<void>& owners) = nullptr;
  bool shared = false;  // with other owners
  bool operator==(const segment&) const = default;
};

/// A domain, as values of one member's type.
struct value_source {
  value_source();
  value_source(const value_source&);
  value_source(value_source&&) noexcept;
  value_source& operator=(const value_source&);
  value_source& operator=(value_source&&) noexcept;
  ~value_source();

  static constexpr std::uint64_t no_value = ~std::uint64_t{0};
  std::size_t width = 0;             // bytes of the member's type
  bool bitwise = false;              // a value is its 1, 2, 4 or 8 bytes, nothing more
  std::vector<std::uint64_t> nulls;  // references: the first values are these, null with the low bits a set may have
  enum class number { none, is_signed, is_unsigned } integer = number::none;  // values that one can count with
  number_type number_as{0, false};                         // what can be compared as an integer; of 0 bits: nothing
  bool is_range = false;                                   // integers, each one more than the one before
  std::vector<segment> segments;                           // references: where the objects come from
  std::uint64_t count = 0;                                 // other values: how many
  function<void(void* place, std::uint32_t index)> store;  // other values: puts value `index` there
  function<field_value(std::uint32_t index)> show;         // other values: value `index`, to print
  function<std::uint64_t(const void* place)> find;         // other values: the index of the value there
  void (*copy)(void* to, const void* from) = nullptr;      // other values: assigns one to another
  bool one_each = false;    // references: element i of an array has the one value that is object i, and uses nothing
  std::string enumeration;  // the enum that the values are of, as C++ code writes it
  bool tagged = false;      // references: low bits of some pointers are set
  bool is_reference() const { return !nulls.empty() || !segments.empty(); }
  /// Whether a set is named more than once: its objects are told by their parts then.
  bool has_several_parts() const;
};

/// What a compiler knows of a member.
struct member_constants {
  enum class shape { single, fixed_array, searched_array };
  enum class naming { member, function, alias };

  std::string_view printed_owner;       // the class that declares it, as printed_type() has it
  std::string_view printed;             // its name, as printed_value() has it
  const std::type_info* key = nullptr;  // the member itself: no two bindings share it
  naming named_by = naming::member;     // how C++ code writes it; an alias by member_of()
  shape form = shape::single;
  bool is_field = false;     // a field<T>, or an array of them: comparisons of its numbers are announced
  bool is_const = false;     // C++ code cannot assign to it
  std::size_t extent = 0;    // bytes of the member, whatever of them is searched
  std::size_t stride = 0;    // bytes from an element to the next
  std::size_t elements = 1;  // fixed array: how many; searched array: the longest length
  /// The member of `object`; nothing when the object's class has no such member. It is asked with the class's
  /// 'throw_pointer', because a handler for pointers to the declaring class is the one place where the language
  /// converts a pointer whose type is known only at run time to a base.
  std::optional<void*> (*locate)(void (*throw_pointer)(void*), void* object) = nullptr;
};

/// And of an array whose length is searched.
struct array_constants {
  std::size_t element_alignment = 1;
  void (*construct_element)(void* place) = nullptr;
  void (*destroy_element)(void* element) = nullptr;
  void (*lend)(void* array, void* room, std::size_t count) = nullptr;
  void (*take_back)(void* array, void* room) = nullptr;  // before its destructor runs; null: nothing to do
  void* (*length_field)(void* array) = nullptr;
  std::int64_t (*length_in)(const void* array) = nullptr;
  const void* (*elements_in)(const void* array) = nullptr;
  std::int32_t (*room_in)(const void* array) = nullptr;        // how many elements there are, whatever the length says
  void (*resize)(void* array, std::int32_t length) = nullptr;  // outside a search: memory of its own
};

/// A member, or each element of an array member, bound to a domain.
struct binding : member_constants, array_constants {
  explicit binding(const member_constants&);
  binding(const binding&);
  binding(binding&&) noexcept;
  binding& operator=(const binding&);
  binding& operator=(binding&&) noexcept;
  ~binding();

  std::string class_name;  // the class that declares the member
  std::string name;
  std::string hidden_member;  // what an alias stands for: "list::head_"
  bool only_if_read = false;  // no part of a structure in which the predicate has not read it
  value_source values;
  value_source length;  // searched array only
};

struct bounds {
  std::string name;
  std::shared_ptr<const char> identity = std::make_shared<const char>();  // copies share it; object sets know it
  std::vector<object_class> classes;
  std::vector<binding> bindings;
  std::vector<binding> kept;  // members that are meant to have no domain: where they are, and nothing else
  /// Whether the predicate may choose itself.
  bool has_choices() const noexcept;
};

/// So many values a field domain may have: two more fit in the 32 bits of an index.
inline constexpr std::uint64_t most_values = 0xffff'ffff - 2;
/// Of a domain with one value more than `steps`, which may be 2^64 - 1.
std::string too_many_values(std::uint64_t steps);

/// One class more, and its number. Rejects a set of so many objects, if it is not possible.
std::size_t add_class(bounds& to, const class_constants&, std::int64_t count,
                      function<void(void* object, std::uint32_t index)> initialize);
/// Rejects a member that is bound already.
void check_unbound(const bounds& in, const member_constants&);
/// Binds a member, which check_unbound() has seen, to the values.
binding& bind(bounds& to, const member_constants&, value_source values);
/// Binds an array whose length is searched.
binding& bind_array(bounds& to, const member_constants&, const array_constants&, value_source values,
                    value_source length, std::int64_t longest);
/// What was bound last is known by another name: `alias` and `member`, as printed_type() and printed_value() have them.
void name_last(bounds& in, std::string_view alias, std::string_view member);
void keep(bounds& to, const member_constants&);
void leave_unread(bounds& in, const member_constants&);

[[noreturn]] void reject(const bounds& in, std::string_view member, std::string_view why);
[[noreturn]] void reject(const bounds& in, const member_constants&, std::string_view why);

}  // namespace korat::detail
