// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The search is right only if the predicate is a function of the fields it was noticed to read. The self-check runs it
// again on the same candidate, twice, with different values in the fields it has not read: it must read the same
// fields in the same order, answer the same, and leave the structure as it was. This finds plain members read without
// being noticed, predicates that remember or guess, and predicates that write.

#include <algorithm>
#include <cstring>

#include "search/engine.hpp"

namespace korat::detail {

struct search_engine::trial {
  int answer;
  std::vector<std::uint32_t> reads;
  std::uint32_t written = space::no_cell;  // a field that changed
  bool wrote = false;
  bool operator==(const trial&) const = default;
};

namespace {

/// Candidates to check at the start of a search, and cells times candidates it may cost.
constexpr std::uint64_t work_limit = 20'000'000;

}  // namespace

void search_engine::self_check(bool valid) {
  ++self_checks_;
  const auto affordable = std::max<std::uint64_t>(2, work_limit / (space_.cells().size() + 1));
  next_self_check_ = self_checks_ < std::min(options_.self_checks, affordable) ? explored_ + 1 : 2 * explored_;

  trial expected{valid ? yes : no, {}};
  for (std::uint32_t i = 0; i < choices_of_predicate(); ++i) expected.reads.push_back(choices_[i].cell);
  const auto mark = temporaries_.position();
  const trial first = try_again(poison::first_values);
  const trial other = try_again(poison::other_values);
  if (first != expected || other != expected) blame(expected);
  temporaries_.return_to(mark);
  restore_fields();
}

search_engine::trial search_engine::try_again(poison with, std::uint32_t only) {
  spread(with, only);
  const std::vector<std::byte> before(space_.memory(), space_.memory() + space_.memory_size());
  observed_.clear();
  context_.resume_at = nullptr;
  mode_ = mode::observe;
  const int answer = enter();
  mode_ = mode::idle;
  trial result{answer, observed_};
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
  for (std::uint32_t i = 0; i < choices_of_predicate(); ++i) {
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
