// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The search loop.

#include <cxxabi.h>

#include <algorithm>

#include "korat/listener.hpp"
#include "search/engine.hpp"

namespace korat::detail {

namespace {

exception_state* exceptions_of_this_thread() noexcept { return reinterpret_cast<exception_state*>(abi::__cxa_get_globals()); }

}  // namespace

bool search_engine::advance(until goal) {
  if (outcome_ == outcome::complete || outcome_ == outcome::failed) return false;
  if (valid_ >= options_.max_valid) stopping_ = outcome::max_valid;
  if (stopping_ != outcome::running) return stop(stopping_);
  outcome_ = outcome::running;
  const crash_guard::scope guarded(guard_, this);
  const temporaries_scope containers(temporaries_);
  exceptions_ = exceptions_of_this_thread();
  return explore(goal);
}

// Invariant at the top of the loop: the choices are those of the last candidate considered (none before the first), the
// fields chosen hold their values, all other fields are pending, and every saved state belongs to one of the choices.
bool search_engine::explore(until goal) {
  for (;;) {
    if (started_ && !next_choice()) return stop(outcome::complete);
    if (!started_) start();
    bool valid = true;
    if (completion_.owns(depth_)) {
      completion_.resume();  // the predicate cannot tell these candidates apart, so it need not run
    } else {
      valid = run();
      if (explored_ + 1 >= next_self_check_) [[unlikely]] valid = self_check(valid);
      if (valid) completion_.start();
    }
    ++explored_;
    valid_ += valid ? 1 : 0;
    path_lengths_ += depth_;
    current_valid_ = valid;
    const bool wanted = valid || goal == until::candidate;
    if (explored_ >= attention_.load(std::memory_order_relaxed)) [[unlikely]] {
      attend(valid);
      if (!wanted && stopping_ != outcome::running) return stop(stopping_);
    }
    if (wanted) return true;
  }
}

void search_engine::start() {
  started_ = true;
  if (options_.listener != nullptr) options_.listener->on_start(*face_);
}

// Everything that does not happen at every candidate.
void search_engine::attend(bool valid) {
  if (options_.listener != nullptr) options_.listener->on_candidate(*face_, valid);
  if (explored_ >= options_.max_explored) stopping_ = outcome::max_explored;
  if (options_.stop_when && explored_ >= next_poll_) {
    next_poll_ = explored_ + std::max<std::uint64_t>(1, options_.poll_every);
    if (options_.stop_when(statistics())) stopping_ = outcome::condition;
  }
  set_attention();
  if (stop_requested_.exchange(false, std::memory_order_relaxed)) stopping_ = outcome::condition;
}

// The next candidate at which there is something to attend to.
void search_engine::set_attention() noexcept {
  auto next = options_.max_explored;
  if (options_.stop_when) next = std::min(next, next_poll_);
  if (options_.listener != nullptr) next = explored_ + 1;
  attention_.store(next, std::memory_order_relaxed);
}

// Always false, what advance() then returns. A search stopped by a condition goes on when it is called again.
bool search_engine::stop(korat::outcome how) {
  outcome_ = how;
  stopping_ = outcome::running;
  if (options_.listener != nullptr) options_.listener->on_end(*face_, how);
  return false;
}

/// Undoes choices until one has another value, and takes that. False: the space is exhausted.
bool search_engine::next_choice() noexcept {
  const auto before = depth_;
  while (depth_ > 0 && !next_value(choices_[depth_ - 1])) pop();
  popped_ += before - depth_;
  return depth_ > 0;
}

// Runs the predicate on the choices made, from the nearest saved state.
bool search_engine::run() {
  prepare_state();
  resumed_at_ = depth_;
  ++executions_;
  mode_ = mode::search;
  current_heap = checkpointing_ ? &heap_ : nullptr;
  const int ending = enter();
  current_heap = nullptr;
  mode_ = mode::idle;
  if (ending > yes) [[unlikely]] return fault_in_search(ending);
  if (checkpointing_ && heap_.live() != 0) [[unlikely]] {
    heap_.retire();
    reexecute_from_now_on("the predicate keeps memory it has allocated (a static variable, or a leak)");
  }
  return ending == yes;
}

void search_engine::prepare_state() {
  while (!checkpoints_.empty() && checkpoints_.last().depth >= depth_) checkpoints_.forget_last();
  if (checkpoints_.empty()) {
    context_.resume_at = nullptr;
    temporaries_.clear();
    if (checkpointing_) heap_.clear();
    return;
  }
  const auto& state = checkpoints_.last();
  checkpoints_.restore(state, heap_);
  context_.resume_at = state.top;
  temporaries_.return_to(state.mark);
  // On its last value a choice is not returned to: its state is consumed.
  const auto& choice = choices_[state.depth];
  if (state.depth == depth_ - 1 && choice.value == (choice.limit & ~backward_)) checkpoints_.forget_last();
}

// What the choices say stays right; only the way back to them changes.
void search_engine::reexecute_from_now_on(const std::string& why) {
  note_ = why + "; it is re-executed instead of resumed from saved states";
  checkpointing_ = false;
  checkpoints_.clear();
  temporaries_.logging(false);
}

/// Considers the current candidate once more, from the choices that stood when the predicate was resumed.
bool search_engine::redo() {
  while (depth_ > resumed_at_) pop();
  return run();
}

#if KORAT_HAS_CONTEXT

extern "C" int korat_run_predicate(context* c) noexcept { return c->owner->call_predicate(); }

int search_engine::enter() noexcept { return korat_enter(&context_); }

void search_engine::leave_predicate(const fault& why) noexcept {
  forget_exceptions();
  fault_ = why;
  korat_leave(&context_, left);
}

#else

int search_engine::enter() noexcept { return setjmp(left_) != 0 ? left : call_predicate(); }

void search_engine::leave_predicate(const fault& why) noexcept {
  forget_exceptions();
  fault_ = why;
  std::longjmp(left_, 1);
}

#endif

// A predicate that is left in the middle of handling an exception takes the exception with it.
void search_engine::forget_exceptions() noexcept { *exceptions_ = {nullptr, 0}; }

int search_engine::call_predicate() noexcept {
  try {
    return predicate_.call(predicate_.function.get(), space_.root()) ? yes : no;
  } catch (...) {
    thrown_ = std::current_exception();
    return threw;
  }
}

// A predicate is stuck when a few ticks in a row see no progress at all. It is then made to leave at its next read, a
// place where it holds no lock; if it does not even read, it must be left where it is.
bool search_engine::tick() noexcept {
  const auto progress = explored_ + popped_ + depth_ + observed_.size() + self_checks_;
  if (mode_ == mode::idle || progress != progress_at_tick_) {
    progress_at_tick_ = progress;
    idle_ticks_ = 0;
    return false;
  }
  if (++idle_ticks_ < crash_guard::ticks_until_stuck) return false;
  if (mode_ == mode::leaving) return true;
  mode_ = mode::leaving;
  for (const cell& c : space_.cells()) set_pending(c);
  return false;
}

}  // namespace korat::detail
