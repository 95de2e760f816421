// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The search loop.

#include <algorithm>

#include "korat/listener.hpp"
#include "search/choose.hpp"
#include "search/engaged.hpp"

namespace korat::detail {

bool search_engine::advance(until goal, heading where) {
  if (outcome_ == outcome::failed) return false;
  const bool backward = (options_.direction == direction::backward) != (where == heading::back);
  if (backward != (backward_ != 0)) turn();
  return stand_ == standing::behind ? stop_again() : go(goal);
}

bool search_engine::go(until goal) {
  if (outcome_ != outcome::running) raise_limits();
  if (valid_ >= valid_limit_) stopping_ = outcome::max_valid;
  else if (explored_ >= explored_limit_) stopping_ = outcome::max_explored;
  if (stopping_ != outcome::running) return stop(stopping_);
  outcome_ = outcome::running;
  const engaged running(*this, mode::search);
  if (accounting_ == nullptr) return explore<counting::nothing>(goal);
  return accounting_->wants_more() ? explore<counting::everything>(goal) : explore<counting::reach>(goal);
}

// A search that was stopped at a limit goes on for as much again.
void search_engine::raise_limits() {
  const auto more = [](std::uint64_t done, std::uint64_t limit) {
    return limit > search_options::unlimited - done ? search_options::unlimited : done + limit;
  };
  if (outcome_ == outcome::max_valid) valid_limit_ = more(valid_, options_.max_valid);
  if (outcome_ == outcome::max_explored) explored_limit_ = more(explored_, options_.max_explored);
  set_attention();
}

/// Undoes choices until one has another value, and takes that. False: the space, or the range, is exhausted.
bool search_engine::next_choice() noexcept {
  const auto before = depth_;
  while (depth_ > 0 && !next_value(choices_[depth_ - 1])) pop();
  popped_ += before - depth_;
  return depth_ > boundary_ || (depth_ > 0 && within_bound());
}

// Goes back to the nearest saved state at or below the last choice.
inline void search_engine::return_to_state() noexcept {
  const auto& state = checkpoints_.at(depth_);
  checkpoints_.restore_heap(state, heap_);
  checkpoints_.count_restored(state.stack_size + state.heap_size);
  context_.state = &state;
  temporaries_.return_to(state.mark);
  // On its last value a choice is not returned to: its state is consumed.
  if (state.depth == depth_ && depth_ != 0 && on_last_value(choices_[depth_ - 1])) checkpoints_.forget_last();
}

// The commonest case by far, kept short: the predicate rejected a value without reading another field, and there are
// more that need nothing but a store. We are on the predicate's stack, above the part that is saved and restored.
inline bool search_engine::next_sibling() noexcept {
  if (siblings_.left == 0 || heap_.in_use() || heap_.refused()) return false;
  --siblings_.left;
  ++explored_;
  siblings_.last->value += step_;
  const auto bits = siblings_.values[siblings_.last->value];
  switch (siblings_.width) {
    case 8: store_as<std::uint64_t>(siblings_.address, bits); break;
    case 4: store_as<std::uint32_t>(siblings_.address, bits); break;
    case 2: store_as<std::uint16_t>(siblings_.address, bits); break;
    default: store_as<std::uint8_t>(siblings_.address, bits);
  }
  temporaries_.return_to(context_.state->mark);
  return true;
}

inline int search_engine::call_predicate() noexcept {
  try {
#if KORAT_HAS_CONTEXT
    // A resumed predicate returns with the registers of its first call, so nothing of a round may be kept in a variable.
    do
      if (korat_call(&context_)) return yes;
    while (next_sibling());
    return no;
#else
    return context_.predicate(context_.function, context_.root) ? yes : no;
#endif
  } catch (...) {
    thrown_ = std::current_exception();
    return threw;
  }
}

extern "C" int korat_run_predicate(context* c) noexcept;
int korat_run_predicate(context* c) noexcept { return c->owner->call_predicate(); }

#if KORAT_HAS_CONTEXT

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

// The predicate rejected, and its state at the last choice is saved, so the choice has a next value: that makes the next
// candidate, without a detour. False: something else is to be done first.
inline bool search_engine::start_siblings() noexcept {
  const auto attention = std::min(next_self_check_, attention_.load(std::memory_order_relaxed));
  if (checkpoints_.last().depth != depth_ || depth_ == 0 || explored_ + 1 >= attention) return false;
  if (heap_.live() != 0 || heap_.refused()) return false;
  ++explored_;
  choice& last = choices_[depth_ - 1];
  const cell& c = cells_[last.cell];
  next_value(last);
  return_to_state();
  // The last value uses another object, and consumes the state: not among those that need nothing but a store.
  const auto until_last = (end_value(last) - last.value) * step_;
  if (c.what != cell::kind::plain || until_last < 2) return true;
  constexpr std::uint64_t most = 256;  // a request to stop is not seen meanwhile
  siblings_ = {static_cast<std::uint32_t>(std::min({until_last - std::uint64_t{1}, attention - explored_ - 1, most})), c.width,
               &last, c.address, c.values};
  return true;
}

/// Runs the predicate on the choices made.
int search_engine::run_once() {
  return_to_state();
  return enter();
}

template <search_engine::counting What>
inline bool search_engine::run(until goal) {
  int ending = run_once();
  while (ending == no && goal == until::valid && start_siblings()) {
    if constexpr (What != counting::nothing) account<What>(false);
    const auto before = explored_;
    const auto bytes = context_.state->stack_size;
    ending = enter();
    checkpoints_.count_restored((explored_ - before) * bytes);
    if constexpr (What != counting::nothing) to_account_.siblings = explored_ - before;
  }
  siblings_.left = 0;
  return answer(ending);
}

inline bool search_engine::answer(int ending) {
  if (ending > yes) [[unlikely]] fault_in_search(ending);
  if (heap_.live() != 0 || heap_.refused()) [[unlikely]] keeps_memory();
  return ending == yes;
}

/// A candidate is counted: the last one, or one that has siblings to follow.
template <search_engine::counting What>
inline void search_engine::account(bool valid) {
  accounting_->add(choices(), to_account_.kept, to_account_.siblings);
  if constexpr (What == counting::everything)
    accounting_->add_more(choices(), to_account_.kept, to_account_.siblings, valid, explored_);
  to_account_ = {depth_, 0};
}

/// Asks the predicate about the choices made. True: the candidate, completed, is valid.
template <search_engine::counting What>
inline bool search_engine::evaluate(until goal) {
  if (completion_.owns(depth_)) {
    complete(completion::step::resume);  // the predicate cannot tell these candidates apart, so it need not run
    return true;
  }
  completion_.forget();
  if (depth_ <= boundary_) [[unlikely]] return evaluate_guided();
  const bool valid = run<What>(goal);
  if (explored_ + 1 >= next_self_check_) [[unlikely]] self_check(valid);
  if (valid) complete(completion::step::start);
  return valid;
}

// As evaluate(), where a guide may have a say, or the end of the range may be near.
bool search_engine::evaluate_guided() {
  const bool valid = run_guided();
  if (explored_ + 1 >= next_self_check_) self_check(valid);
  if (valid) complete(completion::step::start);
  const running_scope paused(*this, mode::idle);
  guide_ = nullptr;
  target_.reset();
  return valid;
}

bool search_engine::run_guided() {
  const running_scope guided(*this, mode::guided);
  return answer(run_once());
}

inline bool search_engine::step() {
  if (stand_ != standing::at_candidate) [[unlikely]] return begin();
  return next_choice();
}

// Invariant at the top of the loop: the choices are those of the last candidate considered (none before the first), the
// fields chosen hold their values, all other fields are pending, and every saved state belongs to one of the choices.
template <search_engine::counting What>
bool search_engine::explore(until goal) {
  for (;;) {
    if (!step()) {
      stand_ = standing::behind;
      return stop(outcome::complete);
    }
    if constexpr (What != counting::nothing) to_account_ = {depth_, 0};
    const bool valid = evaluate<What>(goal);
    ++explored_;
    if constexpr (What != counting::nothing) account<What>(valid);
    valid_ += valid ? 1 : 0;
    if (!checkpointing_) path_lengths_ += depth_;
    current_valid_ = valid;
    const bool wanted = valid || goal == until::candidate;
    if (explored_ >= attention_.load(std::memory_order_relaxed)) [[unlikely]] {
      attend(valid);
      if (!wanted && stopping_ != outcome::running) return stop(stopping_);
    }
    if (wanted) return true;
  }
}

// Everything that does not happen at every candidate.
void search_engine::attend(bool valid) {
  const running_scope paused(*this, mode::idle);
  if (options_.listener != nullptr) options_.listener->on_candidate(*face_, valid);
  if (explored_ >= explored_limit_) stopping_ = outcome::max_explored;
  if (options_.stop_when && explored_ >= next_poll_) {
    const auto period = std::max<std::uint64_t>(1, options_.poll_every);
    next_poll_ = explored_ - explored_ % period + period;
    if (options_.stop_when(statistics())) stopping_ = outcome::condition;
  }
  set_attention();
  if (stop_requested_.exchange(false, std::memory_order_acquire)) stopping_ = outcome::condition;
}

// The next candidate at which there is something to attend to.
void search_engine::set_attention() noexcept {
  auto next = explored_limit_;
  if (options_.stop_when) next = std::min(next, next_poll_);
  if (options_.listener != nullptr) next = explored_ + 1;
  attention_.store(next, std::memory_order_relaxed);
}

// There was nothing more the last time, and nobody need be told again.
bool search_engine::stop_again() noexcept {
  outcome_ = outcome::complete;
  return false;
}

// Always false, what advance() then returns.
bool search_engine::stop(korat::outcome how) {
  const running_scope paused(*this, mode::idle);
  outcome_ = how;
  stopping_ = outcome::running;
  if (options_.listener != nullptr) options_.listener->on_end(*face_, how);
  return false;
}

void search_engine::complete(completion::step how) {
  const running_scope paused(*this, mode::idle);
  if (how == completion::step::start) return completion_.start();
  ++completed_;
  completion_.resume();
}

void search_engine::keeps_memory() {
  if (!checkpointing_) return;
  if (heap_.refused()) {
    const running_scope paused(*this, mode::idle);
    keeps_state(released_too_much);
  }
  heap_.retire();
  reexecute_from_now_on("the predicate keeps memory it has allocated (a static variable, or a leak)");
}

// What the choices say stays right; only the way back to them changes.
void search_engine::reexecute_from_now_on(const std::string& why) {
  note_ = why + "; it is re-executed instead of resumed from saved states";
  if (checkpointing_) path_lengths_ = statistics().field_initializations - depth_;  // the current candidate is not counted yet
  checkpointing_ = checkpoints_wanted_ = on_probation_ = false;
  checkpoints_.clear();
  temporaries_.logging(false);
}

// A predicate that is left in the middle of handling an exception takes the exception with it.
void search_engine::forget_exceptions() noexcept { *exceptions_ = {nullptr, 0}; }

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
