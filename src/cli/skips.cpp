// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/skips.hpp"

#include <algorithm>

#include "cli/exit_code.hpp"

namespace korat::cli {

skips::skips(std::string path, infeasible_file file, direction way) : path_(std::move(path)) {
  const bool forward = way == direction::forward;
  if (!forward) std::ranges::reverse(file.ranges);
  for (auto& r : file.ranges)
    gaps_.push_back({forward ? r.valid_before : r.valid_after, forward ? r.valid_after : r.valid_before,
                     forward ? r.last : r.first, r.count});
}

void skips::of_another_predicate() const {
  throw usage_error(path_ + " is of another predicate: it accepts and rejects other candidates");
}

// Behind the last valid candidate there is nothing to jump to but the last one of the range: the search then ends by
// itself.
std::optional<bool> skips::jump(basic_search& search) {
  const bool at_start = !std::exchange(begun_, true);
  if (next_ == gaps_.size()) return std::nullopt;
  const auto& here = gaps_[next_];
  const bool begins_here = here.begin ? !at_start && search.valid() && search.vector() == *here.begin : at_start;
  if (!begins_here) return std::nullopt;
  const auto& target = here.end ? *here.end : here.last;
  if (!search.seek(target, noncanonical::move)) return false;
  if (search.vector() != target || search.valid() != here.end.has_value()) of_another_predicate();
  candidates_ += here.count - (here.end ? 0 : 1);
  ++next_;
  return true;
}

void skips::check_end() const {
  if (next_ != gaps_.size()) of_another_predicate();
}

}  // namespace korat::cli
