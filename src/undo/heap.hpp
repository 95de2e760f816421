// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Memory that a predicate takes with operator new or malloc while its states are saved. All of it, the allocator's own
// bookkeeping included, lies in one piece of memory, so a saved state is a copy of the part in use, and ordinary std::
// containers work in a predicate: addresses stay, contents return.
//
// A block has one of few sizes, and a free one serves the next of its size: no more of a size exist than were ever used
// at a time. The last block of the memory makes it shorter when it is released, and the last one that is left empties
// it, because all that is in use is copied with every state. The same calls get the same addresses.
//
// It lies at a known place, so that operator delete can tell its blocks, from any thread and after any time.

#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "korat/detail/malloc_functions.hpp"
#include "korat/detail/notice.hpp"
#include "undo/held_elsewhere.hpp"

namespace korat::detail {

class heap {
 public:
  static constexpr std::size_t memory_size = std::size_t{1} << 31;

  /// Of at most `limit` bytes.
  explicit heap(std::size_t limit = memory_size);
  ~heap();
  heap(const heap&) = delete;
  heap& operator=(const heap&) = delete;

  /// Throws std::bad_alloc beyond the limit.
  void* allocate(std::size_t size, std::size_t alignment);
  static void release(void* block) noexcept;
  /// What the block has room for.
  static std::size_t size_of(const void* block) noexcept;
  static bool owns(const void* address) noexcept {
    return reinterpret_cast<std::uintptr_t>(address) >> region_bits == region_begin >> region_bits;
  }

  /// The bytes in use, a multiple of 16. Nothing, until something was allocated.
  std::byte* begin() const noexcept { return memory_; }
  std::size_t size() const noexcept { return touched_ ? header().used * granule : 0; }
  /// Blocks that were not released yet.
  std::size_t live() const noexcept { return touched_ ? header().live : 0; }
  void clear() noexcept;
  /// The predicate released a block that is older than itself. It is not given back: a resumed predicate may release it
  /// again.
  void refuse_release() noexcept {
    refused_ = true;
    eventful_ = true;
  }
  bool refused() const noexcept { return refused_; }
  /// Something was ever allocated, refused, or held elsewhere.
  bool eventful() const noexcept { return eventful_; }
  /// What the predicate has that lies neither on its stack nor here. To change it is an event.
  held_elsewhere& elsewhere() noexcept {
    eventful_ = true;
    return elsewhere_;
  }
  bool holds_elsewhere() const noexcept { return elsewhere_.any(); }
  /// Puts a copy of the part in use back, of a time when nothing was held elsewhere.
  void restore(const std::byte* image, std::size_t size) noexcept;
  /// What is left in it belongs to the program now: the memory is never given back.
  void retire() noexcept {
    memory_ = nullptr;  // what is allocated from now on lies elsewhere
    touched_ = eventful_ = false;
  }

  /// While it is canonical, blocks that are free hold zeros (temporaries::canonical).
  void canonical(bool on) noexcept { canonical_ = on; }

  /// Whether operator new is ours, and not another one the program brings.
  static bool serves_operator_new();
  /// Whether the part of the program that has these functions was linked so that its malloc is ours.
  static bool serves(const malloc_functions&);

 private:
  static constexpr std::size_t granule = 16;
  static constexpr int region_bits = detail::region_bits;
  static constexpr std::uintptr_t region_begin =
      KORAT_ADDRESS_BITS < 47 ? detail::region_begin + (std::uintptr_t{1} << region_bits) : 0x7d80'0000'0000;
  static constexpr std::size_t classes = 64;  // of block sizes: see size_class in heap.cpp

  // Lies at the beginning of the memory. Offsets are counted in granules of 16 bytes.
  struct bookkeeping {
    std::uint32_t used;  // 0: nothing is allocated
    std::uint32_t live;
    std::uint32_t free[classes];  // the first free block of each class; anything when nothing is allocated
  };
  struct block_header;
  static block_header& header_of(const void* block) noexcept;
  void map();
  [[noreturn]] void exhausted() const;
  void* reuse(std::uint32_t size_class, std::size_t alignment) noexcept;
  void* append(std::uint32_t granules, std::size_t alignment);
  bookkeeping& header() const noexcept { return *reinterpret_cast<bookkeeping*>(memory_); }

  std::byte* memory_ = nullptr;
  std::size_t limit_;
  bool touched_ = false;  // there is memory, and it is ours: most predicates never allocate
  bool refused_ = false;
  bool eventful_ = false;
  held_elsewhere elsewhere_;
  bool canonical_ = false;
};

/// Where operator new and malloc take their memory in this thread; null: from the system.
extern constinit thread_local heap* current_heap;

/// Sets it, and gives what it was. For code whose states are saved: compilers keep the address of a thread's variable
/// in a register, and another thread may go on from the state.
[[gnu::noinline]] heap* use_heap(heap*) noexcept;

/// Another heap, or none, for what is allocated in its scope.
class using_heap {
 public:
  explicit using_heap(heap* other) noexcept : before_(std::exchange(current_heap, other)) {}
  ~using_heap() { current_heap = before_; }
  using_heap(const using_heap&) = delete;
  using_heap& operator=(const using_heap&) = delete;

 private:
  heap* before_;
};

/// What is allocated in its scope, maybe on the predicate's stack, is ours and not the predicate's.
struct not_for_predicate : using_heap {
  not_for_predicate() noexcept : using_heap(nullptr) {}
};

}  // namespace korat::detail
