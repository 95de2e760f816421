// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/poison.hpp"

#include <algorithm>
#include <cstring>

namespace korat::detail {

poison::poison(const space& s) : space_(s) { other_.which = values::other; }

std::uint32_t poison::poison_of(const picture& p, const cell& c) const noexcept {
  return p.which == values::other ? other_value(c, p.round) : 0;
}

// A picture is kept, and only what is chosen differently from last time is painted over.
void poison::spread(values which, std::uint64_t round, std::span<const choice> chosen) {
  if (!space_.is_bytes()) return spread_by_assignment(which, round, chosen);
  auto& p = *(spread_ = which == values::other ? &other_ : &first_);
  if (p.bytes.empty() || p.round != round) {
    p.round = round;
    paint(p);
  }
  const auto same = [](const choice& a, const choice& b) { return a.cell == b.cell && a.value == b.value; };
  const auto [before, now] = std::mismatch(p.chosen.begin(), p.chosen.end(), chosen.begin(), chosen.end(), same);
  for (auto c = before; c != p.chosen.end(); ++c) paint(p, c->cell, poison_of(p, space_.cells()[c->cell]));
  for (auto c = now; c != chosen.end(); ++c) paint(p, c->cell, c->value);
  p.chosen.erase(before, p.chosen.end());
  p.chosen.insert(p.chosen.end(), now, chosen.end());
  put_back();
}

// Values that are more than their bytes are assigned by their types; the picture is taken afterwards.
void poison::spread_by_assignment(values which, std::uint64_t round, std::span<const choice> chosen) {
  space_.restore_pristine_bytes();
  for (const cell& c : space_.cells()) space_.put(c, which == values::other ? other_value(c, round) : 0);
  for (const auto& made : chosen) space_.put(space_.cells()[made.cell], made.value);
  spread_->bytes.assign(space_.memory(), space_.memory() + space_.memory_size());
}

void poison::set(std::uint32_t index, std::uint32_t value) {
  const cell& c = space_.cells()[index];
  space_.put(c, value);
  spread_->chosen.push_back({index, value, 0, 0});
  std::memcpy(spread_->bytes.data() + (c.address - space_.memory()), c.address, c.width);
}

void poison::paint(picture& p) const {
  p.bytes.assign(space_.pristine().begin(), space_.pristine().end());
  p.chosen.clear();
  for (std::uint32_t i = 0; i < space_.cells().size(); ++i) paint(p, i, poison_of(p, space_.cells()[i]));
}

void poison::paint(picture& p, std::uint32_t index, std::uint32_t value) const noexcept {
  const cell& c = space_.cells()[index];
  store(c, p.bytes.data() + (c.address - space_.memory()), c.values[value]);
}

const std::byte* poison::changed() const noexcept {
  const auto& bytes = spread_->bytes;
  if (std::memcmp(space_.memory(), bytes.data(), bytes.size()) == 0) return nullptr;
  return std::mismatch(bytes.begin(), bytes.end(), space_.memory()).second;
}

void poison::put_back() const noexcept { std::memcpy(space_.memory(), spread_->bytes.data(), spread_->bytes.size()); }

}  // namespace korat::detail
