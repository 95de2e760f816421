// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Running a predicate: on its own stack, from its beginning or from a saved state, so that whatever it does (answer,
// throw, crash, loop) comes back as the ending of a run. What its first reads mean is up to the engine built on this:
// a search makes choices of them, a repair takes what is there.

#pragma once

#include <csetjmp>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>

#include "korat/search.hpp"
#include "korat/undo/temporaries.hpp"
#include "search/checkpoints.hpp"
#include "search/context.hpp"
#include "search/guard.hpp"
#include "search/siblings.hpp"
#include "space/copier.hpp"
#include "space/space.hpp"
#include "undo/allowance.hpp"

namespace korat::detail {

/// The C++ runtime's record of a thread's exceptions (Itanium ABI, __cxa_eh_globals).
struct exception_state {
  void* caught;
  unsigned int uncaught;
};

class predicate_runner {
 public:
  virtual ~predicate_runner();
  predicate_runner(const predicate_runner&) = delete;
  predicate_runner& operator=(const predicate_runner&) = delete;

  // On the predicate's stack, called through context_*.S or by the access functions. Objects may read their own fields
  // when they are destroyed, after the engine itself: that means nothing.
  virtual void unusual_read(const void* /*address*/, std::byte* /*stack_top*/) {}  // in every mode but 'search'
  void written(const void* address);
  void object_released(void* object) noexcept;
  std::size_t object_size(const void* object) const noexcept { return space_.size_at(object); }
  int call_predicate() noexcept;
  bool next_sibling() noexcept;
  bool go_on() noexcept;

  /// Ends the predicate, wherever it is: on its stack, or in a signal handler that interrupted it.
  [[noreturn]] void leave_predicate(const fault&) noexcept;
  virtual bool tick() noexcept = 0;  // true: the predicate must be abandoned at once
  bool predicate_runs() const noexcept { return mode_ != mode::idle; }
  bool searches() const noexcept { return mode_ == mode::search; }
  const predicate_stack* stack() const noexcept { return stack_.get(); }
  const std::string& note() const noexcept { return note_; }
  const space& searched() const noexcept { return space_; }
  structure_copier& copier();

 protected:
  predicate_runner(described, const search_options&, space::use = space::use::search);

  enum class mode : std::uint8_t {
    idle,      // the predicate does not run; reads are the user's own
    search,    // first reads become choices
    lockstep,  // the same, for checks that take turns
    guided,    // the same, with the values a guide says
    symbolic,  // the same, but chosen integers stay open
    trace,     // the same as search, and where in the predicate they happen is recorded
    observe,   // first reads are recorded: a self-check
    repair,    // first reads take what is there
    suspend,   // the predicate is stopped at every read, for the diagram
    leaving,   // the predicate seems stuck and is ended at its next read
  };
  mode mode_ = mode::idle;
  mode search_mode_ = mode::search;  // or lockstep
  bool checkpointing_ = false;       // states are saved

  /// In its scope reads count as `mode` says, and allocations are the predicate's while it searches.
  class running_scope {
   public:
    running_scope(predicate_runner& runner, mode now)
        : runner_(runner),
          mode_before_(runner.mode_),
          containers_before_(current_memory),
          allowance_before_(current_allowance),
          outside_(current_heap) {
      enter(now);
      current_memory = now == mode::idle ? with_care : runner_.temporaries_.word();
      current_allowance = now == mode::idle ? nullptr : &runner_.allowance_;
    }
    ~running_scope() {
      if (mode_before_ == mode::idle) current_heap = outside_;
      enter(mode_before_);
      current_memory = containers_before_;
      current_allowance = allowance_before_;
    }
    running_scope(const running_scope&) = delete;
    running_scope& operator=(const running_scope&) = delete;

   private:
    static bool saves_states(mode m) {
      return m == mode::search || m == mode::lockstep || m == mode::guided || m == mode::symbolic ||
             m == mode::repair || m == mode::suspend;
    }
    // Whether states are saved may have changed since the scope began.
    void enter(mode now) {
      runner_.mode_ = now;
      if (now != mode::idle || mode_before_ != mode::idle)
        current_heap = saves_states(now) && runner_.checkpointing_ ? &runner_.heap_ : nullptr;
    }
    predicate_runner& runner_;
    mode mode_before_;
    memory_word containers_before_;
    allowance* allowance_before_;
    heap* outside_;
  };
  /// In its scope the predicate may run.
  class engaged;

  /// What a run of the predicate ended with.
  enum : int { no, yes, threw, left };
#if KORAT_HAS_CONTEXT
  int enter() noexcept {
    allowance_.begin_run();
    return korat_enter(&context_);
  }
#else
  int enter() noexcept;
#endif
  /// Puts everything but the stack, which follows on entering, back to the state.
  void prepare(const saved_state& state) noexcept {
    if (heap_.eventful()) [[unlikely]]
      restore_heap(state);
    checkpoints_.count_restored(state.stack_size + state.heap_size);
    context_.state = &state;
    temporaries_.return_to(state.mark);
  }
  void restore_heap(const saved_state& state) noexcept {
    checkpoints_.restore_heap(state, heap_);
    allowance_.begin_run();
  }
  // A state with an exception in flight (in a catch block, or a destructor during unwinding) cannot be saved: the
  // exception belongs to the runtime. Nor can one in which a shared library holds something for the predicate. Such a
  // choice is reached from the state before.
  void save_state(std::uint32_t depth, std::byte* stack_top) noexcept {
    if (!savable()) [[unlikely]]
      return;
    checkpoints_.save(depth, stack_top, context_.image_end, heap_, temporaries_.position());
  }
  bool savable() const noexcept {
    return exceptions_->caught == nullptr && exceptions_->uncaught == 0 && !heap_.holds_elsewhere();
  }
  /// The top of the stack once the state is resumed: registers and return address are no longer on it.
  static std::byte* resumed_at(const saved_state& s) noexcept {
    return s.stack + (s.top - s.stack) + spilled.count * sizeof(void*);
  }
  void forget_exceptions() noexcept;
  /// Does not return if only a part of the predicate ends by the fault.
  virtual void contain(const fault&) noexcept {}
  /// A candidate was rejected and is not one of 'siblings_': true when there is another to go on with at once.
  virtual bool next_candidate() noexcept = 0;

  static constexpr const char* no_resuming = "; it is re-executed instead of resumed from saved states";
  /// Why the predicate cannot be resumed in this program; empty if it can.
  std::string why_not_resume() const;

  space space_;
  std::unique_ptr<structure_copier> copier_;  // once somebody asks for a copy
  predicate predicate_;
  context context_;
  std::unique_ptr<predicate_stack> stack_;
  temporaries temporaries_;
  heap heap_;
  allowance allowance_;  // of what is not taken from the heap
  checkpoints checkpoints_;
  siblings siblings_;  // still to be tried
  exception_state* exceptions_ = nullptr;
  std::exception_ptr thrown_;
  std::string note_;

  // Guarding it.
  crash_guard guard_;
  fault fault_;
  std::uint64_t progress_at_tick_ = 0;
  int idle_ticks_ = 0;
#if !KORAT_HAS_CONTEXT
  std::jmp_buf left_;
#endif
};

}  // namespace korat::detail
