// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A wrong size makes a structure with fewer objects look right, and one with all of them wrong. Where nothing is found
// that keeps all objects, the search begins once more from a root that counts them all.

#include <algorithm>
#include <limits>

#include "repair/engine.hpp"

namespace korat::detail {

bool repair_engine::search() {
  if (!search_exhaustively() && (!why_.empty() || !search_with_rules())) return false;
  if (rules_.has(rule::recovery)) recover_lost();
  return true;
}

/// Integers of the root that were read, as the number of the objects of a class.
std::vector<repair_engine::change> repair_engine::counts_to_assume() const {
  std::vector<change> result;
  const auto& root = space_.objects()[0];
  std::vector<std::uint64_t> count(space_.described().classes.size());
  for (std::size_t o = 1; o < belongs_.size(); ++o) count[space_.objects()[o].object_class] += belongs_[o] ? 1 : 0;
  for (auto cell = root.first_cell; cell < root.end_cell; ++cell) {
    if (!is_integer(cell) || space_.is_length(cell) || space_.is_element(cell) || !may_change(cell)) continue;
    const auto before = original_.find(cell);
    const auto now = before == original_.end() ? bits(cell) : before->second;
    for (std::size_t c = 1; c < count.size(); ++c)
      if (count[c] > 0 && count[c] != now && in_range(cell, count[c])) result.push_back({cell, now, count[c]});
  }
  return result;
}

/// To the structure as it was, but for what is assumed, and as if nothing had been tried.
void repair_engine::begin_anew(const std::optional<change>& assumed) {
  assumed_ = assumed;
  put_back();
  symbols_.clear();
  refused_.clear();
  repeated_.clear();
  tried_.clear();
  spare_.reset();
  why_.clear();
  exhaustive_left_over_ = rules_failed_ = false;
  learn(space_.cells().size() <= large ? effort::thorough : effort::quick);
  run_anew();
}

bool repair_engine::search_recounted(bool found) {
  if (!rules_.has(rule::counts) || (found && price_now().lost == 0)) return found;
  const auto proven = least_cost_;
  const auto offered = nearest_;
  const auto reason = why_;
  auto best = found ? changes() : std::vector<change>();
  auto least = found ? price_now() : price{std::numeric_limits<double>::infinity(), 0};
  for (const auto& count : counts_to_assume()) {
    if (executions_ >= options_.max_executions || std::chrono::steady_clock::now() >= deadline_) break;
    begin_anew(count);
    if (!accepted_ && !search()) continue;
    if (!(price_now() < least)) continue;
    found = true;
    least = price_now();
    best = changes();
    if (least.lost == 0) break;
  }
  assumed_.reset();
  nearest_ = offered;
  least_cost_ = proven;
  why_ = found ? "" : reason;
  take(best);
  return found;
}

}  // namespace korat::detail
