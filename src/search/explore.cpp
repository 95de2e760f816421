// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The search loop.

#include <algorithm>

#include "korat/listener.hpp"
#include "search/engine.hpp"

namespace korat::detail {

bool search_engine::advance(until goal) {
  if (outcome_ == outcome::complete || outcome_ == outcome::failed) return false;
  if (valid_ >= options_.max_valid) stopping_ = outcome::max_valid;
  if (stopping_ != outcome::running) return stop(stopping_);
  outcome_ = outcome::running;
  const crash_guard::scope guarded(guard_, this);
  const temporaries_scope containers(temporaries_);
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
  if (explored_ >= next_self_check_ && !completion_.owns(depth_)) self_check(valid);
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
  auto next = std::min(options_.max_explored, next_self_check_);
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
  while (!checkpoints_.empty() && checkpoints_.last().depth >= depth_) checkpoints_.forget_last();
  if (checkpoints_.empty()) {
    context_.resume_at = nullptr;
    temporaries_.clear();
  } else {
    const auto& state = checkpoints_.last();
    checkpoints_.restore(state);
    context_.resume_at = state.top;
    temporaries_.return_to(state.mark);
    // On its last value a choice is not returned to: its state is consumed.
    const auto& choice = choices_[state.depth];
    if (state.depth == depth_ - 1 && choice.value == (choice.limit & ~backward_)) checkpoints_.forget_last();
  }
  ++executions_;
  mode_ = mode::search;
  const int answer = enter();
  mode_ = mode::idle;
  if (answer > yes) [[unlikely]] report_fault(answer);
  return answer == yes;
}

#if KORAT_HAS_CONTEXT

extern "C" int korat_run_predicate(context* c) noexcept { return c->owner->call_predicate(); }

int search_engine::enter() noexcept { return korat_enter(&context_); }

void search_engine::leave_predicate(const fault& why) noexcept {
  fault_ = why;
  korat_leave(&context_, left);
}

#else

int search_engine::enter() noexcept { return setjmp(left_) != 0 ? left : call_predicate(); }

void search_engine::leave_predicate(const fault& why) noexcept {
  fault_ = why;
  std::longjmp(left_, 1);
}

#endif

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
