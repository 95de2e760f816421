// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Fields that together lead to every object of a class once: 'root', 'left' and 'right' of a tree; the buckets of a
// hash table and the links of their chains; apart from these, the links by which the same entries are listed in order
// of use. An object that no field of such a group leads to is what one of its wrong fields should lead to. A list may
// go through some of the objects alone: then those are meant that lead on in it.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "repair/view.hpp"

namespace korat::detail {

class covering {
 public:
  explicit covering(const view&);

  using number = std::uint32_t;
  static constexpr number none = 0xffff'ffff;
  std::optional<number> of(std::uint32_t cell) const;
  /// Fields of the group that lead to the object.
  std::uint32_t owners(number group, std::uint32_t object) const { return owners_[group][object]; }
  /// Objects that none led to at the beginning, or at one time since.
  std::span<const std::uint32_t> lost(number group) const { return lost_[group]; }

  /// The objects that the root reaches by the fields of a group alone, from objects that the group does not lead to.
  struct reached {
    std::vector<std::vector<bool>> by;  // [group][object]
  };
  reached reached_now(const view&) const;
  std::size_t groups() const noexcept { return lost_.size(); }
  std::uint32_t target_class(number group) const noexcept { return class_of_group_[group]; }
  /// How many groups lead to objects of the class.
  std::size_t groups_of(std::uint32_t object_class) const;

  /// Tells it that a reference led elsewhere before.
  void changed(std::uint32_t cell, std::uint32_t before, std::uint32_t now);

 private:
  /// Fields at one place in the objects of a class, or all elements of an array.
  struct column {
    std::uint32_t target_class;
    std::size_t references = 0, repeated = 0;
    std::vector<bool> leads_to = {};  // [object]
    std::vector<bool> leads_on = {};  // [object]: has such a field that is not null
    number group = none;
  };

  std::uint32_t column_of(std::uint32_t cell) const;
  void find_columns(const view&);
  void count(const view&);
  void find_group(std::uint32_t first);
  bool is_list_of_some(const column&) const;

  const space& space_;
  std::vector<std::vector<std::uint32_t>> column_at_;  // [class][place among an object's cells]
  std::vector<column> columns_;
  std::vector<std::size_t> objects_of_class_;
  std::vector<std::vector<std::uint32_t>> owners_;  // [group][object]
  std::vector<std::vector<std::uint32_t>> lost_;    // [group]
  std::vector<std::vector<bool>> listed_;           // [group][object]: meant to be led to; empty: all are
  std::vector<std::uint32_t> class_of_group_;
  std::vector<bool> is_entered_;  // [group]: by a field of another class
};

}  // namespace korat::detail
