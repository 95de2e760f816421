// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/lockstep.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "access/announce.hpp"
#include "search/choose.hpp"

namespace korat::detail {

namespace {

/// The shadow of a field that has a value, but not for everybody. References only: a number's would be taken for a
/// symbol.
constexpr unsigned char held_shadow = 8;

bool has_mark(const std::uint64_t* marks, std::size_t i) { return (marks[i / 64] >> (i % 64) & 1) != 0; }
void set_mark(std::uint64_t* marks, std::size_t i) { marks[i / 64] |= std::uint64_t{1} << (i % 64); }
/// In a diagram every read is noticed, and every field is pending all the time. In a search its shadow tells.
bool is_in_diagram(const auto& progress) { return progress.marks != nullptr; }

std::byte* block_below(std::byte* p) {
  return reinterpret_cast<std::byte*>(reinterpret_cast<std::uintptr_t>(p) & ~(image_block - 1));
}
std::byte* block_above(std::byte* p) { return block_below(p + image_block - 1); }

/// An image lies behind what says how it is copied back.
constexpr std::size_t before_image = (sizeof(saved_state) + image_block - 1) / image_block * image_block;

}  // namespace

lockstep::lockstep(search_engine& engine, std::vector<predicate> checks)
    : engine_(engine),
      checks_(std::move(checks)),
      reference_(engine.space_.cells().size()),
      ahead_(engine.space_.cells().size()),
      largest_(checks_.size()),
      slot_ends_(checks_.size()) {
  for (std::size_t i = 0; i < reference_.size(); ++i) reference_[i] = !engine.space_.domain(i).ranges.empty();
  check_.owner = &engine;
  check_.root = engine.space_.root();
}

bool lockstep::call(const void* function, const void*) {
  auto* const self = const_cast<lockstep*>(static_cast<const lockstep*>(function));
  const auto checks = self->checks_.size();
  return checks <= 2 ? self->run_with_room<2>() : checks <= 4 ? self->run_with_room<4>() : self->run_with_room<16>();
}

// What checks allocate is the predicate's own, whether states are saved or not: frames that are left behind release
// nothing. As long as checks may turn out to keep memory they take it from the program, and what is left behind is
// lost.
template <std::size_t Room>
[[gnu::noinline]] bool lockstep::run_with_room() {
  check_state states[Room];
  progress p;
  p.checks = states;
  now_ = &p;
  std::fill(ahead_.begin(), ahead_.end(), false);  // a run that was left may have been ahead
  p.memory = engine_.checkpointing_ || trusted_ ? &engine_.heap_ : nullptr;
  heap* const before = use_heap(p.memory);
  const bool answer = run(p);
  if (p.memory != nullptr && (!answer || p.abandoned)) p.memory->clear();
  use_heap(before);
  return answer;
}

/// Where the engine returns to an earlier state, or to none, the choices behind it stand.
inline void lockstep::choose_ahead(const progress& p) {
  if (p.chosen < engine_.depth_ && !is_in_diagram(p)) make_pending_again(p);
}

bool lockstep::run(progress& p) {
  if (engine_.temporaries_.is_canonical()) make_places(p);
  choose_ahead(p);
  while (everybody_runs(p)) {
    if (p.leader == checks_.size()) return keep_unasked(p), true;
    p.last = next_to_serve(p);
    choose(p, p.checks[p.last].waits_for);
  }
  return false;
}

inline bool lockstep::has_value(const progress& p, std::uint32_t cell) const {
  if (is_in_diagram(p)) return has_mark(p.marks, mark_of_value(cell));
  return (*shadow_of(engine_.cells_[cell].address) & pending_shadow) == 0;
}

inline bool lockstep::is_held(const progress& p, std::uint32_t cell) const {
  if (!reference_[cell]) return false;
  if (is_in_diagram(p)) return has_mark(p.marks, mark_of_held(cell));
  return *shadow_of(engine_.cells_[cell].address) == held_shadow;
}

// The leader first: it may refuse what the others would follow it along. When it has answered, the next one leads.
bool lockstep::everybody_runs(progress& p) {
  for (std::uint32_t i = 0; i < checks_.size(); ++i) {
    while (may_run(p, i)) {
      const int how = run_check(p, i);
      if (how == no) return false;
    }
    while (p.leader < checks_.size() && p.checks[p.leader].waits_for == answered) ++p.leader;
  }
  return true;
}

inline bool lockstep::may_run(const progress& p, std::uint32_t check) const {
  const auto field = p.checks[check].waits_for;
  if (field < answered) return has_value(p, field) && (check == p.leader || !is_held(p, field));
  return field == not_begun || (field == asleep && check == p.leader);
}

int lockstep::run_check(progress& p, std::uint32_t check) {
  auto& state = p.checks[check];
  if (is_in_diagram(p) && state.waits_for < answered) read(state.waits_for);  // once more: others may have come between
  int how = failed;
  try {
    how = enter(p, check);
  } catch (...) {
    if (check == p.leader) throw;
  }
  p.turn_of = nobody;
  if (how == stopped) return how;
  drop_image(p, check);
  state = {.waits_for = how == failed ? asleep : answered};
  if (how == failed || how == rested) p.abandoned = true;
  if (how == rested && check == p.leader) p.leader = static_cast<std::uint32_t>(checks_.size());
  return how;
}

// On its own: the frame above that of a check is the same at every entry.
[[gnu::noinline]] int lockstep::enter(progress& p, std::uint32_t check) {
  auto& state = p.checks[check];
  const auto& function = checks_[check];
  check_.predicate = function.call;
  check_.function = function.function.get();
  check_.state = state.at != nullptr ? state.at : &beginning_;
  if (is_in_diagram(p) && check_.image_end != nullptr)
    engine_.stack_->wipe_below(state.at != nullptr ? engine_.resumed_at(*state.at) : check_.image_end);
  state.waits_for = running;
  p.turn_of = check;
#if KORAT_HAS_CONTEXT
  return korat_run_check(&check_);
#else
  return failed;
#endif
}

/// The leader, unless a follower may choose early: what is no reference. A field of one value is no choice at all.
std::uint32_t lockstep::next_to_serve(const progress& p) const {
  for (auto i = p.leader + 1; i < checks_.size(); ++i) {
    const auto field = p.checks[i].waits_for;
    if (field >= answered || reference_[field] || has_value(p, field)) continue;
    if (checks_[i].early || engine_.cells_[field].last == 0) return i;
  }
  return p.leader;
}

void lockstep::choose(progress& p, std::uint32_t cell) {
  choose_one(p, cell);
  if (engine_.symbolic_ != nullptr) choose_forced(p);
}

/// Fields whose next value follows from the skeleton: nobody need be asked, or stop, for them.
void lockstep::choose_forced(progress& p) {
  while (const auto field = engine_.symbolic_->forced_field(p.chosen)) {
    const bool is_new = p.chosen == engine_.depth_ && engine_.mode_ == search_engine::mode::symbolic;
    if (is_new) choose_new_forced(*field);
    choose_one(p, *field);
    if (is_new) engine_.symbolic_->note_forced(p.chosen);
  }
}

/// It has one value, so no state is saved: the engine need not be asked from within the predicate.
void lockstep::choose_new_forced(std::uint32_t cell) {
  use_heap(nullptr);
  engine_.symbolic_->read(cell, nullptr);
  use_heap(now_->memory);
}

void lockstep::choose_one(progress& p, std::uint32_t cell) {
  if (ahead_[cell]) {
    ahead_[cell] = false;
    clear_pending(engine_.cells_[cell]);
  } else {
    read(cell);
  }
  // The engine returns here with every value.
  p.chosen = behind_choice_of(cell, p.chosen);
  choose_ahead(p);
  if (reference_[cell]) note_target(p, cell);
  if (is_in_diagram(p)) set_mark(p.marks, mark_of_value(cell));
}

void lockstep::read(std::uint32_t cell) {
  const auto* const address = engine_.cells_[cell].address;
  if ((*shadow_of(address) & pending_shadow) == 0) return;
  use_heap(nullptr);  // what the engine takes is not the predicate's
  korat_first_read(address);
  use_heap(now_->memory);
}

/// Between the choices of fields there may be numbers that are left open, and what was decided about them.
std::uint32_t lockstep::behind_choice_of(std::uint32_t cell, std::uint32_t from) const {
  if (engine_.symbolic_ == nullptr) return from + 1;
  while (from < engine_.depth_ && engine_.choices_[from].cell != cell) ++from;
  return from + 1;
}

void lockstep::make_pending_again(const progress& p) {
  if (engine_.mode_ == search_engine::mode::observe) return;
  for (const auto& made : engine_.choices().subspan(p.chosen)) {
    if (engine_.symbolic_ != nullptr && !engine_.symbolic_->is_enumerated(made)) continue;
    if (ahead_[made.cell]) return;  // and so are those behind it
    ahead_[made.cell] = true;
    set_pending(engine_.cells_[made.cell]);
  }
}

/// Fields that nobody has asked for are chosen all the same where they complete a structure.
void lockstep::keep_unasked(const progress& p) {
  if (p.chosen >= engine_.depth_ || is_in_diagram(p)) return;
  for (const auto& made : engine_.choices().subspan(p.chosen)) {
    if (engine_.symbolic_ != nullptr && engine_.symbolic_->is_decision(made)) continue;
    if (std::exchange(ahead_[made.cell], false)) clear_pending(engine_.cells_[made.cell]);
  }
}

void lockstep::note_target(progress& p, std::uint32_t cell) {
  const auto object = engine_.space_.object_in_memory(cell);
  const bool held = object != space::no_object && !meet(p, object);
  if (!is_in_diagram(p))
    shade_as(cell, held ? held_shadow : 0);  // its value before may have been another
  else if (held)
    set_mark(p.marks, mark_of_held(cell));
}

/// False: it has been met before.
bool lockstep::meet(progress& p, std::size_t object) {
  if (object >= 64 && !is_in_diagram(p)) return p.met.insert(static_cast<std::uint32_t>(object)).second;
  auto* const marks = is_in_diagram(p) ? p.marks : &p.first_met;
  if (has_mark(marks, object)) return false;
  set_mark(marks, object);
  return true;
}

std::size_t lockstep::mark_of_value(std::uint32_t cell) const noexcept {
  return engine_.space_.objects().size() + 2 * std::size_t{cell};
}
std::size_t lockstep::mark_of_held(std::uint32_t cell) const noexcept { return mark_of_value(cell) + 1; }

void lockstep::shade_as(std::uint32_t cell, unsigned char shadow) const noexcept {
  shade(engine_.cells_[cell], shadow * 0x0101'0101'0101'0101u);
}

void lockstep::hold_again() noexcept {
  std::vector<bool> known(engine_.space_.objects().size());
  known[0] = true;
  for (const auto& made : engine_.chosen_fields()) {
    const auto object = engine_.space_.object_of(made.cell, made.value);
    if (object == space::no_object) continue;
    if (known[object]) shade_as(made.cell, held_shadow);
    known[object] = true;
  }
}

bool lockstep::takes(const void* address, std::byte* stack_top) {
  if (now_ == nullptr || now_->turn_of == nobody) return false;
  auto& p = *now_;
  const auto cell = engine_.space_.cell_at(address);
  const bool open = engine_.symbolic_ != nullptr && engine_.symbolic_->is_open(cell);
  if (open && engine_.mode_ == search_engine::mode::symbolic) return false;
  if (open && is_in_diagram(p)) rest(cell);
  if (open || cell == space::no_cell) return takes_for_engine(address);
  if (has_value(p, cell) && (p.turn_of == p.leader || !is_held(p, cell))) {
    if (is_in_diagram(p)) drop_image(p, p.turn_of);
    return !is_in_diagram(p);
  }
  if (!engine_.savable()) engine_.leave_predicate({fault::kind::busy, 0, nullptr});
  if (announced.first != nullptr) stop_in_announcement();
  p.checks[p.turn_of].waits_for = cell;
  keep_image(p, stack_top);
#if KORAT_HAS_CONTEXT
  korat_leave_check(&check_, stopped);
#else
  return true;
#endif
}

void lockstep::go_on(std::span<const std::uint32_t> held) {
  now_ = paused_;
  for (const auto cell : held)
    if (reference_[cell]) shade_as(cell, held_shadow);
}

void lockstep::check_resumed() {
  use_heap(now_->memory);
  choose_ahead(*now_);
}

// It says it again when it goes on. A state of a diagram would need what was announced by each of the checks, so none
// is built.
void lockstep::stop_in_announcement() noexcept {
  announced = {};
  if (is_in_diagram(*now_)) stopped_in_announcement_ = true;
}

/// The skeleton ends at an open number: a follower has nothing more to say, and with the leader all have said yes.
void lockstep::rest(std::uint32_t cell) noexcept {
  announced = {};
  open_number_ = cell;
#if KORAT_HAS_CONTEXT
  korat_leave_check(&check_, rested);
#endif
}

/// A member without a domain, or a number that was left open: the engine alone may want to know.
bool lockstep::takes_for_engine(const void* address) {
  use_heap(nullptr);
  if (engine_.mode_ == search_engine::mode::observe) engine_.observe(address);
  use_heap(now_->memory);
  return true;
}

void lockstep::contain(const fault& why) noexcept {
  using enum fault::kind;
  const bool contained = why.what == crashed || why.what == wild || why.what == overflowed;
  if (!contained || now_ == nullptr || now_->turn_of == nobody || now_->turn_of == now_->leader) return;
#if KORAT_HAS_CONTEXT
  korat_leave_check(&check_, failed);
#endif
}

const std::byte* lockstep::stopped_at() const noexcept { return now_->checks[now_->last].at->registers; }

// Images. They are appended as the elements of containers are, so nothing has to be undone; while memory is canonical
// each has a place of its own.

void lockstep::keep_image(progress& p, std::byte* top) {
  auto& at = p.checks[p.turn_of].at;
  auto* const stack = block_below(top);
  const auto size = static_cast<std::uint32_t>(check_.image_end - stack);
  if (at == nullptr || at->stack_size < size || engine_.checkpointing_) {
    drop_image(p, p.turn_of);
    at = room_for(p, p.turn_of, size);
  }
  auto* const image = reinterpret_cast<std::byte*>(at) + before_image;
  auto* const registers = image + (top - stack);
  if (is_in_diagram(p)) engine_.temporaries_.tidy(top, check_.image_end);
  std::memcpy(image, stack, size);
  if (is_in_diagram(p)) {
    std::memset(image, 0, static_cast<std::size_t>(top - stack));
    wipe_padding(registers);
  }
  *at = {top, image, stack, registers, way_back_for(size), size, 0, 0, {}};
  largest_[p.turn_of] = std::max(largest_[p.turn_of], size);
}

saved_state* lockstep::room_for(const progress& p, std::uint32_t check, std::uint32_t size) {
  if (p.slots != nullptr && slot(p, check) + before_image + size <= p.slots + slot_ends_[check])
    return reinterpret_cast<saved_state*>(slot(p, check));
  try {
    return reinterpret_cast<saved_state*>(
        block_above(static_cast<std::byte*>(engine_.temporaries_.allocate(before_image + size + image_block))));
  } catch (const std::bad_alloc&) {
    engine_.allowance_.exceed();
    engine_.leave_predicate({fault::kind::crashed, 0, nullptr});
  }
}

/// What is not needed any more leaves no trace.
void lockstep::drop_image(progress& p, std::uint32_t check) noexcept {
  auto& at = p.checks[check].at;
  if (is_in_diagram(p) && at != nullptr) std::memset(static_cast<void*>(at), 0, before_image + at->stack_size);
  at = nullptr;
}

/// As large as any image of the check so far.
void lockstep::make_places(progress& p) {
  std::uint32_t end = 0;
  for (std::size_t i = 0; i < checks_.size(); ++i)
    slot_ends_[i] = end += static_cast<std::uint32_t>(before_image) + largest_[i];
  const auto marks = (mark_of_value(static_cast<std::uint32_t>(reference_.size())) + 63) / 64 * sizeof(std::uint64_t);
  const auto size = marks + image_block + end;
  auto* const memory = static_cast<std::byte*>(engine_.temporaries_.allocate(size));
  std::memset(memory, 0, size);
  p.marks = reinterpret_cast<std::uint64_t*>(memory);
  set_mark(p.marks, 0);  // the root was met
  p.slots = block_above(memory + marks);
}

std::byte* lockstep::slot(const progress& p, std::uint32_t check) const noexcept {
  return p.slots + (check == 0 ? 0 : slot_ends_[check - 1]);
}

void search_engine::contain(const fault& why) noexcept {
  if (lockstep_ != nullptr) lockstep_->contain(why);
}

}  // namespace korat::detail
