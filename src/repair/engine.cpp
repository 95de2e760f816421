// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/engine.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "image/image.hpp"
#include "image/live.hpp"
#include "korat/error.hpp"
#include "search/engaged.hpp"
#include "symbolic/solver_access.hpp"

namespace korat::detail {

namespace {

/// Shadow bytes of a field that is left open, once it was read; before, it is symbol_shadow.
constexpr unsigned char open_and_read = symbol_shadow + 1;
constexpr std::uint64_t every_byte = 0x0101'0101'0101'0101;

/// A predicate that walks in circles does so for good: what one pass over the structure may take, many times over.
time_span patience(const repair_options& options, std::size_t cells) {
  if (options.stuck_after != time_span(0)) return options.stuck_after;
  return std::chrono::milliseconds(100 + cells / 1'000);
}

search_options running(const repair_options& options) {
  search_options result;
  result.engine = options.engine;
  result.memory_limit = options.memory_limit;
  result.stuck_after = std::chrono::milliseconds(100);
  return result;
}

/// What a predicate chooses itself is no part of a structure.
described checked(described what) {
  if (what.bounds.has_choices())
    throw usage_error(
        "korat: a structure cannot be repaired by a predicate that chooses itself (finitization::choices)");
  return what;
}

}  // namespace

repair_engine::repair_engine(described what, const repair_options& options, std::vector<std::uint32_t> fresh_from)
    : predicate_runner(checked(std::move(what)), running(options), space::use::copy),
      options_(options),
      rules_(options.without),
      fresh_from_(std::move(fresh_from)),
      limits_(2 * space_.described().bindings.size()),
      solver_(solver_access::make(options_.solver)),
      symbols_(space_, solver_.get()) {
  symbols_.at_depth(&depth_now_);
  for (const auto& b : space_.described().bindings) check_repairable(space_.described(), b);
  read_options();
  if (options_.engine == korat::engine::checkpoint) note_ = why_not_resume();
  checkpointing_ = options_.engine == korat::engine::checkpoint && note_.empty();
  temporaries_.logging(checkpointing_);
  space_.owned_by(this);
}

repair_engine::~repair_engine() = default;

bool repair_engine::is_fresh(std::uint32_t object) const noexcept {
  const auto& o = space_.objects()[object];
  return o.index >= fresh_from_[o.object_class];
}

void repair_engine::unusual_read(const void* address, std::byte* stack_top) {
  if (mode_ == mode::leaving) leave_predicate({fault::kind::looped, 0, nullptr});
  if (mode_ != mode::repair) return;
  const auto cell = space_.cell_at(address);
  if (*shadow_of(address) == open_and_read) return;
  if (reads_.size() == reads_.capacity()) [[unlikely]] {
    const not_for_predicate ours;
    reads_.reserve(2 * reads_.size());
  }
  reads_.push_back(cell);
  depth_now_ = depth();
  if (*shadow_of(address) == symbol_shadow) [[unlikely]]
    shade(space_.cells()[cell], open_and_read * every_byte);
  else
    clear_pending(space_.cells()[cell]);
  if (following_) [[unlikely]]
    take_guess(cell);
  if (checkpointing_ && depth() >= next_save_) save_now_and_then(stack_top);
}

// A state is worth as much as the way to it that it saves: large ones are saved rarely, and where there are millions of
// reads a few thousand states will do.
void repair_engine::save_now_and_then(std::byte* stack_top) {
  constexpr std::uint32_t few = 16, many_states = 16'384;
  const auto nearest = std::max(few, static_cast<std::uint32_t>(space_.cells().size() / many_states));
  save_state(depth(), stack_top);
  const auto& s = checkpoints_.last();
  next_save_ =
      depth() + std::max<std::uint32_t>(nearest, static_cast<std::uint32_t>((s.stack_size + s.heap_size) / 64));
}

void repair_engine::rewind(std::uint32_t kept) noexcept {
  forget_met(kept);
  for (; reads_.size() > kept; reads_.pop_back()) make_pending(reads_.back());
  if (indexed_ > kept) indexed_ = kept;
}

void repair_engine::restore_read(std::uint32_t cell) noexcept {
  if (symbols_.is_open(cell))
    shade(space_.cells()[cell], open_and_read * every_byte);
  else
    clear_pending(space_.cells()[cell]);
}

void repair_engine::make_pending(std::uint32_t cell) noexcept {
  if (symbols_.is_open(cell)) [[unlikely]]
    shade(space_.cells()[cell], symbol_shadow * every_byte);
  else
    set_pending(space_.cells()[cell]);
}

/// The integer is left open when it is read for the first time.
bool repair_engine::open(std::uint32_t cell) {
  const auto type = repair_symbols::type_of_cell(space_.domain(cell).source);
  wide low = low_of(type), high = high_of(type);
  if (const auto range = range_of(cell)) {
    low = std::max<wide>(low, range->first);
    high = std::min<wide>(high, range->second);
  }
  const auto before = original_.find(cell);
  const auto old =
      value_of(wrapped(static_cast<wide>(before == original_.end() ? bits(cell) : before->second), type), type);
  if (low <= high) symbols_.open(cell, low, high, old);
  return low <= high;
}

/// Runs the predicate on; of the reads, the first `kept` stay made. Where integers are open, reads on the way from the
/// saved state are noticed again, so that conditions are recorded with the number of reads made before them.
int repair_engine::run_from(std::uint32_t kept) {
  const auto& state = checkpoints_.at(kept);
  if (symbols_.any()) kept = state.depth;
  rewind(kept);
  next_save_ = std::max(state.depth + 1, kept + 1);
  symbols_.forget_from(state.depth);
  depth_now_ = depth();
  prepare(state);
  ++executions_;
  const int ending = enter_predicate();
  field_initializations_ += depth() - state.depth;
  return ending;
}

int repair_engine::enter_predicate() {
  const running_scope running(*this, mode::repair);
  symbolic_run* const outside = std::exchange(current_symbolic_run, &symbols_);
  const int ending = enter();
  current_symbolic_run = outside;
  return ending;
}

bool repair_engine::accepts(int ending) {
  constexpr std::uint64_t of_a_crash = 2'000;  // a signal is caught
  if (ending == left) other_work_ += of_a_crash;
  if (ending == left && fault_.what == fault::kind::wrote) refuse_writes();
  // To make it leave, every field was armed.
  if (ending == left && fault_.what == fault::kind::looped)
    for (const auto cell : reads_) restore_read(cell);
  thrown_ = nullptr;
  return ending == yes;
}

void repair_engine::refuse_writes() {
  const auto cell = space_.cell_at(fault_.address);
  throw predicate_error(
      {misbehaviour::wrote,
       "the predicate wrote to " + (cell == space::no_cell ? "an object" : space_.field_name(cell)),
       "a predicate must not write to the structure: keep what it needs to remember in local variables",
       {},
       {}});
}

/// Of a field to the hash of the assignment: nothing while it is as it was.
std::uint64_t repair_engine::contribution(std::uint32_t cell, std::uint64_t value) const noexcept {
  const auto before = original_.find(cell);
  if ((before == original_.end() ? bits(cell) : before->second) == value) return 0;
  auto h = (value ^ (std::uint64_t{cell} << 32 | cell)) * 0x9e37'79b9'7f4a'7c15;
  h = (h ^ h >> 29) * 0xbf58'476d'1ce4'e5b9;
  return h ^ h >> 32;
}

void repair_engine::set(std::uint32_t cell, std::uint64_t value) {
  const auto before = bits(cell);
  const bool first_time = original_.emplace(cell, before).second;
  if (first_time && space_.is_length(cell) && std::ranges::find(lengths_changed_, cell) == lengths_changed_.end())
    lengths_changed_.push_back(cell);
  assignment_ ^= contribution(cell, before) ^ contribution(cell, value);
  const auto original = original_.at(cell);
  changed_ += static_cast<std::size_t>(value != original) - static_cast<std::size_t>(before != original);
  store(space_.cells()[cell], space_.cells()[cell].address, value);
  if (view_ == nullptr) return;
  if (!view_->is_reference(cell)) distinct_->changed(cell, before);
  view_->changed(cell);
}

void repair_engine::take_guess(std::uint32_t cell) {
  if (!ledger_->has(cell) || !may_change(cell) || refused_.contains(cell)) return;
  const running_scope paused(*this, mode::idle);
  const auto* const guess = ledger_->find(cell);
  const auto value = guessed_bits(*guess);
  if (value && !original_.contains(cell)) set(cell, *value);
}

bool repair_engine::budget_left() {
  if (executions_ + kept_back_ >= options_.max_executions) {
    why_ = "no repair was found within " + std::to_string(executions_) + " execution" + (executions_ == 1 ? "" : "s") +
           " of the predicate";
    return false;
  }
  if (work_done() >= (spare_ && spare_->may_be_made ? std::min(better_until_, stop_at_) : stop_at_)) return false;
  if (std::chrono::steady_clock::now() < deadline_) return true;
  why_ = "no repair was found within the time limit";
  return false;
}

/// In reads, about: what a budget is measured in, so that the same structure is repaired in the same way everywhere.
std::uint64_t repair_engine::work_done() const noexcept {
  constexpr std::uint64_t of_a_run = 64;
  return field_initializations_ + of_a_run * executions_ + other_work_;
}

bool repair_engine::run() {
  deadline_ = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                     std::chrono::duration<double>(options_.time_limit.seconds()));
  if (solver_ != nullptr) solver_->stop_at(deadline_);
  space_.set_all_pending();
  position_.resize(space_.cells().size());
  reads_.reserve(space_.cells().size() + 1);
  const engaged running(*this, mode::idle);
  const bool in_range = hold_ranges();
  const bool accepted = why_.empty() && accepts(run_from(0));
  if (accepted && in_range) return was_fine_ = true;
  if (!why_.empty()) return false;
  do {
    learn();
  } while (!accepted && distrust());
  note_belonging();
  if (accepted) return holds_shrunk();
  for (;;) {
    if (!search_exhaustively() && (!why_.empty() || !search_with_rules())) return false;
    const bool might_be_made = may_be_made();
    bool holds = holds_shrunk();
    while (holds && might_be_made && !may_be_made() && budget_left()) holds = search_on() && holds_shrunk();
    if (holds) {
      why_.clear();
      return true;
    }
    if (!checkpointing_) break;
    // Resumed from saved states it answers otherwise than from its beginning: it keeps state where none is saved.
    note_ = "the predicate keeps state that is not saved with its stack" + std::string(no_resuming);
    checkpointing_ = false;
    checkpoints_.clear();
    temporaries_.logging(false);
    accepted_ = false;
    if (accepts(run_from(0))) return true;
  }
  why_ = "the predicate answers differently when asked twice about the same structure";
  return false;
}

/// Without the changes that were not needed it loses too much for so few: it is only offered, unless the executions
/// that are left find a better one.
bool repair_engine::search_on() {
  keep_spare(lost_now(), changes());
  put_back();
  run_anew();
  accepted_ = false;
  return settle(search_near_failures());
}

bool repair_engine::is_integer(std::uint32_t cell) const noexcept {
  return space_.domain(cell).source.integer != value_source::number::none;
}

void repair_engine::run_anew() {
  symbols_.clear();
  following_ = false;
  rewind(0);
  space_.set_all_pending();  // also what was left open and not read again
  accepted_ = accepts(run_from(0));
  index_reads();
}

/// Asks once more, from the beginning, with nothing noticed.
bool repair_engine::holds_afresh() {
  std::memset(shadow_of(space_.memory()), 0, space_.memory_size());
  prepare(checkpoints_.beginning());
  ++executions_;
  const bool holds = accepts(enter_predicate());
  if (!holds) space_.set_all_pending();
  forget_met(0);
  reads_.clear();
  indexed_ = 0;
  checkpoints_.clear();
  return holds;
}

std::vector<repair_engine::change> repair_engine::changes() const {
  std::vector<change> result;
  for (const auto& [cell, before] : original_)
    if (bits(cell) != before) result.push_back({cell, before, bits(cell)});
  std::ranges::sort(result, {}, &change::cell);
  return result;
}

std::string_view repair_engine::rule_behind(const change& c) const {
  const auto* const proposed = ledger_ == nullptr ? nullptr : ledger_->find(c.cell);
  if (proposed == nullptr || guessed_bits(*proposed) != c.after) return {};
  return std::ranges::find(all_rules, proposed->source, &named_rule::which)->name;
}

// show() does not tell of what it changes.
std::vector<bool> repair_engine::reached_after() {
  if (!root_reaches_.objects.empty() && root_reaches_.assignment == assignment_) return root_reaches_.objects;
  for (const auto& [cell, before] : original_) view_->changed(cell);
  return view_->reached_now();
}

void repair_engine::show_before() {
  for (const auto& [cell, before] : original_) {
    found_[cell] = bits(cell);
    store(space_.cells()[cell], space_.cells()[cell].address, before);
  }
}

void repair_engine::show_after() {
  for (const auto& [cell, after] : found_) store(space_.cells()[cell], space_.cells()[cell].address, after);
  found_.clear();
}

void repair_engine::show(const found_repair& r) {
  root_reaches_.objects.clear();
  for (const auto& [cell, before] : original_) store(space_.cells()[cell], space_.cells()[cell].address, before);
  for (const auto& c : r.changes) {
    original_.emplace(c.cell, c.before);
    store(space_.cells()[c.cell], space_.cells()[c.cell].address, c.after);
  }
}

korat::statistics repair_engine::work() const {
  korat::statistics s;
  s.executions = executions_;
  s.field_initializations = field_initializations_;
  s.checkpoints = checkpoints_.saved();
  s.undo_operations = temporaries_.undone();
  s.bytes_saved = checkpoints_.bytes_saved();
  s.bytes_restored = checkpoints_.bytes_restored();
  s.peak_memory = checkpoints_.peak() + temporaries_.peak();
  return s;
}

// As in a search: no first read for a few ticks in a row means that it walks in circles. When the time is up it need
// not come to an end either.
bool repair_engine::tick() noexcept {
  if (mode_ == mode::leaving) return true;
  const auto progress = reads_.size() + (executions_ << 32);
  const bool in_time = mode_ == mode::idle || std::chrono::steady_clock::now() < deadline_;
  if (mode_ == mode::idle || (in_time && progress != progress_at_tick_)) {
    progress_at_tick_ = progress;
    idle_ticks_ = 0;
    return false;
  }
  const auto ticks = static_cast<std::int64_t>(patience(options_, space_.cells().size()).seconds() / 0.025);
  if (++idle_ticks_ < std::max<std::int64_t>(ticks, crash_guard::ticks_until_stuck) && in_time) return false;
  mode_ = mode::leaving;
  for (const cell& c : space_.cells()) set_pending(c);
  return false;
}

}  // namespace korat::detail
