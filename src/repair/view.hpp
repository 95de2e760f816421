// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a damaged structure is: its objects, where its references lead and who refers to whom, and what kinds of members
// it has. Rules only look at it. The engine tells it which references it has changed.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "repair/thresholds.hpp"
#include "space/large_vector.hpp"
#include "space/space.hpp"

namespace korat::detail {

/// No object, no field.
inline constexpr std::uint32_t nobody = 0xffff'ffff;

class covering;

class view {
 public:
  /// `fresh_from`: [class of the bounds] objects from this index on are not part of the structure.
  view(const space&, std::vector<std::uint32_t> fresh_from);
  ~view();

  const space& image() const noexcept { return space_; }
  /// [object]: whether the root reached it at the beginning.
  const std::vector<bool>& reached_at_first() const noexcept { return reached_at_first_; }
  /// [object]: whether it does now.
  std::vector<bool> reached_now() const;

  /// Found when they are asked for.
  const covering& covering_fields() const;

  /// Tells it that the field may be another one now: a reference leads elsewhere, an array has another length.
  void changed(std::uint32_t cell);

  bool is_reference(std::uint32_t cell) const noexcept { return (member_of_[cell] & no_reference) == 0; }
  /// The number of its binding.
  std::uint32_t member_of(std::uint32_t cell) const noexcept { return member_of_[cell] & ~no_reference; }
  std::uint32_t target(std::uint32_t cell) const noexcept { return target_[cell]; }
  std::uint32_t owner(std::uint32_t cell) const noexcept { return space_.owner(cell); }
  /// Of an integer; the largest there is where it is larger.
  std::int64_t integer(std::uint32_t cell) const;
  bool is_fresh(std::uint32_t object) const noexcept;
  /// Whether the object is one of those that the field may refer to.
  bool may_lead_to(std::uint32_t cell, std::uint32_t object) const noexcept;
  /// Whether some field of `from` refers to `to`.
  bool refers(std::uint32_t from, std::uint32_t to) const noexcept;
  /// Cells that did at the beginning.
  std::span<const std::uint32_t> references_to(std::uint32_t object) const noexcept;
  /// Cells that refer to `object`, a few of them.
  std::vector<std::uint32_t> cells_leading_to(std::uint32_t object, std::size_t most = 64) const;
  /// Objects that refer to `object`, a few of them.
  std::vector<std::uint32_t> referring(std::uint32_t object, std::size_t most) const;
  /// Cells that refer to `object` as this one does, a few of them.
  std::vector<std::uint32_t> rivals(std::uint32_t cell, std::uint32_t object, std::size_t most) const;
  /// Whether members of this kind are usually answered by a reference back.
  bool has_inverse(std::uint32_t cell) const noexcept { return members_[member_of(cell)].has_inverse; }
  /// Whether members of this kind are how objects are reached.
  bool is_owning(std::uint32_t cell) const noexcept { return members_[member_of(cell)].owning; }
  /// How many owning references lead to the object.
  std::uint32_t owners(std::uint32_t object) const noexcept { return owners_[object]; }
  /// Objects that none led to at the beginning.
  const std::vector<std::uint32_t>& unowned() const noexcept { return unowned_; }

  struct member {
    std::uint64_t references = 0, answered = 0;
    bool has_inverse = false, owning = false;
  };
  const member& member_kind(std::size_t binding) const noexcept { return members_[binding]; }
  std::size_t members() const noexcept { return members_.size(); }
  /// How many references of a member are answered by this one of another.
  std::uint64_t answers(std::uint32_t member, std::uint32_t by) const noexcept {
    return answers_[member * members_.size() + by];
  }
  std::size_t cells() const noexcept { return target_.size(); }
  std::size_t objects() const noexcept { return owners_.size(); }
  std::uint32_t fresh_from(std::size_t object_class) const noexcept { return fresh_from_[object_class]; }

 private:
  /// Where objects of a class have a reference, and where it leads.
  struct reference_place {
    std::uint32_t number = 0;                               // among the object's cells
    std::uint32_t first_object = 0, count = 0, stride = 0;  // no count: the space knows
    std::uint64_t first = 0;                                // the bits of a pointer to the first object
    std::ptrdiff_t offset = 0;                              // in the object
    std::uint32_t target_in(const std::byte* object) const noexcept;
  };
  std::vector<reference_place> reference_places(const object& sample) const;
  void find_members();
  void find_targets();
  std::uint32_t target_in_memory(std::uint32_t cell) const;
  void index_references();
  void find_owning_members();
  void find_members_with_inverse();
  void count_owners();
  bool holds(std::uint32_t cell, std::uint32_t object) const noexcept;

  const space& space_;
  std::vector<std::uint32_t> fresh_from_;
  // [cell]: its binding, and whether it is no reference. The space knows it too, but what is asked of every cell
  // several times must lie close together.
  static constexpr std::uint32_t no_reference = 0x8000;
  large_vector<std::uint16_t> member_of_;
  large_vector<std::uint32_t> target_;                           // [cell]: object, or nobody; of references
  large_vector<std::uint32_t> referring_begin_;                  // [object]: where its cells begin in referring_
  large_vector<std::uint32_t> referring_;                        // cells that referred to it at the beginning
  std::vector<member> members_;                                  // [binding]
  std::vector<std::uint64_t> answers_;                           // [binding * members() + binding of the answer]
  std::vector<bool> reached_at_first_;                           // [object]
  large_vector<std::uint32_t> owners_;                           // [object]: owning references to it
  std::vector<std::uint32_t> unowned_;                           // objects that were, at the beginning
  std::unordered_multimap<std::uint32_t, std::uint32_t> later_;  // object to cells that were changed to refer to it
  mutable std::unique_ptr<covering> covering_;
};

}  // namespace korat::detail
