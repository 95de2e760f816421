// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What shared libraries hold for a running predicate: blocks that they have taken from the system (an exception that a
// std::exception_ptr keeps, an open stream), and references that are counted in their memory (the locale of a stream).
// No saved state holds these, so while there are any no state is saved.

#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

namespace korat::detail {

class held_elsewhere {
 public:
  bool any() const noexcept { return references_ != 0 || !blocks_.empty(); }
  void took(void* block);
  /// False: it was not taken since the predicate was started or resumed.
  bool gave_back(const void* block) noexcept {
    const auto found = std::find(blocks_.rbegin(), blocks_.rend(), block);
    if (found == blocks_.rend()) return false;
    blocks_.erase(std::next(found).base());
    return true;
  }
  void count_reference(int by) noexcept { references_ += by; }
  /// The predicate is started, or returns to a state in which nothing was held.
  void forget() noexcept {
    blocks_.clear();
    references_ = 0;
  }

 private:
  std::vector<const void*> blocks_;
  int references_ = 0;
};

/// From now on the shared libraries of the program say what they take. Once for the whole program; those that are
/// loaded later do not. For programs linked with --wrap only. False: references to locales are not seen, because the
/// C++ library is none of them.
bool watch_shared_libraries();

/// The system's own malloc and relatives. Part of the program only if it is linked with --wrap (malloc.cpp).
struct system_memory {
  void* (*allocate)(std::size_t);
  void* (*allocate_zeros)(std::size_t, std::size_t);
  void* (*reallocate)(void*, std::size_t);
  void (*release)(void*);
};
[[gnu::weak]] extern const system_memory system_functions;

}  // namespace korat::detail
