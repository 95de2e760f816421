// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What was found is asked for once more from the beginning, and changes that are not needed are undone: first of fields
// that the predicate does not read any more; then each in turn is put back, from the one read last to the first, and
// the predicate runs on from there. Where the change was needed it rejects soon, so this costs little more than the one
// run. A predicate that looks at the whole structure once more before it rejects is asked as often as the work of a few
// passes allows.

#include <algorithm>

#include "repair/engine.hpp"

namespace korat::detail {

/// False: the predicate does not hold.
bool repair_engine::holds_shrunk() {
  checkpoints_.clear();
  run_anew();
  if (!accepted_) return false;
  undo_unread();
  if (!undo_needless()) return true;
  run_anew();  // what was put back may have led to other changes
  if (accepted_) undo_unread();
  return accepted_ && holds_afresh();
}

/// Of changes in fields that the predicate has not read, those in objects that the root does not reach are needed for
/// nothing: what is written back must not lead to a fresh object that is not made. The others may be all that leads to
/// some objects.
void repair_engine::undo_unread() {
  index_reads();
  auto unread = changes();
  std::erase_if(unread, [&](const change& c) { return was_read(c.cell) || !in_range(c.cell, c.before); });
  if (unread.empty()) return;
  const auto lost = lost_now().fields;
  const auto is_reached = view_->reached_now();
  for (const auto& c : unread) set(c.cell, c.before);
  if (lost_now().fields <= lost) return;
  for (const auto& c : unread)
    if (is_reached[view_->owner(c.cell)]) set(c.cell, c.after);
}

/// True: something was undone.
bool repair_engine::undo_needless() {
  constexpr std::size_t most_cells_read_anew = 50'000'000;
  constexpr std::uint64_t passes = 4, least_work = 20'000'000;  // a fifth of a second, whatever the structure
  const auto made = changes();
  if (made.size() < 2) return false;
  if (!checkpointing_ && made.size() * depth() > most_cells_read_anew) return false;
  std::vector<std::pair<std::uint32_t, const change*>> by_read;
  bool undone = false;
  for (const auto& c : made)
    if (was_read(c.cell)) by_read.emplace_back(first_read(c.cell), &c);
  std::ranges::sort(by_read, std::greater{}, [](const auto& p) { return p.first; });
  const auto lost = lost_now().fields;
  const auto until = work_done() + least_work + passes * depth();
  for (const auto& [position, c] : by_read) {
    if (work_done() >= until || std::chrono::steady_clock::now() >= deadline_) break;
    if (!in_range(c->cell, c->before)) continue;
    set(c->cell, c->before);
    if (accepts(run_from(position)) && lost_now().fields <= lost)
      undone = true;
    else
      set(c->cell, c->after);
  }
  return undone;
}

}  // namespace korat::detail
