// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Saved states of the predicate, a stack parallel to the choices: the state at a choice is the predicate's stack from
// the first read to where the predicate was called (context.hpp), the part of its heap in use (undo/heap.hpp), and a
// mark of the undoable containers' memory (undo/temporaries.hpp). At the bottom lies a state that is the beginning.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "korat/undo/temporaries.hpp"
#include "search/context.hpp"
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
  // Images consist of whole blocks at addresses that are multiples of their size: a little of what lies around the
  // predicate's part of the stack is copied too, which does no harm. It is unused below, and never changes above.
  static constexpr std::uintptr_t block = 32;
  using copy_function = void (*)(std::byte* to, const std::byte* from, std::size_t size) noexcept;
  static copy_function fastest_copy() noexcept;
  const std::byte* copy_back(std::size_t stack_size) const noexcept;

  std::byte* image_end(const state& s) const noexcept {
    return images_ + (s.image - images_) + s.stack_size + ((s.heap_size + block - 1) & ~(block - 1));
  }
  bool make_room(std::size_t size) noexcept;
  void thin_out() noexcept;

  std::unique_ptr<state[]> states_;
  state* last_;
  copy_function copy_ = fastest_copy();
  std::byte* images_ = nullptr;
  std::byte* images_end_ = nullptr;
  std::uint64_t saved_ = 0, bytes_saved_ = 0, bytes_restored_ = 0;
  std::size_t peak_ = 0;
};

inline void checkpoints::restore_heap(const state& s, heap& h) noexcept {
  if ((s.heap_size | h.size()) != 0) [[unlikely]] h.restore(s.image + s.stack_size, s.heap_size);
}

}  // namespace korat::detail
