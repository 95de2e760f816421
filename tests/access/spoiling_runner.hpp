// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Who reads late is told: at every first read, the fields that were noticed before get another value.

#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "access/announce.hpp"
#include "search/runner.hpp"
#include "undo/has_context.h"

namespace korat::detail {

template <class Root>
class spoiling_runner final : public predicate_runner {
 public:
  enum class earlier { spoiled, kept };

  spoiling_runner(const finitization<Root>& bounds, earlier what)
      : predicate_runner({erasure::of(bounds), erase<Root>([](const Root&) { return true; })}, {}), what_(what) {
    space_.owned_by(this);
    space_.set_all_pending();
  }

  Root& root() { return *static_cast<Root*>(space_.root()); }
  std::size_t noticed() const { return noticed_.size(); }
  /// Whether at each first read the values noticed before lay on the stack, above what is called from here, or were
  /// announced.
  bool all_held() const { return all_held_; }
  void stack_ends_at(const void* end) { end_ = static_cast<const std::byte*>(end); }

  void unusual_read(const void* address, std::byte* stack_top) override {
    const auto now = space_.cell_at(address);
    for (const auto before : noticed_) {
      if (what_ == earlier::spoiled)
        std::memset(space_.cells()[before].address, 0x5a, space_.cells()[before].width);
      else if (stack_top != nullptr)
        all_held_ = all_held_ && is_held(before, stack_top);
    }
    clear_pending(space_.cells()[now]);
    noticed_.push_back(now);
  }
  bool tick() noexcept override { return false; }
  bool next_candidate() noexcept override { return false; }

 private:
  bool is_held(std::uint32_t cell, const std::byte* stack_top) const {
    const auto& c = space_.cells()[cell];
    if (announced.has(c.address)) return true;
    for (const auto* at = stack_top; at + c.width <= end_; ++at)
      if (std::memcmp(at, c.address, c.width) == 0) return true;
    return false;
  }

  earlier what_;
  std::vector<std::uint32_t> noticed_;
  const std::byte* end_ = nullptr;
  bool all_held_ = true;
};

}  // namespace korat::detail
