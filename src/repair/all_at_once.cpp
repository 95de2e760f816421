// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a damaged structure says about itself is read in one way or another: where two fields own an object, one of
// them is wrong, and which one decides what else looks wrong. All that looks wrong is changed at once. If that is no
// repair, the structure is read once more without a reference that is in doubt.

#include <algorithm>
#include <map>
#include <unordered_set>

#include "repair/engine.hpp"

namespace korat::detail {

void repair_engine::learn(effort how) {
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
  return options_.guess_first && budget_left() && (follow_guesses() || reconsider(progress()));
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

// A reading with which the predicate comes further than with the others is kept, and its own doubts are next.
bool repair_engine::reconsider(std::uint32_t furthest) {
  constexpr std::size_t most = 256;
  constexpr std::uint64_t share = 500'000'000;  // work: some seconds
  const auto until = work_done() + share;
  std::vector<std::uint32_t> dropped;
  const auto is_left_out = [&](std::uint32_t cell) {
    return std::ranges::find(ledger_->left_out, space_.place(cell).binding) != ledger_->left_out.end();
  };
  if (!ledger_->left_out.empty() && std::ranges::any_of(reads_, is_left_out) && read_without({})) return true;
  auto doubts = ledger_->doubts;
  if (doubts.empty() && !ledger_->unbalanced) return false;
  furthest = std::max(furthest, progress());
  std::size_t tried = 0;
  for (std::size_t i = 0; i < doubts.size() && tried < most; ++i, ++tried) {
    if (!budget_left() || work_done() >= until) break;
    const auto before = dropped.size();
    dropped.insert(dropped.end(), doubts[i].begin(), doubts[i].end());
    if (read_without(dropped)) return true;
    if (progress() <= furthest) {
      dropped.resize(before);
      continue;
    }
    furthest = progress();
    doubts = ledger_->doubts;
    i = ~std::size_t{0};
  }
  if (read_without(dropped)) return true;
  if (!ledger_->unbalanced) return false;
  for (const auto how : {effort::reshaping, effort::reshaping_otherwise})
    if (budget_left() && read_without(dropped, how)) return true;
  return read_without(dropped);
}

bool repair_engine::read_without(const std::vector<std::uint32_t>& dropped, effort how) {
  put_back();
  std::erase_if(original_, [&](const auto& o) { return bits(o.first) == o.second; });
  for (const auto cell : dropped)
    if (const auto null = reference_bits(cell, nobody); null && may_change(cell)) set(cell, *null);
  learn(how);
  for (const auto cell : dropped)
    if (const auto* const guess = ledger_->find(cell); guess != nullptr && may_change(cell))
      if (const auto value = guessed_bits(*guess)) set(cell, *value);
  following_ = true;
  refused_.clear();
  tried_.clear();  // what was no way out may be one now
  const bool accepted = accepts(run_from(0)) && !set_aside();
  index_reads();
  return accepted;
}

}  // namespace korat::detail
