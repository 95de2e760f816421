// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The predicate runs on a stack of its own. That makes three things simple: to abandon it (switch back and forget), to
// see it overflow (a guard page), and to save and restore its state: the state of a predicate stopped at a first read
// is its stack, from there to the base. The registers a function must preserve are spilled to the stack on the way
// into 'korat_choose' (context_*.S), so copying the stack copies them too. Addresses do not change, so pointers into
// the stack stay valid.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "korat/undo/temporaries.hpp"
#include "search/context_layout.h"
#include "undo/has_context.h"
#include "undo/processor.hpp"

namespace korat::detail {

class predicate_runner;

/// A state of the predicate stopped at a first read. Known to the assembly by its layout (context_layout.h).
struct saved_state {
  const std::byte* top;        // where the predicate goes on; null: from the beginning
  const std::byte* image;      // of the stack, then of the heap
  std::byte* stack;            // where the image of the stack belongs
  const std::byte* registers;  // where in the image they lie
  const std::byte* copy;       // the code that copies the stack's image back (copy_image.hpp)
  std::uint32_t stack_size;    // bytes; a multiple of the block size
  std::uint32_t depth;         // number of choices up to this one's; 0: the beginning
  std::size_t heap_size;
  temporaries::mark mark;
};
static_assert(offsetof(saved_state, top) == KORAT_TOP && offsetof(saved_state, image) == KORAT_IMAGE &&
              offsetof(saved_state, stack) == KORAT_STACK && offsetof(saved_state, registers) == KORAT_REGISTERS &&
              offsetof(saved_state, copy) == KORAT_COPY && offsetof(saved_state, stack_size) == KORAT_STACK_SIZE);

/// Known to the assembly by its layout.
struct context {
  void* main_stack = nullptr;          // while the predicate runs: where to come back to
  std::byte* base = nullptr;           // of the predicate's stack; null: it has none of its own
  const saved_state* state = nullptr;  // where to run on from
  std::byte* image_end = nullptr;      // saved states reach from the top of the stack to here
  // The predicate, and what to call it with.
  bool (*predicate)(const void* function, const void* root) = nullptr;
  const void* function = nullptr;
  const void* root = nullptr;
  std::byte* loop = nullptr;  // the frame of 'korat_call', which stays for the next entry; null: there is none
  predicate_runner* owner = nullptr;
};
static_assert(offsetof(context, main_stack) == KORAT_MAIN_STACK && offsetof(context, base) == KORAT_BASE &&
              offsetof(context, state) == KORAT_STATE && offsetof(context, image_end) == KORAT_IMAGE_END &&
              offsetof(context, predicate) == KORAT_PREDICATE && offsetof(context, function) == KORAT_FUNCTION &&
              offsetof(context, root) == KORAT_ROOT && offsetof(context, loop) == KORAT_LOOP);

/// The word among spilled registers that is nobody's, where states are compared.
inline void wipe_padding(std::byte* registers) noexcept {
  if constexpr (spilled.padding < spilled.count)
    std::memset(registers + spilled.padding * sizeof(void*), 0, sizeof(void*));
}

#if KORAT_HAS_CONTEXT
/// What a call of the predicate returns, or that it was not called.
enum class predicate_answer : unsigned char { no, yes, not_asked };

extern "C" {
/// Runs the predicate, from its beginning or from the restored state, until it returns or leaves.
int korat_enter(context*) noexcept;
/// Ends the predicate where it is: 'korat_enter' returns `answer`.
[[noreturn]] void korat_leave(context*, int answer) noexcept;
/// Calls the predicate, or restores its saved state and goes on there, until it accepts or 'korat_go_on' says so.
bool korat_call(context*);
/// The predicate rejected: goes on to the next candidate and runs it, if nothing else is to be done first.
predicate_answer korat_go_on(context*);
/// Runs the predicate or resumes its saved state, as if 'korat_call' had called it.
predicate_answer korat_run_or_resume(context*);
/// Runs one of several checks of the predicate, on the stack of the moment, until it returns or leaves.
int korat_run_check(context*);
/// Ends the check where it is: 'korat_run_check' returns `answer`.
[[noreturn]] void korat_leave_check(context*, int answer) noexcept;
}
#endif

/// The predicate's stack, with a guard page at its end.
class predicate_stack {
 public:
  explicit predicate_stack(std::size_t size);
  ~predicate_stack();
  predicate_stack(const predicate_stack&) = delete;
  predicate_stack& operator=(const predicate_stack&) = delete;

  std::byte* base() const noexcept { return memory_ + size_; }
  bool has(const void* address) const noexcept { return address >= memory_ && address < memory_ + size_; }
  bool guards(const void* address) const noexcept { return address >= memory_ && address < memory_ + guard_size; }
  /// Frames that are gone leave their contents behind, and new ones, which seldom initialise all of their room, would
  /// inherit them. What lies further down only keeps equal states from being recognised.
  void wipe_below(std::byte* top) const noexcept {
    constexpr std::size_t depth = 4096;
    if (!guards(top - depth - (std::size_t{1} << 20))) std::memset(top - depth, 0, depth);
  }

 private:
  static constexpr std::size_t guard_size = 16 << 20;  // more than a frame skips without touching it
  std::byte* memory_;
  std::size_t size_;
};

}  // namespace korat::detail
