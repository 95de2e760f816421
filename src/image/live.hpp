// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The user's own objects: which there are, how they look as a copy in a space, and how a change of the copy is written
// back to them. Pointers are followed from the root through the members that the finitization names, as far as they
// lead to memory that can be read.

#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "image/address_index.hpp"
#include "image/readable.hpp"
#include "korat/search.hpp"
#include "korat/structure.hpp"
#include "space/space.hpp"

namespace korat::detail {

/// A reference that is more than an object, which it leads to or not, has more to be wrong than repairs know of.
void check_repairable(const bounds& in, const binding&);

class live_structure {
 public:
  /// `more`: class and address of objects that belong to the structure whether the root reaches them or not.
  live_structure(const bounds&, void* root, const std::vector<std::pair<std::string, void*>>& more = {});

  /// The user's objects, by class of the bounds.
  const std::vector<std::vector<std::byte*>>& objects() const noexcept { return objects_; }
  /// The bounds with room for these objects and `fresh` more in every set.
  bounds with_room(std::uint32_t fresh) const;
  /// To a space of those bounds.
  void copy_to(const space&) const;

  /// The user's object that an object of the space stands for; null: there is none.
  std::byte* object(const space&, std::size_t object) const;
  /// The field of the user's that a cell stands for, in the user's object at `owner`.
  std::byte* place(const space&, std::uint32_t cell, std::byte* owner) const;
  /// What a pointer to `object`, of the user's, looks like in this member, which refers to the object's set.
  std::uint64_t pointer_bits(std::size_t binding, std::size_t object_class, const std::byte* object) const;

 private:
  static constexpr std::size_t not_there = static_cast<std::size_t>(-1);
  std::uint32_t meet(std::size_t object_class, std::byte* object);
  bool is_noted(const binding&) const noexcept;
  void expect(std::size_t object_class, std::size_t followed) const noexcept;
  void follow(std::size_t object_class, std::byte* object);
  std::uint32_t follow_pointer(const value_source&, std::size_t binding, const std::byte* pointer);
  std::size_t find(std::size_t binding, const value_source&, const std::byte* pointer) const;
  void copy_member(const space&, const binding&, std::size_t index, const std::byte* from, std::byte* to) const;
  void copy_value(const space&, std::size_t binding, const value_source&, const std::byte* from, std::byte* to) const;
  void copy_noted(const space&, const binding&, std::size_t index, const std::uint32_t*& noted, const std::byte* from,
                  std::byte* to) const;

  bounds bounds_;
  space::layout plan_;
  std::vector<std::vector<std::ptrdiff_t>> pointer_offset_;  // [binding][segment]: of the pointer from the object
  std::vector<std::vector<std::byte*>> objects_;             // [class]
  std::vector<address_index> number_;                        // [class]: object to its place in objects_
  /// [class]: where the references of its objects lead (numbers in the one set that each refers to), in the order in
  /// which they are copied. So nothing is looked up twice.
  std::vector<large_vector<std::uint32_t>> noted_;
  mutable readable_memory readable_;
};

/// A structure of the user's objects as data, reachable or listed in `more`.
structure read_live(const description&, void* root, const std::vector<std::pair<std::string, void*>>& more = {});

}  // namespace korat::detail
