// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Random finitizations of a fixed handful of classes, each beside its model in plain numbers.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "decide.hpp"
#include "korat/korat.hpp"
#include "model.hpp"

namespace korat_test {

enum class kind : int { root, a, b, c };

/// What all objects have: their own place in the model, which the search knows nothing of.
struct object {
  explicit object(kind k) : what(k) {}
  kind what;
  std::size_t number = 0;  // in the model
};

struct type_a;
struct type_b;
struct type_c;
struct type_root : object {
  type_root() : object(kind::root) {}
  korat::field<type_a*> a;
  korat::field<type_b*> b;
  korat::field<object*> any;
  korat::field<int> key;
  korat::field<bool> flag;
  korat::array<int> list;
};
struct type_a : object {
  type_a() : object(kind::a) {}
  korat::field<type_a*> next;
  korat::field<type_b*> b;
  korat::field<object*> any;
  korat::field<int> key;
};
struct other_base {
  virtual ~other_base() = default;
  int unused = 0;
};
struct type_b : other_base, object {  // pointers to `object` are adjusted
  type_b() : object(kind::b) {}
  korat::field<type_a*> a;
  korat::field<type_c*> c;
  korat::field<bool> flag;
  korat::array<int> list;
};
struct type_c : object {
  type_c() : object(kind::c) {}
  korat::field<object*> any;
  korat::field<std::int8_t> key;
};

/// What one look at a member shows: a number, or an object, or null.
using sight = std::variant<int, const object*>;

struct bound_member {
  kind owner;
  std::function<sight(const object&, std::uint64_t which)> look;  // `which`: of an array's elements
  bool is_array = false;
};

struct random_space {
  korat::finitization<type_root> bounds{"random"};
  model in_numbers;
  std::vector<kind> kinds;                                                 // of the model's objects
  std::vector<bound_member> members;                                       // in the order of binding
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> first_field;  // (object, member) -> field of the model

  std::vector<std::size_t> members_of(kind) const;                     // indexes into `members`
  std::size_t field_of(std::size_t object, std::size_t member) const;  // of an array: its length
};

/// At most `largest` assignments.
random_space make_random_space(std::uint32_t seed, double largest);

/// Where a predicate keeps what it knows: each has its own way to be saved.
enum class memory { on_the_stack, undoable_containers, std_containers };

/// The decision as a predicate of the library, and of the model.
std::function<bool(const type_root&)> predicate_of(const random_space&, const decision&, memory, bool recursive);
model_predicate model_predicate_of(const random_space&, const decision&);

/// The canonical form of what is in memory.
std::string canonical_in_memory(const random_space&, const type_root&);

}  // namespace korat_test
