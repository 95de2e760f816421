// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <cstdint>

namespace korat::detail {

/// What is being announced, byte by byte: the memory at one place or two that will be read once more, behind the last
/// notice.
struct announcement {
  const void* first = nullptr;  // null: nothing is
  const void* second = nullptr;
  std::size_t size = 0;
  bool copies = false;  // also bytes that belong to nothing, or that nobody will look at

  bool has(const void* place) const noexcept { return has(first, place) || has(second, place); }

 private:
  bool has(const void* range, const void* place) const noexcept {
    return range != nullptr && reinterpret_cast<std::uintptr_t>(place) - reinterpret_cast<std::uintptr_t>(range) < size;
  }
};

/// Said anew before each notice: a predicate may be left at one, or be resumed behind one.
extern constinit thread_local announcement announced;

}  // namespace korat::detail
