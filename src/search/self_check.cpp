// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The search is right only if the predicate is a function of the fields it was noticed to read. The self-check runs it
// again on the same candidate, twice, with different values in the fields it has not read: it must read the same
// fields in the same order, answer the same, and leave the structure as it was. This finds plain members read without
// being noticed, predicates that remember or guess, and predicates that write.

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

#include "search/choose.hpp"
#include "search/program_variables.hpp"

namespace korat::detail {

struct search_engine::trial {
  int ending;
  std::vector<std::uint32_t> reads;
  std::uint32_t written = space::no_cell;  // a field that changed
  bool wrote = false;
  bool operator==(const trial&) const = default;
};

namespace {

/// Candidates to check at the start of a search, and cells times candidates it may cost.
constexpr std::uint64_t work_limit = 4'000'000;

}  // namespace

// All of the first candidates, then ever rarer ones.
std::uint64_t search_engine::self_check_quota() const noexcept {
  if (options_.self_checks == search_options::unlimited) return options_.self_checks;
  return std::min(options_.self_checks, std::max<std::uint64_t>(2, work_limit / (space_.cells().size() + 1)));
}

/// Returns whether the candidate is valid, which `valid` says unless it has to be considered again.
bool search_engine::self_check(bool valid) {
  const running_scope paused(*this, mode::idle);
  ++self_checks_;
  next_self_check_ = self_checks_ < self_check_quota() ? explored_ + 2 : 2 * (explored_ + 1);

  trial expected{valid ? yes : no, {}};
  for (std::uint32_t i = 0; i < depth_; ++i) expected.reads.push_back(choices_[i].cell);
  const trial first = try_again(poison::first_values);
  // The first trial lets variables that are initialised on first use settle.
  const bool look = checkpointing_ && std::has_single_bit(self_checks_);  // they are many bytes: not at every check
  const auto variables = look ? std::optional<program_variables>(std::in_place) : std::nullopt;
  const trial other = try_again(poison::other_values);
  if (first != expected || other != expected) {
    if (!checkpointing_ || first != other || first.wrote) blame(expected);
    restore_fields();
    return keeps_state("the predicate does not do the same when it is resumed from a saved state as when it runs from "
                       "its beginning: it keeps state that is neither in local variables nor allocated with new");
  }
  restore_fields();
  if (variables && variables->changed()) return keeps_state("the predicate changes global or thread-local variables");
  return valid;
}

// Such a predicate is re-executed, which is always right; but if candidates went unchecked before this was found, what
// was said about them may be wrong.
bool search_engine::keeps_state(const std::string& how) {
  if (!all_checked() || options_.self_checks == search_options::unlimited)
    misbehaved(misbehaviour::keeps_state, how, "search with re-execution (engine::reexecute, --engine reexecute)");
  reexecute_from_now_on(how);
  return redo();
}

/// Under checkpoints a fault may be our doing: the same candidate, run from its beginning, tells.
bool search_engine::fault_in_search(int ending) {
  const running_scope paused(*this, mode::idle);
  if (!checkpointing_) report_fault(ending);
  const fault seen = fault_;
  const auto exception = thrown_;
  const trial fresh = try_again(poison::first_values);
  restore_fields();
  fault_ = seen;
  thrown_ = exception;
  if (fresh.ending == ending) report_fault(ending);
  return keeps_state("the predicate fails when it is resumed from a saved state, but not when it runs from its beginning");
}

search_engine::trial search_engine::try_again(poison with, std::uint32_t only) {
  const auto mark = temporaries_.position();
  spread(with, only);
  const std::vector<std::byte> before(space_.memory(), space_.memory() + space_.memory_size());
  observed_.clear();
  context_.resume_at = nullptr;
  const int ending = [&] {
    const running_scope observing(*this, mode::observe);
    return enter();
  }();
  temporaries_.return_to(mark);
  trial result{ending, observed_};
  const auto changed = std::mismatch(before.begin(), before.end(), space_.memory());
  if (changed.first != before.end()) {
    result.wrote = true;
    result.written = space_.cell_at(changed.second);
    std::memcpy(space_.memory(), before.data(), before.size());
  }
  return result;
}

// Fields the predicate chose keep their values, the others get a poison; all are pending. The poison is a value of the
// field's own domain, so that even a predicate that looks where it was not seen to look finds live objects there.
void search_engine::spread(poison with, std::uint32_t only) {
  std::vector<bool> chosen(space_.cells().size());
  for (std::uint32_t i = 0; i < depth_; ++i) {
    space_.put(cells_[choices_[i].cell], choices_[i].value);
    chosen[choices_[i].cell] = true;
  }
  for (std::uint32_t i = 0; i < space_.cells().size(); ++i) {
    const cell& c = cells_[i];
    const bool other = with == poison::other_values && (only == space::no_cell || only == i) && c.last != 0;
    // From check to check another of the values, the last one first.
    if (!chosen[i]) space_.put(c, other ? c.last - static_cast<std::uint32_t>((self_checks_ - 1) % c.last) : 0);
    set_pending(c);
  }
}

void search_engine::observe(std::uint32_t cell) {
  observed_.push_back(cell);
  clear_pending(cells_[cell]);
}

void search_engine::restore_fields() noexcept {
  for (const cell& c : space_.cells()) set_pending(c);
  for (const auto& made : choices()) {
    space_.put(cells_[made.cell], made.value);
    clear_pending(cells_[made.cell]);
  }
}

void search_engine::blame(const trial& expected) {
  const trial first = try_again(poison::first_values);
  const trial again = try_again(poison::first_values);
  if (first.wrote)
    misbehaved(misbehaviour::wrote,
               "the predicate changed " + (first.written == space::no_cell ? "an object it was given to check"
                                                                           : space_.field_name(first.written)),
               "a predicate must not write to the structure: keep what it needs to remember in local variables");
  if (first != again)
    misbehaved(misbehaviour::changed_its_mind, "run twice on the same candidate, the predicate did not do the same",
               "a predicate must depend on nothing but the structure: look for random numbers, clocks, static or global "
               "variables, and uninitialised memory");
  for (std::uint32_t i = 0; i < space_.cells().size(); ++i) {
    if (std::find(expected.reads.begin(), expected.reads.end(), i) != expected.reads.end()) continue;
    if (try_again(poison::other_values, i) == first) continue;
    misbehaved(misbehaviour::missed_read,
               "the predicate depends on " + space_.field_name(i) + ", but was not noticed to read it",
               "make " + space_.declared_name(i) + " a korat::field<>, or read it with korat::read(...)");
  }
  misbehaved(misbehaviour::changed_its_mind,
             "run again on the same candidate, the predicate did not do what it did in the search",
             "a predicate must depend on nothing but the structure: look for static or global variables that it changes");
}

}  // namespace korat::detail
