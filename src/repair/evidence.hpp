// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a damaged structure says about itself. Most of its fields are right, so what holds for almost all of them is
// probably meant to hold for all: that every 'next' is answered by a 'previous', that no two fields claim the same
// child, that all elements name one representative. Fields that disagree are suspects, and the rule says what they
// probably were. All of it is a guess that decides what is tried first; only the predicate decides what is right.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "repair/rules.hpp"
#include "space/large_vector.hpp"
#include "space/space.hpp"

namespace korat::detail {

/// No object, no field.
inline constexpr std::uint32_t nobody = 0xffff'ffff;

class chains;
class families;
class keys;

class evidence {
 public:
  /// A rule is believed when it holds for so large a share. Half the objects of a structure may be damaged, each in one
  /// field of several, so the share is well below one.
  static constexpr double usual = 0.6;

  enum class effort : std::uint8_t {
    quick,
    thorough,             // also what is often right, and takes time
    reshaping,            // also what changes many fields: parts of a balanced tree get another shape
    reshaping_otherwise,  // the same, where the other one of two values is red
  };
  /// `fresh_from`: [class of the bounds] objects from this index on are not part of the structure.
  evidence(const space&, std::vector<std::uint32_t> fresh_from, effort, rule_set = {});
  ~evidence();

  /// What a suspect probably was: an object, or nobody for null; for a primitive, its bits.
  struct guess {
    std::uint32_t cell;
    std::uint64_t value;
  };
  const std::vector<guess>& guesses() const noexcept { return guesses_; }
  /// Fields that would all be as guessed together, where the first guess was another.
  const std::vector<std::vector<guess>>& second_guesses() const noexcept { return second_guesses_; }
  /// Members of which more could be learnt, thoroughly.
  const std::vector<std::uint32_t>& left_out() const noexcept { return left_out_; }
  /// Whether a sorted tree that is balanced nearly everywhere is not so somewhere.
  bool is_unbalanced() const noexcept { return unbalanced_; }
  /// References of which it is not sure whether they are wrong, in groups. Without one of these all may read otherwise.
  const std::vector<std::vector<std::uint32_t>>& doubts() const noexcept { return doubts_; }
  /// Asked at every read while guesses are followed.
  bool is_guessed(std::uint32_t cell) const noexcept { return guessed_[cell]; }
  /// Null when there is none.
  const guess* guess_for(std::uint32_t cell) const;

  /// [object]: whether the root reached it at the beginning.
  const std::vector<bool>& reached_at_first() const noexcept { return reached_at_first_; }
  /// [object]: whether it does now.
  std::vector<bool> reached_now() const;

  /// Where a reference leads if the guesses are right: an object, or nobody.
  std::uint32_t guessed_target(std::uint32_t cell) const;

  /// Found when they are asked for.
  const families& families_of_fields();

  /// Tells it that a reference may lead elsewhere now.
  void changed(std::uint32_t cell);

  bool is_reference(std::uint32_t cell) const noexcept { return (member_of_[cell] & no_reference) == 0; }
  /// The number of its binding.
  std::uint32_t member_of(std::uint32_t cell) const noexcept { return member_of_[cell] & ~no_reference; }
  std::uint32_t target(std::uint32_t cell) const noexcept { return target_[cell]; }
  std::uint32_t owner(std::uint32_t cell) const noexcept { return space_.owner(cell); }
  bool is_fresh(std::uint32_t object) const noexcept;
  /// Whether the object is one of those that the field may refer to.
  bool may_lead_to(std::uint32_t cell, std::uint32_t object) const noexcept;
  /// Whether some field of `from` refers to `to`.
  bool refers(std::uint32_t from, std::uint32_t to) const noexcept;
  /// Cells that did at the beginning.
  std::span<const std::uint32_t> references_to(std::uint32_t object) const noexcept;
  /// Objects that refer to `object`, a few of them.
  std::vector<std::uint32_t> referring(std::uint32_t object, std::size_t most) const;
  /// Cells that refer to `object` as this one does, a few of them.
  std::vector<std::uint32_t> rivals(std::uint32_t cell, std::uint32_t object, std::size_t most);
  /// Whether members of this kind are usually answered by a reference back.
  bool is_mutual(std::uint32_t cell) const noexcept { return members_[member_of(cell)].mutual; }
  /// Whether members of this kind are how objects are reached.
  bool is_claiming(std::uint32_t cell) const noexcept { return members_[member_of(cell)].claiming; }
  std::uint32_t claims(std::uint32_t object) const noexcept { return claims_[object]; }
  const std::vector<std::uint32_t>& unclaimed() const noexcept { return unclaimed_; }

 private:
  struct member {
    std::uint64_t references = 0, answered = 0, discoveries = 0;
    bool mutual = false, claiming = false;
  };
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
  void find_claiming_members();
  void find_mutual_members();
  void count_claims();
  void guess_answers(const chains&);
  void guess_constants();
  void guess_owners(const chains&);
  void add_guess(std::uint32_t cell, std::uint64_t value);
  void drop_guess(std::uint32_t cell);
  bool holds(std::uint32_t cell, std::uint32_t object) const noexcept;
  friend class chains;
  friend class families;
  friend class balanced_tree;
  friend class keys;
  friend class ordering;
  friend class relations;

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
  std::vector<bool> reached_at_first_;                           // [object]
  large_vector<std::uint32_t> claims_;                           // [object]: claiming references to it
  std::vector<std::uint32_t> unclaimed_;                         // objects that were, at the beginning
  std::unordered_multimap<std::uint32_t, std::uint32_t> later_;  // object to cells that were changed to refer to it
  std::unique_ptr<keys> keys_;
  std::unique_ptr<families> families_;
  std::vector<guess> guesses_;
  std::vector<std::vector<guess>> second_guesses_;
  std::vector<std::vector<std::uint32_t>> doubts_;
  std::vector<std::uint32_t> left_out_;  // bindings
  bool unbalanced_ = false;
  std::vector<bool> guessed_;                                  // [cell]: there is a guess
  std::unordered_map<std::uint32_t, std::uint32_t> guess_of_;  // cell to its place in guesses_
};

}  // namespace korat::detail
