// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Copies the structure that lies in a space to objects of its own.
//
// Smart pointers begin to own last, when nothing can fail any more; before that every object can be freed by itself
// once its plain pointers are null.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "korat/owned.hpp"
#include "space/space.hpp"

namespace korat::detail {

class structure_copier {
 public:
  explicit structure_copier(const space&);

  /// By new and delete, [class]. One that is empty: the class does not allow it.
  using makings = std::vector<making>;
  const std::shared_ptr<const makings>& usual() const noexcept { return usual_; }
  /// The copies, that of the root first; valid until the next call. Throws usage_error, and what constructors throw.
  std::span<const object_copy> copy(const makings&);

 private:
  struct member {
    enum class kind : std::uint8_t {
      bytes,      // copied as they are
      assigned,   // by its own assignment
      reference,  // a plain pointer to objects of one set
      several,    // to parts, to objects of several sets, with low bits set, or a smart pointer
    };
    kind what;
    bool is_single;  // no array
    std::uint16_t width;
    std::uint32_t first_cell;  // from that of the object
    std::size_t offset;        // in an object; of a searched array the array itself
    const binding* bound;
    const value_source* source;
    // Of a reference: the pointers to the objects.
    std::uint64_t first_bits, extent;
    std::uint64_t inverse;      // 2^64 / their distance, rounded up
    std::uint64_t into_object;  // from the begin of an object to where they lead
    std::size_t first_object;
  };
  struct link {
    const member* from;
    std::byte* place;
    std::size_t object;  // or space::no_object
  };

  member member_at(std::uint32_t cell, const object&) const;
  void check_owners() const;
  void forget() noexcept;
  void abandon(const makings&) noexcept;
  std::byte* copy_of(std::size_t object, const makings&);
  std::byte* make(std::size_t object, const makings&);
  void copy_members(std::size_t object, const makings&);
  void copy_elements(const member&, const object&, std::byte* copy, const makings&);
  void copy_field(const member&, std::uint32_t cell, const std::byte* from, std::byte* to, const makings&);
  void refer(const member&, std::uint32_t cell, std::uint64_t bits, std::byte* to, const makings&);
  void own(const link&);
  std::span<const std::size_t> met() const noexcept { return {met_.data(), count_}; }

  const space& space_;
  std::shared_ptr<const makings> usual_;
  std::vector<std::vector<member>> members_;   // [class]
  std::vector<std::uint8_t> initialized_;      // [class]: by object_options
  std::vector<std::byte*> copy_of_;            // [object]: null: none
  std::size_t count_ = 0;                      // of the objects met
  std::vector<std::size_t> met_;               // [count_]: in the order met; there is room for all
  std::vector<object_copy> copied_;            // [count_]: the same, as copies
  std::vector<link> links_;                    // of smart pointers
  std::vector<std::shared_ptr<void>> owners_;  // [object], where smart pointers share it
};

}  // namespace korat::detail
