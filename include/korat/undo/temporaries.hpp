// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The memory of a predicate's undoable containers, and the trail that undoes what they overwrite.
//
// A saved state of the predicate holds its stack, and so the heads of the containers (their sizes and pointers), but
// not their elements. These come from here, memory that is only ever appended to: returning to a saved state lowers
// the mark, and the restored heads see exactly the elements they saw. So appending needs no undo at all. Whoever
// overwrites an element instead logs the old bytes first.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace korat::detail {

struct choice_supply;

class temporaries {
 public:
  /// Elements of up to `limit` bytes, a multiple of 16, and a trail of a quarter of that. `cells`: of the structure
  /// that the predicate is about.
  explicit temporaries(std::size_t limit, std::size_t cells = 0);
  ~temporaries();
  temporaries(const temporaries&) = delete;
  temporaries& operator=(const temporaries&) = delete;

  void* allocate(std::size_t bytes) {
    const std::size_t rounded = (bytes + 15) & ~std::size_t{15};
    if (rounded > static_cast<std::size_t>(end_ - next_)) exhausted();
    void* const result = next_;
    next_ += rounded;
    return result;
  }
  /// Only while memory is canonical. What was allocated last is there to be allocated again.
  void release(void* place, std::size_t bytes) noexcept {
    std::memset(place, 0, bytes);
    auto* const block = static_cast<std::byte*>(place);
    if (block + ((bytes + 15) & ~std::size_t{15}) == next_) next_ = block;
  }

  /// Before the `bytes` at `place` (at most a word) change.
  void log(void* place, std::size_t bytes) {
    if (!logging_) return;
    if (trail_size_ == trail_room_) exhausted();
    auto& saved = trail_[trail_size_++];
    saved.place = place;
    saved.bytes = static_cast<std::uint32_t>(bytes);
    std::memcpy(&saved.old, place, bytes);
  }

  /// A state to return to.
  struct mark {
    std::byte* next;
    std::size_t trail;
  };
  mark position() noexcept {
    if (highest_ < next_) highest_ = next_;
    return {next_, trail_size_};
  }
  void return_to(const mark& to) noexcept {
    next_ = to.next;
    if (!only_appended_since(to)) undo(to.trail);
  }
  bool only_appended_since(const mark& state) const noexcept { return trail_size_ == state.trail; }
  /// Entries of the largest table made here. Predicates make the same tables again and again, and room that is not used
  /// costs nothing here, so a new one is made as large at once.
  std::uint32_t largest_table = 0;

  /// What the predicate may choose from itself (korat/choose.hpp); null: nothing.
  choice_supply* choices = nullptr;

  void logging(bool on) noexcept { logging_ = on; }

  /// While memory is canonical, it holds what containers hold and zeros, no traces of what they once held: equal states
  /// of a predicate have equal memory. Nothing is logged then; who returns to a state puts a copy of the memory back.
  void canonical(bool on) noexcept { canonical_ = on; }
  bool is_canonical() const noexcept { return canonical_; }
  /// Sets lie in the order of their contents then, until a predicate looks at the order: from then on, in that of
  /// insertion.
  bool order_shown = false;
  /// Owners among the objects in [from, to), which is part of the predicate's stack or heap, do what they have put off.
  /// Memory that belongs to an owner elsewhere stays as it is: equal states may then look different, never the other
  /// way round.
  void tidy(std::byte* from, std::byte* to) noexcept;
  std::uintptr_t word() const noexcept { return reinterpret_cast<std::uintptr_t>(this) | (canonical_ ? 1U : 0U); }
  std::byte* begin() const noexcept { return begin_; }
  std::byte* end() const noexcept { return next_; }
  void put_back(const std::byte* memory, std::size_t size) noexcept {
    if (size != 0) std::memcpy(begin_, memory, size);
    next_ = begin_ + size;
  }

  std::uint64_t undone() const noexcept { return undone_; }
  std::size_t peak() const noexcept { return static_cast<std::size_t>((highest_ < next_ ? next_ : highest_) - begin_); }

 private:
  struct entry {
    void* place;
    std::uint64_t old;
    std::uint32_t bytes;
  };
  void undo(std::size_t to) noexcept;
  [[noreturn]] static void exhausted();

