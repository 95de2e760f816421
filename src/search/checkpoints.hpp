// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Saved states of the predicate, a stack parallel to the choices: the state at a choice is the predicate's stack from
// the first read to its base (context.hpp), the part of its heap in use (undo/heap.hpp), and a mark of the undoable
// containers' memory (undo/temporaries.hpp).

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "korat/undo/temporaries.hpp"
#include "undo/heap.hpp"

namespace korat::detail {

class checkpoints {
 public:
  /// At most `states` of them, whose images take at most `limit` bytes.
  checkpoints(std::size_t states, std::size_t limit);
  ~checkpoints();
  checkpoints(const checkpoints&) = delete;
  checkpoints& operator=(const checkpoints&) = delete;

  struct state {
    std::uint32_t depth;       // number of choices before this one's
    std::uint32_t stack_size;  // bytes
    std::byte* image;          // of the stack, then of the heap
    std::byte* top;            // of the stack
    std::size_t heap_size;
    temporaries::mark mark;
  };

  bool empty() const noexcept { return count_ == 0; }
  const state& last() const noexcept { return states_[count_ - 1]; }
  /// The state of the choice with `depth` choices before it.
  void save(std::uint32_t depth, std::byte* top, const std::byte* base, const heap&, const temporaries::mark&) noexcept;
  void forget_last() noexcept { next_ = states_[--count_].image; }
  void clear() noexcept;
  /// Puts stack and heap back in their places.
  void restore(const state&, heap&) noexcept;

  std::uint64_t saved() const noexcept { return saved_; }
  std::uint64_t bytes_saved() const noexcept { return bytes_saved_; }
  std::uint64_t bytes_restored() const noexcept { return bytes_restored_; }
  std::size_t peak() const noexcept { return static_cast<std::size_t>(highest_ - begin_); }

 private:
  void thin_out() noexcept;

  std::unique_ptr<state[]> states_;
  std::size_t count_ = 0;
  std::byte* begin_;
  std::byte* next_;
  std::byte* end_;
  std::size_t limit_;
  std::uint64_t saved_ = 0, bytes_saved_ = 0, bytes_restored_ = 0;
  std::byte* highest_;
};

}  // namespace korat::detail
