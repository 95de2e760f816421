// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Whether a predicate may be resumed from saved states is found out by trying it. A search begins by re-execution,
// which is always right, and keeps a record of what the predicate did on each of the first candidates. Then it goes
// over the same candidates once more, silently, from saved states. If the predicate does the same, and changed no
// variable of the program on the way, the search goes on so. Else the predicate keeps state that no saved state holds,
// and it is re-executed; unless the rehearsal has spoilt that state, which a second one, by re-execution, tells: then
// the search is refused. (A short search is over before its rehearsal, and would have gained nothing.)

#include "encoding/hash.hpp"
#include "search/choose.hpp"
#include "search/program_variables.hpp"

namespace korat::detail {

/// Of what the predicate read and answered since the last candidate: what it had read before is in the fingerprints
/// before.
std::uint64_t search_engine::fingerprint(int ending) const noexcept {
  encoding::fnv_1a hash;
  hash.add(static_cast<std::uint64_t>(ending));
  for (const auto& made : choices().subspan(kept_ == 0 ? 0 : kept_ - 1)) {
    hash.add(std::uint64_t{made.cell});
    hash.add(std::uint64_t{is_left_open(made) ? 0 : made.value});
  }
  hash.add(std::uint64_t{depth_});
  return hash.value();
}

/// Goes over all recorded candidates from the first, but not over those between them that only complete one: the
/// predicate did not run on these. True: it did the same on each, and the search stands where it stood.
template <class Watch>
bool search_engine::rehearse(way_back way, Watch watch) {
  const auto popped = popped_;
  unwind();
  boundary_ = 0;  // all of this is within the range
  checkpointing_ = way == way_back::resume;
  temporaries_.logging(checkpointing_);
  vector_guide to_the_first(space_, record_begin_);
  bool same = true;
  for (std::size_t i = 0; same && i < record_.size();) {
    guide_ = i == 0 && symbolic_ == nullptr ? &to_the_first : nullptr;
    if (i > 0 && !next_choice()) return false;
    const int ending = [&] {
      const running_scope running(*this, symbolic_ != nullptr ? mode::symbolic : i == 0 ? mode::guided : search_mode_);
      return symbolic_ != nullptr ? run_symbolic(until::candidate) : run_once();
    }();
    same = fingerprint(ending) == record_[i++] && (!checkpointing_ || (heap_.live() == 0 && !heap_.refused()));
    if (symbolic_ != nullptr && ending == yes && i < record_.size())
      symbolic_->settle(symbolic_choices::values::smallest);
    watch(i);
  }
  guide_ = nullptr;
  watch_bound();
  popped_ = popped;
  return same;
}

void search_engine::end_probation() {
  on_probation_ = false;
  const program_variables variables;
  bool changed = false;
  const bool same = rehearse(way_back::resume, [&](std::size_t i) {
    constexpr std::size_t some = 16;  // at the end they are as they were before: the search stands where it stood
    changed = changed || (i % some == 0 && variables.changed());
  });
  changed = changed || variables.changed();
  if (heap_.refused()) keeps_state(released_too_much);
  if (same && !changed) return;
  const std::string why = heap_.live() != 0
                              ? "the predicate keeps memory it has allocated (a static variable, or a leak)"
                          : changed ? "the predicate changes global or thread-local variables"
                                    : "the predicate keeps state that is neither in local variables nor allocated "
                                      "with new: resumed from a saved state it does not do the same";
  if (heap_.live() != 0) heap_.retire();
  if (!rehearse(way_back::reexecute, [](std::size_t) {}))
    misbehaved(misbehaviour::keeps_state, why, "search with re-execution (engine::reexecute, --engine reexecute)");
  reexecute_from_now_on(why);
}

}  // namespace korat::detail
