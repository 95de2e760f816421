// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/poison.hpp"

#include <algorithm>
#include <cstring>

namespace korat::detail {

poison::poison(const space& s) : space_(s), by_bytes_(s.is_bytes()), remembered_(s.memory_size()) {}

void poison::spread(values which, std::uint64_t round) {
  if (!by_bytes_) {
    space_.restore_pristine_bytes();
    for (const cell& c : space_.cells()) space_.put(c, which == values::other ? other_value(c, round) : 0);
    return;
  }
  auto& wanted = which == values::other ? other_ : first_;
  if (wanted.bytes.empty() || wanted.round != round) paint(wanted, which, round);
  std::memcpy(space_.memory(), wanted.bytes.data(), wanted.bytes.size());
}

void poison::paint(picture& p, values which, std::uint64_t round) const {
  p.bytes = space_.pristine();
  p.round = round;
  for (const cell& c : space_.cells()) {
    const std::uint64_t bits = c.values[which == values::other ? other_value(c, round) : 0];
    std::memcpy(p.bytes.data() + (c.address - space_.memory()), &bits, c.width);
  }
}

void poison::remember() { std::memcpy(remembered_.data(), space_.memory(), remembered_.size()); }

const std::byte* poison::changed() const noexcept {
  if (std::memcmp(space_.memory(), remembered_.data(), remembered_.size()) == 0) return nullptr;
  return std::mismatch(remembered_.begin(), remembered_.end(), space_.memory()).second;
}

void poison::put_back() const noexcept { std::memcpy(space_.memory(), remembered_.data(), remembered_.size()); }

}  // namespace korat::detail