  std::size_t cells_;
  std::byte* begin_;
  std::byte* next_;
  std::byte* end_;
  std::byte* highest_;
  entry* trail_;
  std::size_t trail_room_;
  std::size_t trail_size_ = 0;
  std::uint64_t undone_ = 0;
  bool logging_ = false;
  bool canonical_ = false;
};

/// Where containers made in this thread at this moment take their memory: the address of the temporaries of the
/// predicate that runs. The lowest bit says that there is more to do than to append: memory is canonical, or, with no
/// address, no predicate runs and containers live on the heap. So one test of what lies at hand tells that nothing is
/// to be done.
using memory_word = std::uintptr_t;
inline constexpr memory_word with_care = 1;
extern constinit thread_local memory_word current_memory;

inline temporaries* current_temporaries() noexcept {
  return reinterpret_cast<temporaries*>(current_memory & ~with_care);
}
/// A predicate looks at an entry of a set through an iterator.
void order_shown() noexcept;

/// While it exists, containers made in this thread take their memory there.
class temporaries_scope {
 public:
  explicit temporaries_scope(temporaries& t) noexcept : before_(std::exchange(current_memory, t.word())) {}
  ~temporaries_scope() { current_memory = before_; }
  temporaries_scope(const temporaries_scope&) = delete;
  temporaries_scope& operator=(const temporaries_scope&) = delete;

 private:
  memory_word before_;
};

/// Makes the memory of an owner canonical.
using tidy_function = void (*)(void* owner) noexcept;

/// Where one container's elements live: settled when it is made.
class element_memory {
 public:
  /// Elements are appended to memory that is given back as a whole, and nothing needs to be wiped.
  bool append_only() const noexcept { return (from_ & with_care) == 0; }
  bool temporary() const noexcept { return from_ != with_care; }
  /// What is no element any more is to be wiped: temporaries::canonical().
  bool canonical() const noexcept { return !append_only() && temporary(); }
  bool by_content() const noexcept { return canonical() && !from_with_care()->order_shown; }
  void show_order() const noexcept {
    if (canonical()) from_with_care()->order_shown = true;
  }

  void* allocate(std::size_t bytes) const {
    return append_only() ? from()->allocate(bytes) : allocate_with_care(bytes);
  }
  void release(void* elements, std::size_t bytes) const noexcept {
    if (!append_only()) [[unlikely]]
      release_with_care(elements, bytes);
  }
  /// The same for elements of an owner that makes its memory canonical when it is called, and not before. It has this
  /// object and the address of its elements as its first members.
  void* allocate_for(void* owner, tidy_function tidy, std::size_t bytes) const {
    return append_only() ? from()->allocate(bytes) : allocate_owned(owner, tidy, bytes);
  }
  void release_owned(void* elements, std::size_t bytes) const noexcept {
    if (!append_only()) [[unlikely]]
      release_owned_with_care(elements, bytes);
  }
  /// They have a new owner.
  void own(void* elements, void* owner) const noexcept {
    if (!append_only()) [[unlikely]]
      own_with_care(elements, owner);
  }
  void log(void* place, std::size_t bytes) const {
    if (append_only()) from()->log(place, bytes);
  }
  std::uint32_t usual_room(std::uint32_t least) const noexcept {
    return append_only() && least < from()->largest_table ? from()->largest_table : least;
  }
  void note_room(std::uint32_t room) const noexcept {
    if (append_only() && from()->largest_table < room) from()->largest_table = room;
  }

 private:
  temporaries* from() const noexcept { return reinterpret_cast<temporaries*>(from_); }  // if append_only()
  temporaries* from_with_care() const noexcept { return reinterpret_cast<temporaries*>(from_ & ~with_care); }
  void* allocate_with_care(std::size_t bytes) const;
  void release_with_care(void* elements, std::size_t bytes) const noexcept;
  void* allocate_owned(void* owner, tidy_function, std::size_t bytes) const;
  void release_owned_with_care(void* elements, std::size_t bytes) const noexcept;
  void own_with_care(void* elements, void* owner) const noexcept;

  memory_word from_ = current_memory;
};

}  // namespace korat::detail
