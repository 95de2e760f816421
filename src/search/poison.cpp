// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/poison.hpp"

#include <algorithm>
#include <cstring>

#include "encoding/hash.hpp"

namespace korat::detail {

namespace {

constexpr std::uint32_t rounds_in_step = 16;

std::uint32_t random_number(std::uint32_t index, std::uint32_t round) noexcept {
  return static_cast<std::uint32_t>(
      encoding::scrambled((std::uint64_t{round} << 32 | index) + encoding::golden_ratio) >> 32);
}

}  // namespace

std::uint32_t poison::value(std::uint32_t index, const cell& c, std::uint32_t round) noexcept {
  return c.last == 0 ? 0 : random_number(index, round) % (c.last + 1);
}

inline void poison::paint(const cell& c, std::uint32_t value) noexcept {
  store(c, bytes_.data() + (c.address - space_.memory()), c.values[value]);
}

void poison::go_on(series which) noexcept {
  auto& now = series_[static_cast<std::size_t>(which)];
  const auto count = static_cast<std::uint32_t>(space_.cells().size());
  const cell* const cells = space_.cells().data();
  if (now.of.empty()) now.of.resize(count);
  spread_ = &now;
  if (which == series::first_values) return;
  if (now.round++ % rounds_in_step == 0) {
    for (std::uint32_t i = 0; i < count; ++i) now.of[i] = value(i, cells[i], now.round);
  } else {
    for (std::uint32_t i = 0; i < count; ++i) now.of[i] = now.of[i] == cells[i].last ? 0 : now.of[i] + 1;
  }
}

void poison::spread(series which, std::span<const choice> chosen) {
  go_on(which);
  if (!space_.is_bytes()) return spread_by_assignment(chosen);
  bytes_.resize(space_.pristine().size());
  std::memcpy(bytes_.data(), space_.pristine().data(), bytes_.size());
  const std::uint32_t* value = spread_->of.data();
  for (const cell& c : space_.cells()) paint(c, *value++);
  for (const auto& made : chosen) paint(space_.cells()[made.cell], made.value);
  put_back();
}

// Values that are more than their bytes are assigned by their types; the picture is taken afterwards.
void poison::spread_by_assignment(std::span<const choice> chosen) {
  space_.restore_pristine_bytes();
  const std::uint32_t* value = spread_->of.data();
  for (const cell& c : space_.cells()) space_.put(c, *value++);
  for (const auto& made : chosen) space_.put(space_.cells()[made.cell], made.value);
  bytes_.assign(space_.memory(), space_.memory() + space_.memory_size());
}

void poison::set(std::uint32_t index, std::uint32_t value) {
  const cell& c = space_.cells()[index];
  space_.put(c, value);
  std::memcpy(bytes_.data() + (c.address - space_.memory()), c.address, c.width);
}

const std::byte* poison::changed() const noexcept {
  if (std::memcmp(space_.memory(), bytes_.data(), bytes_.size()) == 0) return nullptr;
  return std::mismatch(bytes_.begin(), bytes_.end(), space_.memory()).second;
}

void poison::put_back() const noexcept { std::memcpy(space_.memory(), bytes_.data(), bytes_.size()); }

}  // namespace korat::detail
