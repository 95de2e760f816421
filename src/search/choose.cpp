// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/choose.hpp"

#include <cstring>
#include <utility>

#include "search/lockstep.hpp"

namespace korat::detail {

inline void search_engine::choose(const void* address, std::byte* stack_top) {
  if (siblings_.left != 0) end_siblings();
  const choice& made = push(space_.cell_at(address));
  // A choice with a single value is never returned to.
  if (checkpointing_ && made.limit != 0) save_choice(stack_top);
}

void search_engine::assign(const cell& c, std::uint32_t value) {
  const not_for_predicate scope;
  clear_pending(c);  // first: the assignment, compiled through the pass, may look at what it replaces
  space_.put(c, value);
  if (!space_.failed_assignment().empty()) [[unlikely]]
    attention_.store(0, std::memory_order_relaxed);
}

void search_engine::unusual_read(const void* address, std::byte* stack_top) {
  if (mode_ == mode::symbolic) return symbolic_read(address, stack_top);
  if (mode_ == mode::lockstep) {
    if (!lockstep_->takes(address, stack_top)) choose(address, stack_top);
    return;
  }
  if (mode_ == mode::leaving) leave_predicate({fault::kind::looped, 0, nullptr});
  if (mode_ == mode::idle) return;
  if (lockstep_ != nullptr && lockstep_->takes(address, stack_top)) return;
  if (mode_ == mode::observe) observe(address);
  if (mode_ == mode::suspend) suspend(space_.cell_at(address), stack_top);
  if (mode_ != mode::guided && mode_ != mode::trace) return;
  if (mode_ == mode::guided)
    push_unread(space_.cell_at(address));
  else
    push(space_.cell_at(address));
  if (options_.trace_reads) note_site(lockstep_ != nullptr ? lockstep_->stopped_at() : stack_top);
  if (checkpointing_ && choices_[depth_ - 1].limit != 0) save_choice(stack_top);
}

void search_engine::symbolic_read(const void* address, std::byte* stack_top) {
  if (symbolic_->choice_point != nullptr) return symbolic_->read(space::no_cell, stack_top);
  if (lockstep_ == nullptr || !lockstep_->takes(address, stack_top))
    symbolic_->read(space_.cell_at(address), stack_top);
}

/// Nothing is looked at here: memory that is taken now would be the predicate's.
void search_engine::suspend(std::uint32_t cell, std::byte* stack_top) noexcept {
  if (cell == space::no_cell) return;
  if (!stack_->has(stack_top)) {
    suspended_.elsewhere = true;
    return;
  }
  suspended_ = {stack_top, cell, savable(), suspended_.count + 1, suspended_.elsewhere};
  forget_exceptions();
#if KORAT_HAS_CONTEXT
  korat_leave(&context_, left);
#endif
}

/// Where somebody may have a say in the value, or wants to know it.
void search_engine::push_unread(std::uint32_t cell) {
  if (symbolic_ != nullptr) symbolic_->make_room();
  push(cell);
  if (symbolic_ != nullptr) symbolic_->choose_unread(choices_[depth_ - 1]);
  steer();
}

// Where in the predicate the last choice was made: among what korat_first_read has spilled is the address it returns
// to.
void search_engine::note_site(const std::byte* stack_top) {
  code_address site = 0;
  if (stack_top != nullptr) std::memcpy(&site, stack_top + spilled.return_address * sizeof(void*), sizeof site);
  sites_.resize(depth_ - 1);
  sites_.push_back(site);
}

// References to objects of several sets. The values allowed are, for each set, its used objects and one fresh one: not
// a prefix of the domain, so 'limit' is the last of them and steps may jump. Which counter is touched depends on the
// value; 'used_before' belongs to the set of the value the choice has now.

namespace {

constexpr std::uint32_t no_value = 0xffff'ffff;

/// Last value allowed in the range, or no_value.
std::uint32_t last_in(const object_range& r, std::span<const std::uint32_t> used) {
  return r.count == 0 ? no_value : r.first + std::min(r.count - 1, used[r.class_domain]);
}

const object_range* range_of(const field_domain& d, std::uint32_t value) {
  for (const auto& r : d.ranges)
    if (value >= r.first && value - r.first < r.count) return &r;
  return nullptr;
}

}  // namespace

void search_engine::first_of_several(choice& made, const cell& c) noexcept {
  const auto& d = space_.domain(made.cell);
  // The last null, or the first object of the first set that has one.
  std::uint32_t last = std::max(d.ranges.front().first, 1u) - 1;
  for (const auto& r : d.ranges)
    if (const auto end = last_in(r, used_); end != no_value) last = end;
  made.limit = last;
  made.value = last & backward_;
  use_several(made, c);
}

void search_engine::use_several(choice& made, const cell& c) noexcept {
  const auto* const range = range_of(space_.domain_at(c), made.value);
  if (range == nullptr) return;
  auto& used = used_[range->class_domain];
  made.used_before = used;
  used = std::max(used, made.value - range->first + 1);
}

void search_engine::unuse_several(const choice& made, const cell& c) noexcept {
  if (const auto* const range = range_of(space_.domain_at(c), made.value))
    used_[range->class_domain] = made.used_before;
}

bool search_engine::allowed_of_several(const cell& c, std::uint32_t value) const noexcept {
  const auto* const range = range_of(space_.domain_at(c), value);
  return range == nullptr || value <= last_in(*range, used_);
}

bool search_engine::next_of_several(choice& last, const cell& c) noexcept {
  if (on_last_value(last)) return false;
  unuse_several(last, c);  // the counters are now as they were when the choice was made
  do last.value += step_;
  while (!allowed_of_several(c, last.value));
  use_several(last, c);
  return true;
}

/// The last choice takes this value, one of those it may have.
void search_engine::take_value(choice& last, std::uint32_t value) {
  const cell& c = cells_[last.cell];
  const bool several = c.what == cell::kind::several_classes;
  if (several) unuse_several(last, c);
  last.value = value;
  if (several)
    use_several(last, c);
  else
    use(last, c);
  put(c, value);
}

// A run that is led somewhere: the choice just made takes the guide's value instead of the first one.
void search_engine::steer() {
  if (guide_ != nullptr) {
    const not_for_predicate scope;
    choice& made = choices_[depth_ - 1];
    const cell& c = cells_[made.cell];
    const bool several = c.what == cell::kind::several_classes;
    if (several)
      unuse_several(made, c);  // the guide sees the counters as they were
    else
      used_[c.class_domain] = made.used_before;
    made.value = guide_->pick(made.cell, made.limit, used_);
    if (several)
      use_several(made, c);
    else
      use(made, c);
    space_.put(c, made.value);
  }
  extend_shared();
}

// The way in from the predicate.

extern "C" void korat_choose(const void* address, std::byte* stack_top) noexcept {
  auto* const owner = slice::owner_of(address);
  if (owner->searches()) [[likely]]
    static_cast<search_engine*>(owner)->choose(address, stack_top);
  else
    owner->unusual_read(address, stack_top);
}

#if !KORAT_HAS_CONTEXT
extern "C" void korat_first_read(const void* address) noexcept { korat_choose(address, nullptr); }
#endif

}  // namespace korat::detail
