// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// All that looks wrong is changed at once. If that is no repair, the structure is read in another way, where there is
// one.

#include <algorithm>
#include <map>
#include <unordered_set>

#include "repair/engine.hpp"

namespace korat::detail {

void repair_engine::learn(interpretation how) {
  constexpr std::uint64_t of_a_cell = 100;
  other_work_ += of_a_cell * space_.cells().size();
  view_ = std::make_unique<view>(space_, fresh_from_);
  ledger_ = std::make_unique<ledger>(propose(*view_, how, rules_));
  distinct_ = std::make_unique<distinct_integers>(space_, fresh_from_);
}

/// Leaves out a rule that accuses many of the objects that the predicate has passed. True: it has; what the others
/// propose may be other than it was.
bool repair_engine::distrust() {
  if (reads_.empty()) return false;
  index_reads();
  std::vector<bool> passed(space_.objects().size());
  for (const auto cell : reads_) passed[view_->owner(cell)] = true;
  passed[0] = passed[view_->owner(reads_.back())] = false;
  const auto objects = static_cast<double>(std::ranges::count(passed, true));
  std::map<rule, std::unordered_set<std::uint32_t>> accused;
  for (const auto& p : ledger_->proposals())
    if (was_read(p.cell) && passed[view_->owner(p.cell)]) accused[p.source].insert(view_->owner(p.cell));
  for (const auto& [source, owners] : accused) {
    if (owners.size() < thresholds::fewest || static_cast<double>(owners.size()) < thresholds::distrusted * objects)
      continue;
    rules_.leave_out(source);
    return true;
  }
  return false;
}

bool repair_engine::search_all_at_once() {
  return options_.guess_first && budget_left() && (follow_guesses() || read_otherwise());
}

// The predicate reads everything again from the first field that looks wrong, and gets what was guessed. If it does not
// come as far as it came without, the last guess that it has read is refused, then the one before; or all are dropped.
bool repair_engine::follow_guesses() {
  index_reads();
  auto first = depth();
  for (const auto& g : ledger_->proposals())
    if (was_read(g.cell)) first = std::min(first, first_read(g.cell));
  if (ledger_->proposals().empty()) return false;
  const auto failed_at = depth();
  following_ = true;
  if (first == failed_at) return false;
  bool accepted = accepts(run_from(first));
  constexpr int few = 16;
  for (int refused = 0; !accepted && depth() < failed_at && refused < few; ++refused) {
    const auto last = last_guess_taken();
    if (!last) break;
    refused_.insert(*last);
    set(*last, original_.at(*last));
    accepted = accepts(run_from(first_read(*last)));
  }
  if (accepted || depth() >= failed_at) return accepted;
  following_ = false;
  put_back();
  return accepts(run_from(first));
}

/// The last one that the predicate has read as guessed.
std::optional<std::uint32_t> repair_engine::last_guess_taken() {
  index_reads();
  for (auto p = depth(); p-- > 0;)
    if (const auto before = original_.find(reads_[p]); before != original_.end() && before->second != bits(reads_[p]))
      return reads_[p];
  return std::nullopt;
}

// Of all readings the one with which the predicate comes furthest is kept.
bool repair_engine::read_otherwise() {
  std::vector<interpretation> others;
  if (ledger_->has_other_colors) others.push_back({.other_colors = true});
  if (ledger_->is_unbalanced) others.push_back({.reshapes = true});
  if (others.empty()) return false;
  interpretation best;
  bool is_present = false;  // the best one was the last
  auto furthest = progress();
  for (std::size_t i = 0; i < others.size() && budget_left(); ++i) {
    const auto how = others[i];
    if (read_as(how)) return true;
    is_present = progress() >= furthest;
    if (is_present) furthest = progress(), best = how;
    if (!how.other_colors && ledger_->has_other_colors)
      others.push_back({.other_colors = true, .reshapes = how.reshapes});
  }
  return !is_present && read_as(best);
}

bool repair_engine::read_as(interpretation how) {
  put_back();
  std::erase_if(original_, [&](const auto& o) { return bits(o.first) == o.second; });
  learn(how);
  following_ = true;
  refused_.clear();
  tried_.clear();  // what was no way out may be one now
  const bool accepted = accepts(run_from(0)) && !set_aside();
  index_reads();
  return accepted;
}

}  // namespace korat::detail
