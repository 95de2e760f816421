// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The search is right only if the predicate is a function of the fields it was noticed to read. The self-check runs it
// again on the same candidate, with different values in the fields it has not read: it must read the same fields in the
// same order, answer the same, and leave the structure as it was. This finds plain members read without being noticed,
// predicates that remember or guess, and predicates that write.

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#include "search/choose.hpp"

namespace korat::detail {

struct search_engine::trial {
  int ending;
  std::vector<std::uint32_t> reads;
  std::uint32_t written = space::no_cell;  // a field that changed
  bool wrote = false;
  bool operator==(const trial&) const = default;
};

namespace {

/// Cells times candidates that the checks at the start of a search may cost, and the fewest candidates to check. A search
/// of the first hundred structures of hundreds of nodes takes a millisecond; the checks must not show in it.
constexpr std::uint64_t work_limit = 12'000;
constexpr std::uint64_t fewest_checks = 10;

/// Defined by every file that is compiled through the pass (pass/notice_reads.cpp).
extern "C" [[gnu::weak]] const char korat_pass_was_here;

/// What to do about a member that is read without being noticed.
std::string how_to_notice(const std::string& member) {
  if (&korat_pass_was_here == nullptr)
    return "make " + member + " a korat::field<>, read it with korat::read(...), or compile what reads it through the "
           "compiler pass (korat_notice_reads in CMake, or korat-c++)";
  return "find what reads " + member + " and was not compiled through the pass: a file without korat_notice_reads or "
         "korat-c++, a function of a library, inline assembly. If it cannot be, make the member a korat::field<>";
}

}  // namespace

// All of the first candidates, then ever rarer ones.
std::uint64_t search_engine::self_check_quota() const noexcept {
  if (options_.self_checks == search_options::unlimited) return options_.self_checks;
  return std::min(options_.self_checks, std::max(fewest_checks, work_limit / (space_.cells().size() + 1)));
}

void search_engine::self_check(bool valid) {
  const running_scope paused(*this, mode::idle);
  if (!space_.failed_assignment().empty()) report_assignment();
  const int ending = valid ? yes : no;
  const auto quota = self_check_quota();
  if (!on_probation_ || self_checks_ < quota) {
    ++self_checks_;
    // Two runs for the first candidates, and when all are checked; then one, with the two poisons in turn.
    const bool both = self_checks_ <= 16 || quota == search_options::unlimited;
    const bool turn = self_checks_ % 2 == 0;
    if ((both || turn) && !does_the_same(poison::values::first, ending)) blame(ending);
    if ((both || !turn) && !does_the_same(poison::values::other, ending)) blame(ending);
  }
  if (on_probation_) {
    if (record_.empty()) begin_record();
    record_.push_back(fingerprint(ending));
    if (record_.size() >= quota && path_lengths_ >= least_reexecuted) end_probation();
  }
  next_self_check_ = on_probation_ || self_checks_ < quota ? explored_ + 2 : 2 * (explored_ + 1);
}

/// The rehearsal begins with this candidate, from the predicate's beginning.
void search_engine::begin_record() {
  record_begin_ = vector();
  kept_ = 0;
}

/// As in the search, from its beginning. If so, the fields are as the search left them: those chosen hold their values, and
/// have been read again.
bool search_engine::does_the_same(poison::values with, int ending) {
  spread(with);
  const bool same = run_observed() == ending && poison_->changed() == nullptr;
  return same && std::ranges::equal(observed_, chosen_fields(), {}, {}, &choice::cell);
}

// The predicate passed the rehearsal and yet depends on something no saved state holds. It can be re-executed, but what
// was said about the candidates since the last check may be wrong.
void search_engine::keeps_state(const std::string& how) {
  misbehaved(misbehaviour::keeps_state, how, "search with re-execution (engine::reexecute, --engine reexecute)");
}

bool search_engine::ran_out_of_memory(int ending) const {
  if (ending != threw) return allowance_.exceeded();  // who uses null in place of a block crashes
  try {
    std::rethrow_exception(thrown_);
  } catch (const std::bad_alloc&) {
    return true;
  } catch (...) {
    return false;
  }
}

/// Under checkpoints a fault may be our doing: the same candidate, run from its beginning, tells. And a crash may come from
/// a field that was not noticed to be read and holds anything: a pointer that nobody has chosen is followed.
void search_engine::fault_in_search(int ending) {
  const running_scope paused(*this, mode::idle);
  space_.remake_released();
  if (!space_.failed_assignment().empty()) report_assignment();
  if (ran_out_of_memory(ending)) report_memory();
  const bool suspicious = ending == left && fault_.is_of_a_pointer() && options_.self_checks != 0;
  if (!checkpointing_ && !suspicious) report_fault(ending);
  const fault seen = fault_;
  const auto exception = thrown_;
  const trial fresh = try_again();
  if (suspicious) blame_missed_read(fresh, unread_within_reach());
  restore_fields();
  fault_ = seen;
  thrown_ = exception;
  if (!checkpointing_ || fresh.ending == ending) report_fault(ending);
  keeps_state("the predicate fails when it is resumed from a saved state, but not when it runs from its beginning");
}

/// With first values in the fields that the candidate has not, or another one in just one of them.
search_engine::trial search_engine::try_again(std::uint32_t other) {
  spread(poison::values::first);
  if (other != space::no_cell) poison_->set(other, poison::other_value(cells_[other], poison_round()));
  trial result{run_observed(), observed_};
  for (const auto cell : observed_) set_pending(cells_[cell]);
  if (const auto* const changed = poison_->changed()) {
    result.wrote = true;
    result.written = space_.cell_at(changed);
    poison_->put_back();
  }
  return result;
}

// Another of the values ever more rarely, since it takes a new picture.
std::uint64_t search_engine::poison_round() const noexcept { return std::bit_floor(self_checks_ - 1); }

/// Fields the predicate chose keep their values, the others get a poison; all are pending.
void search_engine::spread(poison::values with) {
  if (!poison_) poison_.emplace(space_);
  poison_->spread(with, with == poison::values::first ? 0 : poison_round(), chosen_fields());
  for (const auto& made : chosen_fields()) set_pending(cells_[made.cell]);
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

void search_engine::observe(std::uint32_t cell) {
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
}

/// One of these cells, if the predicate does something else when it holds another value.
void search_engine::blame_missed_read(const trial& first, const std::vector<std::uint32_t>& cells) {
  for (const auto i : cells) {
    if (std::ranges::find(first.reads, i) != first.reads.end()) continue;
    const trial other = try_again(i);
    if (other == first || try_again() != first || try_again(i) != other) continue;
    misbehaved(misbehaviour::missed_read,
               "the predicate depends on " + space_.field_name(i) + ", but was not noticed to read it",
               how_to_notice(space_.declared_name(i)));
  }
}

/// Fields that the candidate has not chosen, in objects that it has.
std::vector<std::uint32_t> search_engine::unread_within_reach() const {
  std::vector<std::size_t> objects{0};
  for (const auto& made : chosen_fields())
    if (const auto to = space_.object_of(made.cell, made.value); to != space::no_object) objects.push_back(to);
  std::ranges::sort(objects);
  objects.erase(std::ranges::unique(objects).begin(), objects.end());
  std::vector<std::uint32_t> cells;
  for (const auto o : objects)
    for (auto i = space_.objects()[o].first_cell; i < space_.objects()[o].end_cell; ++i)
      if (std::ranges::find(chosen_fields(), i, &choice::cell) == chosen_fields().end()) cells.push_back(i);
  return cells;
}

// What is wrong, from the surest sign to the last resort. A predicate that guesses may guess the same a few times in a
// row, so sameness is asked for often before anything is concluded from a difference.
void search_engine::blame(int ending) {
  space_.remake_released();
  if (!space_.failed_assignment().empty()) report_assignment();
  trial expected{ending, {}};
  for (const auto& made : chosen_fields()) expected.reads.push_back(made.cell);
  space_.set_all_pending();
  const trial first = try_again();
  if (first.wrote)
    misbehaved(misbehaviour::wrote,
               "the predicate changed " + (first.written == space::no_cell ? "an object it was given to check"
                                                                           : space_.field_name(first.written)),
               "a predicate must not write to the structure: keep what it needs to remember in local variables");
  for (int i = 0; i < 30; ++i)
    if (try_again() != first)
      misbehaved(misbehaviour::changed_its_mind, "run twice on the same candidate, the predicate did not do the same",
                 "a predicate must depend on nothing but the structure: look for random numbers, clocks, static or global "
                 "variables, and uninitialised memory");
  std::vector<std::uint32_t> unread;
  for (std::uint32_t i = 0; i < space_.cells().size(); ++i)
    if (std::ranges::find(expected.reads, i) == expected.reads.end()) unread.push_back(i);
  blame_missed_read(first, unread);
  if (checkpointing_)
    keeps_state("the predicate does not do the same when it is resumed from a saved state as when it runs from its "
                "beginning: it keeps state that is neither in local variables nor allocated with new");
  if (symbolic_ != nullptr) depends_on_open_fields();
  misbehaved(misbehaviour::changed_its_mind,
             "run again on the same candidate, the predicate did not do what it did in the search",
             "a predicate must depend on nothing but the structure: look for static or global variables that it changes");
}

}  // namespace korat::detail
