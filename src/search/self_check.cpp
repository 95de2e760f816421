// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The search is right only if the predicate is a function of the fields it was noticed to read. The self-check runs it
// again on the same candidate, with different values in the fields it has not read: it must read the same fields in the
// same order, answer the same, and leave the structure as it was. This finds plain members read without being noticed,
// predicates that remember or guess, and predicates that write. All of the first candidates are checked, then so many
// that it takes less than a hundredth of the search (check_schedule.hpp).

#include <algorithm>

#include "search/choose.hpp"
#include "search/lockstep.hpp"

namespace korat::detail {

namespace {

/// Cells times candidates that the checks at the start of a search may cost, and the fewest candidates to check. A
/// search of the first hundred structures of hundreds of nodes takes a millisecond; the checks must not show in it.
constexpr std::uint64_t work_limit = 6'000;
constexpr std::uint64_t fewest_checks = 10;

}  // namespace

std::uint64_t search_engine::self_check_quota() const noexcept {
  if (options_.self_checks == search_options::unlimited) return options_.self_checks;
  return std::min(options_.self_checks, std::max(fewest_checks, work_limit / (space_.cells().size() + 1)));
}

void search_engine::self_check(bool valid) {
  const running_scope paused(*this, mode::idle);
  if (!space_.failed_assignment().empty()) report_assignment();
  const int ending = valid ? yes : no;
  const auto quota = self_check_quota();
  const bool later = !on_probation_ && self_checks_ >= quota;
  const auto gap = later ? 1 + schedule_.gap(explored_ - completed_, depth_) : 2;
  const auto passed = 1 + (explored_ + 1 - std::min(next_self_check_, explored_ + 1)) / gap;
  if (later && schedule_.next_turn(is_deep_enough(), passed) == check_schedule::turn::remember) {
    next_self_check_ = explored_ + gap;
    return closing_.add(chosen_fields(), ending, gap);
  }
  if (!later) closing_.add_early(chosen_fields(), ending);
  if (!on_probation_ || self_checks_ < quota) check(ending, later);
  if (on_probation_ && symbolic_ == nullptr) record(ending);
  if (lockstep_ != nullptr && !checkpoints_wanted_ && !lockstep_->is_trusted() && self_checks_ >= quota) trust_checks();
  schedule_.checked(depth_);
  next_self_check_ = explored_ + gap;
}

/// Without saved states there is no rehearsal, which would tell.
void search_engine::trust_checks() {
  if (changes_variables()) cannot_stop_checks("a check changes global or thread-local variables");
  lockstep_->trust();
}

void search_engine::check(int ending, bool later) {
  ++self_checks_;
  const bool all = options_.self_checks == search_options::unlimited;
  const int runs = all ? 2 : later ? 1 : schedule_.early_runs(self_checks_, depth_);
  if (runs == 0) return;
  const bool watch =
      later && (checkpointing_ || lockstep_ != nullptr) && !give_ && schedule_.watch_variables(explored_);
  if (watch) schedule_.variables().take();
  if (!unbound_) unbound_.emplace(space_);
  const bool look = unbound_->worth_a_look(self_checks_, ending == yes || schedule_.deep(depth_));
  if (look) watch_unbound_reads();
  for (int i = 0; i < runs; ++i)
    if (!does_the_same(schedule_.poisons(depth_), ending)) blame();
  if (look) judge_unbound_reads();
  if (watch && schedule_.variables().changed() && changes_variables())
    keeps_state("the predicate changes global or thread-local variables");
}

/// What the rehearsal, when there is enough for one, is compared with.
void search_engine::record(int ending) {
  const running_scope paused(*this, mode::idle);
  if (record_.empty()) begin_record();
  record_.push_back(fingerprint(ending));
  if (record_.size() >= self_check_quota() && path_lengths_ >= least_reexecuted) end_probation();
}

/// The rehearsal begins with this candidate, from the predicate's beginning.
void search_engine::begin_record() {
  record_begin_ = vector();
  kept_ = 0;
}

/// As in the search, from its beginning. If so, the fields are as the search left them: those chosen hold their values,
/// and have been read again.
bool search_engine::does_the_same(poison::series which, int ending) { return does(chosen_fields(), which, ending); }

bool search_engine::does(std::span<const choice> chosen, poison::series which, int ending) {
  spread(which, chosen);
  const bool same = run_observed() == ending && poison_->changed() == nullptr;
  return same && std::ranges::equal(observed_, chosen, {}, {}, &choice::cell);
}

/// Fields chosen hold their values, the others get a poison; all are pending.
void search_engine::spread(poison::series which, std::span<const choice> chosen) {
  if (!poison_) poison_.emplace(space_);
  spread_ = chosen;
  poison_->spread(which, chosen);
  for (const auto& made : chosen) set_pending(cells_[made.cell]);
}

/// The predicate from its beginning, and what it reads. That is not pending afterwards.
int search_engine::run_observed() {
  const auto mark = temporaries_.position();
  observed_.clear();
  context_.state = &checkpoints_.beginning();
  const int ending = [&] {
    const running_scope observing(*this, mode::observe);
    return enter();
  }();
  temporaries_.return_to(mark);
  return ending;
}

/// In such a run: the field that was chosen next, if nobody had asked for it.
std::optional<std::uint32_t> search_engine::next_unasked() const {
  const auto next = observed_.size();
  if (next >= spread_.size() || spread_[next].used_before != chosen_unasked) return std::nullopt;
  return spread_[next].cell;
}

void search_engine::observe(const void* address) {
  const auto cell = space_.cell_at(address);
  if (cell == space::no_cell) [[unlikely]]
    return observe_unbound(address);
  observed_.push_back(cell);
  clear_pending(cells_[cell]);
}

void search_engine::restore_fields() noexcept {
  space_.set_all_pending();
  choose_again();
}

// With every field pending.
void search_engine::choose_again() noexcept {
  for (const auto& made : choices()) {
    clear_pending(cells_[made.cell]);  // first, as in assign()
    space_.put(cells_[made.cell], made.value);
  }
  if (lockstep_ != nullptr) lockstep_->hold_again();
}

}  // namespace korat::detail
