// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// How much a predicate may take from the system while it runs without a heap of its own: one that allocates without end
// is told so, and does not take the machine with it.

#pragma once

#include <cstddef>

namespace korat::detail {

class allowance {
 public:
  explicit allowance(std::size_t limit) : limit_(limit) {}
  void begin_run() noexcept {
    taken_ = 0;
    exceeded_ = false;
    end_ = nullptr;
  }
  /// False: it is more than there is left.
  bool permits(std::size_t size) noexcept {
    if (size <= limit_ - taken_) return true;
    exceeded_ = true;
    return false;
  }
  void take(std::size_t size) noexcept { taken_ = size > limit_ - taken_ ? limit_ : taken_ + size; }
  void give_back(std::size_t size) noexcept {
    taken_ -= size < taken_ ? size : taken_;
  }  // it may be older than the run
  void exceed() noexcept { exceeded_ = true; }
  /// A predicate that makes no progress is ended by this where it asks for memory next, gives some back, or throws:
  /// there no lock of the system's allocator or of the unwinder is held.
  void end_at_next_use(void (*end)()) noexcept { end_ = end; }
  void used() noexcept {
    if (auto* const end = end_; end != nullptr) [[unlikely]] {
      end_ = nullptr;
      end();
    }
  }
  /// In this run.
  bool exceeded() const noexcept { return exceeded_; }

 private:
  std::size_t limit_;
  std::size_t taken_ = 0;
  bool exceeded_ = false;
  void (*volatile end_)() = nullptr;  // set by a handler of signals
};

/// Of the predicate that runs in this thread; null: there is none.
extern constinit thread_local allowance* current_allowance;

}  // namespace korat::detail
