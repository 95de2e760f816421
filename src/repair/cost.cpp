// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a repair costs, and which of two is given back. To throw most of a structure away is easy, and seldom what is
// wanted: an object that is lost costs as much as all of its fields, and a repair that loses one waits until no better
// one is found.

#include <algorithm>
#include <tuple>
#include <utility>

#include "image/image.hpp"
#include "repair/engine.hpp"
#include "repair/exhaustive.hpp"

namespace korat::detail {

/// Objects without fields are what others hold, not parts: unless somebody vouches for them, they are lost only if the
/// root reached them.
void repair_engine::note_belonging() {
  reached_at_first_ = view_->reached_at_first();
  belongs_ = reached_at_first_;
  for (std::uint32_t o = 1; o < belongs_.size(); ++o)
    if ((all_belong_ || space_.objects()[o].end_cell > space_.objects()[o].first_cell) && !is_fresh(o))
      belongs_[o] = true;
}

/// Objects that belong to the structure and are not reached, with their fields, and elements that arrays have lost.
repair_engine::loss repair_engine::lost_now() {
  const auto& now = root_reaches_.objects = view_->reached_now();
  root_reaches_.assignment = assignment_;
  loss lost;
  for (std::size_t o = 0; o < now.size(); ++o) {
    if (!belongs_[o] || now[o]) continue;
    ++lost.objects;
    lost.fields += std::max(1U, space_.objects()[o].end_cell - space_.objects()[o].first_cell);
  }
  for (const auto length : lengths_changed_)
    if (const auto before = original_.find(length); before != original_.end() && before->second > bits(length))
      lost.fields += before->second - bits(length);
  lost.elements = lost_elements().size();
  return lost;
}

/// Those that hold values: what references lead to is lost if nothing else does. An array that says to be longer than
/// it has room for has lost what it has.
std::vector<std::uint32_t> repair_engine::lost_elements() const {
  std::vector<std::uint32_t> result;
  for (const auto length : lengths_changed_) {
    const auto before = original_.find(length);
    if (before == original_.end() || before->second <= bits(length)) continue;
    const auto held = std::min<std::uint64_t>(before->second, space_.place(length).room);
    for (auto i = static_cast<std::uint32_t>(bits(length)); i < held && !view_->is_reference(length + 1); ++i)
      result.push_back(length + 1 + i);
  }
  return result;
}

/// Of the fields that are changed at present.
double repair_engine::weight() const {
  double sum = 0;
  for (const auto& c : changes()) sum += limits_of(c.cell).weight;
  return sum;
}

repair_engine::price repair_engine::price_of(double weight, const loss& lost) {
  return {weight + static_cast<double>(lost.fields), lost.fields};
}

repair_engine::price repair_engine::price_now() { return price_of(weight(), lost_now()); }

bool repair_engine::is_smallest() { return price_now().cost <= least_cost_; }

bool repair_engine::may_be_made(const loss& lost, std::size_t fields_changed) const noexcept {
  return lost.parts() <= options_.max_lost.value_or(fields_changed);
}

bool repair_engine::may_be_made() { return may_be_made(lost_now(), changes().size()); }

void repair_engine::offer() {
  found_repair offered{changes(), weight(), lost_now(), 0};
  std::erase_if(nearest_, [&](const found_repair& r) { return r.changes == offered.changes; });
  nearest_.insert(nearest_.begin(), std::move(offered));
  show_before();
  found_.clear();
}

/// One that may be made is better than one that is only offered.
void repair_engine::keep_spare(const loss& lost, const std::vector<change>& changed) {
  double weight = 0;
  for (const auto& c : changed) weight += limits_of(c.cell).weight;
  spare_repair s{price_of(weight, lost), may_be_made(lost, changed.size()), {}};
  if (spare_ && std::pair(!spare_->may_be_made, spare_->price) <= std::pair(!s.may_be_made, s.price)) return;
  for (const auto& c : changed) s.values.emplace(c.cell, c.after);
  spare_ = std::move(s);
}

/// Whether the present repair has to wait.
bool repair_engine::set_aside() {
  const auto lost = lost_now();
  if (lost.fields == 0) return false;
  keep_spare(lost, changes());
  return true;
}

// One field, two fields, and so on, as long as the executions for it last. The best is found when a repair costs no
// more than the fields that were all tried: any other changes more. What cannot all be tried is left for later: the
// rules may tell at once.
bool repair_engine::search_exhaustively() {
  nearest_.clear();
  least_cost_ = least_change_;
  constexpr std::size_t many = 16;
  const bool asked_for = options_.nearest > 1 || options_.all_smallest;
  const bool rules_come_first = !asked_for && !rules_failed_;
  const auto there_are = options_.max_executions - std::min(executions_, options_.max_executions);
  const auto most = std::min(options_.exhaustive_executions, rules_come_first ? there_are / 2 : there_are);
  exhaustive around(*this, most);
  const auto single_changes = around.single_changes();
  const bool many_look_wrong = ledger_->proposals().size() > many;  // a few changes will not do
  exhaustive_left_over_ = rules_come_first && (many_look_wrong || single_changes > most) &&
                          single_changes <= options_.exhaustive_executions;
  if (exhaustive_left_over_ || single_changes > options_.exhaustive_executions) return false;
  const auto priced = [&](const found_repair& r) { return std::pair(price_of(r.weight, r.lost), -r.score); };
  bool complete = true, best_is_known = false;
  const auto first = executions_;
  std::uint64_t runs_before = 0;
  for (double weight = std::max(1.0, least_change_); !around.used_up(); ++weight) {
    const auto start = executions_;
    complete = around.search(weight) && complete;
    nearest_ = around.found();
    std::ranges::stable_sort(nearest_, {},
                             [](const found_repair& r) { return std::tuple(r.weight, r.lost.fields, -r.score); });
    const auto cheapest = [](const found_repair& r) { return r.weight + static_cast<double>(r.lost.fields); };
    const auto unseen = weight + (whole_weights_ ? 1 : 0);  // what is not found yet costs as much, or more
    if (complete) {
      least_cost_ = std::max(least_change_, unseen);
      for (const auto& r : nearest_) least_cost_ = std::min(least_cost_, cheapest(r));
    }
    best_is_known = !nearest_.empty() && priced(std::ranges::min(nearest_, {}, priced)).first.cost <= weight;
    if (!nearest_.empty() && (options_.all_smallest || (best_is_known && nearest_.size() >= options_.nearest))) break;
    const auto runs = std::exchange(runs_before, executions_ - start);
    if (rules_come_first && executions_ - first + runs_before * single_changes / 2 > most) {
      exhaustive_left_over_ = true;
      complete = false;
      break;
    }
    if (runs != runs_before || weight <= std::ranges::max(limits_, {}, &limits::weight).weight) continue;
    // More changes make no difference: everything was tried.
    best_is_known = !nearest_.empty();
    if (complete && nearest_.empty()) why_ = "the predicate rejects whatever values the fields it reads may have";
    break;
  }
  symbols_.clear();
  std::erase_if(original_, [&](const auto& o) { return bits(o.first) == o.second; });
  if (!nearest_.empty()) {
    const auto& best = std::ranges::min(nearest_, {}, priced);
    keep_spare(best.lost, best.changes);
  }
  if (best_is_known) return settle(false);
  if (why_.empty() && executions_ > first) accepts(run_from(0));
  return false;
}

/// What was left over of it, after the rules in vain.
bool repair_engine::search_the_rest() {
  put_back();
  run_anew();
  accepted_ = false;
  rules_failed_ = true;
  return search_exhaustively();
}

bool repair_engine::settle(bool found) {
  if (!spare_ || (found && (!spare_->may_be_made || price_now() <= spare_->price))) return found;
  put_back();
  for (const auto& [cell, value] : spare_->values) set(cell, value);
  spare_.reset();
  why_.clear();
  return true;
}

}  // namespace korat::detail
