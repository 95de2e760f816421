// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Going anywhere in the ordered space. A position is a candidate vector; one run of the predicate, led by it, rebuilds
// the choices it stands for. From there the search goes on as from any candidate, in either direction: which values are
// allowed depends on earlier choices alone, so counting them down visits the same candidates in reverse order.
//
// A range ends with a candidate of which the choices are known. As long as the first choice that differs from it stays
// as it is, the range cannot end, so nothing is compared at most candidates (see 'boundary_').

#include <algorithm>

#include "korat/listener.hpp"
#include "search/choose.hpp"
#include "search/engaged.hpp"
#include "search/live_guide.hpp"
#include "search/probe.hpp"
#include "search/structure_guide.hpp"
#include "search/sweep.hpp"

namespace korat::detail {

/// Before the first candidate of the direction, or where the next one was asked to be.
bool search_engine::begin() {
  const running_scope paused(*this, mode::idle);
  announce_start();
  ++begun_;
  settle_range();
  if (range_empty_) return --begun_, false;
  unwind();
  record_.clear();
  exhausted_ = false;
  stand_ = standing::at_candidate;
  const auto& first = backward_ != 0 ? high_ : low_;
  if (!target_ && !first.open) target_ = std::make_unique<vector_guide>(space_, vector_of(first.candidate));
  guide_ = target_.get();
  watch_bound();
  make_first_choices();
  return true;
}

void search_engine::announce_start() {
  if (announced_) return;
  announced_ = true;
  if (options_.listener != nullptr) options_.listener->on_start(*face_);
}

void search_engine::unwind() noexcept {
  popped_ += depth_;
  while (depth_ > 0) pop();
  unchanged_ = 0;
  completion_.forget();
  checkpoints_.clear();
}

/// Makes these choices again, without the predicate: it then runs from its beginning and passes them by.
void search_engine::rebuild(std::span<const choice> choices) {
  for (const auto& wanted : choices) {
    if (is_predicates_own(wanted)) *supply_.largest = wanted.limit;  // nobody asks the predicate
    push(wanted.cell);
    take_value(choices_[depth_ - 1], wanted.value);
  }
}

void search_engine::turn() noexcept {
  backward_ = ~backward_;
  step_ = backward_ | 1;
  record_.clear();  // the rehearsal goes one way only
  switch (stand_) {
    case standing::before: stand_ = standing::behind; break;
    case standing::behind: stand_ = standing::before; break;
    case standing::at_candidate: watch_bound(); break;
  }
}

void search_engine::to_start() noexcept {
  leave_diagram();
  if ((options_.direction == direction::backward) != (backward_ != 0)) turn();
  stand_ = standing::before;
  outcome_ = outcome_ == outcome::failed ? outcome_ : outcome::running;
  target_.reset();
}

void search_engine::to_end() noexcept {
  to_start();
  stand_ = standing::behind;
}

// The range.

/// After the choices, the direction or the range have changed.
void search_engine::watch_bound() noexcept {
  const auto& end = backward_ != 0 ? low_ : high_;
  shared_ = boundary_ = 0;
  if (end.open) return;
  bound_ = end.candidate;
  const auto same = [](const choice& a, const choice& b) { return a.cell == b.cell && a.value == b.value; };
  const auto shared = std::ranges::mismatch(choices(), bound_, same).in1 - choices().begin();
  shared_ = static_cast<std::uint32_t>(shared);
  boundary_ = shared_ + 1;
}

/// A choice was made, or changed: may be one that the last candidate shares.
void search_engine::extend_shared() noexcept {
  if (depth_ != boundary_ || shared_ == bound_.size() || choices_[shared_].value != bound_[shared_].value) return;
  ++shared_;
  ++boundary_;
}

/// A choice at the boundary has changed. False: it has left the last candidate behind.
bool search_engine::within_bound() noexcept {
  if (depth_ <= shared_) return false;
  extend_shared();
  return true;
}

void search_engine::settle_range() {
  if (range_settled_) return;
  const auto counted = popped_;
  range_empty_ = false;
  if (options_.from) {
    checked(*options_.from, options_.if_noncanonical);
    low_ = {false, copy_of_choices(), copy_of_choices()};
  }
  if (options_.to) {
    checked(*options_.to, options_.if_noncanonical);
    high_.limit = copy_of_choices();
    range_empty_ = !go_back();
    high_.candidate = copy_of_choices();
    high_.open = false;
  }
  if (!low_.open && !high_.open && comes_before(high_.candidate, low_.candidate)) range_empty_ = true;
  unwind();
  popped_ = counted;
  range_settled_ = true;
}

/// To the candidate before. False: there is none.
bool search_engine::go_back() {
  const auto direction = std::exchange(backward_, ~std::uint32_t{0});
  step_ = backward_ | 1;
  const bool exists = next_choice();
  if (exists) settle();
  backward_ = direction;
  step_ = backward_ | 1;
  return exists;
}

void search_engine::check_in_range(const candidate_vector& v) {
  if (low_.open && high_.open && !range_empty_) return;
  lead_to(v);
  const bool below = !low_.open && comes_before(choices(), low_.candidate);
  const bool above = !high_.open && comes_before(high_.candidate, choices());
  if (range_empty_ || below || above)
    throw position_error(space_.name() + ": the candidate lies " +
                         (range_empty_ ? "outside the range, which is empty"
                          : below      ? "before the range"
                                       : "behind the range"));
}

// Runs that lead somewhere. They are not part of the search: nothing is counted.

/// Asks the predicate about the choices made.
bool search_engine::settle() {
  const auto completed = completed_;
  bool valid = true;
  if (completion_.owns(depth_)) {
    complete(completion::step::resume);
  } else {
    completion_.forget();
    valid = run_guided();
    if (valid) complete(completion::step::start);
  }
  completed_ = completed;
  return valid;
}

bool search_engine::lead_by(guide& where) {
  unwind();
  boundary_ = 0;
  guide_ = &where;
  const bool valid = settle();
  guide_ = nullptr;
  return valid;
}

bool search_engine::lead_to(const candidate_vector& v) {
  vector_guide where(space_, v);
  return lead_by(where);
}

/// The candidate that `wanted` stands for.
candidate_vector search_engine::checked(const candidate_vector& wanted, noncanonical policy) {
  check_length(space_, wanted);
  lead_to(wanted);
  auto result = vector();
  if (policy == noncanonical::move) return result;
  const auto why = why_noncanonical(space_, wanted, result, accessed());
  if (!why.empty()) throw position_error(space_.name() + ": the search never visits this vector: " + why);
  return result;
}

/// Does something that changes the choices, and then makes them again. Those that complete a structure are made by
/// leading the predicate there.
template <class Action>
auto search_engine::undisturbed(Action action) {
  refuse_if_symbolic("has no positions to go to: a candidate stands for many vectors");
  leave_diagram();
  const engaged running(*this, mode::idle);
  const auto before = copy_of_choices();
  const bool completes = stand_ == standing::at_candidate && completion_.owns(depth_);
  const auto completed = completes ? std::optional(vector()) : std::nullopt;
  const auto counted = popped_;
  const auto low = supply_.low;
  const auto put_back = [&] {
    if (outcome_ == outcome::failed) {
      ++begun_;  // the run that failed
      return;
    }
    guide_ = nullptr;
    unwind();
    if (completed)
      lead_to(*completed);
    else
      rebuild(before);
    supply_.low = low;
    popped_ = counted;
    watch_bound();
  };
  if (stand_ != standing::at_candidate) unwind();
  try {
    auto result = action();
    put_back();
    return result;
  } catch (...) {
    put_back();
    throw;
  }
}

candidate_vector search_engine::canonical(const candidate_vector& v, noncanonical policy) {
  return undisturbed([&] { return checked(v, policy); });
}

candidate_vector search_engine::canonical_of(const void* live_root) {
  return undisturbed([&] {
    live_guide where(space_, live_root);
    lead_by(where);
    if (!where.problem().empty()) throw position_error(space_.name() + ": " + where.problem());
    return vector();
  });
}

candidate_vector search_engine::canonical(const structure& s) {
  return undisturbed([&] {
    structure_guide where(space_, s, supply_.low);
    if (where.problem().empty()) lead_by(where);
    where.check_rest();
    if (!where.problem().empty()) throw position_error(space_.name() + ": " + where.problem());
    return vector();
  });
}

candidate_vector search_engine::at_share(double share) {
  return undisturbed([&] {
    share_guide where(space_, std::clamp(share, 0.0, std::nextafter(1.0, 0.0)));
    lead_by(where);
    return vector();
  });
}

sampled_candidate search_engine::sample(random_source random) {
  return undisturbed([&] {
    random_guide where(space_, random);
    const bool valid = lead_by(where);
    const auto read = accessed();
    return sampled_candidate{vector(), {read.begin(), read.end()}, valid, where.log_weight()};
  });
}

bool search_engine::accepts(const candidate_vector& v) {
  return undisturbed([&] { return lead_to(v); });
}

// By re-execution, because a prober jumps from path to path.
probe search_engine::random_probe(std::uint64_t seed, const probe_options& options) {
  return undisturbed([&] {
    settle_range();
    if (range_empty_) return probe{};
    const bool before = std::exchange(checkpointing_, false);
    unwind();
    boundary_ = 0;
    struct put_back {
      search_engine& engine;
      bool checkpointing;
      ~put_back() { engine.checkpointing_ = checkpointing; }
    } const afterwards{*this, before};
    return prober(*this, seed, options).descend();
  });
}

probe sweeper::sweep_of(search_engine& engine, std::uint64_t seed, const probe_options& options, sweep_memory& memory,
                        sweep_marks* marks) {
  return engine.undisturbed([&] {
    engine.settle_range();
    if (engine.range_empty_) return probe{};
    engine.unwind();
    engine.boundary_ = 0;
    struct put_back {
      search_engine& of;
      std::uint64_t explored, completed;
      ~put_back() {
        of.explored_ = explored;
        of.completed_ = completed;
      }
    } const afterwards{engine, engine.explored_, engine.completed_};
    return sweeper(engine, seed, options, memory, marks).sweep();
  });
}

probe search_engine::random_sweep(std::uint64_t seed, const probe_options& options, sweep_memory& memory) {
  return sweeper::sweep_of(*this, seed, options, memory);
}

diagram_beside& search_engine::try_predicate(const std::function<bool()>& stop) {
  if (diagram_ == nullptr) throw diagram_error("no diagram can be built: " + note_);
  constexpr std::uint64_t between_questions = 16;
  while (on_probation_ && advance(until::candidate, heading::on))
    if (explored_ % between_questions == 0 && stop())
      throw diagram_error("the diagram was stopped before it was begun");
  if (on_probation_ && !record_.empty()) {  // the search was over before its rehearsal, which is needed here
    const engaged running(*this, mode::idle);
    end_probation();
  }
  if (!checkpoints_wanted_) throw diagram_error("no diagram can be built: " + note_);
  on_probation_ = false;
  checkpointing_ = true;
  temporaries_.logging(true);
  to_start();
  return *diagram_;
}

/// Forward, whatever the direction of the search, and in the whole space.
bool search_engine::work_from_start(const std::function<bool()>& task) {
  return undisturbed([&] {
    struct put_back {
      search_engine& engine;
      std::uint32_t backward;
      ~put_back() {
        engine.unwind();
        engine.backward_ = backward;
        engine.step_ = backward | 1;
      }
    } const afterwards{*this, std::exchange(backward_, 0)};
    step_ = 1;
    unwind();
    boundary_ = 0;
    return task();
  });
}

bool search_engine::seek(const candidate_vector& v, noncanonical policy) {
  if (outcome_ == outcome::failed) return false;
  refuse_if_symbolic("cannot go to a vector: a candidate stands for many of them");
  leave_diagram();
  diagram_.reset();  // it counts from one end of the space
  check_length(space_, v);
  auto target = v;
  if (policy == noncanonical::refuse || options_.from || options_.to)
    target = undisturbed([&] {
      settle_range();
      auto found = checked(v, policy);
      check_in_range(found);
      return found;
    });
  target_ = std::make_unique<vector_guide>(space_, std::move(target));
  stand_ = standing::before;
  return go(until::candidate);
}

void search_engine::begin_resumed() {
  refuse_if_symbolic("cannot be resumed: a vector does not say which way the comparisons went");
  if (diagram_ != nullptr) remark("the search goes on from a saved position, and a diagram counts from the beginning");
  diagram_.reset();
}

void search_engine::resume(const candidate_vector& v, const korat::statistics& so_far, const tallies& counted) {
  begin_resumed();
  const engaged running(*this, mode::idle);
  settle_range();
  const auto position = checked(v, noncanonical::refuse);
  check_in_range(position);
  announce_start();
  current_valid_ = lead_to(position);
  stand_ = standing::at_candidate;
  watch_bound();
  carry_on(so_far, counted);
}

void search_engine::resume_at_end(const korat::statistics& so_far, const tallies& counted) {
  begin_resumed();
  const engaged running(*this, mode::idle);
  settle_range();
  unwind();
  announce_start();
  stand_ = standing::behind;
  outcome_ = outcome::complete;
  carry_on(so_far, counted);
}

/// With what was counted up to the candidate where it stands.
void search_engine::carry_on(const korat::statistics& so_far, const tallies& counted) {
  begun_ = 1;
  explored_ = so_far.explored;
  valid_ = so_far.valid;
  completed_ = explored_ - so_far.executions;
  popped_ = so_far.field_initializations + begun_ - depth_ - explored_;
  path_lengths_ = so_far.field_initializations;
  carried_ = so_far;
  if (accounting_ != nullptr) {
    accounting_->take(counted);
    accounting_->begin_with(choices());
  }
  record_.clear();
  if (options_.self_checks != 0) next_self_check_ = explored_ + 1;
  set_attention();
}

}  // namespace korat::detail
