// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a repair costs, and which of two is given back. To throw most of a structure away is easy, and seldom what is
// wanted: a repair that loses objects waits until no better one is found.

#include <algorithm>
#include <tuple>
#include <utility>

#include "repair/engine.hpp"
#include "repair/image.hpp"
#include "repair/nearby.hpp"

namespace korat::detail {

/// How many objects the root reached before, and reaches no more.
std::size_t repair_engine::lost_objects() {
  const auto& now = root_reaches_.objects = evidence_->reached_now();
  root_reaches_.assignment = assignment_;
  std::size_t lost = 0;
  for (std::size_t o = 0; o < now.size(); ++o) lost += reached_at_first_[o] && !now[o] ? 1 : 0;
  return lost;
}

/// Of the fields that are changed at present.
double repair_engine::weight() const {
  double sum = 0;
  for (const auto& c : changes()) sum += weight_[space_.place(c.cell).binding];
  return sum;
}

bool repair_engine::is_smallest() const { return weight() <= least_weight_; }

/// Whether the present repair has to wait.
bool repair_engine::set_aside() {
  const auto lost = lost_objects();
  if (lost == 0) return false;
  if (const auto now = weight() + static_cast<double>(lost); !spare_ || now < spare_->cost) {
    const auto found_at = spare_ ? spare_->found_at : executions_;
    const auto found_when = spare_ ? spare_->found_when : std::chrono::steady_clock::now();
    spare_ = spare_repair{now, {}, found_at, found_when};
    for (const auto& c : changes()) spare_->values.emplace(c.cell, c.after);
  }
  return true;
}

// One field, two fields, and so on, as long as the executions for it last. The best is found when a repair costs no
// more than the fields that were all tried: any other changes more. What cannot all be tried is left for later: a
// contest may tell at once.
bool repair_engine::search_nearby() {
  nearest_.clear();
  least_weight_ = least_change_;
  constexpr std::size_t many = 16;
  const bool asked_for = options_.nearest > 1 || options_.all_smallest;
  if (!asked_for && evidence_->guesses().size() > many) return false;  // a few changes will not do
  nearby around(*this, options_.exhaustive_executions);
  const auto single_changes = around.single_changes();
  if (single_changes > options_.exhaustive_executions) return false;
  const bool contest_comes_first = !asked_for && !contest_failed_;
  nearby_left_over_ = false;
  const auto cost_of = [](const found_repair& r) {
    return std::pair(r.weight + static_cast<double>(r.lost), -r.score);
  };
  bool complete = true, best_is_known = false;
  const auto first = executions_;
  std::uint64_t runs_before = 0;
  for (double weight = std::max(1.0, least_change_); !around.used_up(); ++weight) {
    const auto start = executions_;
    complete = around.search(weight) && complete;
    nearest_ = around.found();
    std::ranges::stable_sort(nearest_, {},
                             [](const found_repair& r) { return std::tuple(r.weight, r.lost, -r.score); });
    if (complete)
      least_weight_ =
          nearest_.empty() ? std::max(least_change_, weight + (whole_weights_ ? 1 : 0)) : nearest_.front().weight;
    best_is_known = !nearest_.empty() && cost_of(std::ranges::min(nearest_, {}, cost_of)).first <= weight;
    if (!nearest_.empty() && (options_.all_smallest || (best_is_known && nearest_.size() >= options_.nearest))) break;
    const auto runs = std::exchange(runs_before, executions_ - start);
    if (contest_comes_first &&
        executions_ - first + runs_before * single_changes / 2 > options_.exhaustive_executions) {
      nearby_left_over_ = true;
      complete = false;
      break;
    }
    if (runs != runs_before || weight <= std::ranges::max(weight_)) continue;
    // More changes make no difference: everything was tried.
    best_is_known = !nearest_.empty();
    if (complete && nearest_.empty()) why_ = "the predicate rejects whatever values the fields it reads may have";
    break;
  }
  symbols_.clear();
  std::erase_if(original_, [&](const auto& o) { return bits(o.first) == o.second; });
  if (const auto best = nearest_.empty() ? nearest_.end() : std::ranges::min_element(nearest_, {}, cost_of);
      best != nearest_.end() && (!spare_ || cost_of(*best).first < spare_->cost)) {
    spare_ = spare_repair{cost_of(*best).first, {}, executions_, std::chrono::steady_clock::now()};
    for (const auto& c : best->changes) spare_->values.emplace(c.cell, c.after);
  }
  if (best_is_known) return settle(false);
  if (why_.empty() && executions_ > first) accepts(run_from(0));
  return false;
}

/// What was left over of it, after a contest in vain.
bool repair_engine::search_the_rest() {
  const auto touched = original_;
  for (const auto& [cell, before] : touched) set(cell, before);
  following_ = false;
  accepted_ = false;
  symbols_.clear();
  rewind(0);
  space_.set_all_pending();  // also what was left open and not read again
  accepts(run_from(0));
  contest_failed_ = true;
  return search_nearby();
}

bool repair_engine::settle(bool found) {
  if (!spare_ || (found && weight() + static_cast<double>(lost_objects()) <= spare_->cost)) return found;
  const auto touched = original_;
  for (const auto& [cell, before] : touched) set(cell, before);
  for (const auto& [cell, value] : spare_->values) set(cell, value);
  spare_.reset();
  why_.clear();
  return true;
}

}  // namespace korat::detail
