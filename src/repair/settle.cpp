// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a repair costs, and which of two is given back. To throw most of a structure away is easy, and seldom what is
// wanted: a repair that loses objects waits until no better one is found.

#include "repair/engine.hpp"
#include "repair/image.hpp"

namespace korat::detail {

/// How many objects the root reached before, and reaches no more. Not counted for large structures.
std::size_t repair_engine::lost_objects() const {
  if (reached_before_.empty()) return 0;
  const auto now = reachable(space_);
  std::size_t lost = 0;
  for (std::size_t o = 0; o < now.size(); ++o) lost += reached_before_[o] && !now[o] ? 1 : 0;
  return lost;
}

/// What the present repair costs: changed fields, and objects that are lost by it.
double repair_engine::cost(std::size_t lost) const {
  auto sum = static_cast<double>(lost);
  for (const auto& c : changes()) sum += weight_[space_.place(c.cell).binding];
  return sum;
}

/// Whether the present repair has to wait.
bool repair_engine::set_aside() {
  const auto lost = lost_objects();
  if (lost == 0) return false;
  if (const auto now = cost(lost); !spare_ || now < spare_->cost) {
    const auto found_at = spare_ ? spare_->found_at : executions_;
    spare_ = spare_repair{now, {}, found_at};
    for (const auto& c : changes()) spare_->values.emplace(c.cell, c.after);
  }
  return true;
}

bool repair_engine::settle(bool found) {
  if (!spare_ || (found && cost(lost_objects()) <= spare_->cost)) return found;
  const auto touched = original_;
  for (const auto& [cell, before] : touched) set(cell, before);
  for (const auto& [cell, value] : spare_->values) set(cell, value);
  why_.clear();
  return true;
}

}  // namespace korat::detail
