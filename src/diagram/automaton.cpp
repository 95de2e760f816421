// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "diagram/automaton.hpp"

#include <algorithm>
#include <cstring>

#include "access/announce.hpp"
#include "search/choose.hpp"
#include "search/lockstep.hpp"

namespace korat::detail {

automaton::automaton(search_engine& engine) : engine_(engine), pinned_cells_(engine.space_.cells().size()) {
  const auto& cells = engine_.space_.cells();
  for (std::size_t i = 0; i < cells.size(); ++i) pinned_cells_[i] = cells[i].what == detail::cell::kind::assigned;
}

automaton::at_work::at_work(search_engine& engine) : engine_(engine) {
  engine_.temporaries_.canonical(true);
  engine_.heap_.canonical(true);
}

automaton::at_work::~at_work() {
  engine_.temporaries_.canonical(false);
  engine_.temporaries_.put_back(nullptr, 0);
  engine_.heap_.canonical(false);
  engine_.heap_.clear();
}

std::size_t automaton::bytes() const noexcept { return states_.bytes() + transitions_.bytes(); }

void automaton::clear() {
  states_ = {};
  transitions_.clear();
}

state_id automaton::start() {
  pinned_.clear();
  ++runs_;
  return run(engine_.checkpoints_.beginning(), {});
}

state_id automaton::next(state_id s, std::uint32_t value) {
  const auto from = transition(s, value);
  if (const auto* const known = transitions_.find(from)) return *known;
  const auto to = run_from(s, value);
  ++runs_;
  if (due()) check(s, value, to);
  return transitions_.find_or_insert(from, to);
}

state_id automaton::run_from(state_id s, std::uint32_t value) {
  inherit_pinned(s, value);
  const detail::cell& c = engine_.cells_[states_.cell(s)];
  clear_pending(c);  // until the next read of another field: what is read again meanwhile is the same value
  const auto to = run(states_.saved(s), states_.temporaries(s));
  set_pending(c);
  return to;
}

// Values of pinned fields are part of the state, so they are put where the predicate may look for them. Whether the one
// that is read now is pinned depends on where the predicate stops next: in the middle of what is announced it will read
// it once more.
void automaton::inherit_pinned(state_id s, std::uint32_t value) {
  const auto known = states_.pinned(s);
  pinned_.assign(known.begin(), known.end());
  for (const auto& p : known) engine_.put(engine_.cells_[p.cell], p.value);
  const auto read = states_.cell(s);
  const auto place = std::ranges::lower_bound(pinned_, read, {}, &pinned_value::cell);
  if (place == pinned_.end() || place->cell != read) pinned_.insert(place, {read, value});
}

state_id automaton::run(const saved_state& from, std::span<const std::byte> temporaries) {
  auto& e = engine_;
  e.checkpoints_.restore_heap(from, e.heap_);
  e.temporaries_.put_back(temporaries.data(), temporaries.size());
  e.context_.state = &from;
  if (from.top == nullptr) e.context_.loop = nullptr;  // it is wiped too
  e.stack_->wipe_below(from.top != nullptr ? e.resumed_at(from) : e.context_.base);
  e.suspended_.at = nullptr;
  const bool order_shown = e.temporaries_.order_shown;
  const int ending = [&] {
    const search_engine::running_scope running(e, search_engine::mode::suspend);
    return e.enter();
  }();
  if (e.temporaries_.order_shown != order_shown) throw order_matters();
  if (e.suspended_.elsewhere)
    throw cannot_merge("the predicate reads a field in another thread, or on another stack of its own");
  if (e.lockstep_ != nullptr && e.lockstep_->stopped_in_announcement())
    throw cannot_merge("a check needs a field in the middle of a copy or comparison of several");
  if (e.suspended_.at != nullptr && e.is_left_open(e.suspended_.cell)) {
    open_number_ = e.suspended_.cell;
    return announced = {}, accepted;
  }
  if (e.suspended_.at != nullptr) return suspended();
  if (ending > search_engine::yes) throw cannot_merge("the predicate fails");
  if (e.heap_.live() != 0 || e.heap_.refused()) throw cannot_merge("the predicate keeps memory it has allocated");
  return ending == search_engine::yes ? accepted : rejected;
}

std::optional<std::uint32_t> automaton::open_number() const {
  return engine_.lockstep_ != nullptr ? engine_.lockstep_->open_number() : open_number_;
}

state_id automaton::suspended() {
  auto& e = engine_;
  if (!e.suspended_.savable)
    throw cannot_merge(
        "the predicate reads a field while it handles an exception, or holds memory of a library that does not belong "
        "to it");
  std::erase_if(pinned_, [&](const pinned_value& p) {
    return !pinned_cells_[p.cell] && !announced.has(e.cells_[p.cell].address);
  });
  announced = {};  // it is left there
  e.temporaries_.tidy(e.suspended_.at, e.context_.image_end);
  e.temporaries_.tidy(e.heap_.begin(), e.heap_.begin() + e.heap_.size());
  return states_.add({.cell = e.suspended_.cell,
                      .top = e.suspended_.at,
                      .end = e.context_.image_end,
                      .heap = {e.heap_.begin(), e.heap_.size()},
                      .temporaries = {e.temporaries_.begin(), e.temporaries_.end()},
                      .pinned = pinned_});
}

// All of the first transitions, then every sixteenth.
bool automaton::due() const noexcept {
  constexpr std::uint64_t first_ones = 64, then_every = 16;
  return runs_ <= first_ones || runs_ % then_every == 0;
}

// Everything but the value read and the pinned ones is another value of its domain now.
void automaton::check(state_id s, std::uint32_t value, state_id to) {
  auto& e = engine_;
  const auto read = states_.cell(s);
  for (std::uint32_t i = 0; i < e.space_.cells().size(); ++i) {
    const detail::cell& c = e.cells_[i];
    if (i != read && !pinned_cells_[i])
      e.put(c, static_cast<std::uint32_t>((checked_ + i) % (std::uint64_t{c.last} + 1)));
  }
  const auto again = run_from(s, value);
  for (const auto& made : e.choices()) e.put(e.cells_[made.cell], made.value);
  ++checked_;
  if (again != to)
    throw cannot_merge("the predicate looks at a field later than it was noticed to read it, behind its read of " +
                       e.space_.field_name(read));
}

}  // namespace korat::detail
