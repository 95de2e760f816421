// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Saved states of the predicate, a stack parallel to the choices: the state at a choice is the predicate's stack from
// the first read to where the predicate was called (context.hpp), the part of its heap in use (undo/heap.hpp), and a
// mark of the undoable containers' memory (undo/temporaries.hpp). At the bottom lies a state that is the beginning.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "korat/undo/temporaries.hpp"
#include "search/context.hpp"
#include "search/copy_image.hpp"
#include "space/mapped_memory.hpp"
#include "undo/heap.hpp"

namespace korat::detail {

class checkpoints {
 public:
  /// At most `states` of them, whose images take at most `limit` bytes. `start`: the mark of the beginning.
  checkpoints(std::size_t states, std::size_t limit, const temporaries::mark& start);
  ~checkpoints();
  checkpoints(const checkpoints&) = delete;
  checkpoints& operator=(const checkpoints&) = delete;

  using state = saved_state;

  /// The newest state with at most `depth` choices; newer ones are forgotten.
  const state& at(std::uint32_t depth) noexcept {
    while (last_->depth > depth) --last_;
    return *last_;
  }
  const state& last() const noexcept { return *last_; }
  /// No further state may be saved.
  bool full() const noexcept { return last_ == states_.get() + most_; }
  const state& beginning() const noexcept { return states_[0]; }
  void forget_last() noexcept { --last_; }
  void clear() noexcept { last_ = states_.get(); }

  /// The state at choice number `depth`, stopped with its stack reaching from `top` to `end`.
  void save(std::uint32_t depth, std::byte* top, std::byte* end, const heap&, const temporaries::mark&) noexcept;
  /// Puts the heap back in its place. (The stack follows when the predicate is entered: 'korat_call'.)
  void restore_heap(const state&, heap&) noexcept;
  void count_restored(std::uint64_t bytes) noexcept { bytes_restored_ += bytes; }

  std::uint64_t saved() const noexcept { return saved_; }
  std::uint64_t bytes_saved() const noexcept { return bytes_saved_; }
  std::uint64_t bytes_restored() const noexcept { return bytes_restored_; }
  std::size_t peak() const noexcept { return peak_; }

 private:
  // Images consist of whole blocks at addresses that are multiples of their size: a little of what lies below the
  // predicate's part of the stack, unused, is copied too.
  static constexpr std::uintptr_t block = image_block;

  std::byte* image_end(const state& s) const noexcept {
    return images_ + (s.image - images_) + s.stack_size + ((s.heap_size + block - 1) & ~(block - 1));
  }
  bool fits(std::size_t size) const noexcept {
    return size <= static_cast<std::size_t>(images_end_ - image_end(*last_));
  }
  [[gnu::cold]] bool make_room(std::size_t size) noexcept;
  bool mapped() const noexcept { return images_ != nullptr && images_ != first_images_[0].bytes; }
  void map() noexcept;
  void thin_out() noexcept;

  std::unique_ptr<state[]> states_;
  std::size_t most_;
  state* last_;
  image_copies copies_ = fastest_copies();
  struct alignas(block) aligned_block {
    std::byte bytes[block];
  };
  static constexpr std::size_t first_blocks = 256;
  std::size_t limit_;
  pages pages_;
  std::unique_ptr<aligned_block[]> first_images_;  // until they are full
  std::byte* images_ = nullptr;
  std::byte* images_end_ = nullptr;
  std::uint64_t saved_ = 0, bytes_saved_ = 0, bytes_restored_ = 0;
  std::size_t peak_ = 0;
};

inline void checkpoints::save(std::uint32_t depth, std::byte* top, std::byte* end, const heap& h,
                              const temporaries::mark& mark) noexcept {
  auto* const stack = reinterpret_cast<std::byte*>(reinterpret_cast<std::uintptr_t>(top) & ~(block - 1));
  const auto stack_size = static_cast<std::size_t>(end - stack);
  const auto heap_size = h.size();
  const auto size = stack_size + heap_size;
  // The search resumes from an earlier state then.
  if (!fits(size + block) && !make_room(size + block)) [[unlikely]]
    return;
  auto* const image = image_end(*last_);
  *++last_ = {top,
              image,
              stack,
              image + (top - stack),
              copies_.back_for(stack_size),
              static_cast<std::uint32_t>(stack_size),
              depth,
              heap_size,
              mark};
  ++saved_;
  bytes_saved_ += size;
  peak_ = std::max(peak_, static_cast<std::size_t>(image + size - images_));
  if (heap_size != 0) [[unlikely]]
    std::memcpy(image + stack_size, h.begin(), heap_size);
  copies_.save(image, stack, stack_size);  // last: nothing has to be kept for afterwards
}

inline void checkpoints::restore_heap(const state& s, heap& h) noexcept {
  h.restore(s.image + s.stack_size, s.heap_size);
}

}  // namespace korat::detail
