// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A self-check failed: what is wrong with the predicate, found out by more runs on the candidate at hand.

#include <algorithm>
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

/// Defined by every file that is compiled through the pass (pass/notice_reads.cpp).
extern "C" [[gnu::weak]] const char korat_pass_was_here;

/// What to do about a member that is read without being noticed.
std::string how_to_notice(const std::string& member) {
  if (&korat_pass_was_here == nullptr)
    return "make " + member +
           " a korat::field<>, read it with korat::read(...), or compile what reads it through the "
           "compiler pass (korat_notice_reads in CMake, or korat-c++)";
  return "find what reads " + member +
         " and was not compiled through the pass: a file without korat_notice_reads or "
         "korat-c++, a function of a library, inline assembly. If it cannot be, make the member a korat::field<>";
}

}  // namespace

// The predicate passed the rehearsal and yet depends on something no saved state holds. It can be re-executed, but what
// was said about the candidates since the last check may be wrong.
void search_engine::keeps_state(const std::string& how) {
  if (lockstep_ != nullptr) cannot_stop_checks(how);
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

/// Under checkpoints a fault may be our doing: the same candidate, run from its beginning, tells. And a crash may come
/// from a field that was not noticed to be read and holds anything: a pointer that nobody has chosen is followed.
void search_engine::fault_in_search(int ending) {
  const running_scope paused(*this, mode::idle);
  space_.remake_released();
  if (!space_.failed_assignment().empty()) report_assignment();
  if (ran_out_of_memory(ending)) report_memory();
  const bool suspicious = ending == left && fault_.is_of_a_pointer() && options_.self_checks != 0;
  if (!checkpointing_ && !suspicious) report_fault(ending);
  const fault seen = fault_;
  const auto exception = thrown_;
  const trial fresh = try_again(chosen_fields());
  if (suspicious) blame_missed_read(fresh, unread_within_reach(), 16);
  restore_fields();
  fault_ = seen;
  thrown_ = exception;
  if (!checkpointing_ || fresh.ending == ending) report_fault(ending);
  keeps_state("the predicate fails when it is resumed from a saved state, but not when it runs from its beginning");
}

/// With first values in the fields that are not chosen.
search_engine::trial search_engine::try_again(std::span<const choice> chosen) {
  space_.set_all_pending();
  spread(poison::series::first_values, chosen);
  return try_as_spread();
}

search_engine::trial search_engine::try_as_spread() {
  trial result{run_observed(), observed_};
  for (const auto cell : observed_) set_pending(cells_[cell]);
  if (const auto* const changed = poison_->changed()) {
    result.wrote = true;
    result.written = space_.cell_at(changed);
    poison_->put_back();
  }
  return result;
}

/// Something has changed a variable. The predicate, if the candidate at hand leaves something else there than another:
/// than one without any choices, or, where that does not come so far, than the one with another value in its last
/// field.
bool search_engine::changes_variables() {
  const auto chosen = chosen_fields();
  std::vector<choice> neighbour(chosen.begin(), chosen.end());
  const auto last =
      std::ranges::find_if(neighbour.rbegin(), neighbour.rend(), [](const choice& c) { return c.limit != 0; });
  if (last != neighbour.rend()) last->value = last->value == 0 ? last->limit : 0;
  const bool changes = leaves_other_variables({}, chosen) || leaves_other_variables(neighbour, chosen);
  restore_fields();
  return changes;
}

/// Every time; not the first use of a static, and hardly another thread.
bool search_engine::leaves_other_variables(std::span<const choice> first, std::span<const choice> second) {
  auto& variables = schedule_.variables();
  for (int i = 0; i < 3; ++i) {
    try_again(first);
    variables.take();
    try_again(second);
    if (!variables.changed()) return false;
  }
  variables.take();
  for (int i = 0; i < 8; ++i)
    if (variables.changed()) return false;  // with no predicate running
  return true;
}

/// One of these fields, if the predicate depends on it without having read it. With some other values in all of them it
/// does something else; with these in only the first few it does not. Where that changes, that field is it.
void search_engine::blame_missed_read(const trial& first, const std::vector<std::uint32_t>& cells,
                                      std::uint32_t rounds) {
  std::vector<bool> read(space_.cells().size());
  for (const auto cell : first.reads) read[cell] = true;
  for (std::uint32_t round = 0; round < rounds; ++round) {
    const auto with_others_below = [&](std::size_t end) {
      spread(poison::series::first_values, chosen_fields());
      for (std::size_t i = 0; i < end; ++i)
        if (const auto cell = cells[i]; !read[cell]) poison_->set(cell, poison::value(cell, cells_[cell], round));
      return try_as_spread();
    };
    if (with_others_below(cells.size()) == first) continue;
    std::size_t same = 0, other = cells.size();
    while (other - same > 1) {
      const auto middle = same + (other - same) / 2;
      (with_others_below(middle) == first ? same : other) = middle;
    }
    // Once more, in case that it just happened.
    if (read[cells[same]] || with_others_below(same) != first || with_others_below(other) == first) continue;
    misbehaved(misbehaviour::missed_read,
               "the predicate depends on " + space_.field_name(cells[same]) + ", but was not noticed to read it",
               how_to_notice(space_.declared_name(cells[same])));
  }
}

/// Fields that the candidate has not chosen, in objects that it has.
std::vector<std::uint32_t> search_engine::unread_within_reach() const {
  std::vector<std::size_t> objects{0};
  for (const auto& made : chosen_fields())
    if (const auto to = space_.object_of(made.cell, made.value); to != space::no_object) objects.push_back(to);
  std::ranges::sort(objects);
  objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
  std::vector<std::uint32_t> cells;
  for (const auto o : objects)
    for (auto i = space_.objects()[o].first_cell; i < space_.objects()[o].end_cell; ++i)
      if (std::ranges::find(chosen_fields(), i, &choice::cell) == chosen_fields().end()) cells.push_back(i);
  return cells;
}

// What is wrong, from the surest sign to the last resort. A predicate that guesses may guess the same a few times in a
// row, so sameness is asked for often before anything is concluded from a difference.
void search_engine::blame() {
  space_.remake_released();
  if (!space_.failed_assignment().empty()) report_assignment();
  const trial first = try_again(chosen_fields());
  if (first.wrote)
    misbehaved(misbehaviour::wrote,
               "the predicate changed " + (first.written == space::no_cell ? "an object it was given to check"
                                                                           : space_.field_name(first.written)),
               "a predicate must not write to the structure: keep what it needs to remember in local variables");
  for (int i = 0; i < 30; ++i)
    if (try_again(chosen_fields()) != first)
      misbehaved(
          misbehaviour::changed_its_mind, "run twice on the same candidate, the predicate did not do the same",
          "a predicate must depend on nothing but the structure: look for random numbers, clocks, static or global "
          "variables, and uninitialised memory");
  std::vector<std::uint32_t> unread;
  for (std::uint32_t i = 0; i < space_.cells().size(); ++i)
    if (std::ranges::find(chosen_fields(), i, &choice::cell) == chosen_fields().end()) unread.push_back(i);
  blame_missed_read(first, unread, 200);
  if (checkpointing_)
    keeps_state(
        "the predicate does not do the same when it is resumed from a saved state as when it runs from its "
        "beginning: it keeps state that is neither in local variables nor allocated with new");
  if (symbolic_ != nullptr) depends_on_open_fields();
  misbehaved(
      misbehaviour::changed_its_mind,
      "run again on the same candidate, the predicate did not do what it did in the search",
      "a predicate must depend on nothing but the structure: look for static or global variables that it changes");
}

}  // namespace korat::detail
