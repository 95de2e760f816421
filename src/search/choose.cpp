// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A first read becomes a choice. This runs on the predicate's stack, once for every field read, and is what a search
// spends its time on besides the predicate itself.
//
// Isomorphism breaking: a reference may be null, any object of its class that an earlier choice uses, or one fresh one.
// Objects are used in order, so one counter for each class domain says which those are, and the values allowed are
// [0, limit]. Fields that are no references share a counter that allows everything: no case distinction.

#include <algorithm>

#include "search/engine.hpp"

namespace korat::detail {

// The values in use after a choice: the counter is at least one above the object chosen.
inline void search_engine::use(const choice& made, const cell& c) noexcept {
  used_[c.class_domain] = std::max(made.used_before, made.value + 1 - c.null_first);
}

void search_engine::push(std::uint32_t index) {
  const cell& c = cells_[index];
  choice& made = choices_[depth_++];
  made.cell = index;
  made.used_before = used_[c.class_domain];
  made.limit = std::min(c.last, made.used_before + c.null_first);
  made.value = made.limit & backward_;
  if (c.what == cell::kind::several_classes) [[unlikely]] first_of_several(made, c);
  else use(made, c);
  space_.put(c, made.value);
  clear_pending(c);
}

// The last choice takes its next value, if it has one.
bool search_engine::next_value(choice& last) noexcept {
  const cell& c = cells_[last.cell];
  if (c.what == cell::kind::several_classes) [[unlikely]] {
    if (!next_of_several(last, c)) return false;
  } else {
    if (last.value == (last.limit & ~backward_)) return false;
    last.value += backward_ != 0 ? ~std::uint32_t{0} : 1;
    use(last, c);
  }
  space_.put(c, last.value);
  return true;
}

void search_engine::pop() noexcept {
  const choice& last = choices_[--depth_];
  const cell& c = cells_[last.cell];
  if (c.what == cell::kind::several_classes) [[unlikely]] unuse_several(last, c);
  else used_[c.class_domain] = last.used_before;
  set_pending(c);
}

void search_engine::choose(const void* address, std::byte* stack_top) {
  if (mode_ != mode::search) [[unlikely]] return unusual_read(address);
  push(space_.cell_at(address));
  // A choice with a single value is never returned to.
  if (checkpointing_ && choices_[depth_ - 1].limit != 0) save_state(stack_top);
}

// A state with an exception in flight (in a catch block, or a destructor during unwinding) cannot be saved: the
// exception belongs to the runtime. Such a choice is reached from the state before.
inline void search_engine::save_state(std::byte* stack_top) {
  if (!checkpoints_.empty() && depth_ - 1 - checkpoints_.last().depth < options_.checkpoint_distance) return;
  if (exceptions_->caught != nullptr || exceptions_->uncaught != 0) [[unlikely]] return;
  checkpoints_.save(depth_ - 1, stack_top, context_.base, heap_, temporaries_.position());
}

void search_engine::unusual_read(const void* address) {
  if (mode_ == mode::leaving) leave_predicate({fault::kind::looped, 0, nullptr});
  if (mode_ == mode::observe) observe(space_.cell_at(address));
}

void search_engine::written(const void* address) {
  if (mode_ == mode::idle) return;
  leave_predicate({fault::kind::wrote, 0, address});
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
  std::uint32_t last = 0;  // null, or the first object of the first set that has one
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
  if (const auto* const range = range_of(space_.domain_at(c), made.value)) used_[range->class_domain] = made.used_before;
}

bool search_engine::next_of_several(choice& last, const cell& c) noexcept {
  if (last.value == (last.limit & ~backward_)) return false;
  unuse_several(last, c);  // the counters are now as they were when the choice was made
  const auto& d = space_.domain_at(c);
  const auto step = backward_ != 0 ? ~std::uint32_t{0} : std::uint32_t{1};
  const auto allowed = [&](std::uint32_t value) {
    const auto* const range = range_of(d, value);
    return range == nullptr || value <= last_in(*range, used_);
  };
  do last.value += step;
  while (!allowed(last.value));
  use_several(last, c);
  return true;
}

// The way in from the predicate.

extern "C" void korat_choose(const void* address, std::byte* stack_top) noexcept {
  slice::owner_of(address)->choose(address, stack_top);
}

extern "C" void korat_write(const void* address) noexcept {
  // Without an owner the objects are still being made.
  if (auto* const owner = slice::owner_of(address)) owner->written(address);
}

#if !KORAT_HAS_CONTEXT
extern "C" void korat_first_read(const void* address) noexcept { korat_choose(address, nullptr); }
#endif

}  // namespace korat::detail
