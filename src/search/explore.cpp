// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The search loop.

#include <algorithm>
#include <utility>

#include "korat/listener.hpp"
#include "search/choose.hpp"
#include "search/engaged.hpp"

namespace korat::detail {

/// The next solution, from the diagram.
inline bool search_engine::list() {
  if (valid_ >= attention_.load(std::memory_order_relaxed)) [[unlikely]]
    return list_slowly();
  if (!diagram_->step_in_row() && !diagram_->step()) return end_of_list();
  ++valid_;
  return current_valid_ = true;
}

bool search_engine::end_of_list() {
  stand_ = standing::behind;
  return stop(outcome::complete);
}

/// The same, when a stop rule may have something to say. It is asked after so many solutions here, not candidates.
bool search_engine::list_slowly() {
  const running_scope paused(*this, mode::idle);  // the search may have come here from the predicate's last run
  if (stop_requested_.exchange(0, std::memory_order_acquire)) stopping_ = outcome::condition;
  if (valid_ >= valid_limit_) stopping_ = outcome::max_valid;
  if (options_.stop_when && options_.stop_when(statistics())) stopping_ = outcome::condition;
  if (part_requested_.exchange(0, std::memory_order_acquire) && give_) give_();
  const auto poll =
      options_.stop_when ? valid_ + std::max<std::uint64_t>(1, options_.poll_every) : search_options::unlimited;
  attention_.store(std::min(valid_limit_, poll), std::memory_order_seq_cst);
  // Requests that came meanwhile were overwritten.
  if (stop_requested_.load(std::memory_order_seq_cst) || part_requested_.load(std::memory_order_seq_cst))
    attention_.store(0, std::memory_order_relaxed);
  if (stopping_ != outcome::running) return stop(stopping_);
  return list();
}

/// The search goes on candidate by candidate.
void search_engine::leave_diagram() {
  if (diagram_ == nullptr || !diagram_->lists()) return;
  diagram_->leave();
  set_attention();
  watch_bound();
}

bool search_engine::go(until goal) {
  if (outcome_ != outcome::running) raise_limits();
  if (valid_ >= valid_limit_)
    stopping_ = outcome::max_valid;
  else if (explored_ >= explored_limit_)
    stopping_ = outcome::max_explored;
  if (stopping_ != outcome::running) return stop_early();
  outcome_ = outcome::running;
  if (diagram_ != nullptr && diagram_->lists()) return list();
  const engaged running(*this, symbolic_ != nullptr   ? mode::symbolic
                               : options_.trace_reads ? mode::trace
                                                      : search_mode_);
  return explore(goal);
}

[[gnu::noinline]] bool search_engine::run_to_solution() {
  const engaged running(*this, search_mode_);
  return explore(until::valid);
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

/// Undoes choices until one has another value, and takes that. False: the space, or the range, is exhausted. Values are
/// stored through pointers to bytes, behind which compilers read every member again: hence the local variables.
[[gnu::always_inline]] inline bool search_engine::change_choice() noexcept {
  choice* const choices = choices_.get();
  const auto before = depth_;
  auto depth = before;
  while (depth > 0 && !next_value(choices[depth - 1])) undo(choices[--depth]);
  depth_ = depth;
  popped_ += before - depth;
  if (depth < unchanged_ + 1) unchanged_ = depth - 1;
  return depth > boundary_ || (depth > 0 && within_bound());
}

bool search_engine::next_choice() noexcept { return change_choice(); }

// Goes back to the nearest saved state at or below the last choice.
inline void search_engine::return_to_state() noexcept {
  const auto& state = checkpoints_.at(depth_);
  prepare(state);
  // On its last value a choice is not returned to: its state is consumed.
  if (state.depth == depth_ && depth_ != 0 && on_last_value(choices_[depth_ - 1])) checkpoints_.forget_last();
}

/// What is counted beside candidates. The one just counted, and before it those that read nothing beyond what they
/// shared.
inline void search_engine::account(bool valid) {
  const auto siblings = explored_ - to_account_.explored - 1;
  accounting_->add(choices(), to_account_.kept, siblings);
  if (accounting_->wants_more(valid, to_account_.kept))
    accounting_->add_more(choices(), to_account_.kept, siblings, valid, explored_);
}

// From one solution to the next, as long as nothing else has a say.
inline bool search_engine::may_go_on() const noexcept {
  return stand_ == standing::at_candidate && outcome_ == outcome::running && stopping_ == outcome::running &&
         explored_ + 1 < attention_.load(std::memory_order_relaxed) && valid_ < valid_limit_ && symbolic_ == nullptr &&
         !options_.trace_reads && (options_.direction == direction::backward) == (backward_ != 0);
}

/// The commonest way: among the fields that the predicate did not read one has another value. False: there is none, and
/// the predicate is next, or the end of the range is near.
inline bool search_engine::complete_on() {
  choice* const choices = choices_.get();
  const auto before = depth_;
  const auto end = std::max(completion_.base(), boundary_);
  auto depth = before;
  while (depth > end && !next_value(choices[depth - 1])) undo(choices[--depth]);
  depth_ = depth;
  popped_ += before - depth;
  if (depth <= end) return false;
  to_account_ = {depth, explored_};
  completion_.resume();
  ++explored_;
  if (accounting_ != nullptr) account(true);
  ++valid_;
  ++completed_;
  current_valid_ = true;
  if (!checkpointing_) path_lengths_ += depth_;
  if (explored_ >= attention_.load(std::memory_order_relaxed)) [[unlikely]]
    attend(true);
  return true;
}

// The same for the next solution of a diagram.
inline bool search_engine::may_list_on() const noexcept {
  return diagram_ != nullptr && stand_ == standing::at_candidate && outcome_ == outcome::running && diagram_->lists() &&
         (options_.direction == direction::backward) == (backward_ != 0);
}

// Both calls are the last thing done, so that a solution of a diagram costs no register saved here.
bool search_engine::advance(until goal, heading where) {
  if (goal == until::valid && where == heading::on && may_list_on()) return list();
  return advance_by_candidates(goal, where);
}

[[gnu::noinline]] bool search_engine::advance_by_candidates(until goal, heading where) {
  if (goal != until::valid || where != heading::on || !may_go_on()) return advance_slowly(goal, where);
  if (completion_.owns(depth_) && complete_on()) return true;
  return run_to_solution();
}

bool search_engine::advance_slowly(until goal, heading where) {
  if (outcome_ == outcome::failed) return false;
  if (where == heading::back)
    refuse_if_symbolic("goes forward only: which answers of a comparison are possible is found out on the way");
  const bool backward = (options_.direction == direction::backward) != (where == heading::back);
  const bool turns = backward != (backward_ != 0);
  if (turns || goal == until::candidate) leave_diagram();
  if (turns) turn();
  return stand_ == standing::behind ? stop_again() : go(goal);
}

#if KORAT_HAS_CONTEXT

[[gnu::always_inline]] inline void search_engine::begin_siblings(const saved_state& from,
                                                                 std::uint64_t attention) noexcept {
  choice& last = choices_[depth_ - 1];
  const cell& c = cells_[last.cell];
  const auto until_last = (end_value(last) - last.value) * step_;
  if (until_last == 0 || from.depth != depth_ || c.what != cell::kind::plain) return;
  constexpr std::uint64_t most = 256;  // a request to stop is not seen meanwhile
  const auto count = static_cast<std::uint32_t>(std::min({std::uint64_t{until_last}, attention - explored_ - 1, most}));
  // Member by member: assigned as a whole, they would be put together in memory, and the processor would have to wait.
  siblings_.left = count;
  siblings_.width = c.width;
  siblings_.bits = c.values + last.value;
  siblings_.step = static_cast<std::int32_t>(step_);
  siblings_.address = c.address;
  siblings_.mark = from.mark;
  siblings_.last = &last;
  siblings_.used = &used_[c.class_domain];
  siblings_.used_at_end = in_use_at(last, c, end_value(last));
  siblings_.image_size = from.stack_size;
  siblings_.to_the_end = count == until_last;
  last.value += count * step_;
  explored_ += count;
  checkpoints_.count_restored(std::uint64_t{count} * from.stack_size);
}

// The choice's last value may use another object, and it consumes the state.
inline void search_engine::last_sibling() noexcept {
  siblings_.store_next();
  temporaries_.return_to(siblings_.mark);
  if (!siblings_.to_the_end) return;
  *siblings_.used = siblings_.used_at_end;
  checkpoints_.forget_last();
}

[[gnu::noinline]] bool search_engine::next_candidate() noexcept {
  if (siblings_.left == 1 && !heap_.eventful()) return last_sibling(), true;
  if (siblings_.left != 0) end_siblings();
  const auto attention = std::min(next_self_check_, attention_.load(std::memory_order_relaxed));
  if (!running_ahead_ || explored_ + 1 >= attention || is_deep_enough() || heap_.live() != 0 || heap_.refused())
    return false;
  ++explored_;
  if (accounting_ != nullptr) account(false);
  if (!checkpointing_) {
    path_lengths_ += depth_;
    allowance_.begin_run();
  }
  if (symbolic_ != nullptr) [[unlikely]]
    return next_symbolic_candidate(attention);
  exhausted_ = !change_choice();
  if (exhausted_) return false;
  to_account_ = {depth_, explored_};
  return_to_state();
  if (boundary_ != 0 && mode_ != mode::leaving) [[unlikely]]
    mode_ = depth_ <= boundary_ ? mode::guided : search_mode_;
  if (depth_ > boundary_) begin_siblings(*context_.state, attention);
  return true;
}

/// The same with numbers left open.
bool search_engine::next_symbolic_candidate(std::uint64_t attention) noexcept {
  exhausted_ = !next_symbolic_choice();
  if (exhausted_) return false;
  to_account_ = {depth_, explored_};
  symbolic_->begin_next_run(checkpoints_.at(depth_).depth);
  return_to_state();
  if (!symbolic_->is_guided(depth_ - 1)) begin_siblings(*context_.state, attention);
  return true;
}

#else

bool search_engine::next_candidate() noexcept { return false; }

#endif

/// A new choice, or whatever else comes between, ends them.
void search_engine::end_siblings() noexcept {
  if (siblings_.left == 0) return;
  explored_ -= siblings_.left;
  siblings_.last->value -= siblings_.left * step_;
  checkpoints_.count_restored(-std::uint64_t{siblings_.left} * siblings_.image_size);
  siblings_.left = 0;
}

/// Runs the predicate on the choices made.
[[gnu::always_inline]] inline int search_engine::run_here() {
  kept_ = depth_;
  return_to_state();
  return enter();
}
int search_engine::run_once() { return run_here(); }

/// The same, and on over values of the last choice that are rejected at once: so many.
int search_engine::run_on(std::uint64_t& rejected) {
  rejected = 0;
#if KORAT_HAS_CONTEXT
  if (depth_ == 0) return run_once();
  const auto before = explored_;
  return_to_state();
  begin_siblings(*context_.state, search_options::unlimited);
  const int ending = enter();
  end_siblings();
  rejected = explored_ - before;
  explored_ = before;
  return ending;
#else
  return run_once();
#endif
}

inline bool search_engine::run(until goal) {
  running_ahead_ = goal == until::valid && !options_.trace_reads && options_.read_first.empty();
  const int ending = run_here();
  running_ahead_ = false;
  if (mode_ == mode::guided) mode_ = search_mode_;
  if (siblings_.left != 0) end_siblings();
  return answer(ending);
}

inline bool search_engine::answer(int ending) {
  if (ending > yes) [[unlikely]]
    fault_in_search(ending);
  if (heap_.live() != 0 || heap_.refused()) [[unlikely]]
    keeps_memory();
  return ending == yes;
}

/// Asks the predicate about the choices made. True: the candidate, completed, is valid.
inline bool search_engine::evaluate(until goal) {
  if (std::exchange(expanded_, false)) [[unlikely]]
    return true;
  if (completion_.owns(depth_)) {
    complete(completion::step::resume);  // the predicate cannot tell these candidates apart, so it need not run
    if (symbolic_ != nullptr) [[unlikely]]
      stand_for_several();
    return true;
  }
  completion_.forget();
  if (symbolic_ != nullptr) [[unlikely]]
    return evaluate_symbolic(goal);
  if (!options_.read_first.empty()) make_first_choices();  // those that the last step has undone
  if (depth_ <= boundary_) [[unlikely]]
    return evaluate_guided();
  const bool valid = run(goal);
  if (exhausted_) [[unlikely]]
    return false;
  if (explored_ + 1 >= next_self_check_ || is_deep_enough()) [[unlikely]]
    self_check(valid);
  if (valid && completion_.is_needed()) complete(completion::step::start_again);
  return valid;
}

// As evaluate(), where a guide may have a say, or the end of the range may be near.
bool search_engine::evaluate_guided() {
  const bool valid = run_guided();
  if (explored_ + 1 >= next_self_check_) self_check(valid);
  if (valid && completion_.is_needed()) complete(completion::step::start_again);
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
  if (stand_ != standing::at_candidate) [[unlikely]]
    return begin();
  if (symbolic_ != nullptr) [[unlikely]]
    return step_symbolic();
  return change_choice();
}

// Invariant at the top of the loop: the choices are those of the last candidate considered (none before the first), the
// fields chosen hold their values, all other fields are pending, and every saved state belongs to one of the choices.
[[gnu::always_inline]] inline bool search_engine::explore(until goal) {
  for (;;) {
    if (!step()) break;
    to_account_ = {depth_, explored_};
    const bool valid = evaluate(goal);
    if (exhausted_) [[unlikely]]
      break;
    ++explored_;
    if (accounting_ != nullptr) account(valid);
    valid_ += valid ? 1 : 0;
    current_valid_ = valid;
    if (!checkpointing_) path_lengths_ += depth_;
    const bool wanted = valid || goal == until::candidate;
    if (explored_ >= attention_.load(std::memory_order_relaxed)) [[unlikely]] {
      attend(valid);
      if (!wanted && stopping_ != outcome::running) return check_before_end(stopping_), stop(stopping_);
      if (!wanted && diagram_ != nullptr && diagram_->lists()) return list();
    }
    if (wanted) return true;
  }
  if (symbolic_ != nullptr && symbolic_->is_paused()) return check_before_end(stopping_), stop(stopping_);
  check_before_end(outcome::complete);
  stand_ = standing::behind;
  return stop(outcome::complete);
}

/// Fields that are chosen before the predicate reads them, or whether it does or not.
void search_engine::make_first_choices() {
  for (const auto field : options_.read_first)
    if (is_pending(field)) push(field);
  if (accounting_ != nullptr) accounting_->begin_with(choices());
}

// Everything that does not happen at every candidate.
void search_engine::attend(bool valid) {
  const running_scope paused(*this, mode::idle);
  if (!space_.failed_assignment().empty()) report_assignment();
  if (options_.listener != nullptr) options_.listener->on_candidate(*face_, valid);
  if (explored_ >= explored_limit_) stopping_ = outcome::max_explored;
  if (options_.stop_when && explored_ >= next_poll_) {
    const auto period = std::max<std::uint64_t>(1, options_.poll_every);
    next_poll_ = explored_ - explored_ % period + period;
    if (options_.stop_when(statistics())) stopping_ = outcome::condition;
  }
  if (diagram_ != nullptr && explored_ >= diagram_->due()) diagram_->work();
  if (skeleton_ != nullptr && explored_ >= skeleton_->due()) work_on_skeleton();
  set_attention();
  if (stop_requested_.exchange(0, std::memory_order_acquire)) stopping_ = outcome::condition;
  if (part_requested_.exchange(0, std::memory_order_acquire) && give_) give_();
}

// The next candidate at which there is something to attend to.
void search_engine::set_attention() noexcept {
  auto next = explored_limit_;
  if (options_.stop_when) next = std::min(next, next_poll_);
  if (options_.listener != nullptr) next = explored_ + 1;
  if (diagram_ != nullptr) next = diagram_->lists() ? 0 : std::min(next, diagram_->due());
  if (skeleton_ != nullptr) next = std::min(next, skeleton_->due());
  attention_.store(next, std::memory_order_seq_cst);
  const bool asked = stop_requested_.load(std::memory_order_seq_cst) || part_requested_.load(std::memory_order_seq_cst);
  if (asked)
    attention_.store(0, std::memory_order_relaxed);  // it was asked just before this, or while it had nothing to do
}

// There was nothing more the last time, and nobody need be told again.
bool search_engine::stop_again() noexcept {
  outcome_ = outcome::complete;
  return false;
}

bool search_engine::stop_early() {
  {
    const engaged running(*this, mode::idle);
    check_before_end(stopping_);
  }
  return stop(stopping_);
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
  if (how == completion::step::start_again) return completion_.start_again();
  ++completed_;
  completion_.resume();
}

void search_engine::keeps_memory() {
  if (lockstep_ != nullptr) {
    const running_scope paused(*this, mode::idle);
    cannot_stop_checks("a check keeps memory it has allocated (a static variable, or a leak)");
  }
  if (!checkpointing_) return;
  if (heap_.refused()) {
    const running_scope paused(*this, mode::idle);
    keeps_state(released_too_much);
  }
  heap_.retire();
  has_resumed_ = true;
  reexecute_from_now_on("the predicate keeps memory it has allocated (a static variable, or a leak)");
}

/// Frames of checks that are left in the middle take what they have allocated with them.
void search_engine::cannot_stop_checks(const std::string& why) {
  heap_.retire();
  misbehaved(misbehaviour::keeps_state, why, "combine the checks with && in one predicate instead of all_of()");
}

// What the choices say stays right; only the way back to them changes.
void search_engine::reexecute_from_now_on(const std::string& why) {
  if (lockstep_ != nullptr) cannot_stop_checks(why);
  note_ = why + no_resuming + (note_.empty() ? "" : "; " + note_);
  if (checkpointing_)
    path_lengths_ = statistics().field_initializations - depth_;  // the current candidate is not counted yet
  checkpointing_ = checkpoints_wanted_ = on_probation_ = false;
  checkpoints_.clear();
  temporaries_.logging(false);
}

// A predicate is stuck when a few ticks in a row see no progress at all. It is then made to leave at its next read, or
// where it next asks for memory or throws, places where it holds no lock; if it does neither, it must be left where it
// is.
bool search_engine::tick() noexcept {
  const auto progress =
      explored_ + siblings_.left + popped_ + depth_ + observed_.size() + self_checks_ + suspended_.count;
  if (mode_ == mode::idle || progress != progress_at_tick_) {
    progress_at_tick_ = progress;
    idle_ticks_ = 0;
    return false;
  }
  if (++idle_ticks_ < crash_guard::ticks_until_stuck && !trying_out_) return false;
  if (mode_ == mode::leaving) return true;
  mode_ = mode::leaving;
  for (const cell& c : space_.cells()) set_pending(c);
  allowance_.end_at_next_use([] { end_running_predicate({fault::kind::looped, 0, nullptr}); });
  return false;
}

}  // namespace korat::detail
