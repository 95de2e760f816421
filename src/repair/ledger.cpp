// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/ledger.hpp"

namespace korat::detail {

void ledger::add(std::uint32_t cell, std::uint64_t value) {
  if (!place_of_.emplace(cell, static_cast<std::uint32_t>(proposals_.size())).second) return;
  proposals_.push_back({cell, value, source_});
  has_[cell] = true;
}

void ledger::replace(std::uint32_t cell, std::uint64_t value) {
  drop(cell);
  if (value != (view_.is_reference(cell) ? view_.target(cell) : view_.image().bits_in_memory(cell))) add(cell, value);
}

void ledger::drop(std::uint32_t cell) {
  const auto found = place_of_.find(cell);
  if (found == place_of_.end()) return;
  place_of_[proposals_.back().cell] = found->second;
  proposals_[found->second] = proposals_.back();
  proposals_.pop_back();
  place_of_.erase(cell);
  has_[cell] = false;
}

const proposal* ledger::find(std::uint32_t cell) const {
  const auto found = place_of_.find(cell);
  return found == place_of_.end() ? nullptr : &proposals_[found->second];
}

std::uint32_t ledger::target(std::uint32_t cell) const {
  return has_[cell] ? static_cast<std::uint32_t>(find(cell)->value) : view_.target(cell);
}

}  // namespace korat::detail
