// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A candidate of a search with symbolic fields, from the choices that stand to the values found.

#include <algorithm>

#include "korat/error.hpp"

#include "search/choose.hpp"
#include "search/lockstep.hpp"

namespace korat::detail {

void search_engine::refuse_if_symbolic(const char* what) const {
  if (symbolic_ != nullptr) throw usage_error(std::string("korat: a search with symbolic fields ") + what);
}

/// On the choices made; and on over candidates that are rejected, if only a valid one is wanted.
int search_engine::run_symbolic(until goal) {
  running_ahead_ = goal == until::valid && checkpointing_;
  symbolic_->begin_run(checkpoints_.at(depth_).depth);
  symbolic_run* const outside = std::exchange(current_symbolic_run, symbolic_.get());
  const int ending = run_once();
  current_symbolic_run = outside;
  running_ahead_ = false;
  end_siblings();
  return ending;
}

/// As next_choice(), but a value that leads nowhere is none.
bool search_engine::next_symbolic_choice() noexcept {
  for (const auto kept = symbolic_->worth_keeping(); depth_ > kept; ++popped_) pop();
  do {
    if (!next_choice()) return false;
  } while (!symbolic_->may_take(depth_ - 1));
  return true;
}

/// The choice just made has the values from the first to the last that lead anywhere.
void search_engine::keep_to(skeleton_walk& walk) {
  walk.add_field(depth_ - 1, choices_[depth_ - 1].cell);
  const auto allowed = walk.allowed(depth_ - 1);
  if (allowed.empty()) return;
  auto& made = choices_[depth_ - 1];
  if (made.value != allowed.front().value) take_value(made, allowed.front().value);
  made.limit = allowed.back().value;
  walk.take(depth_ - 1, made.value);
}

void search_engine::work_on_skeleton() {
  if (auto complete = skeleton_->work()) symbolic_->follow(*std::move(complete));
  if (skeleton_->due() == search_options::unlimited) skeleton_.reset();
}

/// The same once more, from the predicate's beginning.
int search_engine::reexecute_symbolic() {
  const auto mark = temporaries_.position();
  const bool before = std::exchange(checkpointing_, false);
  symbolic_->begin_run(0);
  symbolic_run* const outside = std::exchange(current_symbolic_run, symbolic_.get());
  context_.state = &checkpoints_.beginning();
  const int ending = [&] {
    const running_scope again(*this, mode::symbolic);
    return enter();
  }();
  current_symbolic_run = outside;
  checkpointing_ = before;
  temporaries_.return_to(mark);
  return ending;
}

/// As evaluate(). On every valid candidate the predicate is called once more with the values found, and nothing open;
/// those that are self-checked are also run with everything open, and it is looked at what they read.
bool search_engine::evaluate_symbolic(until goal) {
  using values = symbolic_choices::values;
  const int ending = run_symbolic(goal);
  if (exhausted_) return false;
  const bool checked = explored_ + 1 >= next_self_check_ || (checkpointing_ && is_deep_enough());
  if (ending <= yes && (heap_.live() != 0 || heap_.refused())) keeps_memory();
  if (ending <= yes && on_probation_) record(ending);
  const bool same = !checked || ending > yes || repeats(ending);
  bool valid = ending == yes;
  {
    const running_scope paused(*this, mode::idle);
    if (!same) depends_on_open_fields();
    const bool shown = goal == until::candidate || options_.listener != nullptr || checked;
    bool possible = true;
    if (valid)
      possible = symbolic_->settle(values::smallest);
    else if (shown || ending > yes)
      possible = symbolic_->settle(values::any);
    valid = valid && possible;
    if (ending <= yes && symbolic_->changed_its_mind())
      misbehaved(misbehaviour::changed_its_mind, "run twice on the same choices, the predicate did not do the same",
                 "a predicate must depend on nothing but the structure: look for random numbers, clocks, static or "
                 "global variables, and uninitialised memory");
    if (ending <= yes && possible && options_.self_checks != 0) verify_symbolic(valid, checked);
  }
  if (ending > yes) fault_in_search(ending);
  if (valid) complete(completion::step::start);
  if (valid) stand_for_several();
  return valid;
}

/// A structure is complete: those that it stands for, as far as they are wanted.
void search_engine::stand_for_several() {
  const running_scope paused(*this, mode::idle);
  if (options_.count_concrete) {
    const auto number = symbolic_->stands_for();
    if (number)
      concrete_.structures += *number;
    else
      ++concrete_.uncounted;
  }
  if (options_.expand > 1) symbolic_->begin_expansion(options_.expand);
}

const concrete_count& search_engine::concrete() const {
  if (!options_.count_concrete)
    throw usage_error("korat: concrete() needs search_options::count_concrete: nothing was counted");
  return concrete_;
}

bool search_engine::step_symbolic() {
  if (current_valid_ && expand_on()) return true;
  return !symbolic_->is_paused() && next_symbolic_choice();
}

/// Asked where a candidate may take long.
bool search_engine::is_to_stop() {
  if (stop_requested_.exchange(0, std::memory_order_acquire) ||
      (options_.stop_when && options_.stop_when(statistics())))
    stopping_ = outcome::condition;
  return stopping_ != outcome::running;
}

/// The next structure that the last one stands for. False: there is none, or no more are wanted.
bool search_engine::expand_on() {
  if (options_.expand <= 1) return false;
  const running_scope paused(*this, mode::idle);
  expanded_ = symbolic_->next_of_expansion();
  if (!expanded_) return false;
  ++completed_;
  if (options_.self_checks != 0) verify_expanded();
  return true;
}

/// The predicate, from its beginning, must answer true and read what it has read before.
void search_engine::verify_expanded() {
  const auto chosen = chosen_fields();
  const auto read = chosen.size() - (depth_ - std::min(depth_, completion_.base()));
  spread(poison::series::first_values, chosen);
  const bool same = run_observed() == yes && poison_->changed() == nullptr &&
                    std::ranges::equal(observed_, chosen.first(read), {}, {}, &choice::cell);
  if (!same) blame();
  for (const auto& made : chosen.subspan(read)) clear_pending(cells_[made.cell]);
}

/// Open fields hold another value in each run, which must not matter.
bool search_engine::repeats(int ending) {
  const auto depth = depth_;
  for (int times = 0; times < 4; ++times)
    if (reexecute_symbolic() != ending || depth_ != depth) return false;
  return true;
}

void search_engine::depends_on_open_fields() {
  misbehaved(misbehaviour::missed_read,
             "the predicate does not do the same with its symbolic fields open as with the values found for them",
             "it may depend on one of them in a way that is not noticed: leave that one out, so that its values are "
             "enumerated");
}

void search_engine::verify_symbolic(bool valid, bool checked) {
  if (checked)
    self_check(valid);
  else if (valid && !accepts_values() && !does_the_same(poison::series::first_values, yes))
    blame();
}

/// The predicate, called with the values found as anybody would call it, says yes and reads no field that is not
/// chosen.
bool search_engine::accepts_values() {
  if (lockstep_ != nullptr) lockstep_->pause();
  const auto before = context_;
  context_.predicate = predicate_.call;
  context_.function = predicate_.function.get();
  const int ending = run_observed();
  context_ = before;
  if (lockstep_ != nullptr) lockstep_->go_on(observed_);  // what the leader alone might read was noticed
  const auto is_chosen = [&](std::uint32_t cell) {
    return std::ranges::find(choices(), cell, &choice::cell) != choices().end();
  };
  return ending == yes && std::ranges::all_of(observed_, is_chosen);
}

}  // namespace korat::detail
