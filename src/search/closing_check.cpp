// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/closing_check.hpp"

#include "search/choose.hpp"

namespace korat::detail {

/// The space is exhausted, and before anybody is told: does the predicate still do what it did?
void search_engine::check_before_end() {
  if (closing_.empty()) return;
  const running_scope paused(*this, mode::idle);
  space_.set_all_pending();
  closing_.for_each([this](const closing_check::sample& s) {
    ++self_checks_;
    const bool same = does(s.chosen, schedule_.poisons(static_cast<std::uint32_t>(s.chosen.size())), s.ending);
    for (const auto cell : observed_) set_pending(cells_[cell]);
    if (same) return;
    unwind();
    rebuild(s.chosen);
    blame();
  });
  restore_fields();
}

}  // namespace korat::detail
