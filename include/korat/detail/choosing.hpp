// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "korat/field.hpp"

namespace korat::detail {

/// Where a choice keeps its value, counted from 0.
struct choice_slot {
  field<std::int32_t> value;
};

/// What the predicate that runs may choose from. Its engine keeps it.
struct choice_supply {
  const choice_slot* slots = nullptr;
  std::uint32_t count = 0;           // of slots
  std::uint32_t values = 0;          // of each
  std::uint32_t* largest = nullptr;  // the engine takes from here how many values the next choice has, less one
  std::uint32_t* made = nullptr;     // so many in this run
  std::vector<std::int64_t> low;     // [slot]: what value 0 stands for
};

std::int64_t choose_between(std::int64_t low, std::int64_t high);

/// While it exists, choose() in this thread answers with these values, one after the other.
class replaying {
 public:
  explicit replaying(std::span<const std::int64_t> values) noexcept;
  ~replaying();
  replaying(const replaying&) = delete;
  replaying& operator=(const replaying&) = delete;

 private:
  friend std::int64_t choose_between(std::int64_t low, std::int64_t high);
  std::span<const std::int64_t> rest_;
  replaying* before_;
};

}  // namespace korat::detail
