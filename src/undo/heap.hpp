// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Memory that a predicate takes with operator new or malloc while its states are saved. All of it, the allocator's own
// bookkeeping included, lies in one piece of memory, so a saved state is a copy of the part in use, and ordinary std::
// containers work in a predicate: addresses stay, contents return.
//
// It lies at a known place, so that operator delete can tell its blocks, from any thread and after any time.

#pragma once

#include <cstddef>
#include <cstdint>

namespace korat::detail {

class heap {
 public:
  static constexpr std::size_t memory_size = std::size_t{1} << 31;

  /// Of at most `limit` bytes.
  explicit heap(std::size_t limit = memory_size);
  ~heap();
  heap(const heap&) = delete;
  heap& operator=(const heap&) = delete;

  void* allocate(std::size_t size, std::size_t alignment);
  static void release(void* block) noexcept;
  static std::size_t size_of(void* block) noexcept;
  static bool owns(const void* address) noexcept {
    return reinterpret_cast<std::uintptr_t>(address) >> region_bits == region_begin >> region_bits;
  }

  /// The bytes in use, a multiple of 16. Nothing, until something was allocated.
  std::byte* begin() const noexcept { return memory_; }
  std::size_t size() const noexcept { return touched_ ? header().used : 0; }
  bool in_use() const noexcept { return size() != 0; }
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
  /// Something was ever allocated or refused.
  bool eventful() const noexcept { return eventful_; }
  /// Puts a copy of the part in use back.
  void restore(const std::byte* image, std::size_t size) noexcept;
  /// What is left in it belongs to the program now: the memory is never given back.
  void retire() noexcept { retired_ = true; }

  /// Whether operator new is ours, and not another one the program brings.
  static bool serves_operator_new();
  /// Whether the program was linked so that its malloc is ours.
  static bool serves_malloc();

 private:
  static constexpr std::uintptr_t region_begin = 0x7d80'0000'0000;
  static constexpr int region_bits = 38;
  static constexpr std::size_t classes = 16;  // free lists for blocks of up to 16 * 16 bytes

  // Lies at the beginning of the memory. All zero: untouched.
  struct bookkeeping {
    std::uint64_t used;
    std::uint64_t live;
    std::uint64_t free[classes];  // offsets of the first free block of each class
  };
  void map();
  bookkeeping& header() const noexcept { return *reinterpret_cast<bookkeeping*>(memory_); }

  std::byte* memory_ = nullptr;
  std::size_t limit_;
  bool touched_ = false;  // something was ever allocated: most predicates never do, and so never touch the memory
  bool refused_ = false;
  bool eventful_ = false;
  bool retired_ = false;
};

/// Where operator new and malloc take their memory in this thread; null: from the system.
extern constinit thread_local heap* current_heap;

}  // namespace korat::detail
