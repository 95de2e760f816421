// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/closing_check.hpp"

#include <cmath>

#include "search/choose.hpp"

namespace korat::detail {

/// The search ends, and before anybody is told: does the predicate still do what it did?
void search_engine::check_before_end(korat::outcome how) {
  if (closing_.empty() || give_ || (symbolic_ != nullptr && how != outcome::complete)) return;
  const running_scope paused(*this, mode::idle);
  const bool resumed = checkpointing_ || has_resumed_;
  if (how == outcome::complete && resumed && symbolic_ == nullptr) remember_last_candidate();
  space_.set_all_pending();
  if (resumed) schedule_.variables().take();
  const auto checked = self_checks_;
  bool changed = false;
  int count = 0;
  closing_.for_each(explored_, [&](const closing_check::sample& s) {
    constexpr int some = 8;  // the last one may leave what the one before the first has left
    check_again(s);
    changed = changed || (resumed && ++count % some == 0 && schedule_.variables().changed());
  });
  if (closing_.only_again() || options_.self_checks == search_options::unlimited) self_checks_ = checked;
  if (changed || (resumed && schedule_.variables().changed())) blame_variables();
  closing_.clear();
  restore_fields();
}

/// The predicate has come furthest there.
void search_engine::remember_last_candidate() {
  unwind();
  const auto popped = popped_;
  const auto& end = backward_ != 0 ? low_ : high_;
  share_guide by_share(space_, backward_ != 0 ? 0.0 : std::nextafter(1.0, 0.0));
  vector_guide by_vector(space_, vector_of(end.candidate));
  guide_ = end.open ? static_cast<guide*>(&by_share) : &by_vector;
  boundary_ = 0;
  const bool valid = run_guided();
  guide_ = nullptr;
  closing_.add_last(chosen_fields(), valid ? yes : no);
  unwind();
  popped_ = popped;
}

void search_engine::check_again(const closing_check::sample& s) {
  ++self_checks_;
  const bool same = does(s.chosen, schedule_.poisons(static_cast<std::uint32_t>(s.chosen.size())), s.ending);
  for (const auto cell : observed_) set_pending(cells_[cell]);
  if (same) return;
  unwind();
  rebuild(s.chosen);
  blame();
}

/// Which candidate changes them? If none does, somebody else has.
void search_engine::blame_variables() {
  const auto before = copy_of_choices();
  const auto popped = popped_;
  closing_.for_each(explored_, [this](const closing_check::sample& s) {
    unwind();
    rebuild(s.chosen);
    if (changes_variables()) keeps_state("the predicate changes global or thread-local variables");
  });
  unwind();
  rebuild(before);
  popped_ = popped;
}

}  // namespace korat::detail
